import type { Proposal } from '../../core/action.ts'
import { isAgentName } from '../../core/grant.ts'
import { commandWord, msg } from '../../core/message.ts'
import type { Target } from '../../core/target.ts'
import { itemBlockers, stateDoubts, unreadDiagnostic, unreadText, unwritableRefusal } from './commands/target.ts'
import { absences } from './commands/transition.ts'
import { addEffects, keepsText } from './commands/effects.ts'
import { Edits, followers, isSetByMove } from './commands/writing.ts'
import type { State } from './language/workflow.ts'
import { type JudgedItem, type Model, itemsByTarget } from './model.ts'
import { type LegalMove, movesOf } from './states/moves.ts'
import { keyOf } from './reading/items.ts'
import { isRepetition } from './rules/reading.ts'
import { requiresEndedDependencies, unmetNeeds, unendedDependencies } from './rules/needs.ts'
import { isQuestion } from './targets.ts'
import { rightState, sourcesIn, excludingStatements, hasFollowers } from './states/statements.ts'
import { effectFaults, needFaults, unreadTargetsOf } from './reading/unreadable.ts'
import { formOf, statementsText, conditionWords, placeIn, wordsOf } from './messages.ts'

/** The moves that a kind of command makes, one for each state that they lead to. */
const movesBy = (item: JudgedItem, command: 'accept' | 'handback' | 'handback error'): readonly LegalMove[] => {
  const moves = movesOf(item.kind, item.states).filter(({ from, by }) => from === item.state && by.includes(command))
  return [...new Map(moves.map((move) => [move.to, move])).values()]
}

const filesOf = (item: JudgedItem): readonly string[] => [
  ...new Set([
    ...(item.source.form === 'folders' ? [] : [item.path]),
    ...item.statements.flatMap(({ found }) => (found ? [found.path] : [])),
  ]),
]

/** The needs of a move that are not met before its command: what that writes itself is not lacking. */
const needsBefore = (item: JudgedItem, { needs, to }: LegalMove, model: Model) =>
  unmetNeeds([...needs, ...to.needs], item, {
    ...model,
    holds: (condition, judged) =>
      condition.test === 'field' && isSetByMove(condition.field, item, model)
        ? undefined
        : model.holds(condition, judged),
  })

/**
 * Why a move has to wait: a need that is not met, something that the item or a parent that follows depends on, a place
 * that is missing, or one that no command can write.
 */
function obstacle(item: JudgedItem, move: LegalMove, model: Model): string | undefined {
  const need = needsBefore(item, move, model).find((candidate) => candidate.need.severity === 'error')
  if (need) return `${msg`${move.to.name} needs`} ${need.lacking}`
  const [unread] = [...move.needs, ...move.to.needs].flatMap((candidate) =>
    candidate.severity === 'error' ? needFaults(candidate, item, model) : [],
  )
  if (unread) return msg`${unread.path}, which ${move.to.name} needs, cannot be read`
  const itemAfter = model.assuming(item, move.to).judge(item)
  const [dependency] = requiresEndedDependencies(itemAfter) ? unendedDependencies(item, model) : []
  if (dependency) return msg`it depends on ${dependency.name}, which is in ${dependency.state?.name ?? ''}`
  for (const { parent, state, model: modelAfter } of followers(model, item, move.to)) {
    const unmetNeed = unmetNeeds(state.needs, parent, modelAfter).find(
      (candidate) => candidate.need.severity === 'error',
    )
    if (unmetNeed) return `${msg`${state.name} of ${parent.name} needs`} ${unmetNeed.lacking}`
    const [firstDependency] = requiresEndedDependencies(modelAfter.judge(parent))
      ? unendedDependencies(parent, model)
      : []
    if (firstDependency)
      return msg`${parent.name} depends on ${firstDependency.name}, which is in ${firstDependency.state?.name ?? ''}`
  }
  const [absence] = absences(item, model, move.to, true)
  return absence?.message ?? contradiction(item, move, model)?.text
}

const maxOpenParts = 3

/** The parts of an item that have not ended, as words. */
function openPartsOf(item: JudgedItem, model: Model): readonly string[] {
  const openParts = model
    .parts(item)
    .map(model.judge)
    .filter(({ state }) => state?.end !== true)
  const further = openParts.length - maxOpenParts
  return [
    ...openParts.slice(0, maxOpenParts).map(({ name, state }) => msg`${name} is in ${state?.name ?? 'unknown'}`),
    ...(further > 0 ? [`${further} more`] : []),
  ]
}

/** What a place says that no command can write, where that excludes the state to which a move leads. */
interface Contradiction {
  readonly text: string
  /** It is the parts of the item that say so. */
  readonly isByParts: boolean
}

function contradiction(item: JudgedItem, { to }: LegalMove, model: Model): Contradiction | undefined {
  const after = model.assuming(item, to)
  const [statement] = excludingStatements(after.judge(item), to)
  if (!statement) return undefined
  const { name, computed } = statement.place
  const { conditions = [] } =
    computed.find((saying) => saying.conditions.every((condition) => after.holds(condition, item) === true)) ?? {}
  const isByParts = conditions.some(({ test }) => test === 'parts')
  const openParts = isByParts ? openPartsOf(item, after) : []
  const text = `${msg`${name}`} says ${wordsOf(statement)}, not ${msg`${to.name}`}`
  // The parts that are due come first: a long text is cut.
  if (openParts.length > 0) return { text: `${openParts.join(', ')}, and ${text}`, isByParts }
  const reasons = conditions.map((condition) => conditionWords(condition, item)).join(' and ')
  return { text: reasons === '' ? text : `${text} (${reasons})`, isByParts }
}

/** Whether a question finds its place: one that no file would have is refused. */
function canKeepText(item: JudgedItem, model: Model, { from, to }: LegalMove): boolean {
  const { effects } = item.kind
  const values = { actor: '', agent: '', from: from.name, to: to.name, text: '…', at: model.context.at }
  return !effects.some(keepsText) || addEffects(new Edits(), effects, item, model, values).unwrittenReason === undefined
}

function workProposal(item: JudgedItem, model: Model): Proposal {
  const read = filesOf(item)
  const commonFields = { do: 'work', ...(read.length > 0 && { read }) } as const
  if (unwritableRefusal(item, model, 'handback'))
    return { ...commonFields, why: 'the tool that owns the files moves it' }
  const possibleMoves = movesOf(item.kind, item.states).filter(({ from: state }) => state === item.state)
  const isPossible = (move: LegalMove) => contradiction(item, move, model) === undefined
  const moves = possibleMoves.filter(isPossible)
  const handbackMoves = movesBy(item, 'handback')
  const successMoves = handbackMoves.filter(isPossible)
  // The work is on the parts.
  const [partial] =
    successMoves.length > 0 ? [] : handbackMoves.flatMap((move) => contradiction(item, move, model) ?? [])
  if (partial?.isByParts) return { do: 'wait', why: partial.text }
  const reasons = [
    ...(successMoves.length === 1 ? ['success'] : []),
    ...(moves.some(({ by }) => by.includes('handback error')) ? ['error'] : []),
    ...(moves.some((move) => move.by.includes('handback question') && canKeepText(item, model, move))
      ? ['question']
      : []),
  ]
  const [onlyMove] = successMoves
  const words = successMoves.length > 1 ? commandWord(successMoves[0]?.to.name ?? '') : reasons.join('|')
  const needs = onlyMove ? needsBefore(item, onlyMove, model).map(({ lacking }) => lacking) : []
  if (words === '') {
    const [firstMove] = possibleMoves
    const { text } = (firstMove && contradiction(item, firstMove, model)) ?? {}
    // What follows from other places is no work of its own.
    if (text !== undefined) return { do: 'wait', why: text }
    return {
      ...commonFields,
      why: msg`no command leads out of ${item.state?.name ?? ''}: a person moves it in the file`,
    }
  }
  // A question has a text.
  const text = successMoves.length <= 1 && reasons.includes('question') ? ' "…"' : ''
  return { ...commonFields, run: ['handback', `${words}${text}`], ...(needs.length > 0 && { needs }) }
}

/** A name that may be one of several behind an option. */
const plainName = /^[\w-]+$/

/** The repair of what the places of an item say, where no other action on it would show that it is due. */
function repairProposal(item: JudgedItem, model: Model): Proposal | undefined {
  const isAmbiguous = item.statements.some(({ ambiguous }) => ambiguous)
  if (item.drifts && !isAmbiguous && !unwritableRefusal(item, model, 'sync')) {
    const commonFields = { do: 'mend', code: 'ITEM_STATE_DRIFT', why: statementsText(item.statements) } as const
    if (rightState(item) && hasFollowers(item)) return { ...commonFields, run: ['sync'] }
    const sources = sourcesIn(item.statements.filter(({ states }) => states.length > 0)).filter(
      (source) => !source.states.some((state) => state === item.state),
    )
    const names = sources.map(({ place }) => place.name)
    const canChoose = sources.every((source) => rightState(item, source) && plainName.test(source.place.name))
    if (sources.length > 0 && canChoose) return { ...commonFields, run: ['sync', `--from ${names.join('|')}`] }
  }
  if (item.drifts || isAmbiguous || item.statements.some(({ unknown }) => unknown)) {
    const [doubt] = stateDoubts(item)
    return { do: 'mend', ...(doubt && { code: doubt.code, why: doubt.message }) }
  }
  if (item.state) return undefined
  return {
    do: 'wait',
    why: `no place says its state: write ${item.kind.places.flatMap((place) => (place.written.length === 0 ? [] : `${formOf(place, item)} (${placeIn(place, item)})`)).join(' or ')}`,
  }
}

/** What has to be corrected before anything moves an item. */
function correction(item: JudgedItem, model: Model): Proposal | undefined {
  // A tool that moves its items itself is kept only from what it shows of them.
  if (unwritableRefusal(item, model, 'accept') && !item.statements.some(({ unreadable }) => unreadable))
    return undefined
  // The same item twice, as some tools write it, is nothing to correct.
  const [first, second] = model.byKey.get(keyOf(item)) ?? []
  const isRepeated = first && second && isRepetition(first, second, model)
  const [blocker] = [
    ...[...itemBlockers(item, model)].filter(({ code }) => !isRepeated || code !== 'ITEM_DUPLICATE'),
    ...effectFaults(item.kind.effects, item, model).map((fault) => unreadDiagnostic(item, fault)),
  ]
  if (!blocker) return undefined
  const { code, message: why, place } = blocker
  return { do: 'mend', code, why, ...(model.view.entry(place.path)?.kind === 'file' && { read: [place.path] }) }
}

/** The moves that lead on, of these those to an agent where there are any; or else the ones that lead back. */
function movesOn({ states: { list } }: JudgedItem, state: State, moves: readonly LegalMove[]): readonly LegalMove[] {
  const forward = moves.filter(({ to }) => list.indexOf(to) > list.indexOf(state))
  const toAgent = forward.filter(({ to }) => to.holder === 'agent')
  return [toAgent, forward, moves].find((candidates) => candidates.length > 0) ?? []
}

/** What each verdict on an item in review does: to accept it is to approve it. */
function verdictWays(item: JudgedItem, approved: State): string {
  const [refused] = movesBy(item, 'handback error')
  const approval = msg`${'accept'} approves it: it becomes ${approved.name}`
  return refused ? `${approval}; ${msg`${'handback error'} sends it back to ${refused.to.name}`}` : approval
}

/** The next action on an item: the work of the agent, or what leads to it. */
export function next(model: Model, { id, agentName = '', error }: Target): Proposal | undefined {
  const foundItem = itemsByTarget(model).get(id)
  const item = foundItem && model.judge(foundItem)
  const state = item?.state
  if (!item) {
    const unread = unreadTargetsOf(model).find(({ target }) => target === id)
    return unread && { do: 'mend', code: 'ITEM_UNREADABLE', why: unreadText(unread.file), read: [unread.file.path] }
  }
  if (state?.end) return repairProposal(item, model)
  const due = correction(item, model)
  if (due) return due
  if (!state || stateDoubts(item).length > 0) return repairProposal(item, model)
  const read = filesOf(item)
  if (isQuestion(item, state) && !unwritableRefusal(item, model, 'accept')) {
    // Without a name, the answer would grant the item to the agent that gives it.
    const asker = agentName.replace(/^@/, '')
    return {
      do: 'answer',
      run: ['answer', `"…"${isAgentName(asker) ? ` --agent ${asker}` : ''}`],
      ...(read.length > 0 && { read }),
    }
  }
  if (state.holder === 'agent') {
    const proposal = workProposal(item, model)
    return error === undefined || proposal.why !== undefined ? proposal : { ...proposal, why: error }
  }
  if (unwritableRefusal(item, model, 'accept')) return { do: 'wait', why: 'the tool that owns the files moves it' }
  const declaredMoves = movesOn(item, state, movesBy(item, 'accept'))
  // Where any move is legal, what the agent has returned may end; a person may name any other state.
  const endState =
    declaredMoves.length === 0 && item.kind.moves === 'any' ? item.states.list.find(({ end }) => end) : undefined
  const moves = endState ? [{ from: state, to: endState, by: ['accept'], needs: [] } as const] : declaredMoves
  let why: string | undefined
  const possibleMove = moves.find((move) => {
    const reason = obstacle(item, move, model)
    why ??= reason
    return reason === undefined
  })
  if (!possibleMove)
    return { do: 'wait', why: why ?? msg`no command leads out of ${state.name}: a person moves it in the file` }
  const { to } = possibleMove
  const run =
    movesBy(item, 'accept').length > 1 || endState ? (['accept', commandWord(to.name)] as const) : (['accept'] as const)
  return {
    ...(error !== undefined && to.holder === 'agent'
      ? { do: 'decide', why: error }
      : to.holder === 'agent'
        ? { do: 'accept' }
        : { do: 'review', why: verdictWays(item, to) }),
    run,
    ...(read.length > 0 && { read }),
  }
}
