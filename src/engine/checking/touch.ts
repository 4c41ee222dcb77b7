import { memoBy } from '../../core/once.ts'
import type { View } from '../../core/view.ts'

/** Every path that differs between head and base. */
export const touchedPaths = (head: View, base: View): readonly string[] =>
  [...new Set([...head.paths, ...base.paths])].filter(touchTester(head, base, []))

/** Whether a named path, a folder or a file, covers this path. */
export function covers(named: string, path: string): boolean {
  return named === '.' || path === named || path.startsWith(`${named}/`)
}

/** Whether a path differs between two views: in its kind, or in its content. */
export function differs(head: View, base: View, path: string): boolean {
  const now = head.entry(path)
  const before = base.entry(path)
  if (!now || !before) return now !== before
  if (now.kind !== before.kind || now.size !== before.size || now.link !== before.link) return true
  return head.digest(path)?.sha256 !== base.digest(path)?.sha256
}

/**
 * What the change under review touches: with a base, the paths that differ; without one, the paths that were
 * named, if any.
 */
export function touchTester(head: View, base: View | undefined, named: readonly string[]): (path: string) => boolean {
  if (!base) return (path) => named.some((name) => covers(name, path))
  return memoBy((path) => differs(head, base, path))
}
