import type { CommandFacts, CommandMove } from '../../../core/command.ts'
import { commandNames, type CommandName } from '../../../core/command-names.ts'
import { msg } from '../../../core/message.ts'
import type { Protocol } from '../../../core/protocol.ts'
import { synopsisOf } from '../../../kit/command.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { refusedAnswer, unchangedAnswer } from '../answer.ts'
import { refusal } from '../resolve.ts'
import { foldedList } from './list.ts'
import { ownCommand, type Misuse, type OwnCommandCall } from './own.ts'

/** A command, its owner, and what it does to the state of a target. */
interface OfferedCommand {
  readonly facts: CommandFacts
  readonly owner: string
  readonly moves: readonly CommandMove[]
}

const movesOf = ({ moves }: Protocol, { name }: CommandFacts) =>
  moves.filter(({ by }) => by.split(' ', 1)[0] === `/${name}`)

/** The commands that can be given here: those of the protocols that are found, and the engine's own. */
function offeredCommands({ readings, view, ownCommands }: OwnCommandCall): readonly OfferedCommand[] {
  return [
    ...readings(view).flatMap(({ protocol }) =>
      protocol.commands.map((facts) => ({ facts, owner: protocol.title, moves: movesOf(protocol, facts) })),
    ),
    ...ownCommands.map((facts) => ({ facts, owner: 'Everything', moves: [] })),
  ]
}

const usageOf = ({ name, usage: argumentUsage }: CommandFacts) =>
  `\`/${name}${argumentUsage === '' ? '' : ` ${argumentUsage}`}\``

const moveLine = ({ by, from, to }: CommandMove) => msg`- ${by}: from ${from} to ${to}`

const fullHelp = ({ facts, owner, moves }: OfferedCommand) => [
  `Usage: ${usageOf(facts)} (${owner})`,
  '',
  facts.summary,
  '',
  ...facts.examples.map((example) => `- \`${example}\``),
  ...(moves.length > 0 ? ['', 'Legal by state:', '', ...moves.map(moveLine)] : []),
]

function helpAbout(
  name: string,
  offers: readonly OfferedCommand[],
  isAllowed: (name: CommandName) => boolean,
  misuse: Misuse,
) {
  const matches = offers.filter(({ facts }) => facts.name === name)
  const [first] = matches
  if (first) {
    const deniedNote = isAllowed(first.facts.name) ? [] : ['', 'You may not give it here.']
    return unchangedAnswer([...matches.flatMap((offer) => [...fullHelp(offer), '']), ...deniedNote].join('\n').trim(), {
      report: {
        commands: matches.map(({ facts }) => facts.name),
        lines: matches.flatMap(fullHelp).filter((line) => line !== ''),
      },
    })
  }
  const knownName = commandNames.find((commandName) => commandName === name)
  if (knownName)
    return refusedAnswer([
      refusal('COMMAND_NOT_HERE', msg`Unexpected command ${`/${knownName}`}: no protocol that is found here has it`),
    ])
  const suggestedName = suggestion(name, commandNames)
  return misuse(
    suggestedName === undefined
      ? msg`Unexpected command ${name}`
      : msg`Unexpected command ${name}, expected ${suggestedName}`,
  )
}

/** `/help`: the commands that the author may give here. */
export const help = ownCommand({
  name: 'help',
  takes: 'words',
  words: [{ name: 'COMMAND', optional: true }],
  summary: 'Lists the commands that exist here and which of them you may give, or explains one.',
  examples: ['/help', '/help handback'],

  run(call, misuse) {
    const [word] = call.words
    const offers = offeredCommands(call)
    const isAllowed = call.request.may ?? (() => true)
    if (word !== undefined) return helpAbout(word.replace(/^\//, '').toLowerCase(), offers, isAllowed, misuse)
    const allowedOffers = offers.filter(({ facts }) => isAllowed(facts.name))
    const deniedNames = [
      ...new Set(offers.filter(({ facts }) => !isAllowed(facts.name)).map(({ facts }) => msg`${`/${facts.name}`}`)),
    ]
    const reply = [
      allowedOffers.length > 0 ? 'You may give these commands here:' : 'You may give no command here.',
      '',
      foldedList(allowedOffers.map(({ facts }) => `${usageOf(facts)}: ${facts.summary}`)),
      ...(deniedNames.length > 0 ? ['', `Not these: ${deniedNames.join(', ')}.`] : []),
    ]
    return unchangedAnswer(reply.join('\n'), {
      report: {
        commands: offers.map(({ facts }) => ({
          name: facts.name,
          usage: facts.usage,
          summary: facts.summary,
          may: isAllowed(facts.name),
        })),
        lines: offers.map(({ facts }) => `${synopsisOf(facts)}${isAllowed(facts.name) ? '' : ' (not you)'}`),
      },
    })
  },
})
