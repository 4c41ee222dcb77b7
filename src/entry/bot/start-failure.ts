import type { Variables } from './environment.ts'
import { ConfigurationError } from './configuration-error.ts'
import { safeError } from './safe-error.ts'

interface SystemError {
  readonly syscall?: string
  readonly code?: string
  readonly port?: number
}

/** Why the bot cannot listen, with the variable to set. */
function listenFailure({ code, port }: SystemError, { PORT = '3000', BATON_METRICS }: Variables): string {
  const name = String(port) === BATON_METRICS && BATON_METRICS !== PORT ? 'BATON_METRICS' : 'PORT'
  if (code === 'EADDRINUSE')
    return `The port ${port} is in use (${code}). Set ${name} to another one, or end the process that has it.`
  if (code === 'EACCES') return `The port ${port} is not open to this account (${code}). Set ${name} to one above 1023.`
  return `The bot cannot listen at the address in HOST (${code}). Set it to one of this machine, or leave it out.`
}

/** What went wrong at the start, as the operator reads it: with the variables that it depends on. */
export function startFailure(
  error: unknown,
  variables: Variables,
): { readonly message: string; readonly isMisconfigured: boolean } {
  const system = error as SystemError
  if (system.syscall === 'listen' || (system.syscall === 'getaddrinfo' && variables['HOST']))
    return { message: listenFailure(system, variables), isMisconfigured: true }
  const { message } = safeError(error)
  if (error instanceof ConfigurationError) return { message, isMisconfigured: true }
  return { message: `The bot cannot be started: ${message}`, isMisconfigured: false }
}
