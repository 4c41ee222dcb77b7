import { pluralize } from '../../../core/diagnostic.ts'
import { isReservedPath } from '../../../core/configured-paths.ts'
import { groupBy } from '../../../core/grouped.ts'
import { visibleLine } from '../../../core/message.ts'
import type { View } from '../../../core/view.ts'
import type { DataNode } from '../../../documents/data.ts'
import { cellsOf } from '../../../documents/markdown.ts'
import { type DeclaredFile, filesOf, isRead } from '../reading/files.ts'
import { findSpot, keysOf } from '../reading/spots.ts'
import { cellText } from '../reading/tables.ts'
import { foldWord, foldId } from '../words.ts'
import { type FoundItems, joinCopies, quote } from './copies.ts'
import { type Draft, draftFrom } from './entry.ts'
import { orderStates, looksLikeStates, rankOf, stateNames } from './words.ts'

/** What looks like states, and is not drafted. */
export interface Omission {
  readonly from: string
  readonly left: string
}

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

/** Front matter keys that name who works on an item, the plainest first. */
const holderNames = ['agent', 'assignee', 'assigned_to', 'owner']

/** The key of some files that names who works on each: one name, or a list of one or none. */
function holderKey(files: readonly DeclaredFile[]): string | undefined {
  const keys = [...new Set(files.flatMap(keysOf))]
  return holderNames
    .flatMap((name) => keys.filter((key) => foldWord(key) === foldWord(name)))
    .find((key) =>
      files.every((file) => {
        const foundValue = findSpot({ form: 'front-matter', key }, { file }, {})
        return foundValue?.isCollection !== true || foundValue.inList !== undefined
      }),
    )
}

/** A key or label of Markdown files of one folder. */
function* itemsInFiles(files: readonly DeclaredFile[]): Iterable<FoundItems> {
  for (const [folder, folderFiles] of groupBy(files, ({ path }) => folderOf(path))) {
    const spots = [
      ...[...new Set(folderFiles.flatMap(keysOf))].map(
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
      const wordByPath = new Map(foundValues.map(({ path, text }) => [path, text]))
      return isConsistent && looksLikeStates(name, words) ? [{ name, place, words, files: paths, wordByPath }] : []
    })
    const [bestPlace] = places.toSorted((a, b) => b.words.length - a.words.length)
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
    if (bestPlace)
      yield {
        from: `${pluralize(folderFiles.length, 'file')} in ${folder || 'the root'}`,
        items: quote(`${folder}{id}.md`),
        places: [['file', bestPlace.place]],
        words: bestPlace.words,
        ids: names,
        wordOfEach: folderFiles.map(({ path }) => bestPlace.wordByPath.get(path)),
        idKeys,
        holder: holderKey(folderFiles),
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
      items: `[${folders.map((word) => quote(`${parent}${word}/{id}.md`)).join(', ')}]`,
      places: [['folder', `{ is: [${lines.join(', ')}] }`]],
      words: folderItems.map(({ word }) => word),
      ids: folderItems.map(({ name }) => name),
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

function* itemsInTables(file: DeclaredFile, isId: (word: string) => boolean): Iterable<FoundItems | Omission> {
  const seenHeadings = new Set<string>()
  for (const { columns, rows, heading } of file.tables()) {
    const cells = rows.map((line) => cellsOf(file.document.line(line)).map(({ text }) => cellText(text)))
    const [id = ''] = columns
    const columnIndex = columns.findIndex(
      (column, index) =>
        index > 0 &&
        looksLikeStates(
          column,
          cells.map((row) => row[index] ?? ''),
        ),
    )
    const column = columns[columnIndex]
    const names = cells.map(([firstCell = '']) => firstCell)
    const titled = titledIds(names, isId)
    const { ids, text } = titled.ids.length === names.length ? titled : { ids: names, text: '{id}' }
    const isPlain = (text: string) => /^[\p{L}\p{N} _-]+$/u.test(text)
    const isSuitable =
      [id, column ?? '', heading || 'x'].every(isPlain) && ids.every((rowId) => rowId !== '' && !/[/{}]/.test(rowId))
    if (column === undefined) continue
    const origin = `a table of ${file.path}`
    const skipReason = !isSuitable
      ? `${quote(visibleLine(id))} does not name each row by a plain text`
      : hasDuplicates(ids)
        ? `${quote(visibleLine(id))} has a text twice, and so names no row`
        : seenHeadings.has(heading)
          ? 'an earlier table has the same heading'
          : rows.length < 2
            ? 'it has one row'
            : undefined
    if (skipReason !== undefined) {
      yield { from: origin, left: skipReason }
      continue
    }
    seenHeadings.add(heading)
    const headingText = heading === '' ? '' : `table: ${quote(heading)}, `
    const row = `row: { ${quote(id)}: '${text}' }`
    yield {
      from: origin,
      items: `{ rows: ${quote(file.path)}, ${headingText}${row} }`,
      places: [['table', `{ column: ${quote(column)} }`]],
      words: cells.map((cell) => cell[columnIndex] ?? ''),
      ids,
      copy: `{ in: ${quote(file.path)}, table: ${quote(heading)}, ${row}, column: ${quote(column)} }`,
    }
    // Without a heading a declaration means the first table that has the columns.
    if (heading === '') return
  }
}

/** Whether two ids are the same, as ids are compared. */
const hasDuplicates = (ids: readonly string[]) => new Set(ids.map(foldId)).size < ids.length

const wordIn = (node: DataNode, key: string): string | undefined => {
  const value = node.kind === 'mapping' ? node.get(key)?.value : undefined
  return value?.kind === 'scalar' && typeof value.value === 'string' && value.source !== '' ? value.source : undefined
}

/** Lists of elements with an id, and maps of states, in data. */
function* itemsInNode(path: string, node: DataNode, way: readonly string[]): Iterable<FoundItems | Omission> {
  const atText = `at: [${way.map(quote).join(', ')}]`
  if (node.kind === 'sequence') {
    const ids = node.items.map((item) => (item.kind === 'mapping' ? item.get('id')?.value : undefined))
    const idTexts = ids.map((id) => (id?.kind === 'scalar' && id.value !== null ? id.source : ''))
    if (node.items.length < 2) return
    for (const key of stateNames) {
      const words = node.items.flatMap((item) => wordIn(item, key) ?? [])
      if (words.length < node.items.length || !looksLikeStates(key, words)) continue
      if (idTexts.includes(''))
        yield { from: path, left: `not every element with ${quote(key)} has an id: give \`id\` another key` }
      else if (hasDuplicates(idTexts)) yield { from: path, left: `ids of the elements with ${quote(key)} come twice` }
      else
        yield {
          from: path,
          items: `{ elements: ${quote(path)}, ${atText} }`,
          places: [['data', `{ data: ${key} }`]],
          words,
          ids: idTexts,
        }
    }
    return
  }
  if (node.kind === 'scalar' || way.length > 3) return
  const values = node.entries.map(({ value }) => value)
  const words = values.flatMap((value) =>
    value.kind === 'scalar' && typeof value.value === 'string' ? [value.source] : [],
  )
  if (values.length > 1 && words.length === values.length && looksLikeStates('', words)) {
    yield {
      from: path,
      items: `{ keys: ${quote(path)}, ${atText} }`,
      places: [['data', '{ data: [] }']],
      words,
      ids: node.entries.map(({ key }) => key.source),
      copy: `{ in: ${quote(path)}, data: [${[...way.map(quote), "'{id}'"].join(', ')}] }`,
    }
    return
  }
  for (const { key, value } of node.entries)
    if (!/[{}\p{C}]/u.test(key.source)) yield* itemsInNode(path, value, [...way, key.source])
}

/** Boxes whose text begins with an id. */
function* itemsInBoxes(file: DeclaredFile, isId: (word: string) => boolean): Iterable<FoundItems | Omission> {
  const boxes = file.boxes()
  const { ids, text } = titledIds(
    boxes.map((box) => box.text),
    isId,
  )
  if (ids.length < 2) return
  const from = `boxes of ${file.path}`
  if (ids.length < boxes.length || hasDuplicates(ids)) {
    yield { from, left: ids.length < boxes.length ? 'not every box begins with an id' : 'ids come twice' }
    return
  }
  yield {
    from,
    items: `{ boxes: ${quote(file.path)}, text: '${text}' }`,
    places: [['box', '{ box: true }']],
    words: boxes.map(({ ticked }) => (ticked ? 'done' : 'open')),
    ids,
    copy: `{ in: ${quote(file.path)}, box: '${text}' }`,
  }
}

/** The most declarations of a draft: those with the most items. */
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
      const [root] = file.roots()
      return root && !path.endsWith('.jsonl') ? [...itemsInNode(path, root.node, [])] : []
    }),
  ]
  const foundItems = joinCopies(candidates.flatMap((candidate) => ('left' in candidate ? [] : [candidate]))).toSorted(
    (a, b) => b.words.length - a.words.length,
  )
  const takenNames = new Set(reservedNames)
  return {
    drafts: foundItems.slice(0, maxDrafts).map((candidate) => draftFrom(candidate, takenNames)),
    omissions: [
      ...candidates.filter((candidate) => 'left' in candidate),
      ...foundItems.slice(maxDrafts).map(({ from }) => ({ from, left: `${maxDrafts} others have more items` })),
    ],
  }
}
