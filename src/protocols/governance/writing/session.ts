import { editJson, type JsonEdit } from '../../../documents/json-edit.ts'
import type { Session } from '../reading/session.ts'
import { sessionKeys } from '../schema.ts'
import type { State } from '../states.ts'

/** What becomes of a session file. */
export interface SessionPatch {
  /** The states that it comes to, in order, each with the time that is written. */
  readonly steps?: readonly { readonly state: State; readonly timestamp: string }[]
  readonly set?: Readonly<Record<string, unknown>>
  readonly remove?: readonly string[]
  /** A further entry of `compactionHistory`. */
  readonly compaction?: unknown
  /** Writes the state of a session that does not say it, be there no step. */
  readonly declare?: boolean
}

/** What stands in the history before the steps: of a session that does not say its state, that state. */
function recorded({ file, kind, state }: Session): readonly { readonly state: State; readonly timestamp: string }[] {
  if (file.has('stateHistory') || !state) return []
  const idle = kind === 'legacy' && state === 'interrupted' ? file.text('idleAt') : undefined
  return [{ state, timestamp: idle ?? file.text('lastUpdated') ?? '' }]
}

/** The text of a session file, patched: new members in the order of the shape, each behind the last one. */
export function sessionText(session: Session, { steps = [], set = {}, remove = [], compaction, declare = false }: SessionPatch): string {
  const { file, kind, state } = session
  const document = file.data?.document
  if (!document) throw new RangeError(`The session ${session.id} cannot be read`)
  const isStep = steps.length > 0 || (kind === 'legacy' && declare)
  const known = recorded(session)
  const all = [...known, ...steps]
  const before = steps.length > 1 ? steps.at(-2)?.state : state
  const states = isStep
    ? { sessionState: steps.at(-1)?.state ?? state, previousState: steps.length === 0 ? null : before, stateHistory: all }
    : {}
  const lists: Readonly<Record<string, readonly unknown[]>> = {
    ...(isStep && { stateHistory: all }),
    ...(compaction !== undefined && { compactionHistory: [compaction] }),
  }
  const wanted: Readonly<Record<string, unknown>> = { ...states, ...set, ...lists }
  const edits = sessionKeys.flatMap((key): readonly JsonEdit[] => {
    if (remove.includes(key)) return file.has(key) ? [{ remove: [key] }] : []
    if (!Object.hasOwn(wanted, key)) return []
    const list = lists[key]
    if (list && file.has(key)) return list.map((value) => ({ append: [key], value }))
    return [{ set: [key], value: wanted[key] }]
  })
  return editJson(document.text, edits)
}
