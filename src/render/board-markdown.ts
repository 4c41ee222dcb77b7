import { lanes, type Board, type BoardTarget, type Lane } from '../core/board.ts'
import { pluralize } from '../core/severity-counts.ts'
import { atMost, fileAddress, headline, kindOf, laneTitles, noneWaiting, shortFinding } from './board.ts'
import { fit, type Section } from './fit.ts'
import { cell, code, prose } from './inline.ts'

export interface BoardMarkdownOptions {
  /** The most bytes of UTF-8. */
  readonly limit?: number
  /** The host, `https://github.com`: targets link to their files there. */
  readonly server?: string | undefined
}

/** What GitHub takes for one step's job summary, in bytes. */
const summaryLimit = 1024 * 1024

const row = (...cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |\n`
const table = (...heads: readonly string[]) => `${row(...heads)}${row(...heads.map(() => '---'))}`
const columns = table('Target', 'State', 'Since', 'What is up', 'Next')

/** A day, since a text that ages would be another text every hour. */
const sinceIn = ({ since, uncommitted }: BoardTarget): string =>
  since ? `${atMost(since)}${since.at.slice(0, 10)}` : uncommitted ? 'uncommitted' : ''

function matterIn({ asks, agent, waits, findings: { errors, warnings, worst } }: BoardTarget): string {
  const [first] = worst
  const counts = describe([
    ['error', errors],
    ['warning', warnings],
  ])
  const parts = [
    ...(asks ? [`${asks.kind}: ${prose(asks.text)}`] : []),
    ...(first?.severity === 'error' ? [first.said ? code(shortFinding(first)) : `${code(first.code)} ${prose(first.message)}`] : []),
    ...(waits === undefined ? [] : [prose(waits)]),
    ...(agent === undefined ? [] : [code(agent)]),
    ...(counts === '' ? [] : [counts]),
  ]
  return parts.join('<br>')
}

function targetRow(target: BoardTarget, board: Board, server: string): string {
  const { name, within, path, state, next } = target
  const address = fileAddress(path, board, server)
  const shown = address === undefined ? code(name) : `[${code(name)}](${address})`
  const inside = within === undefined ? '' : ` in ${code(within)}`
  return row(
    `${prose(kindOf(target))} ${shown}${inside}`,
    code(state),
    sinceIn(target),
    matterIn(target),
    next === undefined ? '' : code(next),
  )
}

const left = (count: number): string => `${pluralize(count, 'more target')} left out for want of room: \`baton board\` lists all.`

/** How much of the page may be full after each lane. */
const until: Readonly<Record<Lane, number>> = { person: 0.5, agent: 0.65, ready: 0.85, done: 0.9, unknown: 0.95 }

function section(lane: Lane, board: Board, server: string): Section {
  const items = board.targets.filter((target) => target.lane === lane).map((target) => targetRow(target, board, server))
  const common = { items, rest: left, until: until[lane] }
  if (lane === 'done' || lane === 'unknown')
    return {
      ...common,
      open: '',
      folded: { after: 0, title: (count) => `${laneTitles[lane]}: ${pluralize(count, 'target')}`, open: columns },
    }
  return { ...common, open: `\n### ${laneTitles[lane]}: ${items.length}\n\n${columns}` }
}

/** What there is of each, `2 errors, 1 warning`; empty where there is none. */
const describe = (counts: readonly (readonly [noun: string, count: number])[]): string =>
  counts.flatMap(([noun, count]) => (count === 0 ? [] : [pluralize(count, noun)])).join(', ')

/**
 * The board as GitHub Flavored Markdown, the most important first. It tells days and no ages: without a change it is the same text.
 * Nothing that comes from a file is anything but text or code.
 */
export function boardMarkdown(board: Board, { limit = summaryLimit, server = 'https://github.com' }: BoardMarkdownOptions = {}): string {
  const { counts, commit, branch, others, notes } = board
  const place = [...(branch === undefined ? [] : [code(branch)]), ...(commit === undefined ? [] : [code(commit.slice(0, 7))])]
  const total = lanes.reduce((sum, lane) => sum + counts[lane], 0)
  const byLane = lanes.flatMap((lane) => (counts[lane] === 0 ? [] : [`${laneTitles[lane].toLowerCase()} ${counts[lane]}`])).join(', ')
  const wrong = describe([
    ['error', counts.errors],
    ['warning', counts.warnings],
  ])
  const where = place.length === 0 ? '' : ` at ${place.join(' ')}`
  const summary = `${pluralize(total, 'target')}${where}${byLane === '' ? '' : `: ${byLane}`}.${wrong === '' ? '' : ` ${wrong}.`}`
  const news = counts.person === 0 ? `\n${noneWaiting}\n` : ''
  const head = `## Baton: ${headline(board).join(', ')}\n\n${summary}\n${news}`
  const whole = { open: '', items: [head], rest: () => '', until: 1 }
  const besides: Section = {
    open: '\n### Besides\n\n',
    items: others.map(({ code: name, message, fix }) => `- ${code(name)} ${prose(message)}${fix === undefined ? '' : ` ${code(fix)}`}\n`),
    rest: (count) => `${pluralize(count, 'more finding')}.`,
    until: 0.98,
  }
  const noted: Section = {
    open: '\n### Notes\n\n',
    items: notes.map((note) => `- ${prose(note)}\n`),
    rest: (count) => `${pluralize(count, 'more note')}.`,
    until: 1,
  }
  return fit([whole, ...lanes.map((lane) => section(lane, board, server)), besides, noted], limit)
}
