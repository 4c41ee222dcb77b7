import type { OptionFacts, WordFacts } from '../../core/command.ts'
import type { Protocol } from '../../core/protocol.ts'
import { ownCommands } from '../../engine/commands/own/index.ts'

/** What follows the name of a command. */
interface ProtocolUsage {
  readonly protocol: string
  readonly usage: string
  /** Options that the program does not declare itself. */
  readonly options: readonly OptionFacts[]
  /** What each of its words may be, where comments have the command, too. */
  readonly words: readonly WordFacts[]
}

const target: WordFacts = { name: 'TARGET' }

/** The forms of a command, one for each of the protocols that has it; of `new` how each is begun. */
export function usagesOf(
  name: string,
  protocols: readonly (Pick<Protocol, 'name' | 'commands'> & Partial<Pick<Protocol, 'creation'>>)[],
): readonly ProtocolUsage[] {
  if (name === 'new')
    return protocols.flatMap(({ name: protocolName, creation }) =>
      creation
        ? [{ protocol: protocolName, usage: creation.usage, options: creation.optionFacts ?? [], words: [] }]
        : [],
    )
  const builtInCommands = ownCommands.filter((command) => command.name === name)
  const targetWords = builtInCommands.some(({ takes }) => takes === 'words') ? [] : [target]
  const protocolCommands = protocols.flatMap(({ name: protocolName, commands }) =>
    commands.map((facts) => ({ protocol: protocolName, facts })),
  )
  return [...protocolCommands, ...builtInCommands.map((facts) => ({ protocol: 'every protocol', facts }))].flatMap(
    ({ protocol: protocolName, facts }) => {
      const { ownUsage, usage, optionFacts: options = [], wordFacts = [] } = facts
      return facts.name === name
        ? [{ protocol: protocolName, usage: ownUsage ?? usage, options, words: [...targetWords, ...wordFacts] }]
        : []
    },
  )
}
