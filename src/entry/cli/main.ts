import { Fault } from '../../core/fault.ts'
import { say } from '../../core/say.ts'
import { explicit } from './arguments.ts'
import { exits } from './exit.ts'
import { commandLine } from './program.ts'
import { tell } from './tell.ts'

// A reader that has seen enough (`baton validate | head`) is no fault. A full disk is, and what was printed before it is lost anyway.
process.stdout.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') process.exit(tell(new Fault(say`Standard output cannot be written: ${code}.`)))
})
// Then there is nobody to tell it to.
process.stderr.on('error', () => undefined)

const ending = { code: exits.fine as number }
try {
  await commandLine(ending).parseAsync(explicit(process.argv))
  process.exitCode = ending.code
} catch (error) {
  process.exitCode = tell(error)
}
