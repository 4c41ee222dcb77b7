import { Command } from 'commander'
import { plain } from '../../render/plain.ts'
import { changes } from './declared/changing.ts'
import type { Declarations, Ending } from './declared/declaration.ts'
import { looking } from './declared/reading.ts'
import { setup } from './declared/setup.ts'
import { version } from './output.ts'

const declarations: Declarations = { ...looking, ...changes, ...setup }

/** Whether a command can commit what it changes. */
export const hasFlagCommit = (name: string | undefined): boolean => name !== undefined && Object.hasOwn(changes, name)

/**
 * The command line: what there is to say. Where the first word is the name of a command, that one alone is made: there are dozens, and
 * making them all takes as long as a small check.
 */
export function commandLine(ending: Ending, first?: string): Command {
  const program = new Command('baton')
    .description('Keeps the written state of agent workflows honest.')
    .version(version, '-V, --version')
    .exitOverride()
    .configureOutput({ outputError: (complaint, write) => write(`${plain(complaint)}\n`) })
    .showSuggestionAfterError()
    .helpCommand('help [topic]', 'describe a command, or a topic named below')
    .addHelpText(
      'after',
      '\nExit codes: 0 fine, 1 findings or a refusal, 2 wrong usage or configuration, 3 nothing to check, 70 a fault of Baton.\n\nTopics: baton help agents|environment|exit-codes|formats|targets',
    )

  for (const [name, declare] of Object.entries(declarations)) {
    if (first === undefined || first === name || !Object.hasOwn(declarations, first)) declare(program.command(name), ending)
  }
  return program
}
