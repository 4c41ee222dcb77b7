import { normalize, resolve, sep } from 'node:path'

/** How a run was written, without the root in front of it. It is text that is compared with runs, and never opened. */
export function withoutRoot(root: string, written: string): string {
  const path = normalize(written)
  for (const front of [resolve(root), normalize(root)]) {
    const folder = front.endsWith(sep) ? front : `${front}${sep}`
    if (path.startsWith(folder)) return path.slice(folder.length)
  }
  return written
}
