import type { Proposal } from '../../core/action.ts'
import { commandWord, msg } from '../../core/message.ts'
import { memo } from '../../core/once.ts'
import type { Target } from '../../core/target.ts'
import { notHere } from './commands/target.ts'
import { followers } from './commands/writing.ts'
import type { JudgedItem, Model } from './model.ts'
import { type LegalMove, movesOf } from './moves.ts'
import { excluding, mustHaveEnded, unmetNeeds, waitsFor } from './rules/needs.ts'
import { agentOf, isQuestion } from './targets.ts'
import { rightState, sourcesIn } from './right.ts'
import { allSaid, conditionWords, placeIn, wordsOf } from './wording.ts'

const byTarget = memo(({ items, judge }: Model) => new Map(items.toReversed().map((item) => [judge(item).target, item])))

/** The moves that a kind of command makes, one for each state that they lead to. */
const movesBy = (item: JudgedItem, command: 'accept' | 'handback'): readonly LegalMove[] => {
  const moves = movesOf(item.kind, item.states).filter(({ from, by }) => from === item.state && by.includes(command))
  return [...new Map(moves.map((move) => [move.to, move])).values()]
}

const filesOf = (item: JudgedItem): readonly string[] => [
  ...new Set([...(item.source.form === 'folders' ? [] : [item.path]), ...item.said.flatMap(({ found }) => (found ? [found.path] : []))]),
]

/** Why a move has to wait: a need that is not met, something that the item or a parent that follows depends on, or a place that no command can write. */
function obstacle(item: JudgedItem, move: LegalMove, model: Model): string | undefined {
  const need = unmetNeeds([...move.needs, ...move.to.needs], item, model).find((each) => each.need.severity === 'error')
  if (need) return `${msg`${move.to.name} needs`} ${need.lacking}`
  const then = model.assuming(item, move.to).judge(item)
  const [other] = mustHaveEnded(then) ? waitsFor(item, model) : []
  if (other) return msg`it depends on ${other.id}, which is in ${other.state?.name ?? ''}`
  for (const { parent, state, model: after } of followers(model, item, move.to)) {
    const lacking = unmetNeeds(state.needs, parent, after).find((each) => each.need.severity === 'error')
    if (lacking) return `${msg`${state.name} of ${parent.id} needs`} ${lacking.lacking}`
    const [first] = mustHaveEnded(after.judge(parent)) ? waitsFor(parent, model) : []
    if (first) return msg`${parent.id} depends on ${first.id}, which is in ${first.state?.name ?? ''}`
  }
  return contradiction(item, move, model)
}

/** What a place says that no command can write, where that excludes the state to which a move leads. */
function contradiction(item: JudgedItem, { to }: LegalMove, model: Model): string | undefined {
  const after = model.assuming(item, to)
  const [said] = excluding(after.judge(item), to)
  if (!said) return undefined
  const { name, computed } = said.place
  const { when = [] } = computed.find((saying) => saying.when.every((condition) => after.holds(condition, item))) ?? {}
  const because = when.length === 0 ? '' : ` (${when.map((condition) => conditionWords(condition, item)).join(' and ')})`
  return `${msg`${name}`} says ${wordsOf(said)}, not ${msg`${to.name}`}${because}`
}

function working(item: JudgedItem, model: Model): Proposal {
  const read = filesOf(item)
  const agent = agentOf(item, model)
  const common = { do: 'work', ...(read.length > 0 && { read }), ...(agent !== undefined && { agent }) } as const
  if (notHere(item, model, 'handback')) return { ...common, why: 'The tool that owns the files moves it' }
  const from = movesOf(item.kind, item.states).filter(({ from: state }) => state === item.state)
  const possible = (move: LegalMove) => contradiction(item, move, model) === undefined
  const moves = from.filter(possible)
  const success = movesBy(item, 'handback').filter(possible)
  const reasons = [
    ...(success.length === 1 ? ['success'] : []),
    ...(moves.some(({ by }) => by.includes('handback error')) ? ['error'] : []),
    ...(moves.some(({ by }) => by.includes('handback question')) ? ['question'] : []),
  ]
  const [only] = success
  const words = success.length > 1 ? commandWord(success[0]?.to.name ?? '') : reasons.join('|')
  const needs = only ? unmetNeeds([...only.needs, ...only.to.needs], item, model).map(({ lacking }) => lacking) : []
  if (words === '') {
    const [first] = from
    const why = first && contradiction(item, first, model)
    return { ...common, why: why ?? 'No command moves it on' }
  }
  return { ...common, run: ['handback', words], ...(needs.length > 0 && { needs }) }
}

/** A name that may be one of several behind an option. */
const plainName = /^[\w-]+$/

/** The repair of what the places of an item say, where no other action on it would show that it is due. */
function mending(item: JudgedItem, model: Model): Proposal | undefined {
  if (item.drifts && !notHere(item, model, 'sync')) {
    const common = { do: 'mend', code: 'ITEM_STATE_DRIFT', why: allSaid(item.said) } as const
    const right = rightState(item)
    if (right) return { ...common, run: ['sync'] }
    const places = sourcesIn(item.said.filter(({ states }) => states.length > 0)).map(({ place }) => place.name)
    if (places.length > 0 && places.every((name) => plainName.test(name))) return { ...common, run: ['sync', `--from ${places.join('|')}`] }
  }
  if (item.drifts || item.said.some(({ unknown, ambiguous }) => unknown || ambiguous)) return { do: 'mend' }
  if (item.state) return undefined
  return { do: 'wait', why: `No place says its state: write it at ${item.kind.places.map((place) => placeIn(place, item)).join(' or ')}` }
}

/** The next action on an item: the work of the agent, or what leads to it. */
export function next(model: Model, { id }: Target): Proposal | undefined {
  const found = byTarget(model).get(id)
  const item = found && model.judge(found)
  const state = item?.state
  if (!item) return undefined
  if (!state || state.end) return mending(item, model)
  const read = filesOf(item)
  if (isQuestion(item, state) && !notHere(item, model, 'accept'))
    return { do: 'answer', run: ['answer', '"…"'], ...(read.length > 0 && { read }) }
  if (state.holder === 'agent') return working(item, model)
  if (notHere(item, model, 'accept')) return { do: 'wait', why: 'The tool that owns the files moves it' }
  const moves = movesBy(item, 'accept')
  const [first] = moves
  if (!first) {
    // Where any move is legal, what the agent has returned may end; a person may name any other state.
    const following = item.kind.moves === 'any' ? item.states.list.find(({ end }) => end) : undefined
    if (following) return { do: 'review', run: ['accept', commandWord(following.name)] }
    return { do: 'wait', why: msg`No command leads out of ${state.name}: a person moves it in the file` }
  }
  const lacking = obstacle(item, first, model)
  if (lacking !== undefined && moves.length === 1) return { do: 'wait', why: lacking }
  const run = moves.length > 1 ? (['accept', commandWord(first.to.name)] as const) : (['accept'] as const)
  const agent = agentOf(item, model)
  if (first.to.holder === 'agent') return { do: 'accept', run, ...(agent !== undefined && { agent }), ...(read.length > 0 && { read }) }
  return { do: 'review', run, ...(read.length > 0 && { read }) }
}
