import { type Command, type Outcome, refuse, type Refusal, type Request } from '../../../core/command.ts'
import { commandWord, cleanLine, msg } from '../../../core/message.ts'
import { misspelling } from '../../../core/suggestion.ts'
import { command, refuseUsage } from '../../../kit/command.ts'
import { withCutNotices } from '../../../kit/kept-text.ts'
import { isQuoted, withCode } from '../../../kit/options.ts'
import {
  isChoice,
  skipWords,
  freeText,
  quoteTextHint,
  refuseMisspelling,
  type RemainingWords,
} from '../../../kit/words.ts'
import type { Mover, State } from '../language/workflow.ts'
import type { JudgedItem, Model } from '../model.ts'
import { answerMove, movesOf } from '../states/moves.ts'
import { effectFaults } from '../reading/unreadable.ts'
import { foldWord, nearName } from '../reading/words.ts'
import { addEffects, type EffectValues, keepsText, maxTextLength, noLineForText } from './effects.ts'
import { changesBy, Edits } from './writing.ts'
import { questionHint } from './hints.ts'
import { sync } from './sync.ts'
import { itemDiagnostic, itemTarget, unreadDiagnostic, stateDoubts, itemBlockers, stateToLeave } from './target.ts'
import { commandsOut, moveItem, type MoveRequest, transition } from './transition.ts'

/** The state that a word names: only where it is exactly its name. */
const stateNamed = ({ states }: JudgedItem, word: string | undefined): State | undefined =>
  word === undefined ? undefined : states.byName.get(word)

/** A text on one line, whole: what writes it down cuts it. */
const textOf = (rest: RemainingWords): string => cleanLine(freeText(rest), Infinity)

/** An outcome that also says that only a part of a text is written. */
const withCutText = (outcome: Outcome, item: JudgedItem, text: string): Outcome =>
  withCutNotices(outcome, { path: item.place.path, target: item.target, texts: [text], limit: maxTextLength })

/** Who gives a command, for what it writes. */
const giverOf = ({ actor, grantee }: Request): Pick<MoveRequest, 'actor' | 'agent' | 'grantee'> => ({
  actor,
  agent: grantee ?? actor,
  grantee,
})

const accept = command({
  name: 'accept',
  summary: 'Moves an item to the state that comes next; where several could, to the one that is named.',
  examples: ['/accept work:login', '/accept work:login doing'],
  target: itemTarget,
  words: [
    {
      name: 'STATE',
      optional: true,
      together: ({ states }, words) => (states.byName.get(words) ?? states.byWord.get(foldWord(words)))?.name,
    },
  ],
  run({ model, target: item, words: [word], request, at, usage }): Outcome {
    const state = stateNamed(item, word)
    if (word !== undefined && !state) {
      const names = item.states.list.map(({ name }) => name)
      const closestName = closestState(item, word)
      const message =
        closestName === undefined ? msg`Unexpected ${word}, expected one of ${names}` : msg`Unexpected ${word}`
      const refusal = refuseUsage(usage, message)
      return closestName === undefined ? refusal : refuseMisspelling(refusal, closestName)
    }
    return transition(item, model, { command: 'accept', by: ['accept'], state, text: '', ...giverOf(request), at })
  },
})

const reasons: Readonly<Record<string, Mover>> = {
  success: 'handback',
  error: 'handback error',
  question: 'handback question',
}
const handbacks: readonly Mover[] = ['handback', 'handback error', 'handback question']

/** What the words of a handback mean: a reason or a state, and a text. */
function parseHandback(
  item: JudgedItem,
  rest: RemainingWords,
): { readonly by: readonly Mover[]; readonly state: State | undefined; readonly text: string } {
  const [firstWord] = rest.words
  const state = stateNamed(item, firstWord)
  if (state) return { by: handbacks, state, text: textOf(skipWords(rest, 1)) }
  const reason = firstWord === undefined ? undefined : reasons[firstWord.toLowerCase()]
  if (reason) return { by: [reason], state: undefined, text: textOf(skipWords(rest, 1)) }
  return { by: ['handback'], state: undefined, text: textOf(rest) }
}

/** The state that a word which is no name of one is probably meant to name. */
const closestState = ({ states }: JudgedItem, word: string): string | undefined =>
  states.byWord.get(foldWord(word))?.name ??
  nearName(
    word,
    states.list.map(({ name }) => name),
  )

const isStateOrReason = (item: JudgedItem, word: string): boolean =>
  stateNamed(item, word) !== undefined || Object.hasOwn(reasons, word.toLowerCase())

/** The reason that the first word of a handback is probably a misspelling of. */
function refuseMisspeltReason(
  item: JudgedItem,
  { words: [firstWord], written }: RemainingWords,
  refusal: Refusal,
): Refusal | undefined {
  if (firstWord === undefined || isStateOrReason(item, firstWord) || isQuoted(firstWord, written[0])) return undefined
  const reason = misspelling(firstWord, Object.keys(reasons))
  return reason === undefined ? undefined : refuseMisspelling(refusal, reason, quoteTextHint)
}

/**
 * That the first word of a handback, which is almost the name of a state, is taken as a text. What states are called may
 * well begin one, `Done with it`: a state is meant where the word stands alone, or in front of a quoted text.
 */
function textNote(item: JudgedItem, { words, written }: RemainingWords): string | undefined {
  const [firstWord, secondWord] = words
  if (firstWord === undefined || isStateOrReason(item, firstWord)) return undefined
  const quotedIndex = words.findIndex((word, index) => isQuoted(word, written[index]))
  const phrase = (quotedIndex === -1 ? words : words.slice(0, quotedIndex)).join(' ')
  if (item.states.byName.has(phrase))
    return msg`${phrase} is taken as text: the state is called ${commandWord(phrase)}.`
  const isAlone = words.length === 1 || (words.length === 2 && isQuoted(secondWord ?? '', written[1]))
  // A name of two words is quoted, too.
  if (!isAlone || (isQuoted(firstWord, written[0]) && !/\s/.test(firstWord))) return undefined
  const stateName = closestState(item, firstWord)
  return stateName && msg`${firstWord} is taken as text: the state is called ${commandWord(stateName)}.`
}

/** An answer with a sentence more. */
function withNote(outcome: Outcome, note: string | undefined): Outcome {
  if (outcome.outcome === 'refused' || note === undefined) return outcome
  const brief = 'brief' in outcome ? outcome.brief : undefined
  return {
    ...outcome,
    reply: `${outcome.reply} ${note}`,
    ...(brief !== undefined && { brief: `${brief} ${note}`.trim() }),
  }
}

const handback = command({
  name: 'handback',
  summary:
    'Moves an item on as its agent returns it: with success, an error or a question, or to the state that is named.',
  examples: ['/handback work:login', '/handback work:login error "the build fails"'],
  target: itemTarget,
  text: '[STATE|success|error|question] [TEXT]',
  run({ model, target: item, rest, request, at, usage }): Outcome {
    const [firstWord = ''] = rest.words
    if (isChoice(firstWord, Object.keys(reasons)))
      return refuseUsage(usage, msg`Unexpected ${firstWord}, expected one of ${firstWord.split('|')}`)
    const misspelt = refuseMisspeltReason(item, rest, refuseUsage(usage, msg`Unexpected ${firstWord}`))
    if (misspelt) return misspelt
    const { text, ...requestedMove } = parseHandback(item, rest)
    const moveRequest = {
      command: 'handback',
      ...requestedMove,
      text: withCode(text, request),
      ...giverOf(request),
      at,
    } as const
    const isQuestion = requestedMove.by.length === 1 && requestedMove.by[0] === 'handback question'
    const hasMove = movesOf(item.kind, item.states).some(
      ({ from, by }) => from === item.state && by.includes('handback question'),
    )
    if (isQuestion && text === '') return refuseUsage(usage, 'Missing text, expected the question')
    const outcome =
      isQuestion && !hasMove
        ? noteQuestion(item, model, moveRequest)
        : withNote(transition(item, model, moveRequest), textNote(item, rest))
    return withCutText(outcome, item, moveRequest.text)
  },
})

const unseenNote = msg`No state waits for its answer: ${'baton next'} does not show it.`

/** Writes a question down where no move is made by one. */
function noteQuestion(
  item: JudgedItem,
  model: Model,
  values: Pick<EffectValues, 'text' | 'actor' | 'agent' | 'at'>,
): Outcome {
  const state = stateToLeave(item, model, 'handback')
  if ('outcome' in state) return state
  const { name, holder } = state
  const edits = new Edits()
  const effects = item.kind.effects.filter((effect) => 'append' in effect && keepsText(effect))
  const faults = effectFaults(effects, item, model)
  if (faults.length > 0) return refuse(...faults.map((fault) => unreadDiagnostic(item, fault)))
  const { unwrittenReason } = addEffects(edits, effects, item, model, { ...values, from: name, to: name })
  const lossReason =
    holder === 'agent'
      ? (unwrittenReason ?? (edits.all.size === 0 ? noLineForText : undefined))
      : msg`no agent holds it in ${name}`
  if (lossReason !== undefined) {
    const commands = commandsOut(item)
    const possibleText = commands.length === 0 ? '' : `${msg`Possible: ${commands}.`} `
    const message = `${msg`Unexpected question about ${item.name}`}: ${holder === 'agent' ? 'the workflow has no move for questions, and ' : ''}${lossReason}`
    const declareHint = holder === 'agent' ? questionHint(item, model, lossReason) : ''
    return refuse(
      itemDiagnostic(item, 'ITEM_MOVE_ILLEGAL', message, `${possibleText}${declareHint}`.trimEnd() || undefined),
    )
  }
  return {
    outcome: 'changed',
    changes: changesBy(edits, model),
    reply: `${msg`The question about ${item.name} is written down.`} ${unseenNote}`,
    brief: unseenNote,
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
    const text = textOf(rest)
    if (text === '') return refuseUsage(usage, 'Missing TEXT, expected the answer')
    const move = answerMove(item.kind, item.states, item.state)
    const moveRequest = {
      command: 'answer',
      by: ['accept'],
      state: move?.to,
      text,
      ...giverOf(request),
      // The agent that an answer names asked, and gets the item back: another gives the answer.
      agent: request.actor,
      at,
    } as const
    const problems = [...itemBlockers(item, model), ...stateDoubts(item)]
    if (problems.length > 0) return refuse(...problems)
    if (!move)
      return refuse(
        itemDiagnostic(
          item,
          'ITEM_MOVE_ILLEGAL',
          msg`Unexpected answer: ${item.name} is in ${item.state?.name ?? ''}, to which no question leads`,
        ),
      )
    return withCutText(moveItem(item, model, moveRequest, move), item, text)
  },
})

/** The commands of a declared workflow. */
export const commandsOf = (hasQuestions: boolean): readonly Command<Model>[] => [
  accept,
  handback,
  ...(hasQuestions ? [answer] : []),
  sync,
]
