import { unreadableState } from '../../core/board.ts'
import { memo } from '../../core/once.ts'
import type { Target } from '../../core/target.ts'
import type { View } from '../../core/view.ts'
import { decodeUtf8 } from '../../documents/text.ts'
import { readRecord } from '../../kit/record.ts'
import type { Format } from '../../kit/formats.ts'

/** Tells by its bytes whether a file cannot be read as text: the same bytes are decoded once. */
function textTester(limit: number): (view: View, path: string) => boolean {
  const isNoText = memo((bytes: Uint8Array) => decodeUtf8(bytes) === undefined)
  return (view, path) => {
    const entry = view.entry(path)
    if (!entry) return false
    if (entry.kind !== 'file' || entry.size > limit) return true
    const bytes = view.bytes(path)
    // Of some files only the digest is selected.
    return bytes !== undefined && isNoText(bytes)
  }
}

/**
 * How a target is shown: as its protocol has read it or, if its file is no text, as unreadable. The protocol has taken
 * such a file for absent, so that neither holder nor state is known.
 */
export function targetReader(limit: number): <ReadTarget extends Target>(view: View, target: ReadTarget) => ReadTarget {
  const isUnreadable = textTester(limit)
  return (view, target) => {
    if (!isUnreadable(view, target.path)) return target
    const { holder: _, question: __, error: ___, grant: ____, ...rest } = target
    const container = target.turn?.container === true
    return {
      ...rest,
      state: unreadableState,
      turn: { ...(container && { container }), unreadable: true },
    } as typeof target
  }
}

/** By the end of a name the format that every protocol can read which reads such files. */
const formats: readonly (readonly [end: string, format: Format])[] = [
  ['.json', 'json-with-mark'],
  ['.yaml', 'yaml-1.1'],
  ['.yml', 'yaml-1.1'],
  ['.md', 'front-matter'],
]

/** Whether a file is there whose data cannot be read: its bytes are no text, or its text is not of its format. */
export function isBroken(view: View, path: string, limit: number): boolean {
  if (textTester(limit)(view, path)) return true
  const [, format] = formats.find(([end]) => path.endsWith(end)) ?? []
  return (
    format !== undefined && view.bytes(path) !== undefined && readRecord(view, path, format, limit).fault !== undefined
  )
}
