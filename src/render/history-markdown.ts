import type { Episode, HistoryCommit, RepositoryHistory } from '../core/history.ts'
import { visibleLine } from '../core/message.ts'
import { fit } from './fit.ts'
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
import { cell, code, prose } from './inline.ts'
import { table } from './table.ts'

/** The length that GitHub takes of a comment or an issue, in bytes at most. */
const limit = 65_536

const commitText = (commit: HistoryCommit): string => {
  const { commit: sha, author, at, merge } = commit
  return `${code(shortSha(sha))}${merge ? ' (merge)' : ''} ${code(visibleLine(author, 40))} ${minuteOf(at)}${byText(commit, code)}`
}

const rowOf = (episode: Episode, from: string): string =>
  table(
    [],
    [
      [
        code(episode.target ?? '-'),
        findingText(episode, code),
        contradictionText(episode.last, code),
        lastedText(episode),
        beginText(episode, from, commitText),
        episode.ended ? `${commitText(episode.ended)}: ${prose(endText(episode))}` : 'still open',
      ].map(cell),
    ],
  )
    .split('\n')
    .at(-1) ?? ''

const segmentRows = ({ targets }: RepositoryHistory): readonly string[] =>
  targets
    .flatMap(({ id, segments, sums }) =>
      segments.map(({ holder, state, began, earlier, seconds }, index) =>
        [
          `${code(id)}${index === 0 ? `<br>${targetSumsText(sums)}` : ''}`,
          holder ?? 'unknown',
          code(state),
          `${commitText(began)}${earlierText({ earlier })}`,
          duration(seconds, 1),
        ].map(cell),
      ),
    )
    .map((cells) => `| ${cells.join(' | ')} |`)

/**
 * A history as Markdown, cut to what GitHub takes. Its dates are absolute: a text that ages would be another text every
 * hour.
 */
export function historyMarkdown(
  history: RepositoryHistory,
  { transitions }: { readonly transitions: boolean },
): string {
  const titles = transitions
    ? ['target', 'holder', 'state', 'since', 'lasted']
    : ['target', 'code', 'contradiction', 'lasted', 'began', 'ended']
  const rows = transitions ? segmentRows(history) : history.episodes.map((episode) => rowOf(episode, history.from))
  const intro = [
    `## ${headline(history, transitions)}`,
    sumsText(history),
    ...history.notes.map((note) => `> ${prose(note)}`),
  ].join('\n\n')
  const sections = [
    { open: '', items: [`${intro}\n`], rest: () => '', until: 1 },
    {
      open: `\n${table(titles, [])}\n`,
      items: rows.map((row) => `${row}\n`),
      rest: (count: number) =>
        `_${count} more ${count === 1 ? 'is' : 'are'} left out: \`baton history\` has them all._`,
      until: 1,
    },
  ]
  return fit(sections, limit)
}
