import { withoutPlace, type Grant } from '../../../core/grant.ts'
import { type FileRecord } from '../../../kit/record.ts'
import { editJson, type JsonEdit } from '../../../documents/json-edit.ts'
import type { Session } from '../sessions/session.ts'
import { agentForm, limits, sessionKeys, timeOf } from '../schema.ts'
import { roleOf } from '../scopes/agents.ts'
import type { State } from '../states.ts'
import { latestHistoryTime, type GovernanceModel } from '../model.ts'
import { newState, print, newStall } from './new-files.ts'
import { miscountsIn, nextCount, plannerStalls, validatorRepeats, type Stall } from '../loops/stalls.ts'

/** Edits that take elements of a list away. */
const removeEdits = (path: readonly string[], indexes: readonly number[]): readonly JsonEdit[] =>
  indexes.map((index) => ({ remove: [...path, index] }))

/** Edits that take the first elements of a list of this length away, so that at most so many are left. */
export const trimList = (path: readonly string[], maxLength: number, length: number): readonly JsonEdit[] =>
  removeEdits(
    path,
    Array.from({ length: Math.max(0, length - maxLength) }, (_, index) => index),
  )

export interface SessionPatch {
  /** The states that it passes through, in order, each with the time that is written. */
  readonly steps?: readonly { readonly state: State; readonly timestamp: string }[]
  readonly set?: Readonly<Record<string, unknown>>
  readonly remove?: readonly string[]
  /** A further entry of `compactionHistory`. */
  readonly compaction?: unknown
  /** Writes the state of a session that does not say it, be there no step. */
  readonly declare?: boolean
}

/** What is in the history before the steps: of a session that does not say its state, that state. */
function impliedRecords({
  file,
  kind,
  state,
}: Session): readonly { readonly state: State; readonly timestamp: string }[] {
  if (file.has('stateHistory') || !state) return []
  const idle = kind === 'legacy' && state === 'interrupted' ? file.text('idleAt') : undefined
  return [{ state, timestamp: idle ?? file.text('lastUpdated') ?? '' }]
}

/** The text of a session file, patched: new members in the order of the shape, each after the last one. */
export function sessionText(
  session: Session,
  { steps = [], set = {}, remove = [], compaction, declare = false }: SessionPatch,
): string {
  const { file, kind, state } = session
  const document = file.data?.document
  if (!document) throw new RangeError(`The session ${session.id} cannot be read`)
  const isStep = steps.length > 0 || (kind === 'legacy' && declare)
  const priorRecords = impliedRecords(session)
  const allRecords = [...priorRecords, ...steps]
  const previousState = steps.length > 1 ? steps.at(-2)?.state : state
  const states = isStep
    ? {
        sessionState: steps.at(-1)?.state ?? state,
        previousState: steps.length === 0 ? null : previousState,
        stateHistory: allRecords,
      }
    : {}
  const lists: Readonly<Record<string, readonly unknown[]>> = {
    ...(isStep && { stateHistory: allRecords }),
    ...(compaction !== undefined && { compactionHistory: [compaction] }),
  }
  const values: Readonly<Record<string, unknown>> = { ...states, ...set, ...lists }
  const edits = sessionKeys().flatMap((key): readonly JsonEdit[] => {
    if (remove.includes(key)) return file.has(key) ? [{ remove: [key] }] : []
    if (!Object.hasOwn(values, key)) return []
    const list = lists[key]
    if (list && file.has(key)) return list.map((value) => ({ append: [key], value }))
    return [{ set: [key], value: values[key] }]
  })
  return editJson(document.text, edits)
}

/**
 * The text of a session file with a grant, or without one. The agent is next to the grant; within it too where that key
 * cannot hold its whole name, as that of an instance.
 */
export function withGrant(session: Session, grant: Grant | undefined): string {
  if (!grant) return sessionText(session, { remove: ['grant'] })
  const role = roleOf(grant.agent ?? '')
  const sessionAgent = agentForm.test(role) ? role : undefined
  const grantValue = withoutPlace({ ...grant, agent: grant.agent === sessionAgent ? undefined : grant.agent })
  return sessionText(session, {
    set: { ...(sessionAgent !== undefined && { agent: sessionAgent }), grant: grantValue },
  })
}

/** What the history says of a command. */
export interface HistoryEvent {
  readonly action: string
  readonly result: 'pass' | 'fail' | 'partial'
}

export interface StatePatch {
  readonly happened?: readonly HistoryEvent[]
  readonly anchor?: unknown
  /** Anchors that give way, by their places in the file. */
  readonly dropped?: readonly number[]
}

function appendEdits(
  { state: { file } }: GovernanceModel,
  key: string,
  values: readonly unknown[],
): readonly JsonEdit[] {
  if (values.length === 0) return []
  return file.has(key) ? values.map((value) => ({ append: [key], value })) : [{ set: [key], value: values }]
}

/** The text of the state file, patched; of a new one where there is none. */
export function stateText(
  model: GovernanceModel,
  at: string,
  { happened = [], anchor, dropped = [] }: StatePatch,
): string {
  const { file } = model.state
  // No entry gets a time before that of the last one, whatever the clocks say, which may count more finely than in
  // milliseconds.
  const timestamp = timeOf(Math.ceil(Math.max(Date.parse(at), latestHistoryTime(model.state))))
  const entries = happened.map(({ action, result }) => ({ timestamp, action, agent: 'baton', result }))
  const anchors = anchor === undefined ? [] : [anchor]
  if (!file.data) return print({ ...newState(at), anchors, history: entries })
  return editJson(file.data.document.text, [
    ...removeEdits(['anchors'], dropped),
    ...appendEdits(model, 'anchors', anchors),
    ...appendEdits(model, 'history', entries),
    ...trimList(['history'], limits.history, file.list('history').length + entries.length),
  ])
}

const incrementEdit = (file: FileRecord, amount: number, ...path: readonly string[]): JsonEdit => ({
  set: path,
  value: (file.number(...path) ?? 0) + amount,
})

/** Appends to a list that keeps its last entries. */
function pushEdits(file: FileRecord, path: readonly string[], value: unknown, maxLength: number): readonly JsonEdit[] {
  return [{ append: path, value }, ...trimList(path, maxLength, file.list(...path).length + 1)]
}

const textOf = ({ data }: FileRecord): string => data?.document.text ?? ''

/** Counts agents that were started. */
export function withSpawns(metrics: FileRecord, agents: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const agent of agents) counts.set(agent, (counts.get(agent) ?? 0) + 1)
  return editJson(textOf(metrics), [
    incrementEdit(metrics, agents.length, 'agentSpawns', 'total'),
    ...Array.from(counts, ([agent, count]) => incrementEdit(metrics, count, 'agentSpawns', 'byAgent', agent)),
  ])
}

const iterationEdits = (metrics: FileRecord, kind: 'plannerChecker' | 'validatorFix'): readonly JsonEdit[] => [
  incrementEdit(metrics, 1, 'iterationCounts', kind),
  incrementEdit(metrics, 1, 'iterationCounts', 'total'),
]

/** Counts a cycle of planner and checker. */
export const withCycle = (metrics: FileRecord): string =>
  editJson(textOf(metrics), iterationEdits(metrics, 'plannerChecker'))

/** How many characters of an error are kept. */
export const maxErrorLength = 100

/** Counts an error, and keeps its beginning. */
export function withError(metrics: FileRecord, error: string, at: string): string {
  const errorEntry = `[${at}] validator_fix: ${Array.from(error).slice(0, maxErrorLength).join('')}`
  return editJson(textOf(metrics), [
    ...iterationEdits(metrics, 'validatorFix'),
    incrementEdit(metrics, 1, 'errors', 'total'),
    incrementEdit(metrics, 1, 'errors', 'byType', 'validator_fix'),
    ...pushEdits(metrics, ['errors', 'recent'], errorEntry, limits.recent),
  ])
}

/** A list with one more, of which the last are kept. */
const appendToWindow = (list: readonly unknown[], value: unknown) => [...list, value].slice(-limits.window)

export function stallWithCycle({ file, planner }: Stall, hash: string, score: number): string {
  const [hashes, scores] = [appendToWindow(planner.hashes, hash), appendToWindow(planner.scores, score)]
  const path = (key: string) => ['plannerChecker', key]
  return editJson(file.data ? textOf(file) : print(newStall()), [
    ...pushEdits(file, path('issuesHashHistory'), hash, limits.window),
    { set: path('stallCount'), value: nextCount(planner.stored ?? 0, plannerStalls({ hashes, scores })) },
    { set: path('lastScore'), value: score },
    ...pushEdits(file, path('scoreHistory'), score, limits.window),
  ])
}

export function stallWithError({ file, validator }: Stall, hash: string): string {
  const path = (key: string) => ['validatorFix', key]
  return editJson(file.data ? textOf(file) : print(newStall()), [
    ...pushEdits(file, path('errorHashHistory'), hash, limits.window),
    {
      set: path('repeatCount'),
      value: nextCount(validator.stored ?? 0, validatorRepeats(appendToWindow(validator.hashes, hash))),
    },
  ])
}

/** The text of a stall file whose counts are what its histories give. */
export const recountedText = (stall: Stall): string =>
  editJson(
    textOf(stall.file),
    miscountsIn(stall).map(({ path, counted }) => ({ set: path, value: counted })),
  )
