import { CommanderError } from 'commander'
import { Fault } from '../../core/fault.ts'
import { plain } from '../../render/plain.ts'
import { exits } from './exit.ts'
import { UsageError } from './usage.ts'

function explained(error: unknown): { readonly code: number; readonly lines: readonly string[] } {
  // The command line has told it already. Help and the version are fine.
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? exits.fine : exits.usage, lines: [] }
  if (error instanceof UsageError) return { code: exits.usage, lines: [error.message] }
  if (error instanceof Fault) return { code: exits.fault, lines: [error.message, ...(error.hint === undefined ? [] : [error.hint])] }
  const message = error instanceof Error ? error.message : String(error)
  return {
    code: exits.fault,
    lines: [`A fault of Baton itself: ${message}`, 'Run it again with --debug to see where it comes from, and report that.'],
  }
}

/** Tells on standard error what went wrong. Gives the exit code. */
export function tell(error: unknown): number {
  const { code, lines } = explained(error)
  for (const line of lines) process.stderr.write(`${plain(line)}\n`)
  if (process.argv.includes('--debug') && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  return code
}
