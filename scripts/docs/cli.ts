import type { Command, Option } from 'commander'
import { commandNames } from '../../src/core/command-names.ts'
import { commandLine } from '../../src/entry/cli/program.ts'
import { table } from '../../src/render/table.ts'

const program = commandLine({ code: 0 })
const help = program.createHelp()

const optionsOf = (command: Command) => help.visibleOptions(command).filter(({ long }) => long !== '--help')
const row = (option: Option) => [`\`${help.optionTerm(option)}\``, help.optionDescription(option)]
const isIn = (options: readonly Option[], { flags, description }: Option) =>
  options.some((each) => each.flags === flags && each.description === description)

/** The commands that comments have too, in the same words: their options are mostly the same. */
const protocolCommands = program.commands.filter(
  (command) => (commandNames as readonly string[]).includes(command.name()) && optionsOf(command).some(({ long }) => long === '--actor'),
)
const [first, ...others] = protocolCommands.map(optionsOf)
const shared = (first ?? []).filter((option) => others.every((options) => isIn(options, option)))

function section(command: Command): string {
  const options = optionsOf(command)
  const title = [`### \`baton ${command.name()} ${command.usage()}\``, '', command.description()]
  return [...title, ...(options.length === 0 ? [] : ['', table(['option', 'meaning'], options.map(row))])].join('\n')
}

function ofComments(): string {
  const rows = protocolCommands.map((command) => {
    const own = optionsOf(command).filter((option) => !isIn(shared, option))
    return [`\`baton ${command.name()}\``, command.summary(), own.map((option) => row(option).join(': ')).join('; ')]
  })
  return [
    '### `baton COMMAND [options] [word...]`',
    '',
    'The commands of comments, in the same words. The page of each protocol describes the words that they take; so does `baton accept --help`.',
    '',
    table(['command', 'does', 'options of its own'], rows),
    '',
    'All of them take these options:',
    '',
    table(['option', 'meaning'], shared.map(row)),
  ].join('\n')
}

/** Every command of the command line, with its options. */
export const cli = (): string =>
  [...program.commands.filter((command) => !protocolCommands.includes(command)).map(section), ofComments()].join('\n\n')
