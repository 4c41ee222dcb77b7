import { pageOf } from './pages.ts'
import { type CommandName, commandNames, knownCommands } from '../../src/core/command-names.ts'
import type { CommandFacts } from '../../src/core/command.ts'
import type { BuiltInName, Protocol } from '../../src/core/protocol.ts'
import type { RuleFacts } from '../../src/core/rule.ts'
import { ownCommands } from '../../src/engine/commands/own/index.ts'
import { documentation } from '../../src/entry/documentation.ts'
import { protocols } from '../../src/entry/protocols.ts'
import { commandsOf as declaredCommands } from '../../src/protocols/declared/commands/index.ts'
import { table } from '../../src/render/table.ts'

const declared: ReadonlySet<CommandName> = new Set(declaredCommands(true).map(({ name }) => name))

const where = (name: CommandName): string => {
  const having = protocols.filter(({ commands }) => commands.some((command) => command.name === name))
  if (having.length === protocols.length || ownCommands.some((command) => command.name === name)) return 'all'
  const names: readonly string[] = [
    ...having.map((protocol) => protocol.name),
    ...(declared.has(name) ? ['workflows'] : []),
  ]
  return names.map((each) => `[${each}](${each}.md)`).join(', ')
}

/** Every comment command: who may give it, which protocols have it, what it does. */
export const commandTable = (): string =>
  table(
    ['command', 'who, by default', 'protocols', 'does'],
    commandNames.map((name) => [`\`/${name}\``, knownCommands[name].role, where(name), knownCommands[name].does]),
  )

const usage = ({ name, usage: behind }: CommandFacts) => `\`/${name}${behind === '' ? '' : ` ${behind}`}\``

/** The commands of a protocol, or those that are for all. */
export const commandsOf = (commands: readonly CommandFacts[] = ownCommands): string =>
  table(
    ['command', 'who, by default', 'does'],
    commands.map((command) => [usage(command), knownCommands[command.name].role, command.summary]),
  ) + optionsOf(commands)

/** What the options of commands mean, apart from those of grants. */
function optionsOf(commands: readonly CommandFacts[]): string {
  const rows = commands.flatMap(({ name, optionFacts = [] }) =>
    optionFacts.map(({ written, does }) => ({ name, written, does })),
  )
  const meanings = [...new Map(rows.map(({ written, does }) => [`${written} ${does}`, { written, does }])).values()]
  if (meanings.length === 0) return ''
  const having = (written: string, does: string) =>
    rows.flatMap((row) => (row.written === written && row.does === does ? [`\`/${row.name}\``] : [])).join(', ')
  return `\n\n${table(
    ['option', 'of', 'means'],
    meanings.map(({ written, does }) => [`\`${written}\``, having(written, does), does]),
  )}`
}

const level = (word: string) => (word === 'off' ? '–' : word)

/** The codes of a protocol by the page that explains them, each a link to its rule with examples. */
export const codesOf = ({ name, groups }: Protocol<BuiltInName>): string => {
  const link = (code: string) => `[\`${code}\`](${pageOf(code).slice('docs/'.length)}#${code.toLowerCase()})`
  const row = ({ code, strict, soft, summary, safe }: RuleFacts) => [
    link(code),
    level(strict),
    level(soft),
    `${summary}${safe ? ' *(safe repair)*' : ''}`,
  ]
  const answered = Object.entries(documentation[name].refusalCodes).map(([code, meaning]) => [link(code), meaning])
  return [
    ...groups.flatMap(({ title, rules }) => [
      `### ${title}`,
      table(['code', 'strict', 'soft', 'when'], rules.flat().map(row)),
    ]),
    ...(answered.length === 0 ? [] : ['### Refused commands', table(['code', 'when'], answered)]),
  ].join('\n\n')
}
