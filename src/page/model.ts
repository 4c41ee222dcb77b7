import { defined } from '../core/defined.ts'
import { lanes, type Board, type BoardFinding, type BoardTarget, type Lane } from '../core/board.ts'
import type { HistoryCommit, RepositoryHistory } from '../core/history.ts'
import { visibleLine } from '../core/message.ts'

export const views = ['board', 'timeline', 'episodes'] as const
export type PageView = (typeof views)[number]

/** All that the page shows, as it is stored in its file. */
export interface PageModel {
  readonly board: Board
  /** Absent where no commits were replayed. */
  readonly history?: RepositoryHistory | undefined
  /** The host of the repository, `https://github.com`. */
  readonly server?: string | undefined
  /** The view that opens where the address names none. */
  readonly view: PageView
}

/** The news of a view in a sentence, and its totals in another. */
export interface News {
  readonly news: string
  readonly sums: string
}

/** A number of the past, and what it is of. */
export type Figure = readonly [value: string, name: string]

/** The content of the file: the model, and what is computed from it once, so that the script need not know how. */
export interface PageData extends PageModel {
  readonly headings: Readonly<Record<PageView, News>>
  /** Absent where no commits were replayed. */
  readonly figures?: readonly Figure[]
  /** How many cards of each lane are written into the file. */
  readonly cardLimits: Readonly<Record<Lane, number>>
}

/** The cards that are written into the file, and how many more a lane shows at once. */
export const maxCards = 200

/** The most cards of each lane in the file: the room is shared, and what a short lane leaves goes to the others. */
export function cardLimitsOf({ targets }: Board): Readonly<Record<Lane, number>> {
  const cardLimits: Record<Lane, number> = { person: 0, agent: 0, ready: 0, done: 0, unknown: 0 }
  for (const { lane } of targets) cardLimits[lane]++
  let room = maxCards
  const shortest = lanes.toSorted((a, b) => cardLimits[a] - cardLimits[b])
  for (const [index, lane] of shortest.entries()) {
    cardLimits[lane] = Math.min(cardLimits[lane], Math.floor(room / (lanes.length - index)))
    room -= cardLimits[lane]
  }
  return cardLimits
}

/** Renders a whole page, readable without its script: a pure function of the model. */
export type RenderPage = (model: PageModel) => string

/** A page that asks its server for news, the model that it gets then, and its policy. */
export type RenderLive = (model: PageModel) => {
  readonly page: string
  readonly model: string
  readonly policy: string
}

/** Script and style, which the build makes of this folder, each with the hash that the policy of the page names. */
export interface PageAssets {
  readonly script: { readonly text: string; readonly hash: string }
  readonly style: { readonly text: string; readonly hash: string }
}

/**
 * More targets have one finding each, more than the second number are left out: a page is felt from some megabytes on.
 */
const [maxInFull, maxTargets] = [5_000, 50_000]

/** More findings than these are three for each target at most. */
const maxFindings = 15_000

/** A finding without its message, which its code and what the places say stand for. */
const withoutMessage = ({ code, severity, said, subject, path, line }: BoardFinding): BoardFinding => ({
  code,
  severity,
  message: '',
  ...defined({ said, subject }),
  path,
  ...(line !== undefined && { line }),
})

/** A history in which whatever is still open lasts until a later time. */
export function extendHistory(history: RepositoryHistory, until: string): RepositoryHistory {
  if (!(Date.parse(until) > Date.parse(history.at))) return history
  const secondsSince = (began: HistoryCommit) =>
    Math.max(0, Math.floor(Date.parse(until) / 1000) - Math.floor(Date.parse(began.at) / 1000))
  return {
    ...history,
    at: until,
    episodes: history.episodes.map((episode) =>
      episode.ended || !episode.began || episode.clock ? episode : { ...episode, seconds: secondsSince(episode.began) },
    ),
    targets: history.targets.map((target) => ({
      ...target,
      segments: target.segments.map((segment) =>
        segment.ended ? segment : { ...segment, seconds: secondsSince(segment.began) },
      ),
    })),
  }
}

function withFindings(
  { findings: { errors, warnings, notices }, ...target }: BoardTarget,
  worst: readonly BoardFinding[],
): BoardTarget {
  return { ...target, findings: { errors, warnings, notices, worst } }
}

function withShortReasons({ asks, waits, ...target }: BoardTarget): BoardTarget {
  return {
    ...target,
    ...(asks && { asks: { ...asks, text: visibleLine(asks.text) } }),
    ...(waits !== undefined && { waits: visibleLine(waits) }),
  }
}

/** A board cut to what a page has room for. */
export function fitBoard(board: Board): Board {
  const { targets, others, notes } = board
  if (targets.length <= maxInFull) {
    const count = targets.reduce((sum, { findings: { worst, rest = [] } }) => sum + worst.length + rest.length, 0)
    return count <= maxFindings
      ? board
      : { ...board, targets: targets.map((target) => withFindings(target, target.findings.worst)) }
  }
  const keptTargets = targets
    .slice(0, maxTargets)
    .map((target) => withFindings(withShortReasons(target), target.findings.worst.slice(0, 1).map(withoutMessage)))
  const omitted = targets.length - keptTargets.length
  return {
    ...board,
    targets: keptTargets,
    others: others.slice(0, maxInFull),
    notes: [
      ...notes,
      'Only the worst finding of each target is shown: `baton validate` lists all.',
      ...(omitted > 0
        ? [omitted === 1 ? '1 more target is not on this page.' : `${omitted} more targets are not on this page.`]
        : []),
    ],
  }
}
