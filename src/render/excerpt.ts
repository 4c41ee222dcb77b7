import type { Place } from '../core/diagnostic.ts'
import { spelledOut } from '../core/message.ts'
import { withVisibleCharacters } from './plain.ts'

/** A part of a line, and a mark below what it is about. */
export interface Excerpt {
  /** Visible characters, at most 80 columns of a terminal. */
  readonly text: string
  /** The columns before the mark. */
  readonly before: number
  /** The columns of the mark. */
  readonly width: number
}

const maxColumns = 80
/** Columns of context before the mark where the line is too long. */
const context = 24
/** UTF-16 units on each side of the mark that are looked at: what takes no column is not shown without end. */
const maxContext = 400

/** A character as it is shown, and where it is in the line. */
interface Cell {
  readonly shown: string
  readonly width: number
  readonly at: number
}

const invisibleCharacter = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u034f\u115f\u1160\u3164\uffa0]/u
const combiningMark = /\p{M}/u
const wideCharacter =
  /(?![\uff61-\uffdc])[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u
const tab = '    '
/** Marks on one letter; more would pile up over other lines. */
const maxMarks = 2

const widthOf = (cells: readonly Cell[]) => cells.reduce((sum, { width }) => sum + width, 0)

/**
 * The characters of a stretch of a line. Nothing in it moves the cursor, hides or turns text, or is a workflow command.
 */
function cellsOf(line: string, from: number, to: number): readonly Cell[] {
  const cells: Cell[] = []
  let marks = 0
  let at = from
  for (const letter of line.slice(from, to)) {
    marks = combiningMark.test(letter) ? marks + 1 : 0
    const afterHashes = cells.at(-2)?.shown === '#' && cells.at(-1)?.shown === '#'
    if (letter === '\t') cells.push({ shown: tab, width: tab.length, at })
    else if (invisibleCharacter.test(letter) || marks > maxMarks || (marks > 0 && cells.length === 0)) {
      const shown = invisibleCharacter.test(letter) ? withVisibleCharacters(letter) : spelledOut(letter)
      cells.push({ shown, width: shown.length, at })
    } else if (letter === '[' && afterHashes) cells.push({ shown: ' [', width: 2, at })
    else cells.push({ shown: letter, width: marks > 0 ? 0 : wideCharacter.test(letter) ? 2 : 1, at })
    at += letter.length
  }
  return cells
}

/** A place within a line. */
export type Position = Place & { readonly line: number; readonly column: number }

/** The stretch of a line that a place is about: to its end where the place goes on. */
function columnsOf(
  line: string,
  { line: number, column, endLine = number, endColumn }: Position,
): readonly [from: number, to: number] {
  const to = endLine === number ? (endColumn ?? column + 1) - 1 : line.trimEnd().length
  return [Math.min(column - 1, line.length), Math.min(Math.max(to, column), line.length)]
}

/** The line that a finding is about, as far as it fits, with a mark below the place. */
export function excerptOf(line: string, place: Position): Excerpt {
  const [start, end] = columnsOf(line, place)
  const isSplit = (at: number) => /^[\ud800-\udbff][\udc00-\udfff]$/.test(line.slice(at - 1, at + 1))
  const first = Math.max(0, start - maxContext)
  const last = Math.min(line.length, start + maxContext)
  const allCells = cellsOf(line, isSplit(first) ? first + 1 : first, isSplit(last) ? last - 1 : last)

  const target = allCells.findIndex(({ at, shown }) => at + shown.length > start && at >= start)
  const focus = target === -1 ? allCells.length : target
  const isWhole = first === 0 && last === line.length && widthOf(allCells) <= maxColumns
  let from = 0
  if (!isWhole && widthOf(allCells.slice(0, focus)) > context + 1) {
    from = focus
    for (let room = context; from > 0 && room >= (allCells[from - 1]?.width ?? 0); from--)
      room -= allCells[from - 1]?.width ?? 0
  }
  const lead = from > 0 || first > 0 ? '…' : ''
  let to = from
  for (let room = maxColumns - lead.length - 1; to < allCells.length && room >= (allCells[to]?.width ?? 0); to++)
    room -= allCells[to]?.width ?? 0
  if (isWhole) to = allCells.length
  const cells = allCells.slice(from, to)
  const tail = to < allCells.length || last < line.length ? '…' : ''

  const markedCells = cells.filter(({ at }) => at >= start && at < end)
  return {
    text: `${lead}${cells.map(({ shown }) => shown).join('')}${tail}`.trimEnd(),
    before: lead.length + widthOf(cells.filter(({ at }) => at < start)),
    width: Math.max(1, widthOf(markedCells)),
  }
}
