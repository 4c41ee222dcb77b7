import { Fault } from '../../core/fault.ts'
import { reasonFor, systemHint } from '../../gateways/system-error.ts'
import { reportError } from './report-error.ts'
import { CommanderError } from 'commander'
import { exitCodes } from '../calls/answer.ts'
import { expectFlag } from './arguments.ts'
import { commandLine, hasFlagCommit } from './program.ts'

/** Whether the words of a call may ask for help: then what it needs is loaded. */
const mayAskForHelp = (words: readonly string[]) =>
  words[0] === 'help' || words.includes('--help') || words.includes('-h')

/** Runs the program to its end. @param argv as in `process.argv`. @returns the exit code; errors are reported */
export async function runProgram(argv: readonly string[]): Promise<number> {
  const exitStatus = { code: exitCodes.fine as number }
  try {
    if (hasFlagCommit(argv[2])) expectFlag(argv)
    const callWords = argv.slice(2)
    const help = mayAskForHelp(callWords) ? await (await import('./help.ts')).helpFor(callWords) : { words: callWords }
    if ('text' in help) {
      process.stdout.write(help.text)
      return exitCodes.fine
    }
    const { words, addition = '' } = help
    const program = commandLine(exitStatus, words[0])
    const describedCommand = program.commands.find((command) => command.name() === words[0])
    if (addition !== '') describedCommand?.description(`${describedCommand.description()}\n${addition}`)
    await program.parseAsync(words, { from: 'user' })
    return exitStatus.code
  } catch (error) {
    const isUnknown = error instanceof CommanderError && error.code === 'commander.unknownOption'
    if (isUnknown && argv[2]?.startsWith('-') === true)
      process.stderr.write('Options come after the command: baton COMMAND --root DIR\n')
    return reportError(error, argv.slice(2))
  }
}

// A reader that has seen enough (`baton validate | head`) is not a fault. A full disk is, and what was printed before
// it is lost anyway.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  const hint = systemHint(error)
  process.exit(
    reportError(
      new Fault(`Standard output cannot be written: ${reasonFor(error)}.`, { ...(hint !== undefined && { hint }) }),
      [],
      'text',
    ),
  )
})
// Then there is nowhere to report it.
process.stderr.on('error', () => undefined)
