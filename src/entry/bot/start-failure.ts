import { certificateAdvice, untrusted } from '../../gateways/certificates.ts'
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
  if (code === 'EADDRINUSE') return `The port ${port} is in use (${code}). Set ${name} to another one, or end the process that has it.`
  if (code === 'EACCES') return `The port ${port} is not open to this account (${code}). Set ${name} to one above 1023.`
  return `The bot cannot listen at the address in HOST (${code}). Set it to one of this machine, or leave it out.`
}

/** What keeps GitHub from being reached, by the codes of the system. */
function networkAdvice(codes: string, host: string): string {
  if (untrusted.test(codes)) return certificateAdvice
  if (/ENOTFOUND|EAI_AGAIN/.test(codes)) return `This machine finds no address of ${host}: check its network and its DNS.`
  return `Check that this machine can reach ${host}.`
}

/** What to do where GitHub cannot be reached. */
function unreachableAdvice(codes: string, { GHE_HOST: host }: Variables): string {
  const server = host ? 'Check GHE_HOST and GHE_PROTOCOL.' : 'If your GitHub is a GitHub Enterprise Server, set GHE_HOST.'
  return `${networkAdvice(codes, host || 'api.github.com')} ${server} Behind a proxy, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.`
}

/** What went wrong at the start, as the operator reads it: with the variables that it depends on. */
export function startFailure(error: unknown, variables: Variables): { readonly message: string; readonly isMisconfigured: boolean } {
  const system = error as SystemError
  if (system.syscall === 'listen' || (system.syscall === 'getaddrinfo' && variables['HOST']))
    return { message: listenFailure(system, variables), isMisconfigured: true }
  const { message, request, status, causes } = safeError(error)
  if (error instanceof ConfigurationError) return { message, isMisconfigured: true }
  const advice = request !== undefined && status === undefined ? ` ${unreachableAdvice(causes.join(' '), variables)}` : ''
  return { message: `The bot cannot be started: ${message}${advice}`, isMisconfigured: false }
}
