import { type Bytes, type Entry, isTree, type Objects } from './objects.ts'

export interface Difference {
  readonly path: Bytes
  readonly before: Entry | undefined
  readonly after: Entry | undefined
}

const isSameEntry = (entry: Entry | undefined, otherEntry: Entry | undefined) =>
  entry?.sha === otherEntry?.sha && entry?.mode === otherEntry?.mode

/** What differs between two trees, in git's order; a file that is moved is deleted and added. */
export function differences(objects: Objects, from: string, to: string): readonly Difference[] {
  const found: Difference[] = []
  const compare = (folder: Bytes, before: string | undefined, after: string | undefined): void => {
    if (before === after) return
    const [entriesBefore, entriesAfter] = [before, after].map((sha) =>
      sha === undefined ? new Map<Bytes, Entry>() : objects.tree(sha),
    )
    for (const name of new Set([...(entriesBefore?.keys() ?? []), ...(entriesAfter?.keys() ?? [])])) {
      const [was, is] = [entriesBefore?.get(name), entriesAfter?.get(name)]
      if (isSameEntry(was, is)) continue
      const path = folder + name
      const [file, then] = [was, is].map((entry) => (entry && !isTree(entry) ? entry : undefined))
      if (file || then) found.push({ path, before: file, after: then })
      const [tree, thenTree] = [was, is].map((entry) => (entry && isTree(entry) ? entry.sha : undefined))
      if (tree !== undefined || thenTree !== undefined) compare(`${path}/`, tree, thenTree)
    }
  }
  compare('', from, to)
  return found.sort((left, right) => (left.path < right.path ? -1 : 1))
}

/** The lines of a file, with their ends; `undefined` of one that git takes to be binary. */
function linesOf(objects: Objects, entry: Entry | undefined): readonly string[] | undefined {
  if (!entry) return []
  if (entry.mode === '160000') return [`Subproject commit ${entry.sha}\n`]
  const bytes = objects.get(entry.sha)?.bytes ?? Buffer.alloc(0)
  return bytes.subarray(0, 8000).includes(0) ? undefined : (bytes.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? [])
}

/** How many lines must be added and deleted to make one list of the other (Myers, "An O(ND) Difference Algorithm"). */
function edits(linesBefore: readonly string[], linesAfter: readonly string[]): number {
  const reached = new Map([[1, 0]])
  for (let count = 0; ; count++) {
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      const [fromAbove, fromLeft] = [reached.get(diagonal + 1) ?? -1, reached.get(diagonal - 1) ?? -1]
      let at = diagonal === -count || (diagonal !== count && fromLeft < fromAbove) ? fromAbove : fromLeft + 1
      while (
        at < linesBefore.length &&
        at - diagonal < linesAfter.length &&
        linesBefore[at] === linesAfter[at - diagonal]
      )
        at++
      reached.set(diagonal, at)
      if (at >= linesBefore.length && at - diagonal >= linesAfter.length) return count
    }
  }
}

/** How many lines of a file are new, and how many are gone. */
export function changedLines(objects: Objects, { before, after }: Difference) {
  const [linesBefore, linesAfter] = [linesOf(objects, before), linesOf(objects, after)]
  if (!linesBefore || !linesAfter) return { additions: 0, deletions: 0 }
  // What the other has nowhere is gone anyway, and most of what takes long.
  const [had, has] = [new Set(linesBefore), new Set(linesAfter)]
  const [keptLines, keeps] = [linesBefore.filter((line) => has.has(line)), linesAfter.filter((line) => had.has(line))]
  const count = edits(keptLines, keeps)
  const gained = (count + keeps.length - keptLines.length) / 2
  return {
    additions: linesAfter.length - keeps.length + gained,
    deletions: linesBefore.length - keptLines.length + count - gained,
  }
}

/** Two trees merged by whole files; `undefined` where both changed one of them, each in its way. */
export function mergedByFiles(objects: Objects, base: string, ours: string, theirs: string): string | undefined {
  const ourChanges = new Map(differences(objects, base, ours).map(({ path, after }) => [path, after]))
  const changes = differences(objects, base, theirs)
  if (changes.some(({ path, after }) => ourChanges.has(path) && !isSameEntry(ourChanges.get(path), after)))
    return undefined
  const merged = objects.changed(
    ours,
    // What goes first makes room for what comes.
    changes
      .map(({ path, after }) => [path, after] as const)
      .sort(([, left], [, right]) => (left ? 1 : 0) - (right ? 1 : 0)),
  )
  // A file of one where the other has a folder has taken its place: that is for git to say.
  const isThere = (path: Bytes, entry: Entry | undefined) => isSameEntry(objects.entryAt(merged, path), entry)
  return [...ourChanges].every(([path, entry]) => isThere(path, entry)) &&
    changes.every(({ path, after }) => isThere(path, after))
    ? merged
    : undefined
}
