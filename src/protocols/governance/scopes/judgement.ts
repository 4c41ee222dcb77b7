import type { ChangedPath, Commit } from '../../../core/change.ts'
import { agentsOf, type Agent } from './agents.ts'
import { memo } from '../../../core/once.ts'
import { compareByBytes } from '../loops/stalls.ts'
import type { GovernanceModel } from '../model.ts'
import { isJudged, makersOf, type CommitAuthor } from './authorship.ts'
import { destination, mayTouch, placesOf } from './places.ts'

/** A commit of the change, who made it, and which of its paths its maker must not touch. */
export interface JudgedCommit {
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

function judge({ configuration, change }: GovernanceModel): readonly JudgedCommit[] {
  if (!change) return []
  const places = placesOf(configuration)
  const makerOf = makersOf(configuration, change)
  const agents = [...agentsOf(configuration).values()].map((agent) => ({ agent, allows: mayTouch(agent) }))
  const permissionsByAgent = new Map(agents.map(({ agent, allows }) => [agent.name, allows]))

  /** The paths of which a change needs the right: its own, and where it leads; `undefined`: out of the repository. */
  const pathsTouchedBy = ({ path, change: kind, link }: ChangedPath): readonly (string | undefined)[] => {
    const ownPaths = places.isExempt({ path, change: kind }) ? [] : [path]
    if (link === undefined) return ownPaths
    const linkTarget = destination(path, link)
    // What a link leads to is there already.
    return linkTarget !== undefined && places.isExempt({ path: linkTarget, change: 'changed' })
      ? ownPaths
      : [...ownPaths, linkTarget]
  }
  const agentsAllowed = (changedPath: ChangedPath) =>
    agents
      .filter(({ allows }) => pathsTouchedBy(changedPath).every((path) => path !== undefined && allows(path)))
      .map(({ agent }) => agent)

  const offenceCheck = (maker: CommitAuthor): ((path: string | undefined) => boolean) => {
    if (maker.kind === 'agent')
      return (path) => path === undefined || permissionsByAgent.get(maker.agent.name)?.(path) !== true
    // Where the author is unknown, a place outside belongs to no one.
    return (path) => maker.kind === 'unattributed' && path !== undefined && places.isGuarded(path)
  }
  return change.commits.filter(isJudged).map((commit) => {
    const maker = makerOf(commit)
    const isOffence = offenceCheck(maker)
    const offendingPaths = commit.paths
      .filter((changedPath) => pathsTouchedBy(changedPath).some(isOffence))
      .toSorted((a, b) => compareByBytes(a.path, b.path))
    return {
      commit,
      maker,
      offending: offendingPaths.map((changedPath) => ({ ...changedPath, mayTouch: () => agentsAllowed(changedPath) })),
    }
  })
}

/** Judges every commit of the change alone (docs/governance.md, "Who may write where"). */
export const judgements = memo(judge)
