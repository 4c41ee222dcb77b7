import { lanes, type Board, type BoardTarget, type Lane } from '../core/board.ts'
import type { RepositoryHistory } from '../core/history.ts'
import { visibleLine } from '../core/message.ts'
import { memo } from '../core/once.ts'
import { pluralize } from '../core/diagnostic.ts'
import { headline as boardNews, kindOf } from '../render/board.ts'
import { commitsText, duration, headline as historyNews } from '../render/history-words.ts'
import type { Figure, News, PageModel, PageView } from './model.ts'
import { toWellFormed } from './address.ts'

/** Text of a file as it may be shown: on one line, nothing in it that hides or turns other text. */
export const shownText = (text: string, length = 200): string => visibleLine(toWellFormed(text), length)

/** `8,133` */
export const numeral = (count: number): string => count.toLocaleString('en')

/** A text that people read before they decide, whole up to this length. */
export const maxLength = 4000

/** What each lane means, below its title. */
export const laneMeanings: Readonly<Record<Lane, string>> = {
  person: 'a question, review or failure',
  agent: 'works until it hands back',
  ready: 'may be granted, is to be repaired, or waits',
  done: 'nothing left to do',
  unknown: 'the files do not say',
}

const laneShares: Readonly<Record<Lane, string>> = {
  person: 'wait for a person',
  agent: 'with an agent',
  ready: 'with the orchestrator',
  done: 'done',
  unknown: 'unknown',
}

/** What follows the number of a lane in the bar of shares. */
export const shareOfLane = (lane: Lane, count: number): string =>
  lane === 'person' && count === 1 ? 'waits for a person' : laneShares[lane]

/** The parts of a time in UTC, the same in every browser: `Thu`, `13`, `Nov`, `2025`. */
function partsOf(at: string | Date): readonly [weekday: string, day: number, month: string, year: string] {
  const [weekday = '', day, month = '', year = ''] = new Date(at).toUTCString().split(/,? /)
  return [weekday, Number(day), month, year]
}

/** `13 Nov 2025` */
export const dayOf = (at: string | Date): string => partsOf(at).slice(1).join(' ')

/** `Thu 13 Nov` */
export const shortDay = (at: string | Date): string => partsOf(at).slice(0, 3).join(' ')

/** `14:00` */
export const clockOf = (at: string | Date): string =>
  new Date(at).toISOString().slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDThh:mm'.length)

/** `13 Nov 2025, 14:00 UTC` */
export const timeOf = (at: string): string => `${dayOf(at)}, ${clockOf(at)} UTC`

/** `13 Nov 2025 14:00` */
export const shortTimeOf = (at: string): string => `${dayOf(at)} ${clockOf(at)}`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const timesOf = (first: string, last: string) =>
  dayOf(first) === dayOf(last) ? dayOf(last) : `${dayOf(first)} – ${dayOf(last)}`

function boardSums({ targets, counts }: Board): string {
  const { errors, warnings } = counts
  const protocols = new Set(targets.map(({ protocol }) => protocol)).size
  const affected = targets.filter(({ findings }) => findings.errors + findings.warnings > 0).length
  const total = lanes.reduce((sum, lane) => sum + counts[lane], 0)
  const totalText =
    targets.length < total
      ? `${targets.length} of ${total} targets are on this page. In all:`
      : `${pluralize(total, 'target')} of ${pluralize(protocols, 'protocol')}.`
  return errors + warnings === 0
    ? `${totalText} Nothing is wrong.`
    : `${totalText} ${pluralize(errors, 'error')} and ${pluralize(warnings, 'warning')}${affected === 0 || targets.length < total ? '' : `, at ${affected} of them`}.`
}

/** The dates between which something of a history happened. */
export function datesOf({ targets, at, range }: RepositoryHistory): readonly [first: string, last: string] {
  if (range !== undefined) return [range?.at ?? at, at]
  const first = targets
    .flatMap(({ segments: [segment] }) => (segment ? [segment.began.at] : []))
    .reduce((a, b) => (a < b ? a : b), at)
  return [first, at]
}

const isOngoing = ({ episodes, targets }: RepositoryHistory) =>
  episodes.some(({ ended }) => !ended) || targets.some(({ segments }) => segments.at(-1)?.ended === undefined)

function historySums(history: RepositoryHistory): string {
  const until = isOngoing(history) ? ` What is still open is counted until ${timeOf(history.at)}.` : ''
  return `${commitsText(history)}; ${timesOf(...datesOf(history))}.${until}`
}

/** The heading of each view. */
export function newsOf({ board, history }: PageModel, view: PageView): News {
  if (view === 'board') {
    const news = boardNews({ ...board, counts: { ...board.counts, errors: 0 } })
    return { news: capital(news.join(', ')), sums: boardSums(board) }
  }
  if (!history) return { news: capital(view), sums: 'The commits of this repository were not replayed.' }
  return { news: historyNews(history).replace(/\.$/, ''), sums: historySums(history) }
}

/** The sums of a history in figures; no duration stands there twice. */
export function figuresOf({ sums, stateCommits, filtered }: RepositoryHistory): readonly Figure[] {
  const { episodes, open, medianSeconds, longestSeconds, stateCommitsWith } = sums
  const durationOf = (seconds: number | undefined) => (seconds === undefined ? '–' : duration(seconds, 1))
  const isOne = medianSeconds === longestSeconds
  return [
    [String(episodes), `${episodes === 1 ? 'contradiction' : 'contradictions'}${filtered ? ' listed' : ''}`],
    [String(open), 'still open'],
    ...(isOne ? [] : [[durationOf(medianSeconds), 'median until it ended'] as const]),
    [durationOf(longestSeconds), isOne ? 'until it ended' : 'longest until it ended'],
    [stateCommits === 0 ? '–' : `${Math.round((100 * stateCommitsWith) / stateCommits)}%`, 'of state commits with one'],
  ]
}

/** What a search looks in, in small letters; made when it is first searched. */
export const searchable = memo((target: BoardTarget): string => {
  const { id, state, agent = '', within = '', asks, waits = '', next = '', path, findings } = target
  const codes = [...findings.worst, ...(findings.rest ?? [])].map(({ code, message }) => `${code} ${message}`)
  return [kindOf(target), id, state, agent, within, asks?.text ?? '', waits, next, path, ...codes]
    .join('\n')
    .toLowerCase()
})
