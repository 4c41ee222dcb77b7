import { pluralize } from '../../../core/diagnostic.ts'
import { type CommandDiagnostic, type Outcome, refuse, type Refusal, type Unchanged } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { type Call, command, type TargetKind } from '../../../kit/command.ts'
import type { State } from '../language/workflow.ts'
import type { JudgedItem, Model } from '../model.ts'
import { choices, rightState } from '../right.ts'
import { writtenOf } from '../wording.ts'
import { Edits } from './effects.ts'
import { about, itemTarget, notHere, untouchable } from './target.ts'
import { addState, changesBy } from './writing.ts'

const options = { from: { kind: 'once', value: 'PLACE', does: 'the place that is right' } } as const

/** The state that the other places are to say; or why it is unknown. */
function stateToSay(item: JudgedItem, from: string | undefined): State | Refusal {
  const { kind, said } = item
  const speaking = said.filter((each) => each.states.length > 0)
  const choose = speaking.length === 0 ? undefined : `Say which is right: ${choices(item.target, speaking)}.`
  const source = said.find(({ place }) => (from === undefined ? place === kind.truth : place.name === from))
  if (from !== undefined && !source)
    return refuse(about(item, 'COMMAND_USAGE', msg`Unexpected place ${from}, expected one of ${kind.places.map(({ name }) => name)}`))
  const state = rightState(item, source)
  if (state) return state
  if (!source) return refuse(about(item, 'ITEM_STATE_DRIFT', msg`No place of ${item.id} is declared to be right`, choose))
  const code = source.unknown ? 'ITEM_STATE_UNKNOWN' : 'ITEM_STATE_MISSING'
  return refuse(about(item, code, msg`${source.place.name} of ${item.id} says no state`, choose))
}

/** What makes the written places of an item agree, and on which state; or why nothing does. */
function agreement(
  item: JudgedItem,
  { model, options: { from }, request }: Pick<Call<Model, unknown, typeof options>, 'model' | 'options' | 'request'>,
): { readonly edits: Edits; readonly state: State } | Refusal | Unchanged {
  const blocked = [...untouchable(item, model)]
  if (blocked.length > 0) return refuse(...blocked)
  const elsewhere = notHere(item, model, 'sync')
  if (elsewhere) return elsewhere
  const state = stateToSay(item, from)
  if ('outcome' in state) return state
  if (request.safe === true && writtenOf(item).some(({ unknown }) => unknown))
    return { outcome: 'unchanged', reply: msg`A place of ${item.id} has a word that is no state: a person decides.`, diagnostics: [] }
  const edits = new Edits()
  // An empty place stays empty: `/sync` corrects values, it does not add them.
  const problems = addState(edits, { ...item, said: item.said.filter((each) => each.states.length > 0 || each.unknown) }, state)
  if (problems.length > 0) return refuse(...problems)
  if (edits.all.size === 0) return { outcome: 'unchanged', reply: msg`The places of ${item.id} agree: ${state.name}.`, diagnostics: [] }
  return { edits, state }
}

/** The item that is named, or those that a repair lists. */
const namedItems: TargetKind<Model, readonly JudgedItem[]> = {
  usage: itemTarget.usage,
  find(model, request, form) {
    const found = [...(request.only ?? [request.name])].map((name) => itemTarget.find(model, { ...request, name }, form))
    const targets = found.flatMap((each) => ('outcome' in each ? [] : [each.target]))
    return (
      found.find((each) => 'outcome' in each) ?? { target: targets, words: found.flatMap((each) => ('outcome' in each ? [] : each.words)) }
    )
  },
}

const changed = (edits: Edits, model: Model, reply: string, diagnostics: readonly CommandDiagnostic[]): Outcome => ({
  outcome: 'changed',
  changes: changesBy(edits, model),
  reply,
  brief: '',
  diagnostics,
})

/** Makes the written places of an item agree. */
export const sync = command({
  name: 'sync',
  summary: 'Makes the other places of an item say what the right one says.',
  examples: ['/sync work:login', '/sync work:login --from board'],
  forAll: true,
  target: namedItems,
  options,
  run(call): Outcome {
    const { model, target: items } = call
    const [only, ...more] = items
    if (only && more.length === 0) {
      const made = agreement(only, call)
      return 'outcome' in made ? made : changed(made.edits, model, msg`The places of ${only.id} say ${made.state.name}.`, [])
    }
    const all = new Edits()
    const left: CommandDiagnostic[] = []
    for (const item of items) {
      const made = agreement(item, call)
      if ('outcome' in made) left.push(...made.diagnostics)
      else if (!all.join(made.edits)) left.push(about(item, 'ITEM_STATE_DRIFT', msg`${item.id} shares a place with another item`))
    }
    if (all.all.size === 0) return { outcome: 'unchanged', reply: 'No place of an item is changed.', diagnostics: left }
    const agreeing = items.length - new Set(left.map(({ target }) => target)).size
    return changed(all, model, `The places of ${pluralize(agreeing, 'item')} agree.`, left)
  },
})
