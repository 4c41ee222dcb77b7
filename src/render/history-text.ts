import picocolors from 'picocolors'
import type { Episode, HistoryCommit, RepositoryHistory, Segment } from '../core/history.ts'
import { visibleLine } from '../core/message.ts'
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
import { plainText } from './plain.ts'
import { bareName } from '../core/target.ts'
import { maxWidth } from './status.ts'

const commitText = (commit: HistoryCommit): string => {
  const { commit: sha, author, at, merge } = commit
  return `${shortSha(sha)}${merge ? ' (merge)' : ''} ${plainText(visibleLine(author, 40))}, ${minuteOf(at)}${byText(commit, plainText)}`
}

function spanText(episode: Episode, from: string): string {
  const began = beginText(episode, from, commitText)
  return episode.ended ? `${began} – ${commitText(episode.ended)}: ${plainText(endText(episode))}` : `since ${began}`
}

function episodeLines({ episodes, from }: RepositoryHistory, color: boolean): readonly string[] {
  const paint = picocolors.createColors(color)
  const heads = episodes.map((episode) => [
    `${episode.ended ? '' : 'open '}${lastedText(episode)}`,
    plainText(bareName(episode.target ?? '')) || '-',
    findingText(episode, plainText),
  ])
  const widths = [0, 1, 2].map((column) => maxWidth(heads.map((cells) => cells[column] ?? '')))
  return episodes.map((episode, index) => {
    const [lastedCell = '', ...cells] = (heads[index] ?? []).map((cell, column) => cell.padEnd(widths[column] ?? 0))
    const contradiction = contradictionText(episode.last, plainText)
    const paintedLasted = episode.ended ? lastedCell : paint.yellow(lastedCell)
    return [paintedLasted, ...cells, ...(contradiction === '' ? [] : [contradiction]), spanText(episode, from)]
      .join('  ')
      .trimEnd()
  })
}

const segmentLine = ({ began, earlier, holder, state, seconds, ended }: Segment): string =>
  `  ${minuteOf(began.at)}  ${shortSha(began.commit)}  ${(holder ?? 'unknown').padEnd('orchestrator'.length)}  ${plainText(state)}  ${duration(seconds, 1)}${ended ? '' : ' so far'}${earlierText({ earlier })}${byText(began, plainText)}`

const segmentLines = ({ targets }: RepositoryHistory): readonly string[] =>
  targets.flatMap(({ id, segments, sums }) => [
    `${plainText(id)}  ${targetSumsText(sums)}`,
    ...segments.map(segmentLine),
  ])

/** A history for a terminal: its episodes, or the states of its targets. */
export function historyText(
  history: RepositoryHistory,
  { color, transitions }: { readonly color: boolean; readonly transitions: boolean },
): string {
  const lines = transitions ? segmentLines(history) : episodeLines(history, color)
  const intro = [headline(history, transitions), sumsText(history), ...history.notes.map((note) => `Note: ${note}`)]
  return `${[...intro, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')}\n`
}
