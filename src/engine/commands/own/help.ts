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

/** A command, whose it is, and what it does to the state of a target. */
interface Offer {
  readonly facts: CommandFacts
  readonly whose: string
  readonly moves: readonly CommandMove[]
}

const movesOf = ({ moves }: Protocol, { name }: CommandFacts) => moves.filter(({ by }) => by.split(' ', 1)[0] === `/${name}`)

/** The commands that can be given here: those of the protocols that are found, and the engine's own. */
function offers({ readings, view, own }: OwnCommandCall): readonly Offer[] {
  return [
    ...readings(view).flatMap(({ protocol }) =>
      protocol.commands.map((facts) => ({ facts, whose: protocol.title, moves: movesOf(protocol, facts) })),
    ),
    ...own.map((facts) => ({ facts, whose: 'Everything', moves: [] })),
  ]
}

const usage = ({ name, usage: behind }: CommandFacts) => `\`/${name}${behind === '' ? '' : ` ${behind}`}\``

const move = ({ by, from, to }: CommandMove) => msg`- ${by}: from ${from} to ${to}`

const whole = ({ facts, whose, moves }: Offer) => [
  `Usage: ${usage(facts)} (${whose})`,
  '',
  facts.summary,
  '',
  ...facts.examples.map((example) => `- \`${example}\``),
  ...(moves.length > 0 ? ['', 'Legal by state:', '', ...moves.map(move)] : []),
]

function about(name: string, all: readonly Offer[], may: (name: CommandName) => boolean, misuse: Misuse) {
  const those = all.filter(({ facts }) => facts.name === name)
  const [first] = those
  if (first) {
    const denied = may(first.facts.name) ? [] : ['', 'You may not give it here.']
    return unchangedAnswer([...those.flatMap((offer) => [...whole(offer), '']), ...denied].join('\n').trim(), {
      report: { commands: those.map(({ facts }) => facts.name), lines: those.flatMap(whole).filter((line) => line !== '') },
    })
  }
  const known = commandNames.find((each) => each === name)
  if (known) return refusedAnswer([refusal('COMMAND_NOT_HERE', msg`Unexpected command ${`/${known}`}: nothing here takes it`)])
  const meant = suggestion(name, commandNames)
  return misuse(meant === undefined ? msg`Unexpected command ${name}` : msg`Unexpected command ${name}, expected ${meant}`)
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
    const all = offers(call)
    const may = call.request.may ?? (() => true)
    if (word !== undefined) return about(word.replace(/^\//, '').toLowerCase(), all, may, misuse)
    const given = all.filter(({ facts }) => may(facts.name))
    const denied = [...new Set(all.filter(({ facts }) => !may(facts.name)).map(({ facts }) => msg`${`/${facts.name}`}`))]
    const reply = [
      given.length > 0 ? 'You may give these commands here:' : 'You may give no command here.',
      '',
      foldedList(given.map(({ facts }) => `${usage(facts)}: ${facts.summary}`)),
      ...(denied.length > 0 ? ['', `Not these: ${denied.join(', ')}.`] : []),
    ]
    return unchangedAnswer(reply.join('\n'), {
      report: {
        commands: all.map(({ facts }) => ({ name: facts.name, usage: facts.usage, summary: facts.summary, may: may(facts.name) })),
        lines: all.map(({ facts }) => `${synopsisOf(facts)}${may(facts.name) ? '' : ' (not you)'}`),
      },
    })
  },
})
