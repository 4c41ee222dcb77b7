import { lanes, type Board, type BoardTarget, type Lane } from '../core/board.ts'
import type { HistoryCommit, RepositoryHistory } from '../core/history.ts'
import { pluralize } from '../core/diagnostic.ts'
import { visibleLine } from '../core/message.ts'
import {
  addressIn,
  decisionText,
  upperBoundMark,
  filesAddress,
  headline,
  kindOf,
  laneTitles,
  noDecisionDue,
  shortFinding,
} from './board.ts'
import { sizeOf, fit, type Section } from './fit.ts'
import { code, prose, row, tableHead } from './inline.ts'
import { boardForComments } from './spelling.ts'
import { contradictionText, findingText, minuteOf, shortSha } from './history-words.ts'

/** The most bytes of a board in a summary: the summary of a step may have 1 MiB, and more is to be shown there. */
const defaultLimit = 256 << 10

export interface BoardMarkdownOptions {
  /** The most bytes of UTF-8. */
  readonly limit?: number
  /** The past of its targets, where it is known: what contradicts itself now is listed with its begin. */
  readonly history?: RepositoryHistory | undefined
  /** The host, `https://github.com`: targets link to their files there. */
  readonly server?: string | undefined
  /**
   * Where the links lead: a commit, or `HEAD` for the default branch as it is by then. By default the commit of the
   * board.
   */
  readonly revision?: string | undefined
  /** What the heading begins with; default: `Baton`. */
  readonly title?: string
  /** The commands come first, and are cut last. */
  readonly commandsFirst?: boolean
}

const columns = tableHead('Target', 'State', 'Since', 'Details', 'Next')

/** How a board is laid out. */
interface Layout {
  /** Where the files of a repository are, at a revision of it; absent: that is not known. */
  readonly files: string | undefined
}

/** A day, since a text that ages would be another text every hour. */
const sinceIn = ({ since, uncommitted }: BoardTarget): string =>
  since ? `${upperBoundMark(since)}${since.at.slice(0, 10)}` : uncommitted ? 'uncommitted' : ''

function matterIn({ asks, agent, waits, findings: { errors, warnings, notices, worst } }: BoardTarget): string {
  const [first] = worst
  const counts = countsText([
    ['error', errors],
    ['warning', warnings],
    ['notice', notices],
  ])
  const parts = [
    ...(asks ? [decisionText(asks.kind, prose(visibleLine(asks.text)))] : []),
    ...(first ? [first.said ? code(shortFinding(first)) : `${code(first.code)} ${prose(first.message)}`] : []),
    ...(waits === undefined ? [] : [prose(visibleLine(waits))]),
    ...(agent === undefined ? [] : [code(agent)]),
    ...(counts === '' ? [] : [counts]),
  ]
  return parts.join('<br>')
}

/** A target by kind and name, leading to its file. */
function nameIn(target: BoardTarget, { files }: Layout): string {
  const { name, within, path } = target
  const address = addressIn(path, files)
  const link = address === undefined ? code(name) : `[${code(name)}](${address})`
  return `${prose(kindOf(target))} ${link}${within === undefined ? '' : ` in ${code(within)}`}`
}

function targetRow(target: BoardTarget, layout: Layout): string {
  const { state, next } = target
  const command = next === undefined ? '' : code(next)
  return row(nameIn(target, layout), code(state), sinceIn(target), matterIn(target), command)
}

const omittedNote = (count: number): string =>
  `${pluralize(count, 'more target')} omitted to save space: \`baton board\` lists all.`

/** How much of the page may be full after each lane. */
const maxFill: Readonly<Record<Lane, number>> = { person: 0.5, agent: 0.65, ready: 0.85, done: 0.9, unknown: 0.95 }

function section(lane: Lane, board: Board, layout: Layout): Section {
  const items = board.targets.filter((target) => target.lane === lane).map((target) => targetRow(target, layout))
  const shared = { items, rest: omittedNote, until: maxFill[lane] }
  if (lane === 'done' || lane === 'unknown')
    return {
      ...shared,
      open: '',
      folded: { after: 0, title: (count) => `${laneTitles[lane]}: ${pluralize(count, 'target')}`, open: columns },
    }
  return { ...shared, open: `\n### ${laneTitles[lane]}: ${items.length}\n\n${columns}` }
}

/** The commands of all targets, in their order, then those that mend what is wrong besides. */
function commands({ targets, others }: Board, layout: Layout): Section {
  const items = [
    ...targets.flatMap((target) =>
      target.next === undefined ? [] : [`- ${code(target.next)} ${nameIn(target, layout)}\n`],
    ),
    ...others.flatMap(({ code: name, fix }) => (fix === undefined ? [] : [`- ${code(fix)} ${code(name)}\n`])),
  ]
  return {
    open: `\n### Next: ${pluralize(items.length, 'command')}\n\n`,
    items,
    rest: (count) => `${pluralize(count, 'more command')} omitted to save space: \`baton board\` lists all.`,
    until: 0.9,
  }
}

const beganAt = ({ commit, at }: HistoryCommit) => `${minuteOf(at)} ${code(shortSha(commit))}`

/**
 * The contradictions that are open, each with the commit at which it began. The first commit of a shallow clone is
 * another after each push.
 */
function contradictions({ episodes }: Pick<RepositoryHistory, 'episodes'>): Section {
  const openEpisodes = episodes.filter(({ ended }) => !ended)
  const items = openEpisodes.map((episode) =>
    row(
      code(episode.target ?? '-'),
      findingText(episode, code),
      contradictionText(episode.last, code),
      episode.began ? beganAt(episode.began) : 'before the first commit of the clone',
    ),
  )
  return {
    open: `\n### Open contradictions: ${openEpisodes.length}\n\n${tableHead('Target', 'Code', 'Contradiction', 'Since')}`,
    items,
    rest: (count) =>
      `${pluralize(count, 'more contradiction')} omitted to save space: \`baton history --open\` lists all.`,
    until: 0.97,
  }
}

/** Fits sections into the room that the others leave; `usedShare` is the part of the page that is taken. */
const fitSectionsAfter = (sections: readonly Section[], usedShare: number): readonly Section[] =>
  sections.map((part) => ({ ...part, until: usedShare + (1 - usedShare) * part.until }))

/** What there is of each, `2 errors, 1 warning`; empty where there is none. */
const countsText = (counts: readonly (readonly [noun: string, count: number])[]): string =>
  counts.flatMap(([noun, count]) => (count === 0 ? [] : [pluralize(count, noun)])).join(', ')

/**
 * The board as GitHub Flavored Markdown, the most important first. It tells days and no ages: without a change it is
 * the same text. Nothing that comes from a file is anything but text or code.
 */
export function boardMarkdown(givenBoard: Board, options: BoardMarkdownOptions = {}): string {
  const board = boardForComments(givenBoard)
  const { counts, commit, branch, others, notes } = board
  const {
    limit = defaultLimit,
    history,
    commandsFirst = false,
    title = 'Baton',
    server = 'https://github.com',
    revision = commit ?? '',
  } = options
  const layout = { files: filesAddress(board, server, revision) }
  const place = [
    ...(branch === undefined ? [] : [code(branch)]),
    ...(commit === undefined ? [] : [code(commit.slice(0, 7))]),
  ]
  const total = lanes.reduce((sum, lane) => sum + counts[lane], 0)
  const laneCounts = lanes
    .flatMap((lane) => (counts[lane] === 0 ? [] : [`${laneTitles[lane].toLowerCase()} ${counts[lane]}`]))
    .join(', ')
  const problems = countsText([
    ['error', counts.errors],
    ['warning', counts.warnings],
  ])
  const placeText = place.length === 0 ? '' : ` at ${place.join(' ')}`
  const summary = `${pluralize(total, 'target')}${placeText}${laneCounts === '' ? '' : `: ${laneCounts}`}.${problems === '' ? '' : ` ${problems}.`}`
  const news = counts.person === 0 ? `\n${noDecisionDue}\n` : ''
  const head = `## ${title}: ${headline(board).join(', ')}\n\n${summary}\n${news}`
  const start = { open: '', items: [head], rest: () => '', until: 1 }
  const otherFindings: Section = {
    open: '\n### Other findings\n\n',
    items: others.map(
      ({ code: name, message, path, fix }) =>
        `- ${code(name)} ${prose(message)}${path === '.' ? '' : ` (${code(path)})`}${fix === undefined || commandsFirst ? '' : ` ${code(fix)}`}\n`,
    ),
    rest: (count) => `${pluralize(count, 'more finding')}.`,
    until: 0.98,
  }
  const notesSection: Section = {
    open: '\n### Notes\n\n',
    items: notes.map((note) => `- ${prose(note)}\n`),
    rest: (count) => `${pluralize(count, 'more note')}.`,
    until: 1,
  }
  const firstSections = commandsFirst ? [start, commands(board, layout)] : [start]
  const usedShare = commandsFirst ? sizeOf(fit(firstSections, limit)) / limit : 0
  return fit(
    [
      ...firstSections,
      ...fitSectionsAfter(
        [
          ...lanes.map((lane) => section(lane, board, layout)),
          ...(history ? [contradictions(history)] : []),
          otherFindings,
          notesSection,
        ],
        usedShare,
      ),
    ],
    limit,
  )
}
