import type { View } from '../../core/view.ts'
import { splice } from '../../documents/text.ts'
import { foldersAbove } from '../../core/paths.ts'
import type { SubagentModel } from './model.ts'
import type { Message } from './reading/message.ts'
import type { Session } from './session.ts'
import { isImplementation } from './words.ts'

/** A session on both sides of a change. */
interface Comparison {
  readonly session: Session
  readonly before: Session
  readonly model: SubagentModel
  readonly modelBefore: SubagentModel
}

/** Whether something else stands at a path than before. */
export function differs(now: View, before: View, path: string): boolean {
  const [here, there] = [now.entry(path), before.entry(path)]
  if (!here || !there) return here !== there
  const [one, other] = [now.identity?.(path), before.identity?.(path)]
  if (one !== undefined && other !== undefined) return one !== other
  return here.kind !== there.kind || here.size !== there.size || now.digest(path)?.sha256 !== before.digest(path)?.sha256
}

/** What a change did to a file of a session. */
export const isChanged = (model: SubagentModel, before: SubagentModel, path: string): boolean => differs(model.view, before.view, path)

/** Whether what an output says is the end of its invocation. */
export const isFinal = ({ status }: Pick<Message, 'status'>): boolean => status === 'completed' || status === 'needs_qa_cycle'

/** The outputs that say in this change for the first time that their agent is done (subagent protocol, section 7). */
export function knownInvocations(session: Session, before: Session | undefined): readonly Message[] {
  return session.messages.filter((message) => {
    if (message.kind !== 'output' || !isFinal(message) || (message.status === 'needs_qa_cycle' && message.agent !== 'planner')) return false
    const old = before?.message(message.key, 'output')
    return !old || !isFinal(old)
  })
}

/** progress.md without the marks of its planning tasks. */
function unmarked({ progress }: Session): string | undefined {
  if (!progress) return undefined
  const edits = progress.markers.flatMap(({ id, at, mark }) =>
    isImplementation(id) ? [] : [{ start: at, end: at + mark.length, text: '' }],
  )
  return splice(progress.document.text, edits)
}

/** Whether a file of a session changed beyond what its orchestrator does: to move the mark of a planning task is nobody's effect. */
export function isWritten({ session, before, model, modelBefore }: Comparison, path: string): boolean {
  if (!isChanged(model, modelBefore, path)) return false
  return path !== session.progressPath || unmarked(session) === undefined || unmarked(session) !== unmarked(before)
}

const folders = new WeakMap<View, ReadonlySet<string>>()

/** Whether a file or folder stands at a path. */
export function exists(view: View, path: string): boolean {
  if (view.entry(path)) return true
  const known = folders.get(view) ?? new Set(view.paths.flatMap(foldersAbove))
  folders.set(view, known)
  return known.has(path)
}
