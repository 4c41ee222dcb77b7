import { groupBy } from '../../../core/grouped.ts'
import { visibleLine } from '../../../core/message.ts'
import { cellsOf } from '../../../documents/markdown.ts'
import { type Box, boxesOf, type DeclaredFile, type Table } from '../reading/files.ts'
import { cellText } from '../reading/tables.ts'
import { bareText, withoutInvisible } from '../reading/words.ts'
import {
  areRare,
  type Candidate,
  candidateOf,
  duplicatesIn,
  holderAmong,
  isIdLike,
  type Omission,
  quote,
  scalar,
  repeatedNote,
  dependencyAmong,
} from './candidate.ts'
import { repetitionOf, looksLikeStates } from './evidence.ts'

/** What may stand between an id and a title. */
const titleMarks = [': ', ' - ', ' – ', ' — ', ' '] as const

/** The ids with which most texts begin, each before a title. `isId`: whether a word may be one. */
function titledIds(
  texts: readonly string[],
  isId: (word: string) => boolean,
): { readonly ids: readonly string[]; readonly text: string } {
  const idsByMark = titleMarks.map((mark) => ({
    text: `{id}${mark}{title}`,
    ids: texts.map(cellText).flatMap((text) => {
      const id = text.slice(0, Math.max(0, text.indexOf(mark)))
      const seenId = withoutInvisible(cellText(id))
      const isTitled = text.slice(id.length + mark.length).trim() !== ''
      return /^[\w.-]+$/.test(seenId) && isId(seenId) && isTitled ? [cellText(id)] : []
    }),
  }))
  return idsByMark.reduce((best, candidate) => (candidate.ids.length > best.ids.length ? candidate : best))
}

/** A text as it may stand in a declaration as the name of a column or heading. */
const isPlain = (text: string) => /^[\p{L}\p{N} _.,:;#&()/?!+'’-]+$/u.test(text)

/** The column of a table that has the states: one with usual words, or else the only one whose few values repeat. */
function stateColumn(
  columns: readonly string[],
  cells: readonly (readonly string[])[],
): { readonly index: number; readonly guess?: 'clear' | 'weak' } | { readonly left: string } | undefined {
  const valuesOf = (index: number) => cells.map((row) => row[index] ?? '')
  const indexes = [...columns.keys()].slice(1)
  const index = indexes.find((candidate) => looksLikeStates(columns[candidate] ?? '', valuesOf(candidate)))
  if (index !== undefined) return { index }
  const guesses = indexes.flatMap((candidate) => {
    const guess = repetitionOf(columns[candidate] ?? '', valuesOf(candidate))
    return guess ? [{ index: candidate, guess }] : []
  })
  const clearGuesses = guesses.filter(({ guess }) => guess === 'clear')
  if (clearGuesses.length < 2) return clearGuesses[0] ?? (guesses.length === 1 ? guesses[0] : undefined)
  const names = clearGuesses.map((candidate) => quote(visibleLine(columns[candidate.index] ?? '')))
  return { left: `${names.join(' and ')} have few values that repeat, and which of them is the state is not clear` }
}

const oneOrList = (entries: readonly string[]) => (entries.length === 1 ? entries.join('') : `[${entries.join(', ')}]`)

type Tables = readonly [Table, ...Table[]]

/** Tables of one file that belong together: those with the same columns, each below a heading of its own. */
function unitsOf(tables: readonly Table[]): readonly Tables[] {
  const groups = [
    ...groupBy(tables, ({ columns }) => JSON.stringify(columns.map((column) => column.toLowerCase()))).values(),
  ]
  return groups.flatMap((group): readonly Tables[] => {
    const headings = new Set(group.map(({ heading }) => heading.toLowerCase()))
    return headings.size === group.length && !headings.has('') ? [group] : group.map((table) => [table])
  })
}

/** The words of the rows of tables, table by table. */
const wordsByTable = (tables: Tables, words: readonly string[]): readonly (readonly string[])[] =>
  tables.map((table, index) => {
    const start = tables.slice(0, index).reduce((sum, { rows }) => sum + rows.length, 0)
    return words.slice(start, start + table.rows.length)
  })

export function* itemsInTables(file: DeclaredFile, isId: (word: string) => boolean): Iterable<Candidate | Omission> {
  const seenHeadings = new Set<string>()
  const units = [...unitsOf(file.tables())]
  for (const tables of units) {
    const [{ columns }] = tables
    const apart = tables.length > 1 ? tables.map((table) => [table] as const) : []
    const rows = tables.flatMap((table) => table.rows)
    const headings = tables.map(({ heading }) => heading)
    const cells = rows.map((line) => cellsOf(file.document.line(line)).map(({ text }) => cellText(text)))
    const [id = ''] = columns
    const names = cells.map(([firstCell = '']) => firstCell)
    const titled = titledIds(names, isId)
    const { ids, text } = titled.ids.length === names.length ? titled : { ids: names, text: '{id}' }
    const found = stateColumn(columns, cells)
    if (!found) {
      units.push(...apart)
      continue
    }
    const origin = `${tables.length > 1 ? `${tables.length} tables` : 'a table'} of ${file.path}`
    if ('left' in found) {
      if (ids.every(isIdLike)) yield { from: origin, left: found.left }
      continue
    }
    const { index: columnIndex, guess } = found
    // Names in code are those of options, functions and the like.
    const isCode = rows.some((line) => cellsOf(file.document.line(line))[0]?.text.startsWith('`') === true)
    if (guess && (isCode || !ids.every(isIdLike))) continue
    const column = columns[columnIndex] ?? ''
    const isSuitable =
      [id, column, ...headings.filter((heading) => heading !== '')].every(isPlain) &&
      ids.every((rowId) => rowId !== '' && !/[/{}]/.test(rowId))
    const repeatedIds = duplicatesIn(ids)
    const skipReason = !isSuitable
      ? `${quote(visibleLine(id))} does not name each row by a plain text`
      : !areRare(repeatedIds, ids)
        ? `${quote(visibleLine(id))} is the same in several rows, and so names none of them`
        : headings.some((heading) => seenHeadings.has(heading))
          ? 'an earlier table has the same heading'
          : rows.length < 2
            ? 'it has one row'
            : undefined
    if (skipReason !== undefined) {
      if (apart.length > 0) units.push(...apart)
      else yield { from: origin, left: skipReason }
      continue
    }
    for (const heading of headings) seenHeadings.add(heading)
    const row = `row: { ${scalar(id)}: '${text}' }`
    const said = cells.map((cell) => cell[columnIndex] ?? '')
    const otherColumns = columns.flatMap((name, index) =>
      index === 0 || index === columnIndex || !isPlain(name)
        ? []
        : [{ name, values: cells.map((cell) => cell[index] ?? '') }],
    )
    yield candidateOf({
      from: origin,
      path: file.path,
      items: oneOrList(
        headings.map(
          (heading) => `{ rows: ${quote(file.path)}, ${heading === '' ? '' : `table: ${scalar(heading)}, `}${row} }`,
        ),
      ),
      places: [['table', `{ column: ${scalar(column)} }`]],
      ids,
      said,
      lists: wordsByTable(tables, said),
      guess,
      stateName: column,
      notes: repeatedNote(repeatedIds),
      holder: holderAmong(otherColumns, (name) => `{ column: ${scalar(name)} }`, said, ids),
      dependency: dependencyAmong(
        otherColumns.map(({ name }) => name),
        'column',
        (name) =>
          otherColumns.flatMap((other) =>
            other.name === name ? other.values.flatMap((value) => value.split(',').map(bareText)) : [],
          ),
        ids,
      ),
      copy: oneOrList(
        headings.map(
          (heading) => `{ in: ${quote(file.path)}, table: ${scalar(heading)}, ${row}, column: ${scalar(column)} }`,
        ),
      ),
    })
    // Without a heading a declaration means the first table that has the columns.
    if (headings.includes('')) return
  }
}

/** So many sections of a file are looked at: a declaration names each. */
const maxSections = 50

/** The boxes of a file below its headings, where the items of a heading are found by its name. */
function sectionsOf(file: DeclaredFile): readonly { readonly heading: string; readonly boxes: readonly Box[] }[] {
  const { headings } = file.body()
  const byHeading = groupBy(file.boxes(), ({ line }) => headings.findLast((heading) => heading.line < line)?.text ?? '')
  return [...byHeading].slice(0, maxSections).map(([heading, boxes]) => ({ heading, boxes }))
}

/** Boxes whose text begins with an id: all of a file, or else those of the sections in which all do. */
export function* itemsInBoxes(file: DeclaredFile, isId: (word: string) => boolean): Iterable<Candidate | Omission> {
  const path = quote(file.path)
  const from = `boxes of ${file.path}`
  const identify = (boxes: readonly Box[]) => {
    const titled = titledIds(
      boxes.map((box) => box.text),
      isId,
    )
    return { ...titled, boxes, isWhole: titled.ids.length === boxes.length }
  }
  const all = identify(file.boxes())
  if (all.ids.length < 2) {
    if (all.boxes.length > 1)
      yield { from, left: 'no two boxes begin with an id, as in `- [ ] T-1: Title`', isMinor: true }
    return
  }
  const sections = all.isWhole
    ? []
    : sectionsOf(file).map(({ heading, boxes }) => {
        const isAlone = isPlain(heading) && boxesOf(file, heading)?.length === boxes.length
        return { heading, isAlone, ...identify(boxes) }
      })
  const goodSections = sections.filter(({ isWhole, isAlone, ids }) => isWhole && isAlone && ids.length > 0)
  const parts = all.isWhole ? [{ ...all, heading: undefined }] : goodSections
  const ids = parts.flatMap((part) => part.ids)
  const repeatedIds = duplicatesIn(ids)
  if (ids.length < 2 || !areRare(repeatedIds, ids)) {
    yield { from, left: ids.length < 2 ? 'not every box begins with an id' : 'several boxes begin with one id' }
    return
  }
  for (const { heading, isWhole } of sections)
    if (!isWhole)
      yield {
        from: `${from} ${heading === '' ? 'above the first heading' : `below ${quote(visibleLine(heading))}`}`,
        left: 'not every box begins with an id',
      }
  const sources = parts.map(({ heading, text }) =>
    heading === undefined
      ? `{ boxes: ${path}, text: '${text}' }`
      : `{ boxes: ${path}, section: ${scalar(heading)}, text: '${text}' }`,
  )
  const texts = new Set(parts.map(({ text }) => text))
  const said = parts.flatMap(({ boxes }) => boxes.map(({ ticked }) => (ticked ? 'done' : 'open')))
  yield candidateOf({
    from,
    path: file.path,
    items: oneOrList(sources),
    places: [['box', '{ box: true }']],
    ids,
    said,
    notes: repeatedNote(repeatedIds),
    ...(texts.size === 1 && { copy: `{ in: ${path}, box: '${[...texts].join('')}' }` }),
  })
}
