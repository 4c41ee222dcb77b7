import {
  cutOffNote,
  type CommitFacts,
  type ReplayNeeds,
  type ReplaySupply,
  type RepositoryHistory,
  type WalkedCommit,
} from '../../core/history.ts'
import { higherLevel, type LoadLevel, type View } from '../../core/view.ts'
import { pathFilter, type PathFilter } from '../../documents/selection.ts'
import { blobStore, layerOf, type BlobStore, type Layer } from './layer.ts'
import { countCovered, historyFilter, orders } from './narrow.ts'
import { historyCommit, recorder, type ReplayedProtocol } from './record.ts'
import type { ReplayRequest } from './request.ts'
import { segmentGatherer } from './segments.ts'
import { sumsOf } from './sums.ts'
import { unitViewsOf } from './units.ts'
import { wideLayer } from './wide.ts'

/** The number of commits whose blobs are read at once. */
const batch = 64

/** The last commit that brings each object to a selected path. */
function lastSeen(commits: readonly WalkedCommit[], selected: PathFilter): ReadonlyMap<string, number> {
  const last = new Map<string, number>()
  for (const [index, { changes }] of commits.entries())
    for (const { path, kind, oid } of changes) if (kind !== undefined && selected.level(path, kind) !== undefined) last.set(oid, index)
  return last
}

const changing = (commits: readonly WalkedCommit[], selected: PathFilter): readonly number[] =>
  commits.flatMap(({ changes }, index) => (changes.some(({ path }) => isSeen(selected, path)) ? [index] : []))

/** The number of commits of a history that change files that some protocols read. */
export const stateCommitsOf = (
  { commits }: ReplayRequest['walk'],
  protocols: ReplayRequest['protocols'],
  sections: ReplayRequest['sections'],
): number => changing(commits, pathFilter(protocols.flatMap((protocol) => protocol.selectors(sections[protocol.name])))).length

/** Whether a path is seen by some selectors, whatever is there: of a link they see more than of a file. */
const isSeen = (selected: PathFilter, path: string): boolean => selected.level(path, 'symlink') !== undefined

/** The blobs that some commits bring to selected paths, as far as they are not known yet. */
function ahead(commits: readonly WalkedCommit[], selected: PathFilter, blobs: BlobStore): ReadonlyMap<string, LoadLevel> {
  const needed = new Map<string, LoadLevel>()
  for (const { changes } of commits)
    for (const { path, kind, oid } of changes) {
      const level = kind === undefined || kind === 'submodule' ? undefined : selected.level(path, kind)
      if (level !== undefined && !blobs.get(oid)) needed.set(oid, higherLevel(level, needed.get(oid)))
    }
  return needed
}

type Replaying<Result> = Generator<ReplayNeeds, Result, ReplaySupply>

/**
 * Replays the way to a commit: the view is carried forward, and a protocol is read again only where a commit changes what it selects.
 * Yields requests for what it needs, and returns the history. The findings at each commit are those of a soft check of it.
 */
export function* replay(request: ReplayRequest): Replaying<RepositoryHistory> {
  const { walk, protocols, sections, limit, codes, most } = request
  const { commits, isShallow } = walk
  const tip = commits.at(-1)
  if (!tip) throw new RangeError('There is no commit to replay.')
  const facts = new Map<string, CommitFacts>()
  const selectors = protocols.flatMap((protocol) => protocol.selectors(sections[protocol.name]))
  const all = pathFilter(selectors)
  const last = lastSeen(commits, all)
  let index = 0
  const blobs = blobStore((oid) => (last.get(oid) ?? -1) >= index)
  const base = layerOf(all, limit, blobs)
  const tree = new Map<string, WalkedCommit['changes'][number]>()

  function* supply(needed: ReadonlyMap<string, LoadLevel>, shas: readonly string[]): Replaying<void> {
    const unknown = shas.filter((sha) => !facts.has(sha))
    if (needed.size + unknown.length === 0) return
    const supplied = yield { blobs: needed, commits: unknown }
    for (const [oid, blob] of supplied.blobs) blobs.put(oid, blob)
    for (const [sha, each] of supplied.commits) facts.set(sha, each)
  }
  function* viewOf(layer: Layer): Replaying<View> {
    const needed = new Map<string, LoadLevel>()
    layer.missing(needed)
    yield* supply(needed, [])
    return layer.view()
  }
  const wide = wideLayer(all, tree, (filtered) => layerOf(filtered, limit, blobs))

  yield* supply(new Map(), [tip.sha])
  const tipFacts = facts.get(tip.sha) as CommitFacts
  const at = request.at ?? tipFacts.at
  const followed = protocols.map((protocol): ReplayedProtocol => ({
    protocol,
    pathFilter: pathFilter(protocol.selectors(sections[protocol.name])),
    near: unitViewsOf(protocol.units(sections[protocol.name])),
    far: unitViewsOf(protocol.units(sections[protocol.name])),
    further: [],
    open: new Map(),
    model: undefined,
    ids: new Set(),
  }))
  const segments = segmentGatherer()
  const record = recorder(request, followed, segments)

  const changes = changing(commits, all)
  const state = new Set(changes)
  const isCut = changes.length > most
  const start = isCut ? (changes[changes.length - most] as number) : 0
  const stateShas: string[] = []
  for (; index < commits.length; index++) {
    const commit = commits[index] as WalkedCommit
    if (index >= start && (index - start) % batch === 0) {
      const next = commits.slice(index, index + batch)
      const shas = next.flatMap(({ sha }, offset) => (state.has(index + offset) ? [sha] : []))
      yield* supply(ahead(next, all, blobs), shas)
    }
    let isWhole = index === start
    const touched = new Set<ReplayedProtocol>()
    for (const change of commit.changes) {
      const { path, kind } = change
      if (kind === undefined) tree.delete(path)
      else tree.set(path, change)
      const changed = base.apply(change)
      if (changed === 'folder') isWhole = true
      else if (changed) for (const each of followed.filter((one) => isSeen(one.pathFilter, path))) touched.add(each)
      if (wide.layer?.apply(change) && !isSeen(all, path)) isWhole = true
    }
    if (index < start) continue
    if (!isWhole && touched.size === 0) continue

    const view = yield* viewOf(base)
    yield* supply(new Map(), [commit.sha])
    const context = { ...request.context(at, commit.sha), findingsAlone: true } as const
    const read = followed.filter((each) => isWhole || touched.has(each))
    const near = new Map(read.map((each) => [each, each.near(view, context)]))
    for (const [each, looks] of near) each.further = looks.flatMap((look) => record.further(each, look))
    const further = followed.flatMap((each) => each.further).filter(({ explains }) => explains !== true)
    const seen = further.length === 0 ? view : yield* viewOf(wide.selecting(further))
    const step = { isCutOff: index === start && (isShallow || isCut), before: stateShas.length }
    const now = historyCommit(commit, step.before, facts.get(commit.sha) as CommitFacts)
    for (const [each, looks] of near) record.read(each, seen, seen === view ? looks : each.far(seen, context), step, now)
    stateShas.push(commit.sha)
  }

  const narrowed = historyFilter(request)
  if (request.since !== undefined)
    yield* supply(
      new Map(),
      commits.map(({ sha }) => sha),
    )
  const isCounted = (sha: string) => !narrowed.isBefore({ commit: sha, at: facts.get(sha)?.at ?? '' })
  const countedCommits = commits.filter(({ sha }) => isCounted(sha))
  const [first] = countedCommits
  if (narrowed.isPart && first) yield* supply(new Map(), [first.sha])
  const counted = stateShas.map(isCounted)
  const placed = record
    .end(at, stateShas.length)
    .filter(({ episode }) => narrowed.keeps(episode))
    .toSorted(orders[request.sort])
  const episodes = placed.map(({ episode }) => (narrowed.beganBefore(episode) ? { ...episode, earlier: true as const } : episode))
  const notes = [
    ...(isShallow ? [cutOffNote] : []),
    ...(isCut
      ? [`Only the newest ${most} of ${changes.length} commits that change state were looked at: \`--all-commits\` looks at all.`]
      : []),
  ]
  return {
    tip: tip.sha,
    from: (commits[start] as WalkedCommit).sha,
    at,
    ...(narrowed.isPart && {
      range: first
        ? { from: first.sha, at: (facts.get(first.sha) as CommitFacts).at, before: counted.filter((each) => !each).length }
        : null,
    }),
    ...(request.filtered && { filtered: true as const }),
    commits: countedCommits.length,
    stateCommits: counted.filter(Boolean).length,
    shallow: isShallow,
    codes: [...codes].toSorted(),
    episodes,
    targets: narrowed.targets(segments.end(at)),
    sums: sumsOf(episodes, countCovered(placed, counted)),
    notes,
  }
}
