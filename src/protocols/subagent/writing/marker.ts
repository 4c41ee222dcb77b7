import { splice } from '../../../documents/text.ts'
import type { Session } from '../session.ts'
import type { Marker } from '../states.ts'
import type { Task } from '../task.ts'

/** progress.md with one mark changed, and nothing else; nothing where it stands there already. */
export function withMarker({ progress }: Session, { line }: Task, marker: Marker): readonly (readonly [path: string, text: string])[] {
  if (!progress || !line || line.mark === marker) return []
  const { document } = progress
  return [[document.path, splice(document.text, [{ start: line.at, end: line.at + line.mark.length, text: marker }])]]
}
