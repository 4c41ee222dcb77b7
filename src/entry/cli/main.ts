import { Fault } from '../../core/fault.ts'
import { reasonFor, systemHint } from '../../gateways/system-error.ts'
import { runProgram } from './run.ts'
import { reportError } from './report-error.ts'

// A reader that has seen enough (`baton validate | head`) is not a fault. A full disk is, and what was printed before it is lost anyway.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  const hint = systemHint(error)
  process.exit(
    reportError(new Fault(`Standard output cannot be written: ${reasonFor(error)}.`, { ...(hint !== undefined && { hint }) }), [], 'text'),
  )
})
// Then there is nowhere to report it.
process.stderr.on('error', () => undefined)

process.exitCode = await runProgram(process.argv)
