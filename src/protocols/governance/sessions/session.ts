import { isAgentName } from '../../../core/grant.ts'
import { grantFrom } from '../../../kit/grant.ts'
import { type FileRecord } from '../../../kit/record.ts'
import { timeIn } from '../reading/records.ts'
import type { Holder } from '../../../core/target.ts'
import { sessionId, stemOf } from '../files.ts'
import { holderOf, isState, type State } from '../states.ts'
import { instantOf } from '../schema.ts'
import { agentName } from '../scopes/agents.ts'
import { textIn } from '../reading/state-file.ts'

/** An entry of `stateHistory`; a state or time that is none is absent. */
export interface StateRecord {
  readonly index: number
  readonly state: State | undefined
  /** In milliseconds. */
  readonly at: number | undefined
}

/**
 * What a session file is: `current` writes its state; of `legacy` it is derived; a `record` is another program's;
 * `unreadable` cannot be read.
 */
export type SessionKind = 'current' | 'legacy' | 'record' | 'unreadable'

/** A session file, whatever is wrong with it. */
export interface Session {
  readonly id: string
  /** Whether a command can name it. */
  readonly named: boolean
  /** `session:ses_1`, where it is named. */
  readonly target: string | undefined
  readonly path: string
  readonly file: FileRecord
  readonly kind: SessionKind
  /** As it is written, or derived; absent where it is none of the four words. */
  readonly state: State | undefined
  /** For targets: the word in the file, or what kind of file it is. */
  readonly stateName: string
  readonly holder: Holder
  readonly history: readonly StateRecord[]
  /** It writes its state and has not stopped: it needs metrics and a stall file. */
  readonly isHeld: boolean
  /** `beginning` because it was resumed. */
  readonly resumed: boolean
}

function kindOf(file: FileRecord): SessionKind {
  if (!file.data) return 'unreadable'
  if (file.has('sessionState')) return 'current'
  if (file.has('lastUpdated')) return 'legacy'
  return file.has('updatedAt') ? 'record' : 'current'
}

/** The state of a session: what is written, or of an older file what its times show. */
function stateOf(kind: SessionKind, file: FileRecord): State | undefined {
  if (kind === 'legacy') {
    const [idleAt, resumedAt] = [timeIn(file, 'idleAt'), timeIn(file, 'resumedAt')]
    return idleAt !== undefined && idleAt >= (resumedAt ?? -Infinity) ? 'interrupted' : 'between_turn'
  }
  const word = file.text('sessionState')
  return kind === 'current' && isState(word) ? word : undefined
}

function stateRecordOf(data: unknown, index: number): StateRecord {
  const state = textIn(data, 'state')
  return { index, state: isState(state) ? state : undefined, at: instantOf(textIn(data, 'timestamp')) }
}

export function readSession(file: FileRecord): Session {
  const id = stemOf(file.path)
  const kind = kindOf(file)
  const resumedAt = timeIn(file, 'resumedAt')
  const state = stateOf(kind, file)
  const history = file.list('stateHistory').map(stateRecordOf)
  const isActive =
    kind === 'record' ? file.text('status') === 'active' : state !== undefined && holderOf(state) === 'agent'
  return {
    id,
    named: sessionId.test(id),
    target: sessionId.test(id) ? `session:${id}` : undefined,
    path: file.path,
    file,
    kind,
    state,
    stateName: kind === 'current' ? (file.text('sessionState') ?? 'unreadable') : kind,
    holder: isActive ? 'agent' : 'orchestrator',
    history,
    isHeld: kind === 'current' && state !== undefined && state !== 'interrupted',
    resumed: state === 'beginning' && resumedAt !== undefined && resumedAt === history.at(-1)?.at,
  }
}

/** When an interrupted session stopped. */
export const idleSince = ({ file, history }: Session): number | undefined =>
  timeIn(file, 'idleAt') ?? history.at(-1)?.at ?? timeIn(file, 'lastUpdated')

/** To whom a session was given by name: its grant, to the agent that it names where the grant itself names none. */
export function grantOf({ file, kind }: Session): ReturnType<typeof grantFrom> {
  if (kind === 'record') return {}
  const [grant, agent] = [file.value('grant'), file.text('agent')]
  const name = agent === undefined ? '' : agentName(agent)
  const isNamed = file.mapping('grant') !== undefined && isAgentName(name)
  const grantResult = grantFrom(isNamed ? { agent: name, ...(grant as object) } : grant, file.keyPlace('grant'))
  const { agent: grantedAgent } = grantResult.grant ?? {}
  return grantResult.grant && grantedAgent !== undefined
    ? { grant: { ...grantResult.grant, agent: agentName(grantedAgent) } }
    : grantResult
}

/** What a session says elsewhere than its `stateHistory`, and the entry of it that says something else. */
type StateContradiction = { readonly written: State | null; readonly recorded: State | null } & (
  | { readonly key: 'sessionState'; readonly index: number }
  | { readonly key: 'previousState'; readonly index: number | undefined }
)

export function* stateContradictions({ file, history, state }: Session): Iterable<StateContradiction> {
  const [lastRecord, previousRecord] = [history.at(-1), history.at(-2)]
  if (lastRecord?.state && state && lastRecord.state !== state)
    yield { key: 'sessionState', index: lastRecord.index, written: state, recorded: lastRecord.state }
  const previous = file.value('previousState')
  if (!lastRecord || (previous !== null && !isState(previous)) || (previousRecord && !previousRecord.state)) return
  const recorded = previousRecord?.state ?? null
  if (previous !== recorded) yield { key: 'previousState', index: previousRecord?.index, written: previous, recorded }
}
