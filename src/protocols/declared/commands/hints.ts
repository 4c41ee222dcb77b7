import { msg } from '../../../core/message.ts'
import { isRead } from '../reading/files.ts'
import type { JudgedItem, Model } from '../model.ts'
import { isQuestion } from '../targets.ts'
import { isByDefault, type LegalMove, movesToList } from '../states/moves.ts'
import { keepsText, noLineForText } from './effects.ts'

/** A name as it stands in a list or mapping in brackets. */
const inYaml = (name: string): string => (/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name) ? name : JSON.stringify(name))

const configuration = '.github/baton.yml'

/** The part of the configuration that has the keys of a kind. */
const ownerOf = ({ kind }: JudgedItem, { workflow }: Model): string =>
  kind.name === undefined
    ? msg`${workflow.name} in ${configuration}`
    : msg`${kind.name} of ${workflow.name} in ${configuration}`

/** The state to which a question leads, and whether it has to be added; `undefined`: none can be added. */
function questionState(item: JudgedItem): { readonly name: string; readonly isNew: boolean } | undefined {
  const { kind, states } = item
  const foundState = states.list.find((state) => isQuestion(item, state))
  if (foundState) return { name: foundState.name, isNew: false }
  const hasOwnWords = kind.places.some(({ written }) =>
    written.some(({ says, spot }) => says !== undefined || spot.form === 'box'),
  )
  if ('in' in kind.states || hasOwnWords) return undefined
  const name = ['asked', 'question', 'waits-for-answer'].find(
    (candidate) => !states.byWord.has(candidate) && !states.byName.has(candidate),
  )
  return name === undefined ? undefined : { name, isNew: true }
}

/** A move as a list of them has it. */
function moveText(move: LegalMove): string {
  const byText = isByDefault(move) ? '' : `, by: ${move.by.length === 1 ? move.by[0] : `[${move.by.join(', ')}]`}`
  return `{ from: ${inYaml(move.from.name)}, to: ${inYaml(move.to.name)}${byText} }`
}

/**
 * What makes a question possible where no move is made by one: a state that waits for the answer, the move to it, and a
 * line that keeps the text.
 */
function questionLines(item: JudgedItem, model: Model, lossReason: string): string | undefined {
  const { kind, state, states } = item
  const [lastState] = states.list.slice(-1)
  const question = questionState(item)
  if (!question || !state || !lastState) return undefined
  const isListed = typeof kind.moves === 'object'
  const text = textPlace(item, model, lossReason)
  // Where no file has the question, there is more to declare than can be said here.
  if (!text && !isListed) return undefined
  const move = `{ from: ${inYaml(state.name)}, to: ${inYaml(question.name)}, by: handback question }`
  const listedMoves = [...movesToList(kind, states).map(moveText), move]
  const additions = [
    ...(question.isNew ? [msg`${question.name} to ${'states'}, before ${lastState.name}`] : []),
    isListed ? msg`${move} to ${'moves'}` : msg`as ${'moves'} the list of ${listedMoves}`,
    ...(text?.effect === undefined ? [] : [text.effect]),
  ]
  const headingText = text?.heading === undefined ? '' : `, and ${text.heading}`
  return `to ${ownerOf(item, model)}: ${additions.join('; ')}${headingText}.`
}

/** Where the file of an item may keep texts, and what is missing for that; `undefined`: it can have none. */
interface TextPlace {
  readonly effect?: string
  readonly heading?: string
}

const headingIn = (heading: string, { path }: JudgedItem) => msg`the heading ${`## ${heading}`} to ${path}`

function textPlace(item: JudgedItem, model: Model, lossReason: string): TextPlace | undefined {
  const { kind, path } = item
  if (!/\.md$/i.test(path) || !isRead(model.files(path))) return undefined
  if (lossReason === noLineForText) {
    // Where several items share the file, a line has to say which it is about.
    const isOwnFile = item.source.form === 'files' || item.source.form === 'folders'
    const line = `{ append: '- {today} {agent}: ${isOwnFile ? '' : '{id} '}{from} → {to} {text}', section: Log }`
    const effect = kind.effects.length > 0 ? msg`${line} to ${'on-move'}` : msg`${`on-move: ${line}`}`
    return { effect, heading: headingIn('Log', item) }
  }
  const [effect] = kind.effects.flatMap((candidate) =>
    'append' in candidate && keepsText(candidate) && candidate.in.length === 0 ? [candidate] : [],
  )
  return effect && { heading: headingIn(effect.section, item) }
}

/** What a person adds to the configuration, so that the texts of commands are kept; `undefined`: nothing is known. */
export function textHint(item: JudgedItem, model: Model, lossReason: string): string | undefined {
  if (lossReason !== noLineForText || model.workflow.preset !== undefined) return undefined
  const { effect, heading } = textPlace(item, model, lossReason) ?? {}
  if (effect === undefined || heading === undefined) return undefined
  const joint = item.kind.effects.length > 0 ? 'of' : 'to'
  return `To keep such texts, a person adds ${effect} ${joint} ${ownerOf(item, model)}, and ${heading}.`
}

/** What a person adds to the configuration, so that a question is taken. */
export function questionHint(item: JudgedItem, model: Model, lossReason: string): string {
  const { preset } = model.workflow
  const lines = preset === undefined ? questionLines(item, model, lossReason) : undefined
  if (lines !== undefined) return `To take questions, a person adds ${lines}`
  const page =
    preset === undefined
      ? msg`${'docs/workflows.md'} has the lines`
      : msg`${'docs/workflows.md'} says what ${preset} has for them`
  return `${msg`To take questions, a person declares a move ${'by: handback question'}`}: ${page}.`
}

/**
 * The same of an error, which leads back to the state before those of the agent; `undefined`: there is none, or the
 * moves are not listed.
 */
export function errorHint(item: JudgedItem, model: Model): string | undefined {
  const { kind, state, states } = item
  if (typeof kind.moves !== 'object' || model.workflow.preset !== undefined || state?.holder !== 'agent')
    return undefined
  const before = states.list.slice(0, states.list.indexOf(state)).findLast(({ holder }) => holder !== 'agent')
  if (!before) return undefined
  const move = `{ from: ${inYaml(state.name)}, to: ${inYaml(before.name)}, by: handback error }`
  return `To take errors, a person adds ${msg`${move} to ${'moves'}`} of ${ownerOf(item, model)}.`
}
