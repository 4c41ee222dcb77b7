import { bytesOf, type CommitLinks, type Objects } from './objects.ts'

/** Refs by their whole names. */
export type Refs = ReadonlyMap<string, string>

/** What an object is in the end: an annotated tag is what it names. */
function peeled(objects: Objects, sha: string): string {
  const { type, bytes } = objects.get(sha) ?? {}
  const [, named] = (type === 'tag' && /^object ([0-9a-f]{40})/.exec(bytes?.toString('latin1') ?? '')) || []
  return named === undefined ? sha : peeled(objects, named)
}

function asType(objects: Objects, sha: string, type: string): string | undefined {
  const found = peeled(objects, sha)
  const stored = objects.get(found)
  if (type === '' || type === stored?.type) return found
  return type === 'tree' ? objects.commit(found)?.tree : undefined
}

/** Only one object, or one commit, has an abbreviated name. */
function abbreviated({ all }: Objects, name: string): string | undefined {
  const found = [...all.keys()].filter((sha) => sha.startsWith(name))
  const commits = found.filter((sha) => all.get(sha)?.type === 'commit')
  return found.length === 1 ? found[0] : commits.length === 1 ? commits[0] : undefined
}

/**
 * What a name stands for: the forms of "gitrevisions" that people write to GitHub, which are SHAs, abbreviated ones,
 * refs, `^`, `~3`, `^{tree}` and `:path`.
 */
export function resolve(objects: Objects, refs: Refs, name: string): string | undefined {
  const colon = name.indexOf(':')
  if (colon >= 0) {
    const tree = resolve(objects, refs, `${name.slice(0, colon)}^{tree}`)
    return tree === undefined
      ? undefined
      : objects.entryAt(tree, bytesOf(name.slice(colon + 1).replace(/\/$/, '')))?.sha
  }
  const [, before, type, parent, steps] = /^(.+?)(?:\^\{(\w*)\}|\^(\d*)|~(\d*))$/s.exec(name) ?? []
  if (before !== undefined) {
    const sha = resolve(objects, refs, before)
    if (sha === undefined) return undefined
    if (type !== undefined) return asType(objects, sha, type)
    const up = (from: string | undefined, parentNumber: number) =>
      from === undefined ? undefined : objects.commit(from)?.parents[parentNumber - 1]
    let commit = asType(objects, sha, 'commit')
    if (parent !== undefined) return parent === '0' ? commit : up(commit, Number(parent || 1))
    for (let step = 0; step < Number(steps || 1); step++) commit = up(commit, 1)
    return commit
  }
  if (/^[0-9a-f]{40}$/.test(name)) return name
  if (name === 'HEAD') return refs.get('refs/heads/main')
  for (const folder of ['', 'refs/', 'refs/tags/', 'refs/heads/']) {
    const sha = refs.get(folder + name)
    if (sha !== undefined) return sha
  }
  return /^[0-9a-f]{4,39}$/.test(name) ? abbreviated(objects, name) : undefined
}

/** Commits and all that is before them. */
export function ancestors(objects: Objects, from: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [...from]
  for (let sha = waiting.pop(); sha !== undefined; sha = waiting.pop()) {
    if (found.has(sha)) continue
    found.add(sha)
    waiting.push(...(objects.commit(sha)?.parents ?? []))
  }
  return found
}

/** The last commits that are before both ("git-merge-base"), the newest first. */
export function mergeBases(objects: Objects, head: string, otherHead: string): readonly string[] {
  const before = ancestors(objects, [head])
  const common = [...ancestors(objects, [otherHead])].filter((sha) => before.has(sha))
  const covered = ancestors(
    objects,
    common.flatMap((sha) => objects.commit(sha)?.parents ?? []),
  )
  const time = (sha: string) => objects.commit(sha)?.time ?? 0
  return common.filter((sha) => !covered.has(sha)).sort((first, second) => time(second) - time(first))
}

/** Which commits are listed, and how. */
export interface Listing {
  readonly from: string
  /** What is before these is not. */
  readonly without?: readonly string[]
  /** ISO 8601. */
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** Only those that changed what is there; of a merge, the side it was taken from is followed alone. */
  readonly path?: string | undefined
  /** The newest of them. */
  readonly most?: number
  /** Each before its parents, and lines of history not mixed. */
  readonly inLines?: boolean
}

/** Waiting commits, the newest first, those of one moment in the order in which they came. */
class CommitQueue {
  readonly #all: (readonly [sha: string, links: CommitLinks])[] = []

  add(sha: string, links: CommitLinks): void {
    let at = this.#all.length
    while (at > 0 && (this.#all[at - 1]?.[1].time ?? 0) < links.time) at--
    this.#all.splice(at, 0, [sha, links])
  }
  next(): readonly [sha: string, links: CommitLinks] | undefined {
    return this.#all.shift()
  }
}

const seconds = (at: string | undefined, without: number) =>
  at === undefined ? without : Math.floor(Date.parse(at) / 1000)

/** Commits, the newest first ("git-rev-list", with its default simplification of history). */
export function listed(
  objects: Objects,
  { from, without = [], since, until, path, most = Infinity, inLines }: Listing,
): string[] {
  const excluded = new Set(ancestors(objects, without))
  const [first, last] = [seconds(since, -Infinity), seconds(until, Infinity)]
  const where = path === undefined ? undefined : bytesOf(path)
  const at = (tree: string | undefined) => {
    const entry = tree === undefined || where === undefined ? undefined : objects.entryAt(tree, where)
    return entry && `${entry.mode} ${entry.sha}`
  }
  const found: string[] = []
  const visitedShas = new Set([from])
  const waiting = new CommitQueue()
  const start = objects.commit(from)
  if (start) waiting.add(from, start)
  const enough = inLines ? Infinity : most
  for (let next = waiting.next(); next && found.length < enough; next = waiting.next()) {
    const [sha, { tree, parents, time }] = next
    if (time < first) for (const ancestor of ancestors(objects, [sha])) excluded.add(ancestor)
    if (excluded.has(sha)) continue
    const sameParent =
      where === undefined ? undefined : parents.find((parent) => at(objects.commit(parent)?.tree) === at(tree))
    const isShown = where === undefined || (sameParent === undefined && (parents.length > 0 || at(tree) !== undefined))
    if (isShown && time <= last) found.push(sha)
    for (const parent of sameParent === undefined ? parents : [sameParent]) {
      const links = objects.commit(parent)
      if (!links || visitedShas.has(parent)) continue
      visitedShas.add(parent)
      waiting.add(parent, links)
    }
  }
  const all = found.filter((sha) => !excluded.has(sha))
  return (inLines ? lines(objects, all) : all).slice(0, most)
}

/** `--topo-order`. */
function lines(objects: Objects, all: readonly string[]): string[] {
  const children = new Map(all.map((sha) => [sha, 0]))
  const parentsOf = (sha: string) => (objects.commit(sha)?.parents ?? []).filter((parent) => children.has(parent))
  for (const parent of all.flatMap(parentsOf)) children.set(parent, (children.get(parent) ?? 0) + 1)
  const ready = all.filter((sha) => children.get(sha) === 0).reverse()
  const sorted: string[] = []
  for (let sha = ready.pop(); sha !== undefined; sha = ready.pop()) {
    sorted.push(sha)
    for (const parent of parentsOf(sha)) {
      const remainingChildren = (children.get(parent) ?? 0) - 1
      children.set(parent, remainingChildren)
      if (remainingChildren === 0) ready.push(parent)
    }
  }
  return sorted
}

/** What git takes for a branch's name ("git-check-ref-format", `--branch`). */
export const isBranchName = (name: string): boolean =>
  !/^[-/]|^$|^HEAD$|\.\.|@\{|\/\/|[/.]$|[\0-\x20\x7f~^:?*[\\]/.test(name) &&
  name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
