import { defined } from '../core/defined.ts'
import { laneOf, lanes, type Board, type BoardFinding, type BoardTarget, type Lane, type Since } from '../core/board.ts'
import { severities, worstFirst, type Diagnostic, countBySeverity } from '../core/diagnostic.ts'
import type { RepositoryHistory } from '../core/history.ts'
import { groupBy } from '../core/grouped.ts'
import type { Report, ReportedTarget } from '../core/report.ts'
import { bareName, type Holder } from '../core/target.ts'

/** What a board shows in addition to its report: the time, the commit, and what is known of the past. */
export interface BoardFacts extends Pick<Board, 'at' | 'repository' | 'commit' | 'branch'> {
  /** Since when a target is as it is, where its past was read. */
  readonly replayed?:
    | ((
        target: Pick<ReportedTarget, 'id' | 'state'> & { readonly holder?: Holder | undefined },
      ) => Since | 'otherwise' | undefined)
    | undefined
  /** The newest commit that changed a path. */
  readonly touched?: ((path: string) => { readonly sha: string; readonly at: string } | undefined) | undefined
  /** The paths that are not as they were committed; absent where a commit is looked at, or there is none. */
  readonly uncommitted?: ReadonlySet<string> | undefined
  readonly notes: readonly string[]
}

const maxFindings = 3

const findingOf = ({ code, severity, message, said, subject, fix, path, line }: Diagnostic): BoardFinding => ({
  code,
  severity,
  message,
  ...defined({ said, subject, fix }),
  path,
  ...(line !== undefined && { line }),
})

function sinceOf(
  target: ReportedTarget,
  { replayed, touched, uncommitted }: BoardFacts,
): Pick<BoardTarget, 'since' | 'uncommitted'> {
  const { path, turn } = target
  if (turn?.since !== undefined) return { since: { at: turn.since, by: 'said' } }
  if (uncommitted?.has(path) === true) return { uncommitted: true }
  const since = replayed?.(target)
  // It is committed otherwise, in whatever file.
  if (since === 'otherwise' && uncommitted) return { uncommitted: true }
  if (typeof since === 'object') return { since }
  const commit = touched?.(path)
  return commit ? { since: { at: commit.at, by: 'touched', commit: commit.sha } } : {}
}

/**
 * When targets got their present holder and state, by the last segments of a history; `otherwise`: it ends with others.
 * Segments that begin where a shallow history is cut off are unknown.
 */
export function sinceIn({ targets, from, shallow }: RepositoryHistory): NonNullable<BoardFacts['replayed']> {
  const lastSegments = new Map(targets.map(({ id, segments }) => [id, segments.at(-1)]))
  return ({ id, holder, state }) => {
    const segment = lastSegments.get(id)
    if (!segment || segment.ended || segment.holder !== holder || segment.state !== state) return 'otherwise'
    const { commit, at } = segment.began
    return shallow && commit === from ? undefined : { at: new Date(at).toISOString(), by: 'replayed', commit }
  }
}

/** A board with the times since which its targets have their holder and state, as a history says them. */
export function withReplayedSince(board: Board, history: RepositoryHistory): Board {
  const sinceOfTarget = sinceIn(history)
  const withSince = (target: BoardTarget): BoardTarget => {
    const since = target.since?.by === 'said' ? undefined : sinceOfTarget(target)
    return typeof since === 'object' ? { ...target, since } : target
  }
  return { ...board, targets: board.targets.map(withSince).toSorted(compareTargets) }
}

/** The findings about a target, the worst first; among equals what has to be repaired first. */
function orderFindings(findings: readonly Diagnostic[], first: Diagnostic | undefined): readonly Diagnostic[] {
  const worst = worstFirst(findings)
  if (!first) return worst
  const allFindings = [first, ...worst.filter((finding) => finding !== first)]
  return allFindings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
}

function cardOf(target: ReportedTarget, diagnostics: readonly Diagnostic[], facts: BoardFacts): BoardTarget {
  const { id, protocol, path, holder, state, within, way, turn = {}, first } = target
  const worst = orderFindings(diagnostics, first)
  const { error: errors, warning: warnings, notice: notices } = countBySeverity(worst)
  const [name = '', ...container] = bareName(id).split('@')
  const inside = within === undefined ? container.join('@') : bareName(within)
  const step = (way?.indexOf(state) ?? -1) + 1
  return {
    id,
    protocol,
    name,
    ...(inside !== '' && { within: inside }),
    path,
    lane: laneOf(holder, turn),
    ...(holder && { holder }),
    state,
    ...(way && step > 0 && { way: { step, of: way.length, states: way } }),
    ...sinceOf(target, facts),
    ...defined({ asks: turn.asks, agent: turn.agent, waits: turn.waits, next: turn.next }),
    findings: {
      errors,
      warnings,
      notices,
      worst: worst.slice(0, maxFindings).map(findingOf),
      ...(worst.length > maxFindings && { rest: worst.slice(maxFindings).map(findingOf) }),
    },
  }
}

/** Within a lane: more errors first, then the older, then by id. */
function compareTargets(a: BoardTarget, b: BoardTarget): number {
  const byLane = lanes.indexOf(a.lane) - lanes.indexOf(b.lane)
  const byErrors = b.findings.errors - a.findings.errors
  if (byLane !== 0 || byErrors !== 0) return byLane || byErrors
  const time = ({ since }: BoardTarget) => (since ? Date.parse(since.at) : Infinity)
  const [aTime, bTime] = [time(a), time(b)]
  if (aTime !== bTime) return aTime < bTime ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** The board of a check that was made with turns. A container is on it only while it has findings of its own. */
export function boardOf(report: Report, facts: BoardFacts): Board {
  const findingsByTarget = groupBy(report.diagnostics, ({ target }) => target)
  const shownTargets = report.targets.filter(
    ({ id, turn, first }) => turn?.container !== true || first !== undefined || findingsByTarget.has(id),
  )
  const targets = shownTargets
    .map((target) => cardOf(target, findingsByTarget.get(target.id) ?? [], facts))
    .toSorted(compareTargets)
  const ids = new Set(shownTargets.map(({ id }) => id))
  const firstFindings = new Set(shownTargets.flatMap(({ first }) => first ?? []))
  const { at, repository, commit, branch, uncommitted, notes } = facts
  const { error: errors, warning: warnings } = countBySeverity(report.diagnostics)
  const count = (lane: Lane) => targets.filter((target) => target.lane === lane).length
  return {
    at,
    ...defined({ repository, commit, branch, prefixRequired: report.prefixRequired }),
    ...(uncommitted && { dirty: shownTargets.some(({ path }) => uncommitted.has(path)) }),
    counts: {
      person: count('person'),
      agent: count('agent'),
      ready: count('ready'),
      done: count('done'),
      unknown: count('unknown'),
      errors,
      warnings,
    },
    targets,
    others: worstFirst(
      report.diagnostics.filter(
        (finding) => !firstFindings.has(finding) && (finding.target === undefined || !ids.has(finding.target)),
      ),
    ).map(findingOf),
    notes: [...report.notes, ...notes],
  }
}

/** A board with only the targets of some lanes; its counts stay those of all targets. */
export const selectLanes = (board: Board, selectedLanes: readonly Lane[]): Board =>
  selectedLanes.length === 0
    ? board
    : { ...board, targets: board.targets.filter(({ lane }) => selectedLanes.includes(lane)) }
