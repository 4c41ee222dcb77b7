import { msg } from '../../../core/message.ts'
import { isRead } from '../reading/files.ts'
import type { JudgedItem, Model } from '../model.ts'
import { isQuestion } from '../targets.ts'
import { noLineForText } from './writing.ts'

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

/** What makes a question possible where no move is made by one, as lines of the configuration. */
function questionLines(item: JudgedItem, model: Model, lossReason: string): string | undefined {
  const { kind, state, states } = item
  const [lastState] = states.list.slice(-1)
  if (typeof kind.moves === 'object') {
    const question = questionState(item)
    if (!question || !state || !lastState) return undefined
    const move = `{ from: ${inYaml(state.name)}, to: ${inYaml(question.name)}, by: handback question }`
    const stateText = question.isNew ? msg`${question.name} to ${'states'}, before ${lastState.name}, and ` : ''
    return `${stateText}${msg`${move} to ${'moves'}`} of ${ownerOf(item, model)}.`
  }
  // Where the moves are not listed, the item stays in its state, and its file keeps the question.
  const lines = lossReason === noLineForText ? sectionLines(item, model) : undefined
  return (
    lines &&
    `${lines} It then stays in its state: ${msg`${'docs/workflows.md'} has a state that waits for the answer`}.`
  )
}

/** What makes the file of an item keep texts in a section; `undefined`: it can have none. */
function sectionLines(item: JudgedItem, model: Model): string | undefined {
  if (!/\.md$/i.test(item.path) || !isRead(model.files(item.path))) return undefined
  const line = "{ append: '- {today} {actor}: {from} → {to} {text}', section: Log }"
  const addition =
    item.kind.effects.length > 0 ? `${msg`${line} to ${'on-move'}`} of` : `${msg`${`on-move: ${line}`}`} to`
  return `${addition} ${ownerOf(item, model)}, and the heading ${msg`${'## Log'} to ${item.path}`}.`
}

/** What a person adds to the configuration, so that the texts of commands are kept; `undefined`: nothing is known. */
export function textHint(item: JudgedItem, model: Model, lossReason: string): string | undefined {
  if (lossReason !== noLineForText || model.workflow.preset !== undefined) return undefined
  const lines = sectionLines(item, model)
  return lines && `To keep such texts, a person adds ${lines}`
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
  return `${msg`To take questions, a person declares a move ${'by: handback question'}, or appends a line with ${'{text}'}`}: ${page}.`
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
