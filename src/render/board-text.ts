import picocolors from 'picocolors'
import stringWidth from 'string-width'
import { lanes, type Board, type BoardTarget, type Lane } from '../core/board.ts'
import { ageOf, upperBoundMark, headline, kindOf, laneTitles, matterOf, noneWaiting, unlistedFindings } from './board.ts'
import { conflictLines } from './conflict-lines.ts'
import { plain } from './plain.ts'

type Colors = ReturnType<typeof picocolors.createColors>

export interface BoardTextOptions {
  readonly color: boolean
  /** The cells of a line; absent: as many as there are. */
  readonly width?: number | undefined
  /** Every target of the lanes has its own line, also in those that else are a line of names. */
  readonly inFull?: boolean
}

const shapes: Readonly<Record<Lane, string>> = { person: '?', agent: '▶', ready: '◆', done: '✓', unknown: '○' }

const painted = (colors: Colors): Readonly<Record<Lane, (text: string) => string>> => ({
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
  let kept = ''
  let left = cells - 1
  for (const { segment } of segmenter.segment(text)) {
    left -= stringWidth(segment)
    if (left < 0) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

const padded = (text: string, cells: number): string => text + ' '.repeat(Math.max(0, cells - stringWidth(text)))

const columns = ['kind', 'name', 'state', 'age', 'findings', 'matter', 'next'] as const
type Column = (typeof columns)[number]
type Row = Readonly<Record<Column, string>>

/** The columns that give way where a line is too long, in this order, each down to so many cells; a command never does. */
const flexible: readonly (readonly [column: Column, least: number])[] = [
  ['matter', 24],
  ['name', 16],
  ['state', 12],
]

/** Targets next to another of the same kind and name, so that only their container tells them apart. */
function namesakes(targets: readonly BoardTarget[]): ReadonlySet<string> {
  const seen = new Map<string, string>()
  const alike = new Set<string>()
  for (const target of targets) {
    const name = `${kindOf(target)}:${target.name}`
    const other = seen.get(name)
    if (other !== undefined) alike.add(other).add(target.id)
    seen.set(name, target.id)
  }
  return alike
}

function ageColumn({ since, uncommitted }: BoardTarget, now: string): string {
  if (since) return `${upperBoundMark(since)}${ageOf(since.at, now)}`
  return uncommitted ? 'uncommitted' : '-'
}

const marks = { errors: '✖', warnings: '▲', notices: '·' } as const
const severest = ['errors', 'warnings', 'notices'] as const

const findingsColumn = ({ findings }: BoardTarget): string =>
  severest.flatMap((each) => (findings[each] > 0 ? [`${findings[each]} ${marks[each]}`] : [])).join(' ')

const rowOf = (target: BoardTarget, now: string, withContainer: boolean): Row => ({
  kind: plain(kindOf(target)),
  name: plain(withContainer && target.within !== undefined ? `${target.name} in ${target.within}` : target.name),
  state: plain(target.state),
  age: ageColumn(target, now),
  findings: findingsColumn(target),
  matter: plain(matterOf(target)),
  next: plain(target.next ?? ''),
})

type Widths = Readonly<Record<Column, number>>

/** How many cells each column has, so that a line has so many at most; and whether they fit. */
function widthsOf(rows: readonly Row[], cells: number): { readonly widths: Widths; readonly fit: boolean } {
  const widest = (column: Column) => rows.reduce((most, row) => Math.max(most, stringWidth(row[column])), 0)
  const widths = Object.fromEntries(columns.map((column) => [column, widest(column)])) as Record<Column, number>
  const excess = () => columns.reduce((sum, column) => sum + (widths[column] === 0 ? 0 : widths[column] + gap.length), -cells)
  for (const [column, least] of flexible) widths[column] = Math.max(Math.min(least, widths[column]), widths[column] - Math.max(0, excess()))
  return { widths, fit: excess() <= 0 }
}

/** What a line below that of its target begins with: no text of a file begins a line, where it could be a workflow command. */
const below = '↳ '

/** Names one behind the other, in as many lines as they need, the later ones indented. */
function wrapped(head: string, names: readonly string[], cells: number): readonly string[] {
  const indent = stringWidth(head)
  const lines: string[] = []
  let line = head
  let length = indent
  for (const name of names) {
    const needed = stringWidth(name)
    if (length > indent && length + gap.length + needed > cells) {
      lines.push(line)
      line = ' '.repeat(indent)
      length = indent
    }
    const space = length > indent ? gap : ''
    line += space + name
    length += space.length + needed
  }
  return [...lines, line]
}

/** The line above: what is looked at, and the news at its right end. */
function top(board: Board, cells: number, colors: Colors): readonly string[] {
  const { repository, branch, commit, dirty } = board
  const place = [branch, commit?.slice(0, 7), dirty === true ? '(changed)' : undefined].filter((each) => each !== undefined).join(' ')
  const left = ['Baton', ...(repository === undefined ? [] : [repository]), ...(place === '' ? [] : [place])].map(plain).join(gap)
  const right = headline(board).join(' · ')
  const room = Math.min(cells, 100) - stringWidth(left) - stringWidth(right)
  const shown = colors.bold(left)
  return room >= gap.length ? [`${shown}${' '.repeat(room)}${right}`] : [shown, right]
}

/** Who holds what, lane by lane, for a terminal. */
export function boardText(board: Board, { color, width = Number.POSITIVE_INFINITY, inFull = false }: BoardTextOptions): string {
  const colors = picocolors.createColors(color)
  const paint = painted(colors)
  const of = (lane: Lane) => board.targets.filter((target) => target.lane === lane)
  const isFolded = (lane: Lane) => !inFull && (lane === 'done' || lane === 'unknown')
  const alike = namesakes(board.targets)
  const rows = new Map(
    board.targets.filter(({ lane }) => !isFolded(lane)).map((target) => [target, rowOf(target, board.at, alike.has(target.id))]),
  )
  const isAgeKnown = [...rows.values()].some(({ age }) => age !== '-')
  const aligned = isAgeKnown ? [...rows.values()] : [...rows.values()].map((row) => ({ ...row, age: '' }))
  const beside = widthsOf(aligned, width)
  const withoutMatter = aligned.map((row) => ({ ...row, matter: '' }))
  const { widths } = beside.fit ? beside : widthsOf(withoutMatter, width)
  const labels = lanes.filter((lane) => isFolded(lane) && of(lane).length > 0).map((lane) => `${shapes[lane]} ${laneTitles[lane]}`)
  const labelled = Math.max(0, ...labels.map((label) => stringWidth(label)))
  const counted = Math.max(0, ...lanes.filter(isFolded).map((lane) => String(of(lane).length).length))

  /** The line of a target; on a narrow terminal what matters comes below it. */
  const line = (row: Row, target: BoardTarget): readonly string[] => {
    const shown = columns.filter((column) => widths[column] > 0)
    const last = shown.findLastIndex((column) => row[column] !== '')
    const cells = shown.slice(0, last + 1).map((column, index) => {
      const cut = cutToCells(row[column], widths[column])
      const cell = index === last ? cut : padded(cut, widths[column])
      if (column === 'findings') {
        const { errors, warnings } = target.findings
        return errors > 0 ? colors.red(cell) : warnings > 0 ? colors.yellow(cell) : colors.dim(cell)
      }
      return column === 'kind' || column === 'age' ? colors.dim(cell) : column === 'name' ? colors.bold(cell) : cell
    })
    const lower = beside.fit || row.matter === '' ? [] : [`${gap}${below}${cutToCells(row.matter, width - gap.length - below.length)}`]
    return [cells.map((cell) => gap + cell).join(''), ...lower]
  }

  const folded = (lane: Lane, targets: readonly BoardTarget[]): readonly string[] => {
    const label = padded(`${shapes[lane]} ${laneTitles[lane]}`, labelled)
    const head = `${label}${gap}${padded(String(targets.length), counted)}${gap}${gap}`
    const names = targets.map((target) => {
      const { name, kind } = rowOf(target, board.at, alike.has(target.id))
      const { errors, warnings } = target.findings
      const mark = errors > 0 ? ` ${errors} ✖` : warnings > 0 && lane === 'unknown' ? ` ${warnings} ▲` : ''
      // At the beginning of a line it would be a workflow command.
      return `${(name === '' ? kind : name).replace(/^::/, ': :')}${mark}`
    })
    const [first = '', ...more] = wrapped(head, names, width)
    return [paint[lane](first.slice(0, label.length)) + first.slice(label.length), ...more]
  }

  const sections = lanes.flatMap((lane): readonly (readonly string[])[] => {
    const targets = of(lane)
    if (targets.length === 0 && (lane !== 'person' || board.counts.person > 0)) return []
    if (isFolded(lane)) return [folded(lane, targets)]
    const title = `${paint[lane](`${shapes[lane]} ${laneTitles[lane]}`)}${gap}${targets.length}`
    return [[title, ...(targets.length === 0 ? [gap + noneWaiting] : targets.flatMap((target) => line(rows.get(target) as Row, target)))]]
  })
  const also = board.others.length === 0 ? [] : [`Also: ${unlistedFindings(board.others.length)}. \`baton validate\` lists them.`]
  const conflicts = conflictLines(board.others)
  const ends = [...conflicts, ...also, ...board.notes.map((note) => `Note: ${plain(note)}`)]
  const blocks = [top(board, width, colors), ...sections, ...(ends.length === 0 ? [] : [ends])]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}
