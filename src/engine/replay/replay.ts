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
const batchSize = 64

/** The last commit that brings each object to a selected path. */
function lastSeenIndexes(commits: readonly WalkedCommit[], filter: PathFilter): ReadonlyMap<string, number> {
  const lastIndexes = new Map<string, number>()
  for (const [index, { changes }] of commits.entries())
    for (const { path, kind, oid } of changes)
      if (kind !== undefined && filter.level(path, kind) !== undefined) lastIndexes.set(oid, index)
  return lastIndexes
}

const changingCommits = (commits: readonly WalkedCommit[], filter: PathFilter): readonly number[] =>
  commits.flatMap(({ changes }, index) => (changes.some(({ path }) => isSeen(filter, path)) ? [index] : []))

/** The number of commits of a history that change files that some protocols read. */
export const stateCommitsOf = (
  { commits }: ReplayRequest['walk'],
  protocols: ReplayRequest['protocols'],
  sections: ReplayRequest['sections'],
): number =>
  changingCommits(commits, pathFilter(protocols.flatMap((protocol) => protocol.selectors(sections[protocol.name]))))
    .length

/** Whether a path is seen by some selectors, whatever is there: of a link they see more than of a file. */
const isSeen = (filter: PathFilter, path: string): boolean => filter.level(path, 'symlink') !== undefined

/** The blobs that some commits bring to selected paths, as far as they are not known yet. */
function blobsAhead(
  commits: readonly WalkedCommit[],
  filter: PathFilter,
  blobs: BlobStore,
): ReadonlyMap<string, LoadLevel> {
  const needed = new Map<string, LoadLevel>()
  for (const { changes } of commits)
    for (const { path, kind, oid } of changes) {
      const level = kind === undefined || kind === 'submodule' ? undefined : filter.level(path, kind)
      if (level !== undefined && !blobs.get(oid)) needed.set(oid, higherLevel(level, needed.get(oid)))
    }
  return needed
}

type ReplayGenerator<Result> = Generator<ReplayNeeds, Result, ReplaySupply>

/**
 * Replays the way to a commit: the view is carried forward, and a protocol is read again only where a commit changes
 * what it selects. Yields requests for what it needs, and returns the history. The findings at each commit are those of
 * a soft check of it.
 */
export function* replay(request: ReplayRequest): ReplayGenerator<RepositoryHistory> {
  const { walk, protocols, sections, limit, codes, maxCommits: maxStateCommits } = request
  const { commits, isShallow } = walk
  const tip = commits.at(-1)
  if (!tip) throw new RangeError('There is no commit to replay.')
  const facts = new Map<string, CommitFacts>()
  const selectors = protocols.flatMap((protocol) => protocol.selectors(sections[protocol.name]))
  const stateFilter = pathFilter(selectors)
  const lastIndexes = lastSeenIndexes(commits, stateFilter)
  let index = 0
  const blobs = blobStore((oid) => (lastIndexes.get(oid) ?? -1) >= index)
  const baseLayer = layerOf(stateFilter, limit, blobs)
  const tree = new Map<string, WalkedCommit['changes'][number]>()

  function* supply(needed: ReadonlyMap<string, LoadLevel>, shas: readonly string[]): ReplayGenerator<void> {
    const unknownShas = shas.filter((sha) => !facts.has(sha))
    if (needed.size + unknownShas.length === 0) return
    const supplied = yield { blobs: needed, commits: unknownShas }
    for (const [oid, blob] of supplied.blobs) blobs.put(oid, blob)
    for (const [sha, commitFacts] of supplied.commits) facts.set(sha, commitFacts)
  }
  function* viewOf(layer: Layer): ReplayGenerator<View> {
    const needed = new Map<string, LoadLevel>()
    layer.missing(needed)
    yield* supply(needed, [])
    return layer.view()
  }
  const wide = wideLayer(stateFilter, tree, (filter) => layerOf(filter, limit, blobs))

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

  const changes = changingCommits(commits, stateFilter)
  const stateIndexes = new Set(changes)
  const isCut = changes.length > maxStateCommits
  const start = isCut ? (changes[changes.length - maxStateCommits] as number) : 0
  const stateShas: string[] = []
  for (; index < commits.length; index++) {
    const commit = commits[index] as WalkedCommit
    if (index >= start && (index - start) % batchSize === 0) {
      const next = commits.slice(index, index + batchSize)
      const shas = next.flatMap(({ sha }, offset) => (stateIndexes.has(index + offset) ? [sha] : []))
      yield* supply(blobsAhead(next, stateFilter, blobs), shas)
    }
    let isWhole = index === start
    const touchedProtocols = new Set<ReplayedProtocol>()
    for (const change of commit.changes) {
      const { path, kind } = change
      if (kind === undefined) tree.delete(path)
      else tree.set(path, change)
      const appliedChange = baseLayer.apply(change)
      if (appliedChange === 'folder') isWhole = true
      else if (appliedChange)
        for (const replayedProtocol of followed.filter((candidate) => isSeen(candidate.pathFilter, path)))
          touchedProtocols.add(replayedProtocol)
      if (wide.layer?.apply(change) && !isSeen(stateFilter, path)) isWhole = true
    }
    if (index < start) continue
    if (!isWhole && touchedProtocols.size === 0) continue

    const view = yield* viewOf(baseLayer)
    yield* supply(new Map(), [commit.sha])
    const context = { ...request.context(at, commit.sha), findingsAlone: true } as const
    const readProtocols = followed.filter((replayedProtocol) => isWhole || touchedProtocols.has(replayedProtocol))
    const unitsByProtocol = new Map(
      readProtocols.map((replayedProtocol) => [replayedProtocol, replayedProtocol.near(view, context)]),
    )
    for (const [replayedProtocol, units] of unitsByProtocol)
      replayedProtocol.further = units.flatMap((look) => record.further(replayedProtocol, look))
    const furtherSelectors = followed
      .flatMap((replayedProtocol) => replayedProtocol.further)
      .filter(({ explains }) => explains !== true)
    const fullView = furtherSelectors.length === 0 ? view : yield* viewOf(wide.selecting(furtherSelectors))
    const step = { isCutOff: index === start && (isShallow || isCut), before: stateShas.length }
    const currentCommit = historyCommit(commit, step.before, facts.get(commit.sha) as CommitFacts)
    for (const [replayedProtocol, units] of unitsByProtocol)
      record.read(
        replayedProtocol,
        fullView,
        fullView === view ? units : replayedProtocol.far(fullView, context),
        step,
        currentCommit,
      )
    stateShas.push(commit.sha)
  }

  const rangeFilter = historyFilter(request)
  if (request.since !== undefined)
    yield* supply(
      new Map(),
      commits.map(({ sha }) => sha),
    )
  const isCounted = (sha: string) => !rangeFilter.isBefore({ commit: sha, at: facts.get(sha)?.at ?? '' })
  const countedCommits = commits.filter(({ sha }) => isCounted(sha))
  const [first] = countedCommits
  if (rangeFilter.isPart && first) yield* supply(new Map(), [first.sha])
  const countedFlags = stateShas.map(isCounted)
  const spans = record
    .end(at, stateShas.length)
    .filter(({ episode }) => rangeFilter.keeps(episode))
    .toSorted(orders[request.sort])
  const episodes = spans.map(({ episode }) =>
    rangeFilter.beganBefore(episode) ? { ...episode, earlier: true as const } : episode,
  )
  const notes = [
    ...(isShallow ? [cutOffNote] : []),
    ...(isCut
      ? [
          `Only the newest ${maxStateCommits} of ${changes.length} commits that change state were looked at: \`--all-commits\` looks at all.`,
        ]
      : []),
  ]
  return {
    tip: tip.sha,
    from: (commits[start] as WalkedCommit).sha,
    at,
    ...(rangeFilter.isPart && {
      range: first
        ? {
            from: first.sha,
            at: (facts.get(first.sha) as CommitFacts).at,
            before: countedFlags.filter((flag) => !flag).length,
          }
        : null,
    }),
    ...(request.filtered && { filtered: true as const }),
    commits: countedCommits.length,
    stateCommits: countedFlags.filter(Boolean).length,
    shallow: isShallow,
    codes: [...codes].toSorted(),
    episodes,
    targets: rangeFilter.targets(segments.end(at)),
    sums: sumsOf(episodes, countCovered(spans, countedFlags)),
    notes,
  }
}
