import type { ChangedPath, Commit } from '../../../core/change.ts'
import { agentsOf, type Agent } from './agents.ts'
import { memo } from '../../../core/once.ts'
import { byBytes } from '../loops/stalls.ts'
import type { GovernanceModel } from '../model.ts'
import { isJudged, makersOf, type CommitAuthor } from './authorship.ts'
import { destination, mayTouch, placesOf } from './places.ts'

/** A commit of the change, who made it, and which of its paths its maker must not touch. */
export interface Judged {
  readonly commit: Commit
  readonly maker: CommitAuthor
  /** In byte order. Of an unknown maker, those that only a known agent may touch. */
  readonly offending: readonly ForbiddenPath[]
}

/** A path that a commit must not touch. */
export interface ForbiddenPath extends Pick<ChangedPath, 'path' | 'link'> {
  /** Who may touch it, and the path that it leads to if it is a link. */
  mayTouch(): readonly Agent[]
}

function judge({ configuration, change }: GovernanceModel): readonly Judged[] {
  if (!change) return []
  const places = placesOf(configuration)
  const makerOf = makersOf(configuration, change)
  const agents = [...agentsOf(configuration).values()].map((agent) => ({ agent, allows: mayTouch(agent) }))
  const allowing = new Map(agents.map(({ agent, allows }) => [agent.name, allows]))

  /** The paths of which a change needs the right: its own, and where it leads; `undefined`: out of the repository. */
  const touched = ({ path, change: kind, link }: ChangedPath): readonly (string | undefined)[] => {
    const own = places.isExempt({ path, change: kind }) ? [] : [path]
    if (link === undefined) return own
    const there = destination(path, link)
    // What a link leads to is there already.
    return there !== undefined && places.isExempt({ path: there, change: 'changed' }) ? own : [...own, there]
  }
  const whoMay = (changed: ChangedPath) =>
    agents.filter(({ allows }) => touched(changed).every((path) => path !== undefined && allows(path))).map(({ agent }) => agent)

  const offends = (maker: CommitAuthor): ((path: string | undefined) => boolean) => {
    if (maker.kind === 'agent') return (path) => path === undefined || allowing.get(maker.agent.name)?.(path) !== true
    // Where the author is unknown, a place outside belongs to no one.
    return (path) => maker.kind === 'unattributed' && path !== undefined && places.isGuarded(path)
  }
  return change.commits.filter(isJudged).map((commit) => {
    const maker = makerOf(commit)
    const isOffence = offends(maker)
    const offending = commit.paths.filter((changed) => touched(changed).some(isOffence)).toSorted((a, b) => byBytes(a.path, b.path))
    return { commit, maker, offending: offending.map((changed) => ({ ...changed, mayTouch: () => whoMay(changed) })) }
  })
}

/** Judges every commit of the change alone (docs/governance.md, "Who may write where"). */
export const judgements = memo(judge)
