import { pluralize } from '../../../core/diagnostic.ts'
import { isReservedPath } from '../../../core/configured-paths.ts'
import { groupBy } from '../../../core/grouped.ts'
import { visibleLine } from '../../../core/message.ts'
import type { View } from '../../../core/view.ts'
import { cellsOf } from '../../../documents/markdown.ts'
import { type Box, boxesOf, type DeclaredFile, filesOf, isRead, type Table } from '../reading/files.ts'
import { findSpot, keysOf } from '../reading/spots.ts'
import { cellText } from '../reading/tables.ts'
import { foldWord, foldId } from '../reading/words.ts'
import { type FoundItems, joinCopies, quote } from './copies.ts'
import { itemsInData } from './data.ts'
import { type Draft, draftFrom } from './entry.ts'
import { repetitionOf } from './evidence.ts'
import { areRare, duplicatesIn, guessNote, holderAmong, isIdLike, type Omission, repetitionNotes } from './found.ts'
import { isInert, orderStates, looksLikeStates, rankOf, stateNames } from './words.ts'

/** Whether a file may hold items, and its path may stand in a declaration as it is. */
export const isDraftable = (path: string): boolean =>
  /\.(?:md|ya?ml|json|jsonl)$/i.test(path) && /^[\w.@+ /-]+$/.test(path) && !isReservedPath(path)

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

/** Files as items by the number before their title, where all of them have one of their own: `0001-use-sqlite.md`. */
function numberedItems(folder: string, names: readonly string[]): FoundItems['numbered'] {
  const parts = names.map((name) => /^(\d+)([-_. ]+)./.exec(name))
  const ids = parts.flatMap((part) => part?.[1] ?? [])
  const marks = new Set(parts.map((part) => part?.[2]))
  const [mark] = marks
  if (mark === undefined || marks.size > 1 || new Set(ids).size < names.length) return undefined
  return { items: `{ files: ${quote(`${folder}{number}${mark}{name}.md`)}, id: '{number}' }`, ids }
}

/** The keys in the front matter of some files that may stand in a declaration. */
const inertKeys = (files: readonly DeclaredFile[]): readonly string[] => [
  ...new Set(files.flatMap(keysOf).filter((key) => key !== '' && isInert(key))),
]

/** The key of some files that names who works on each: one name, or a list of one or none. */
function holderKey(
  files: readonly DeclaredFile[],
  said: FoundItems['said'],
  ids: readonly string[],
): FoundItems['holder'] {
  const keys = inertKeys(files).flatMap((name) => {
    const values = files.map((file) => findSpot({ form: 'front-matter', key: name }, { file }, {}))
    const isName = values.every((value) => value?.isCollection !== true || value.inList !== undefined)
    return isName ? [{ name, values: values.map((value) => (value?.inList ?? value)?.text ?? '') }] : []
  })
  return holderAmong(keys, (name) => `{ front-matter: ${quote(name)} }`, said, ids)
}

/** A key or label of Markdown files of one folder. */
function* itemsInFiles(files: readonly DeclaredFile[]): Iterable<FoundItems> {
  for (const [folder, folderFiles] of groupBy(files, ({ path }) => folderOf(path))) {
    const spots = [
      ...inertKeys(folderFiles).map(
        (key) => [key, `{ front-matter: ${quote(key)} }`, { form: 'front-matter', key } as const] as const,
      ),
      ...stateNames.flatMap((name) => [
        [name, `{ label: ${name} }`, { form: 'label', label: name } as const] as const,
        [name, `{ section: ${name} }`, { form: 'section', heading: name } as const] as const,
      ]),
    ]
    const places = spots.flatMap(([name, place, spot]) => {
      const foundValues = folderFiles.flatMap((file) => findSpot(spot, { file }, {}) ?? [])
      const words = foundValues.map(({ text }) => text)
      const isConsistent =
        foundValues.length > 1 &&
        foundValues.every(
          ({ isCollection, repetitions, text }) => !isCollection && !repetitions && foldWord(text) !== '',
        )
      const paths = new Set(foundValues.map(({ path }) => path))
      if (!isConsistent) return []
      const isUsual = looksLikeStates(name, words)
      const guess = isUsual || spot.form !== 'front-matter' ? undefined : repetitionOf(name, words)
      return isUsual || guess === 'clear' ? [{ name, place, words, spot, files: paths, guess }] : []
    })
    const usualPlaces = places.filter(({ guess }) => guess === undefined)
    const [bestPlace] =
      usualPlaces.length === 0 && places.length === 1
        ? places
        : usualPlaces.toSorted((a, b) => b.words.length - a.words.length)
    const idKeys = new Map(
      spots.flatMap(([name, , spot]) => {
        const values =
          spot.form === 'front-matter' ? folderFiles.flatMap((file) => findSpot(spot, { file }, {})?.text ?? []) : []
        return values.length === folderFiles.length && new Set(values.map(foldId)).size === folderFiles.length
          ? [[name, values] as const]
          : []
      }),
    )
    const names = folderFiles.map(({ path }) => path.slice(folder.length).replace(/\.[a-z]+$/i, ''))
    if (!bestPlace) continue
    const said = folderFiles.map((file) => findSpot(bestPlace.spot, { file }, {})?.text)
    yield {
      from: `${pluralize(folderFiles.length, 'file')} in ${folder || 'the root'}`,
      path: folder,
      items: quote(`${folder}{id}.md`),
      places: [['file', bestPlace.place]],
      words: bestPlace.words,
      ids: names,
      said,
      guess: bestPlace.guess,
      notes: bestPlace.guess ? [guessNote(bestPlace.name)] : [],
      idKeys,
      holder: holderKey(folderFiles, said, names),
      numbered: numberedItems(
        folder,
        names.filter((_, index) => bestPlace.files.has(folderFiles[index]?.path ?? '')),
      ),
    }
  }
}

/** Folders that are named after states. */
function* itemsInFolders(paths: readonly string[]): Iterable<FoundItems> {
  const placedFiles = paths.flatMap((path) => {
    const [, parent, word, name] = /^(.*\/)?([^/]+)\/([^/]+)\.md$/.exec(path) ?? []
    return word !== undefined && name !== undefined && rankOf(word) ? [{ above: parent ?? '', word, name }] : []
  })
  for (const [parent, folderItems] of groupBy(placedFiles, (file) => file.above)) {
    const folders = orderStates([...new Set(folderItems.map(({ word }) => word))])
    if (folders.length < 2 || new Set(folders.map(foldWord)).size < folders.length) continue
    const lines = folders.map((word) => `{ says: ${quote(word)}, when: { path: ${quote(`${parent}${word}/*`)} } }`)
    yield {
      from: `folders in ${parent || 'the root'}`,
      path: parent,
      items: `[${folders.map((word) => quote(`${parent}${word}/{id}.md`)).join(', ')}]`,
      places: [['folder', `{ is: [${lines.join(', ')}] }`]],
      words: folderItems.map(({ word }) => word),
      ids: folderItems.map(({ name }) => name),
      said: folderItems.map(({ word }) => word),
    }
  }
}

/** What may stand between an id and a title. */
const titleMarks = [': ', ' - ', ' – ', ' — ', ' '] as const

/** The ids with which most texts begin, each before a title. `isId`: whether a word may be one. */
function titledIds(
  texts: readonly string[],
  isId: (word: string) => boolean,
): { readonly ids: readonly string[]; readonly text: string } {
  const idsByMark = titleMarks.map((mark) => ({
    text: `{id}${mark}{title}`,
    ids: texts.flatMap((text) => {
      const id = text.slice(0, Math.max(0, text.indexOf(mark)))
      return /^[\w.-]+$/.test(id) && isId(id) && text.slice(id.length + mark.length).trim() !== '' ? [id] : []
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

function* itemsInTables(file: DeclaredFile, isId: (word: string) => boolean): Iterable<FoundItems | Omission> {
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
    const row = `row: { ${quote(id)}: '${text}' }`
    const words = cells.map((cell) => cell[columnIndex] ?? '')
    const otherColumns = columns.flatMap((name, index) =>
      index === 0 || index === columnIndex || !isPlain(name)
        ? []
        : [{ name, values: cells.map((cell) => cell[index] ?? '') }],
    )
    yield {
      from: origin,
      path: file.path,
      items: oneOrList(
        headings.map(
          (heading) => `{ rows: ${quote(file.path)}, ${heading === '' ? '' : `table: ${quote(heading)}, `}${row} }`,
        ),
      ),
      places: [['table', `{ column: ${quote(column)} }`]],
      words,
      ids,
      said: words,
      lists: wordsByTable(tables, words),
      guess,
      holder: holderAmong(otherColumns, (name) => `{ column: ${quote(name)} }`, words, ids),
      notes: [...(guess ? [guessNote(column)] : []), ...repetitionNotes(repeatedIds)],
      copy: oneOrList(
        headings.map(
          (heading) => `{ in: ${quote(file.path)}, table: ${quote(heading)}, ${row}, column: ${quote(column)} }`,
        ),
      ),
    }
    // Without a heading a declaration means the first table that has the columns.
    if (headings.includes('')) return
  }
}

/** The boxes of a file below its headings, where the items of a heading are found by its name. */
function sectionsOf(file: DeclaredFile): readonly { readonly heading: string; readonly boxes: readonly Box[] }[] {
  const { headings } = file.body()
  const byHeading = groupBy(file.boxes(), ({ line }) => headings.findLast((heading) => heading.line < line)?.text ?? '')
  return [...byHeading].map(([heading, boxes]) => ({ heading, boxes }))
}

/** Boxes whose text begins with an id: all of a file, or else those of the sections in which all do. */
function* itemsInBoxes(file: DeclaredFile, isId: (word: string) => boolean): Iterable<FoundItems | Omission> {
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
  if (all.ids.length < 2) return
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
      : `{ boxes: ${path}, section: ${quote(heading)}, text: '${text}' }`,
  )
  const texts = new Set(parts.map(({ text }) => text))
  const said = parts.flatMap(({ boxes }) => boxes.map(({ ticked }) => (ticked ? 'done' : 'open')))
  yield {
    from,
    path: file.path,
    items: oneOrList(sources),
    places: [['box', '{ box: true }']],
    words: said,
    ids,
    said,
    notes: repetitionNotes(repeatedIds),
    ...(texts.size === 1 && { copy: `{ in: ${path}, box: '${[...texts].join('')}' }` }),
  }
}

/** The most declarations of a draft: those with usual words first, then those with the most items. */
const maxDrafts = 10

/** Declarations for what some files seem to hold, and what is left out of them. */
export function draftOf(
  view: View,
  limit: number,
  reservedNames: readonly string[],
): { readonly drafts: readonly Draft[]; readonly omissions: readonly Omission[] } {
  const read = filesOf(view)(limit)
  const files = view.paths.flatMap((path) => {
    const file = read(path)
    return isRead(file) ? [file] : []
  })
  const markdown = files.filter(({ path }) => path.endsWith('.md'))
  const fileNames = new Set(markdown.map(({ path }) => foldId(path.slice(folderOf(path).length, -'.md'.length))))
  const isId = (word: string) => /\d/.test(word) || fileNames.has(foldId(word))
  const candidates = [
    ...itemsInFiles(markdown),
    ...itemsInFolders(markdown.map(({ path }) => path)),
    ...markdown.flatMap((file) => [...itemsInTables(file, isId), ...itemsInBoxes(file, isId)]),
    ...files.flatMap((file) => {
      const { path } = file
      const [root] = file.roots
      return root && !path.endsWith('.jsonl') ? [...itemsInData(path, root.node)] : []
    }),
  ]
  const bySize = (a: FoundItems, b: FoundItems) => b.words.length - a.words.length
  const foundItems = joinCopies(candidates.flatMap((candidate) => ('left' in candidate ? [] : [candidate])))
    .filter(({ guess }) => guess !== 'weak')
    .toSorted((a, b) => Number(a.guess !== undefined) - Number(b.guess !== undefined) || bySize(a, b))
  const takenNames = new Set(reservedNames)
  return {
    drafts: foundItems
      .slice(0, maxDrafts)
      .toSorted(bySize)
      .map((candidate) => draftFrom(candidate, takenNames)),
    omissions: [
      ...candidates.filter((candidate) => 'left' in candidate),
      ...foundItems
        .slice(maxDrafts)
        .map(({ from }) => ({ from, left: `${maxDrafts} others have more items, or usual words` })),
    ],
  }
}
