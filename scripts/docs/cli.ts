import type { Command, Option } from 'commander'
import { commandNames } from '../../src/core/command-names.ts'
import { commandLine } from '../../src/entry/cli/program.ts'
import { table } from '../../src/render/table.ts'

const program = commandLine({ code: 0 })
const help = program.createHelp()

const optionsOf = (command: Command) => help.visibleOptions(command).filter(({ long }) => long !== '--help')
/** A row of a table: outside of code, `<file>` would be a tag. */
const row = (option: Option) => [
  `\`${help.optionTerm(option)}\``,
  help.optionDescription(option).replaceAll('<', String.raw`\<`),
]
const textOf = (option: Option) => row(option).join(': ')

/** The commands that comments have too, in the same words: their options are mostly the same. */
const protocolCommands = program.commands.filter(
  (command) =>
    (commandNames as readonly string[]).includes(command.name()) &&
    optionsOf(command).some(({ long }) => long === '--actor'),
)

const others = program.commands.filter((command) => !protocolCommands.includes(command))

/** How many commands have an option in the same words, before the page describes it once for all of them. */
const many = 5
const countIn = (commands: readonly Command[], option: Option) =>
  commands.filter((command) => optionsOf(command).some((each) => textOf(each) === textOf(option))).length
const count = (option: Option) => countIn(program.commands, option)

const byText = (options: readonly Option[]) => [...new Map(options.map((option) => [textOf(option), option])).values()]
const candidates = byText(program.commands.flatMap(optionsOf)).filter(
  (option) => count(option) >= many && countIn(others, option) > 1,
)
/** The options that many commands have in the same words; of two with one name, that which more commands have. */
const common = candidates.filter(
  (option) => !candidates.some((each) => each.long === option.long && count(each) > count(option)),
)
const isCommon = (option: Option) => common.some((each) => textOf(each) === textOf(option))

const commonOf = (command: Command): string =>
  optionsOf(command)
    .filter(isCommon)
    .map(({ long }) => `\`${long}\``)
    .join(' ')

/** A command with the options that are its own, and the names of the common ones. */
function section(command: Command): string {
  const own = optionsOf(command).filter((option) => !isCommon(option))
  const shared = commonOf(command)
  return [
    `### \`baton ${command.name()} ${command.usage()}\``,
    command.description(),
    ...(own.length === 0 ? [] : [table(['option', 'meaning'], own.map(row))]),
    ...(shared === '' ? [] : [`${own.length === 0 ? 'Common' : 'And common'} options: ${shared}`]),
  ].join('\n\n')
}

/** The protocol commands that have an option. */
const having = (option: Option): string => {
  const names = protocolCommands
    .filter((command) => countIn([command], option) > 0)
    .map((command) => `\`${command.name()}\``)
  return names.length === protocolCommands.length ? 'all' : names.join(', ')
}

function ofComments(): string {
  const own = byText(protocolCommands.flatMap(optionsOf)).filter((option) => !isCommon(option))
  return [
    '### `baton COMMAND [options] [word...]`',
    'The commands of comments, in the same words. The page of each protocol describes the words that they take; so does `baton accept --help`.',
    table(
      ['command', 'does'],
      protocolCommands.map((command) => [`\`baton ${command.name()}\``, command.summary()]),
    ),
    table(
      ['option', 'of', 'meaning'],
      own.map((option) => {
        const [term = '', meaning = ''] = row(option)
        return [term, having(option), meaning]
      }),
    ),
    `And common options: ${commonOf(protocolCommands[0] ?? program)}`,
  ].join('\n\n')
}

/** Every command of the command line, with its options. */
export const cli = (): string =>
  [
    '### Common options',
    'Most commands have some of these options. Each command below names those that it has, and describes only its own.',
    table(['option', 'meaning'], common.map(row)),
    ...others.map(section),
    ofComments(),
  ].join('\n\n')
