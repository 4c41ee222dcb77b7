import type { Protocol, Sides } from '../../core/protocol.ts'
import type { View } from '../../core/view.ts'
import { decoded } from '../../documents/text.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'

function textIn(view: View, path: string): string | undefined {
  const bytes = view.bytes(path)
  return bytes && decoded(bytes)
}

/** A file merged target by target; `undefined`: no protocol merges it, it is no text on some side, or somebody has to choose. */
export function mergedText(
  path: string,
  views: Readonly<Record<keyof Sides, View>>,
  protocols: readonly Protocol[],
  { protocols: sections }: Configuration,
): string | undefined {
  const [base, ours, theirs] = [views.base, views.ours, views.theirs].map((view) => textIn(view, path))
  if (base === undefined || ours === undefined || theirs === undefined) return undefined
  for (const protocol of protocols) {
    const merged = protocol.merging?.merge(sections[protocol.name], path, { base, ours, theirs })
    if (merged) return merged.conflicts ? undefined : merged.text
  }
  return undefined
}
