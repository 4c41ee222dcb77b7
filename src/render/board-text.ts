import picocolors from 'picocolors'
import stringWidth from 'string-width'
import { lanes, type Board, type BoardTarget, type Lane } from '../core/board.ts'
import {
  ageOf,
  upperBoundMark,
  headline,
  kindOf,
  laneTitles,
  matterOf,
  noDecisionDue,
  unlistedFindings,
} from './board.ts'
import { conflictLines } from './conflict-lines.ts'
import { plainText } from './plain.ts'

type Colors = ReturnType<typeof picocolors.createColors>

export interface BoardTextOptions {
  readonly color: boolean
  /** The cells of a line; absent: as many as there are. */
  readonly width?: number | undefined
  /** Every target of the lanes has its own line, also in those that else are a line of names. */
  readonly inFull?: boolean
}

const shapes: Readonly<Record<Lane, string>> = { person: '?', agent: '▶', ready: '◆', done: '✓', unknown: '○' }

const paintersOf = (colors: Colors): Readonly<Record<Lane, (text: string) => string>> => ({
  person: colors.yellow,
  agent: colors.blue,
  ready: colors.cyan,
  done: colors.gray,
  unknown: colors.gray,
})

const gap = '  '
const segmenter = new Intl.Segmenter()

/** The beginning of a text that has so many cells at most, with `…` where it was cut. */
export function cutToCells(text: string, cells: number): string {
  if (stringWidth(text) <= cells) return text
  if (cells < 1) return ''
  let cutText = ''
  let remaining = cells - 1
  for (const { segment } of segmenter.segment(text)) {
    remaining -= stringWidth(segment)
    if (remaining < 0) break
    cutText += segment
  }
  return `${cutText.trimEnd()}…`
}

const padTo = (text: string, cells: number): string => text + ' '.repeat(Math.max(0, cells - stringWidth(text)))

const columns = ['kind', 'name', 'state', 'age', 'findings', 'matter', 'next'] as const
type Column = (typeof columns)[number]
type Row = Readonly<Record<Column, string>>

/**
 * The columns that give way where a line is too long, in this order, each down to so many cells; a command never does.
 */
const flexibleColumns: readonly (readonly [column: Column, least: number])[] = [
  ['matter', 24],
  ['name', 16],
  ['state', 12],
]

/** Targets next to another of the same kind and name, so that only their container tells them apart. */
function namesakes(targets: readonly BoardTarget[]): ReadonlySet<string> {
  const idByName = new Map<string, string>()
  const ids = new Set<string>()
  for (const target of targets) {
    const name = `${kindOf(target)}:${target.name}`
    const otherId = idByName.get(name)
    if (otherId !== undefined) ids.add(otherId).add(target.id)
    idByName.set(name, target.id)
  }
  return ids
}

function ageColumn({ since, uncommitted }: BoardTarget, now: string): string {
  if (since) return `${upperBoundMark(since)}${ageOf(since.at, now)}`
  return uncommitted ? 'uncommitted' : '-'
}

const marks = { errors: '✖', warnings: '▲', notices: '·' } as const
const severest = ['errors', 'warnings', 'notices'] as const

const findingsColumn = ({ findings }: BoardTarget): string =>
  severest.flatMap((severity) => (findings[severity] > 0 ? [`${findings[severity]} ${marks[severity]}`] : [])).join(' ')

const rowOf = (target: BoardTarget, now: string, withContainer: boolean): Row => ({
  kind: plainText(kindOf(target)),
  name: plainText(withContainer && target.within !== undefined ? `${target.name} in ${target.within}` : target.name),
  state: plainText(target.state),
  age: ageColumn(target, now),
  findings: findingsColumn(target),
  matter: plainText(matterOf(target)),
  next: plainText(target.next ?? ''),
})

type Widths = Readonly<Record<Column, number>>

/** How many cells each column has, so that a line has so many at most; and whether they fit. */
function widthsOf(rows: readonly Row[], cells: number): { readonly widths: Widths; readonly fit: boolean } {
  const widest = (column: Column) => rows.reduce((maxWidth, row) => Math.max(maxWidth, stringWidth(row[column])), 0)
  const widths = Object.fromEntries(columns.map((column) => [column, widest(column)])) as Record<Column, number>
  const excess = () =>
    columns.reduce((sum, column) => sum + (widths[column] === 0 ? 0 : widths[column] + gap.length), -cells)
  for (const [column, least] of flexibleColumns)
    widths[column] = Math.max(Math.min(least, widths[column]), widths[column] - Math.max(0, excess()))
  return { widths, fit: excess() <= 0 }
}

/**
 * What a line below that of its target begins with: no text of a file begins a line, where it could be a workflow
 * command.
 */
const detailMark = '↳ '

/** Names one behind the other, in as many lines as they need, the later ones indented. */
function wrapNames(head: string, names: readonly string[], cells: number): readonly string[] {
  const indent = stringWidth(head)
  const lines: string[] = []
  let line = head
  let length = indent
  for (const name of names) {
    const nameWidth = stringWidth(name)
    if (length > indent && length + gap.length + nameWidth > cells) {
      lines.push(line)
      line = ' '.repeat(indent)
      length = indent
    }
    const space = length > indent ? gap : ''
    line += space + name
    length += space.length + nameWidth
  }
  return [...lines, line]
}

/** The line above: what is looked at, and the news at its right end. */
function headLines(board: Board, cells: number, colors: Colors): readonly string[] {
  const { repository, branch, commit, dirty } = board
  const place = [branch, commit?.slice(0, 7), dirty === true ? '(changed)' : undefined]
    .filter((part) => part !== undefined)
    .join(' ')
  const left = ['Baton', ...(repository === undefined ? [] : [repository]), ...(place === '' ? [] : [place])]
    .map(plainText)
    .join(gap)
  const right = headline(board).join(' · ')
  const room = Math.min(cells, 100) - stringWidth(left) - stringWidth(right)
  const boldLeft = colors.bold(left)
  return room >= gap.length ? [`${boldLeft}${' '.repeat(room)}${right}`] : [boldLeft, right]
}

/** Who holds what, lane by lane, for a terminal. */
export function boardText(
  board: Board,
  { color, width = Number.POSITIVE_INFINITY, inFull = false }: BoardTextOptions,
): string {
  const colors = picocolors.createColors(color)
  const paint = paintersOf(colors)
  const targetsIn = (lane: Lane) => board.targets.filter((target) => target.lane === lane)
  const isFolded = (lane: Lane) => !inFull && (lane === 'done' || lane === 'unknown')
  const alike = namesakes(board.targets)
  const rows = new Map(
    board.targets
      .filter(({ lane }) => !isFolded(lane))
      .map((target) => [target, rowOf(target, board.at, alike.has(target.id))]),
  )
  const isAgeKnown = [...rows.values()].some(({ age }) => age !== '-')
  const alignedRows = isAgeKnown ? [...rows.values()] : [...rows.values()].map((row) => ({ ...row, age: '' }))
  const withMatter = widthsOf(alignedRows, width)
  const withoutMatter = alignedRows.map((row) => ({ ...row, matter: '' }))
  const { widths } = withMatter.fit ? withMatter : widthsOf(withoutMatter, width)
  const labels = lanes
    .filter((lane) => isFolded(lane) && targetsIn(lane).length > 0)
    .map((lane) => `${shapes[lane]} ${laneTitles[lane]}`)
  const labelWidth = Math.max(0, ...labels.map((label) => stringWidth(label)))
  const countWidth = Math.max(0, ...lanes.filter(isFolded).map((lane) => String(targetsIn(lane).length).length))

  /** The line of a target; on a narrow terminal what matters comes below it. */
  const line = (row: Row, target: BoardTarget): readonly string[] => {
    const shownColumns = columns.filter((column) => widths[column] > 0)
    const lastColumn = shownColumns.findLastIndex((column) => row[column] !== '')
    const cells = shownColumns.slice(0, lastColumn + 1).map((column, index) => {
      const cutCell = cutToCells(row[column], widths[column])
      const cell = index === lastColumn ? cutCell : padTo(cutCell, widths[column])
      if (column === 'findings') {
        const { errors, warnings } = target.findings
        return errors > 0 ? colors.red(cell) : warnings > 0 ? colors.yellow(cell) : colors.dim(cell)
      }
      return column === 'kind' || column === 'age' ? colors.dim(cell) : column === 'name' ? colors.bold(cell) : cell
    })
    const matterLines =
      withMatter.fit || row.matter === ''
        ? []
        : [`${gap}${detailMark}${cutToCells(row.matter, width - gap.length - detailMark.length)}`]
    return [cells.map((cell) => gap + cell).join(''), ...matterLines]
  }

  const foldedLines = (lane: Lane, targets: readonly BoardTarget[]): readonly string[] => {
    const label = padTo(`${shapes[lane]} ${laneTitles[lane]}`, labelWidth)
    const head = `${label}${gap}${padTo(String(targets.length), countWidth)}${gap}${gap}`
    const names = targets.map((target) => {
      const { name, kind } = rowOf(target, board.at, alike.has(target.id))
      const { errors, warnings } = target.findings
      const mark = errors > 0 ? ` ${errors} ✖` : warnings > 0 ? ` ${warnings} ▲` : ''
      // At the beginning of a line it would be a workflow command.
      return `${(name === '' ? kind : name).replace(/^::/, ': :')}${mark}`
    })
    const [first = '', ...moreLines] = wrapNames(head, names, width)
    return [paint[lane](first.slice(0, label.length)) + first.slice(label.length), ...moreLines]
  }

  const sections = lanes.flatMap((lane): readonly (readonly string[])[] => {
    const targets = targetsIn(lane)
    if (targets.length === 0 && (lane !== 'person' || board.counts.person > 0)) return []
    if (isFolded(lane)) return [foldedLines(lane, targets)]
    const title = `${paint[lane](`${shapes[lane]} ${laneTitles[lane]}`)}${gap}${targets.length}`
    return [
      [
        title,
        ...(targets.length === 0
          ? [gap + noDecisionDue]
          : targets.flatMap((target) => line(rows.get(target) as Row, target))),
      ],
    ]
  })
  const alsoLines =
    board.others.length === 0 ? [] : [`Also: ${unlistedFindings(board.others.length)}. \`baton validate\` lists them.`]
  const conflicts = conflictLines(board.others.filter(({ code }) => code === 'MERGE_CONFLICT'))
  const ends = [...conflicts, ...alsoLines, ...board.notes.map((note) => `Note: ${plainText(note)}`)]
  const blocks = [headLines(board, width, colors), ...sections, ...(ends.length === 0 ? [] : [ends])]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}
