import { Fault } from '../../core/fault.ts'
import { say } from '../../core/say.ts'
import { runProgram } from './run.ts'
import { tell } from './tell.ts'

// A reader that has seen enough (`baton validate | head`) is no fault. A full disk is, and what was printed before it is lost anyway.
process.stdout.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') process.exit(tell(new Fault(say`Standard output cannot be written: ${code}.`)))
})
// Then there is nobody to tell it to.
process.stderr.on('error', () => undefined)

process.exitCode = await runProgram(process.argv)
