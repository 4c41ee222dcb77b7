import { type Command, InvalidArgumentError, Option } from 'commander'
import { lanes, type Lane } from '../../../core/board.ts'
import { protocolNames } from '../../../core/protocol.ts'
import { formats } from '../../../render/index.ts'
import { visible } from '../../../core/message.ts'
import type { AnswerFormat } from '../output.ts'
import { workingTop } from '../top.ts'
import { UsageError } from '../../calls/usage.ts'

/** How the board is printed. */
export const boardFormats = ['text', 'json', 'brief', 'markdown', 'html'] as const

/** Every format that any command has. */
const everyFormat: ReadonlySet<string> = new Set([...Object.keys(formats), ...boardFormats])

/** The option that says how to print, with the format that BATON_FORMAT names by default, where the command has that. */
export function formatOption(choices: readonly string[], meaning: string, standard = 'text'): Option {
  const { BATON_FORMAT: requested = '' } = process.env
  if (requested !== '' && !everyFormat.has(requested))
    throw new UsageError(`Unexpected BATON_FORMAT ${visible(requested)}, expected one of ${[...everyFormat].join(', ')}.`)
  return new Option('--format <format>', meaning)
    .choices(choices)
    .default(choices.includes(requested) ? requested : standard, `BATON_FORMAT, otherwise ${standard}`)
}

/** How an answer that is not a report is printed. */
export const answerFormats = ['text', 'json', 'brief'] as const satisfies readonly AnswerFormat[]

/** Options that several commands take. */
export const common = {
  root: () =>
    new Option('--root <dir>', 'the repository to look at').default(
      workingTop(),
      'the top of the repository that the working directory is in, otherwise the working directory',
    ),
  wait: () =>
    new Option('--wait <time>', 'how long to wait for other programs at work here (default: BATON_WAIT, otherwise 30s; 0: not at all)'),
  config: () =>
    new Option('--config <file>', 'the configuration to use (default: .github/baton.yml of the base, otherwise from the checked tree)'),
  format: () => formatOption(Object.keys(formats), 'how to print the report'),
  debug: () => new Option('--debug', 'show where a fault of Baton itself comes from').hideHelp(),
}

/** What is looked at, and what it is compared with. */
export const revisions = {
  rev: () => new Option('--rev <rev>', 'look at a commit instead of the working tree'),
  base: () => new Option('--base <rev>', 'compare with the merge base of this revision'),
  baseDir: () => new Option('--base-dir <dir>', 'compare with a folder'),
}

/** The values of a repeatable option. */
export const collected = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** The values of a repeatable option that names protocols. */
export function protocol(value: string, before: readonly string[] = []): readonly string[] {
  if (!(protocolNames as readonly string[]).includes(value))
    throw new InvalidArgumentError(`Allowed choices are ${protocolNames.join(', ')}.`)
  return collected(value, before)
}

/** The values of a repeatable option that names lanes of the board. */
export function lane(value: string, before: readonly Lane[] = []): readonly Lane[] {
  const found = lanes.find((each) => each === value)
  if (!found) throw new InvalidArgumentError(`Allowed choices are ${lanes.join(', ')}.`)
  return [...before, found]
}

/** A port of this machine. */
export function portNumber(value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (!(port <= 65_535)) throw new InvalidArgumentError('Expected a number up to 65535.')
  return port
}

/** The values of a repeatable option. */
export const repeated = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** The options of every command that changes state. */
export const changing = (command: Command) =>
  command
    .addOption(common.root())
    .addOption(common.wait())
    .addOption(common.config())
    .addOption(revisions.base())
    .addOption(revisions.baseDir())
    .addOption(new Option('--at <time>', 'the time of the request, ISO 8601, not in the future (default: now)'))
    .addOption(new Option('--actor <login>', "who asks (default: git's user)"))
    .option('--dry-run', 'print the diff, change nothing')
    .option('--commit', 'also commit exactly this change')
    .addOption(formatOption(answerFormats, 'how to print the answer'))
    .addOption(common.debug())

/** Command lines to be shown below the help. */
export const examples = (lines: readonly string[]) => `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`
