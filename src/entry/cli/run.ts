import { expectFlag } from './arguments.ts'
import { exits } from './exit.ts'
import { asksForHelp, helpByProtocol } from './help.ts'
import { commandLine, hasFlagCommit } from './program.ts'
import { reportError } from './report-error.ts'

/** Runs the program to its end. @param argv as in `process.argv`. @returns the exit code; errors are reported */
export async function runProgram(argv: readonly string[]): Promise<number> {
  const ending = { code: exits.fine as number }
  try {
    if (hasFlagCommit(argv[2])) expectFlag(argv)
    const words = argv.slice(2)
    const program = commandLine(ending, words[0])
    if (asksForHelp(words)) {
      const command = program.commands.find((each) => each.name() === words[0])
      command?.addHelpText('after', await helpByProtocol(words[0] ?? ''))
    }
    await program.parseAsync(argv)
    return ending.code
  } catch (error) {
    return reportError(error, argv.slice(2))
  }
}
