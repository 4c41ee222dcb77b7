import picocolors from 'picocolors'
import type { Episode, HistoryCommit, RepositoryHistory, Segment } from '../core/history.ts'
import { visible } from '../core/message.ts'
import {
  beginText,
  byText,
  contradictionText,
  duration,
  earlierText,
  endText,
  findingText,
  headline,
  lastedText,
  minuteOf,
  shortSha,
  sumsText,
  targetSumsText,
} from './history-words.ts'
import { plain } from './plain.ts'
import { bareName } from '../core/target.ts'
import { maxWidth } from './status.ts'

const commitText = (commit: HistoryCommit): string => {
  const { commit: sha, author, at, merge } = commit
  return `${shortSha(sha)}${merge ? ' (merge)' : ''} ${plain(visible(author, 40))}, ${minuteOf(at)}${byText(commit, plain)}`
}

function spanText(episode: Episode, from: string): string {
  const began = beginText(episode, from, commitText)
  return episode.ended ? `${began} – ${commitText(episode.ended)}: ${plain(endText(episode))}` : `since ${began}`
}

function episodeLines({ episodes, from }: RepositoryHistory, color: boolean): readonly string[] {
  const paint = picocolors.createColors(color)
  const heads = episodes.map((episode) => [
    `${episode.ended ? '' : 'open '}${lastedText(episode)}`,
    plain(bareName(episode.target ?? '')) || '-',
    findingText(episode, plain),
  ])
  const widths = [0, 1, 2].map((column) => maxWidth(heads.map((cells) => cells[column] ?? '')))
  return episodes.map((episode, index) => {
    const [lasted = '', ...cells] = (heads[index] ?? []).map((cell, column) => cell.padEnd(widths[column] ?? 0))
    const shown = contradictionText(episode.last, plain)
    const painted = episode.ended ? lasted : paint.yellow(lasted)
    return [painted, ...cells, ...(shown === '' ? [] : [shown]), spanText(episode, from)].join('  ').trimEnd()
  })
}

const segmentLine = ({ began, earlier, holder, state, seconds, ended }: Segment): string =>
  `  ${minuteOf(began.at)}  ${shortSha(began.commit)}  ${(holder ?? 'unknown').padEnd('orchestrator'.length)}  ${plain(state)}  ${duration(seconds, 1)}${ended ? '' : ' so far'}${earlierText({ earlier })}${byText(began, plain)}`

const segmentLines = ({ targets }: RepositoryHistory): readonly string[] =>
  targets.flatMap(({ id, segments, sums }) => [`${plain(id)}  ${targetSumsText(sums)}`, ...segments.map(segmentLine)])

/** A history for a terminal: its episodes, or the states of its targets. */
export function historyText(
  history: RepositoryHistory,
  { color, transitions }: { readonly color: boolean; readonly transitions: boolean },
): string {
  const lines = transitions ? segmentLines(history) : episodeLines(history, color)
  const intro = [headline(history), sumsText(history), ...history.notes.map((note) => `Note: ${note}`)]
  return `${[...intro, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')}\n`
}
