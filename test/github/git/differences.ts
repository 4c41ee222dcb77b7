import { type Bytes, type Entry, isTree, type Objects } from './objects.ts'

export interface Difference {
  readonly path: Bytes
  readonly before: Entry | undefined
  readonly after: Entry | undefined
}

const same = (one: Entry | undefined, other: Entry | undefined) => one?.sha === other?.sha && one?.mode === other?.mode

/** What differs between two trees, in git's order; a file that is moved is deleted and added. */
export function differences(objects: Objects, from: string, to: string): readonly Difference[] {
  const found: Difference[] = []
  const compare = (folder: Bytes, before: string | undefined, after: string | undefined): void => {
    if (before === after) return
    const [one, other] = [before, after].map((sha) => (sha === undefined ? new Map<Bytes, Entry>() : objects.tree(sha)))
    for (const name of new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])) {
      const [was, is] = [one?.get(name), other?.get(name)]
      if (same(was, is)) continue
      const path = folder + name
      const [file, then] = [was, is].map((entry) => (entry && !isTree(entry) ? entry : undefined))
      if (file || then) found.push({ path, before: file, after: then })
      const [tree, thenTree] = [was, is].map((entry) => (entry && isTree(entry) ? entry.sha : undefined))
      if (tree !== undefined || thenTree !== undefined) compare(`${path}/`, tree, thenTree)
    }
  }
  compare('', from, to)
  return found.sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** The lines of a file, with their ends; `undefined` of one that git takes to be binary. */
function linesOf(objects: Objects, entry: Entry | undefined): readonly string[] | undefined {
  if (!entry) return []
  if (entry.mode === '160000') return [`Subproject commit ${entry.sha}\n`]
  const bytes = objects.get(entry.sha)?.bytes ?? Buffer.alloc(0)
  return bytes.subarray(0, 8000).includes(0) ? undefined : (bytes.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? [])
}

/** How many lines must be added and deleted to make one list of the other (Myers, "An O(ND) Difference Algorithm"). */
function edits(one: readonly string[], other: readonly string[]): number {
  const reached = new Map([[1, 0]])
  for (let count = 0; ; count++) {
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      const [above, left] = [reached.get(diagonal + 1) ?? -1, reached.get(diagonal - 1) ?? -1]
      let at = diagonal === -count || (diagonal !== count && left < above) ? above : left + 1
      while (at < one.length && at - diagonal < other.length && one[at] === other[at - diagonal]) at++
      reached.set(diagonal, at)
      if (at >= one.length && at - diagonal >= other.length) return count
    }
  }
}

/** How many lines of a file are new, and how many are gone. */
export function changedLines(objects: Objects, { before, after }: Difference) {
  const [one, other] = [linesOf(objects, before), linesOf(objects, after)]
  if (!one || !other) return { additions: 0, deletions: 0 }
  // What the other has nowhere is gone anyway, and most of what takes long.
  const [had, has] = [new Set(one), new Set(other)]
  const [kept, keeps] = [one.filter((line) => has.has(line)), other.filter((line) => had.has(line))]
  const count = edits(kept, keeps)
  const gained = (count + keeps.length - kept.length) / 2
  return { additions: other.length - keeps.length + gained, deletions: one.length - kept.length + count - gained }
}

/** Two trees merged by whole files; `undefined` where both changed one of them, each in its way. */
export function mergedByFiles(objects: Objects, base: string, ours: string, theirs: string): string | undefined {
  const known = new Map(differences(objects, base, ours).map(({ path, after }) => [path, after]))
  const changes = differences(objects, base, theirs)
  if (changes.some(({ path, after }) => known.has(path) && !same(known.get(path), after))) return undefined
  const merged = objects.changed(
    ours,
    // What goes first makes room for what comes.
    changes.map(({ path, after }) => [path, after] as const).sort(([, one], [, other]) => (one ? 1 : 0) - (other ? 1 : 0)),
  )
  // A file of one where the other has a folder has taken its place: that is for git to say.
  const isThere = (path: Bytes, entry: Entry | undefined) => same(objects.entryAt(merged, path), entry)
  return [...known].every(([path, entry]) => isThere(path, entry)) && changes.every(({ path, after }) => isThere(path, after))
    ? merged
    : undefined
}
