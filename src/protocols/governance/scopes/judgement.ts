import type { Commit } from '../../../core/change.ts'
import { agentsOf, type Agent } from '../agents.ts'
import { byBytes } from '../bytes.ts'
import type { GovernanceModel } from '../model.ts'
import { isJudged, makersOf, type Maker } from './authorship.ts'
import { destination, mayTouch, placesOf } from './places.ts'

/** A commit of the change, who made it, and which of its paths its maker must not touch. */
export interface Judged {
  readonly commit: Commit
  readonly maker: Maker
  /** In byte order. Of somebody unknown, those that only a known agent may touch. */
  readonly offending: readonly string[]
  /** Who may touch a path. */
  mayTouch(path: string): readonly Agent[]
}

const known = new WeakMap<GovernanceModel, readonly Judged[]>()

/** Judges every commit of the change alone (governance protocol, "Scopes"). */
export function judgements(model: GovernanceModel): readonly Judged[] {
  const before = known.get(model)
  if (before) return before
  const found = judge(model)
  known.set(model, found)
  return found
}

function judge({ configuration, change }: GovernanceModel): readonly Judged[] {
  if (!change) return []
  const places = placesOf(configuration)
  const makerOf = makersOf(configuration, change)
  const agents = [...agentsOf(configuration).values()].map((agent) => ({ agent, allows: mayTouch(agent) }))
  const allowing = new Map(agents.map(({ agent, allows }) => [agent.name, allows]))
  const whoMay = (path: string) => agents.filter(({ allows }) => allows(path)).map(({ agent }) => agent)

  const offends = (maker: Maker): ((path: string | undefined) => boolean) => {
    if (maker.kind === 'agent') return (path) => path === undefined || allowing.get(maker.agent.name)?.(path) !== true
    // Nobody knows whose it is: then a place outside is nobody's.
    return (path) => maker.kind === 'nobody' && path !== undefined && places.isGuarded(path)
  }
  return change.commits.filter(isJudged).map((commit) => {
    const maker = makerOf(commit)
    const isOffence = offends(maker)
    const offending = commit.paths.filter(({ path, change: kind, link }) => {
      if (!places.isExempt({ path, change: kind }) && isOffence(path)) return true
      if (link === undefined) return false
      // What a link leads to is there already.
      const there = destination(path, link)
      return (there === undefined || !places.isExempt({ path: there, change: 'changed' })) && isOffence(there)
    })
    return { commit, maker, offending: offending.map(({ path }) => path).toSorted(byBytes), mayTouch: whoMay }
  })
}
