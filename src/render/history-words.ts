import type { Ending, Episode, HistoryCommit, RepositoryHistory, TargetSums } from '../core/history.ts'
import { signBefore, type PlaceValue } from '../core/compared.ts'
import { pluralize } from '../core/diagnostic.ts'
import { visibleLine } from '../core/message.ts'
import { shortChecksum } from './board.ts'

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** A time span in its largest unit, and on request in the next smaller one too: `21 h 11 min`. */
export function duration(seconds: number, parts: 1 | 2 = 2): string {
  const rounded = Math.round(seconds)
  const unitIndex = Math.max(
    0,
    units.findIndex(([unit, size]) => rounded >= size || unit === 's'),
  )
  const [unit, size] = units[unitIndex] ?? ['s', 1]
  const nextUnit = units[unitIndex + 1]
  const remainder = nextUnit && parts === 2 ? Math.floor((rounded % size) / nextUnit[1]) : 0
  return `${Math.floor(rounded / size)} ${unit}${nextUnit && remainder > 0 ? ` ${remainder} ${nextUnit[0]}` : ''}`
}

/** A time in UTC, to the minute. */
export const minuteOf = (at: string): string => at.slice(0, 'YYYY-MM-DDThh:mm'.length).replace('T', ' ')

export const shortSha = (sha: string): string => sha.slice(0, 7)

/** What a place contains, on one line. */
export const shownValue = (value: string | null): string =>
  value === null ? 'nothing' : visibleLine(shortChecksum(value), 60) || 'nothing'

/** What contradicts itself: `row 📦 Installed ≠ notes 💡 Ideated`. Each part by `show`. */
export const contradictionText = (statements: readonly PlaceValue[], show: (text: string) => string): string =>
  statements
    .map(
      ({ place, value }, index) =>
        `${signBefore(statements, index)}${place} ${value === null ? shownValue(value) : show(shownValue(value))}`,
    )
    .join('')

const endings: Readonly<Record<Ending, (episode: Episode) => string>> = {
  open: () => 'still open',
  target: () => 'target gone',
  hidden: () => 'cannot be read',
  turned: ({ into = '' }) => `became ${into}`,
  place: ({ changed = '' }) => `${changed} gone`,
  recorded: () => 'recorded again',
  restored: () => 'file as recorded again',
  followed: ({ changed = '', to = '' }) => `${changed} followed the ${to}`,
  both: () => 'both moved on',
  mended: () => 'mended',
}

/** What is found, by its code, with the subject where the code does not name it. */
export function findingText(
  { code, subject, known }: Pick<Episode, 'code' | 'subject' | 'known'>,
  show: (text: string) => string,
): string {
  const isNamed = subject === undefined || code.includes(subject.toUpperCase())
  return `${show(code)}${isNamed ? '' : ` ${show(subject)}`}${known ? ' (known)' : ''}`
}

export const endText = (episode: Episode): string => endings[episode.how](episode)

/** The mark after a begin that is before the range. */
export const earlierText = ({ earlier }: { readonly earlier?: true | undefined }): string =>
  earlier ? ' (earlier)' : ''

/** The commit at which an episode began, or the one before which it did. `show`: a commit. */
export const beginText = (episode: Episode, from: string, show: (commit: HistoryCommit) => string): string =>
  `${episode.began ? show(episode.began) : `before ${shortSha(from)}`}${earlierText(episode)}`

/** The text after a commit whose message has our trailers: the command that they name. */
export const byText = ({ by, command }: HistoryCommit, show: (text: string) => string): string =>
  by === undefined ? '' : ` (${command === undefined ? 'by Baton' : show(visibleLine(command, 60))})`

export function lastedText({ began, clock, seconds }: Episode): string {
  if (clock === 'odd') return 'unknown (clock)'
  return began === null ? 'unknown' : duration(seconds, 1)
}

/** How long an episode lasted and how it ended: `3 h, mended`, `3 h, still open`. */
export const courseText = (episode: Episode): string => `${lastedText(episode)}, ${endText(episode)}`

/** The sentence that some episodes are not in the figures of how long they lasted; empty where all are. */
function uncountedText(episodes: readonly Episode[]): string {
  const endedEpisodes = episodes.filter((episode) => episode.ended)
  const oddClocks = endedEpisodes.filter(({ clock }) => clock === 'odd').length
  const cutOff = endedEpisodes.filter(({ began, clock }) => clock !== 'odd' && began === null).length
  const parts = [
    ...(oddClocks === 0 ? [] : [`${oddClocks} whose clocks went backwards`]),
    ...(cutOff === 0 ? [] : [`${cutOff} that began before the first commit`]),
  ]
  return parts.length === 0 ? '' : ` Not counted in these times: ${parts.join(' and ')}.`
}

/** The first line of a history; `transitions`: it lists states, of which a filter of episodes says nothing. */
export function headline(
  { range, filtered, targets, sums: { episodes, open } }: RepositoryHistory,
  transitions = false,
): string {
  const inRange = range === undefined ? '' : ' in this range'
  if (filtered && transitions) return `The states of ${pluralize(targets.length, 'target')}${inRange}.`
  if (filtered) {
    if (episodes === 0) return `No matching episodes${inRange}.`
    return `${pluralize(episodes, 'matching episode')}${inRange}; ${open === 0 ? 'none' : open} still open.`
  }
  if (episodes === 0)
    return range === undefined
      ? 'The files never contradicted themselves.'
      : 'The files did not contradict themselves in this range.'
  if (episodes === 1)
    return `The files contradicted themselves once${inRange}, and ${open === 1 ? 'still do' : 'no longer do'}.`
  return `The files contradicted themselves ${episodes} times${inRange}; ${open === 0 ? 'no contradiction is' : open === 1 ? '1 contradiction is' : `${open} contradictions are`} still open.`
}

/** How many commits there are, and how many of them change state. */
export function commitsText({ commits, stateCommits, range }: RepositoryHistory): string {
  const total = `${pluralize(commits, 'commit')}${range === undefined ? '' : ' in this range'}`
  if (commits === 0) return total
  if (commits === 1) return `${total}, which ${stateCommits === 1 ? 'changes' : 'does not change'} state`
  const count = stateCommits === commits ? (commits === 2 ? 'both' : 'all') : stateCommits === 0 ? 'none' : stateCommits
  return `${total}, ${count} of which ${stateCommits === 1 || stateCommits === 0 ? 'changes' : 'change'} state`
}

/** The sums of a target: the shares of its holders, and how often an agent got control and for how long. */
export function targetSumsText({ share, transitions, grants, medianGrantSeconds }: TargetSums): string {
  const holderShares = (['orchestrator', 'agent', 'unknown'] as const).flatMap((holder) =>
    share[holder] > 0 ? [`${holder} ${Math.round(100 * share[holder])}%`] : [],
  )
  const median = medianGrantSeconds === undefined ? '' : ` (median ${duration(medianGrantSeconds)})`
  return [...holderShares, pluralize(transitions, 'transition'), `${pluralize(grants, 'grant')}${median}`].join(', ')
}

/** The sums of a history, in sentences. */
export function sumsText(history: RepositoryHistory): string {
  const { stateCommits, targets, filtered, sums } = history
  const { medianSeconds, longestSeconds, percentile90Seconds, stateCommitsWith, episodes } = sums
  const summary = `${commitsText(history)}; ${pluralize(targets.length, 'target')}.`
  if (episodes === 0) return summary
  const durations =
    medianSeconds === undefined
      ? ''
      : ` Duration of those that ended: median ${duration(medianSeconds)}, 90th percentile ${duration(percentile90Seconds ?? 0)}, longest ${duration(longestSeconds ?? 0)}.${uncountedText(history.episodes)}`
  const subject =
    stateCommits === 1
      ? stateCommitsWith === 1
        ? 'It has'
        : 'It does not have'
      : stateCommitsWith === stateCommits
        ? 'All of these have'
        : `${stateCommitsWith} of these ${stateCommits} ${stateCommitsWith === 1 ? 'has' : 'have'}`
  return `${summary}${stateCommits === 0 ? '' : ` ${subject} ${filtered ? 'one of the episodes listed' : 'a contradiction'}.`}${durations}`
}
