import { expectFlag } from './arguments.ts'
import { exits } from './exit.ts'
import { commandLine, hasFlagCommit } from './program.ts'
import { reportError } from './report-error.ts'

/** Runs the program to its end. @param argv as in `process.argv`. @returns the exit code; errors are reported */
export async function runProgram(argv: readonly string[]): Promise<number> {
  const ending = { code: exits.fine as number }
  try {
    if (hasFlagCommit(argv[2])) expectFlag(argv)
    await commandLine(ending, argv[2]).parseAsync(argv)
    return ending.code
  } catch (error) {
    return reportError(error, argv.slice(2))
  }
}
