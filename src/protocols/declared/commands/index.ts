import { type Command, type Outcome, refuse } from '../../../core/command.ts'
import { visible, msg } from '../../../core/message.ts'
import { misspelling } from '../../../core/suggestion.ts'
import { command, refuseUsage } from '../../../kit/command.ts'
import { isQuoted, withCode } from '../../../kit/options.ts'
import { skipWords, freeText, refuseMisspelt, type RemainingWords } from '../../../kit/words.ts'
import type { Mover, State } from '../language/workflow.ts'
import type { JudgedItem, Model } from '../model.ts'
import { movesOf } from '../moves.ts'
import { folded, nearName } from '../words.ts'
import { addEffects, Edits, longestText, noLineForText } from './effects.ts'
import { sync } from './sync.ts'
import { about, itemTarget, notHere, unclear, untouchable } from './target.ts'
import { commandsOut, moved, transition } from './transition.ts'
import { changesBy } from './writing.ts'

/** The state that a word names: only where it is exactly its name. */
const stateNamed = ({ states }: JudgedItem, word: string | undefined): State | undefined =>
  word === undefined ? undefined : states.byName.get(word)

const textOf = (rest: RemainingWords): string => visible(freeText(rest), longestText)

const accept = command({
  name: 'accept',
  summary: 'Moves an item to the state that comes next; where several could, to the one that is named.',
  examples: ['/accept work:login', '/accept work:login doing'],
  target: itemTarget,
  words: [{ name: 'STATE', optional: true }],
  run({ model, target: item, words: [word], request, at, usage }): Outcome {
    const state = stateNamed(item, word)
    if (word !== undefined && !state) {
      const names = item.states.list.map(({ name }) => name)
      const near = nearName(word, names) ?? item.states.byWord.get(folded(word))?.name
      const message = near === undefined ? msg`Unexpected ${word}, expected one of ${names}` : msg`Unexpected ${word}`
      const refusal = refuseUsage(usage, message)
      return near === undefined ? refusal : refuseMisspelt(refusal, near, false)
    }
    return transition(item, model, { command: 'accept', by: ['accept'], state, text: '', actor: request.actor, at })
  },
})

const reasons: Readonly<Record<string, Mover>> = { success: 'handback', error: 'handback error', question: 'handback question' }
const handbacks: readonly Mover[] = ['handback', 'handback error', 'handback question']

/** What the words of a handback mean: a reason or a state, and a text. */
function returned(
  item: JudgedItem,
  rest: RemainingWords,
): { readonly by: readonly Mover[]; readonly state: State | undefined; readonly text: string } {
  const [first] = rest.words
  const state = stateNamed(item, first)
  if (state) return { by: handbacks, state, text: textOf(skipWords(rest, 1)) }
  const reason = first === undefined ? undefined : reasons[first.toLowerCase()]
  if (reason) return { by: [reason], state: undefined, text: textOf(skipWords(rest, 1)) }
  return { by: ['handback'], state: undefined, text: textOf(rest) }
}

/** The reason that the first word of a text is probably a misspelling of. What states are called may well begin a text: `Done with it`. */
function reasonMeant(item: JudgedItem, { words: [first], written }: RemainingWords): string | undefined {
  if (first === undefined || isQuoted(first, written[0]) || stateNamed(item, first) || Object.hasOwn(reasons, first.toLowerCase()))
    return undefined
  return misspelling(first, Object.keys(reasons))
}

const handback = command({
  name: 'handback',
  summary: 'Moves an item on as its agent returns it: with success, an error or a question, or to the state that is named.',
  examples: ['/handback work:login', '/handback work:login error "the build fails"'],
  target: itemTarget,
  text: '[STATE|success|error|question] [TEXT]',
  run({ model, target: item, rest, request, at, usage }): Outcome {
    // `success|error`, as `next` names the choice.
    const choice = rest.words[0]?.split('|') ?? []
    if (choice.length > 1 && choice.every((word) => Object.hasOwn(reasons, word)))
      return refuseUsage(usage, msg`Unexpected ${choice.join('|')}, expected one of ${choice}`)
    const meant = reasonMeant(item, rest)
    if (meant !== undefined) return refuseMisspelt(refuseUsage(usage, msg`Unexpected ${rest.words[0] ?? ''}`), meant, true)
    const { text, ...given } = returned(item, rest)
    const wanted = { command: 'handback', ...given, text: withCode(text, request), actor: request.actor, at } as const
    const isQuestion = given.by.length === 1 && given.by[0] === 'handback question'
    const hasMove = movesOf(item.kind, item.states).some(({ from, by }) => from === item.state && by.includes('handback question'))
    return isQuestion && !hasMove ? noted(item, model, wanted) : transition(item, model, wanted)
  },
})

/** Writes a question down where no move is made by one. */
function noted(
  item: JudgedItem,
  model: Model,
  { text, actor, at }: { readonly text: string; readonly actor: string; readonly at: string },
): Outcome {
  const problems = [...untouchable(item, model)]
  if (problems.length > 0) return refuse(...problems)
  const elsewhere = notHere(item, model, 'handback')
  if (elsewhere) return elsewhere
  const doubts = unclear(item)
  if (doubts.length > 0) return refuse(...doubts)
  const { name = '', holder } = item.state ?? {}
  const edits = new Edits()
  const effects = item.kind.effects.filter((effect) => 'append' in effect && effect.append.names.includes('text'))
  const unkept = addEffects(edits, effects, item, model, { text, actor, at, from: name, to: name })
  const lost = holder === 'agent' ? (unkept ?? (edits.all.size === 0 ? noLineForText : undefined)) : msg`no agent holds it in ${name}`
  if (lost !== undefined) {
    const ways = commandsOut(item)
    const possible = ways.length === 0 ? '' : `${msg`Possible: ${ways}.`} `
    const message = `${msg`Unexpected question about ${item.id}`}: no move of the workflow is made by one, and ${lost}`
    const { preset } = model.workflow
    const page =
      preset === undefined ? msg`${'docs/workflows.md'} has the lines` : msg`${'docs/workflows.md'} says what ${preset} has for them`
    const declare = `${msg`To take questions, a person declares a move ${'by: handback question'}, or appends a line with ${'{text}'}`}: ${page}.`
    return refuse(about(item, 'ITEM_MOVE_ILLEGAL', message, `${possible}${holder === 'agent' ? declare : ''}`.trimEnd()))
  }
  return {
    outcome: 'changed',
    changes: changesBy(edits, model),
    reply: msg`The question about ${item.id} is written down.`,
    diagnostics: [],
  }
}

const answer = command({
  name: 'answer',
  summary: 'Answers a question: the item goes back to the state that it was asked in.',
  examples: ['/answer work:login "use the second form"'],
  target: itemTarget,
  text: 'TEXT',
  run({ model, target: item, rest, request, at, usage }): Outcome {
    const asked = movesOf(item.kind, item.states).filter(({ to, by }) => to === item.state && by.includes('handback question'))
    const text = textOf(rest)
    if (text === '') return refuseUsage(usage, 'Missing TEXT, expected the answer')
    const back = asked.find(({ from }) => from.holder === 'agent') ?? asked[0]
    const wanted = { command: 'answer', by: ['accept'], state: back?.from, text, actor: request.actor, at } as const
    const problems = [...untouchable(item, model), ...unclear(item)]
    if (problems.length > 0) return refuse(...problems)
    if (!back || !item.state)
      return refuse(
        about(item, 'ITEM_MOVE_ILLEGAL', msg`Unexpected answer: ${item.id} is in ${item.state?.name ?? ''}, to which no question leads`),
      )
    return moved(item, model, wanted, { from: item.state, to: back.from, by: ['accept'], needs: [] })
  },
})

/** The commands of a declared workflow. */
export const commandsOf = (hasQuestions: boolean): readonly Command<Model>[] => [accept, handback, ...(hasQuestions ? [answer] : []), sync]
