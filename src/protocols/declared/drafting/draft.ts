import { pluralize } from '../../../core/diagnostic.ts'
import { isReservedPath } from '../../../core/configured-paths.ts'
import { groupBy } from '../../../core/grouped.ts'
import { visible } from '../../../core/message.ts'
import type { View } from '../../../core/view.ts'
import type { DataNode } from '../../../documents/data.ts'
import { cellsOf } from '../../../documents/markdown.ts'
import { type DeclaredFile, filesOf, isRead } from '../reading/files.ts'
import { cellText, findSpot, keysOf } from '../reading/spots.ts'
import { folded, foldedId } from '../words.ts'
import { type Found, joinedCopies, quoted } from './copies.ts'
import { type Draft, drafted } from './entry.ts'
import { inOrder, looksLikeStates, rankOf, stateNames } from './words.ts'

/** What looks like states, and is not drafted. */
export interface Left {
  readonly from: string
  readonly left: string
}

/** Whether a file may hold items, and its path may stand in a declaration as it is. */
export const isDraftable = (path: string): boolean =>
  /\.(?:md|ya?ml|json|jsonl)$/i.test(path) && /^[\w.@+ /-]+$/.test(path) && !isReservedPath(path)

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

/** A key or label of Markdown files of one folder. */
function* inFiles(files: readonly DeclaredFile[]): Iterable<Found> {
  for (const [folder, own] of groupBy(files, ({ path }) => folderOf(path))) {
    const spots = [
      ...[...new Set(own.flatMap(keysOf))].map(
        (key) => [key, `{ front-matter: ${quoted(key)} }`, { form: 'front-matter', key } as const] as const,
      ),
      ...stateNames.map((name) => [name, `{ label: ${name} }`, { form: 'label', label: name } as const] as const),
    ]
    const places = spots.flatMap(([name, place, spot]) => {
      const found = own.flatMap((file) => findSpot(spot, { file }, {}) ?? [])
      const words = found.map(({ text }) => text)
      const isOne = found.length > 1 && found.every(({ isCollection, others, text }) => !isCollection && !others && folded(text) !== '')
      return isOne && looksLikeStates(name, words) ? [{ name, place, words }] : []
    })
    const [first] = places.toSorted((a, b) => b.words.length - a.words.length)
    const idKeys = new Map(
      spots.flatMap(([name, , spot]) => {
        const values = spot.form === 'front-matter' ? own.flatMap((file) => findSpot(spot, { file }, {})?.text ?? []) : []
        return values.length === own.length && new Set(values.map(foldedId)).size === own.length ? [[name, values] as const] : []
      }),
    )
    if (first)
      yield {
        from: `${pluralize(own.length, 'file')} in ${folder || 'the root'}`,
        items: quoted(`${folder}{id}.md`),
        places: [['file', first.place]],
        words: first.words,
        ids: own.map(({ path }) => path.slice(folder.length).replace(/\.[a-z]+$/i, '')),
        idKeys,
      }
  }
}

/** Folders that are named after states. */
function* inFolders(paths: readonly string[]): Iterable<Found> {
  const placed = paths.flatMap((path) => {
    const [, above, word, name] = /^(.*\/)?([^/]+)\/([^/]+)\.md$/.exec(path) ?? []
    return word !== undefined && name !== undefined && rankOf(word) ? [{ above: above ?? '', word, name }] : []
  })
  for (const [above, own] of groupBy(placed, (each) => each.above)) {
    const folders = inOrder([...new Set(own.map(({ word }) => word))])
    if (folders.length < 2 || new Set(folders.map(folded)).size < folders.length) continue
    const lines = folders.map((word) => `{ says: ${quoted(word)}, when: { path: ${quoted(`${above}${word}/*`)} } }`)
    yield {
      from: `folders in ${above || 'the root'}`,
      items: `[${folders.map((word) => quoted(`${above}${word}/{id}.md`)).join(', ')}]`,
      places: [['folder', `{ is: [${lines.join(', ')}] }`]],
      words: own.map(({ word }) => word),
      ids: own.map(({ name }) => name),
    }
  }
}

function* inTables(file: DeclaredFile): Iterable<Found | Left> {
  const seen = new Set<string>()
  for (const { columns, rows, heading } of file.tables()) {
    const cells = rows.map((line) => cellsOf(file.document.line(line)).map(({ text }) => cellText(text)))
    const [id = ''] = columns
    const at = columns.findIndex(
      (column, index) =>
        index > 0 &&
        looksLikeStates(
          column,
          cells.map((row) => row[index] ?? ''),
        ),
    )
    const column = columns[at]
    const ids = cells.map(([first = '']) => first)
    const isPlain = (text: string) => /^[\p{L}\p{N} _-]+$/u.test(text)
    const suits = [id, column ?? '', heading || 'x'].every(isPlain) && ids.every((each) => each !== '' && !/[/{}]/.test(each))
    if (column === undefined) continue
    const from = `a table of ${file.path}`
    const left = !suits
      ? `${quoted(visible(id))} does not name each row by a plain text`
      : hasTwice(ids)
        ? `${quoted(visible(id))} has a text twice, and so names no row`
        : seen.has(heading)
          ? 'an earlier table has the same heading'
          : rows.length < 2
            ? 'it has one row'
            : undefined
    if (left !== undefined) {
      yield { from, left }
      continue
    }
    seen.add(heading)
    const below = heading === '' ? '' : `table: ${quoted(heading)}, `
    const row = `row: { ${quoted(id)}: '{id}' }`
    yield {
      from,
      items: `{ rows: ${quoted(file.path)}, ${below}${row} }`,
      places: [['table', `{ column: ${quoted(column)} }`]],
      words: cells.map((cell) => cell[at] ?? ''),
      ids,
      copy: `{ in: ${quoted(file.path)}, table: ${quoted(heading)}, ${row}, column: ${quoted(column)} }`,
    }
    // Without a heading a declaration means the first table that has the columns.
    if (heading === '') return
  }
}

/** Whether two ids are the same, as ids are compared. */
const hasTwice = (ids: readonly string[]) => new Set(ids.map(foldedId)).size < ids.length

const wordIn = (node: DataNode, key: string): string | undefined => {
  const value = node.kind === 'mapping' ? node.get(key)?.value : undefined
  return value?.kind === 'scalar' && typeof value.value === 'string' && value.source !== '' ? value.source : undefined
}

/** Lists of elements with an id, and maps of states, in data. */
function* inNode(path: string, node: DataNode, way: readonly string[]): Iterable<Found | Left> {
  const at = `at: [${way.map(quoted).join(', ')}]`
  if (node.kind === 'sequence') {
    const ids = node.items.map((item) => (item.kind === 'mapping' ? item.get('id')?.value : undefined))
    const texts = ids.map((each) => (each?.kind === 'scalar' && each.value !== null ? each.source : ''))
    if (node.items.length < 2) return
    for (const key of stateNames) {
      const words = node.items.flatMap((item) => wordIn(item, key) ?? [])
      if (words.length < node.items.length || !looksLikeStates(key, words)) continue
      if (texts.includes('')) yield { from: path, left: `not every element with ${quoted(key)} has an id: give \`id\` another key` }
      else if (hasTwice(texts)) yield { from: path, left: `ids of the elements with ${quoted(key)} come twice` }
      else yield { from: path, items: `{ elements: ${quoted(path)}, ${at} }`, places: [['data', `{ data: ${key} }`]], words, ids: texts }
    }
    return
  }
  if (node.kind === 'scalar' || way.length > 3) return
  const values = node.entries.map(({ value }) => value)
  const words = values.flatMap((value) => (value.kind === 'scalar' && typeof value.value === 'string' ? [value.source] : []))
  if (values.length > 1 && words.length === values.length && looksLikeStates('', words)) {
    yield {
      from: path,
      items: `{ keys: ${quoted(path)}, ${at} }`,
      places: [['data', '{ data: [] }']],
      words,
      ids: node.entries.map(({ key }) => key.source),
      copy: `{ in: ${quoted(path)}, data: [${[...way.map(quoted), "'{id}'"].join(', ')}] }`,
    }
    return
  }
  for (const { key, value } of node.entries) if (!/[{}\p{C}]/u.test(key.source)) yield* inNode(path, value, [...way, key.source])
}

/** Boxes whose text begins with an id. */
function* inBoxes(file: DeclaredFile): Iterable<Found | Left> {
  const boxes = file.boxes().flatMap(({ text, ticked }) => {
    const [, id, colon] = /^([A-Za-z]*[-.]?\d[\w.-]*)(:?) \S/.exec(text) ?? []
    return id === undefined ? [] : [{ id: id.toLowerCase(), colon, ticked }]
  })
  const [first] = boxes
  if (!first || boxes.length < 2 || boxes.some(({ colon }) => colon !== first.colon)) return
  const unnamed = file.boxes().length - boxes.length
  if (unnamed > 0 || hasTwice(boxes.map(({ id }) => id))) {
    yield { from: `boxes of ${file.path}`, left: unnamed > 0 ? 'not every box begins with an id' : 'ids come twice' }
    return
  }
  yield {
    from: `boxes of ${file.path}`,
    items: `{ boxes: ${quoted(file.path)}, text: '{id}${first.colon} {title}' }`,
    places: [['box', '{ box: true }']],
    words: boxes.map(({ ticked }) => (ticked ? 'done' : 'open')),
    ids: boxes.map(({ id }) => id),
    copy: `{ in: ${quoted(file.path)}, box: '{id}${first.colon} {title}' }`,
  }
}

/** The most declarations of a draft: those with the most items. */
const most = 10

/** Declarations for what some files seem to hold, and what is left out of them. */
export function draftOf(
  view: View,
  limit: number,
  reserved: readonly string[],
): { readonly drafts: readonly Draft[]; readonly left: readonly Left[] } {
  const read = filesOf(view)(limit)
  const files = view.paths.flatMap((path) => {
    const file = read(path)
    return isRead(file) ? [file] : []
  })
  const markdown = files.filter(({ path }) => path.endsWith('.md'))
  const seen = [
    ...inFiles(markdown),
    ...inFolders(markdown.map(({ path }) => path)),
    ...markdown.flatMap((file) => [...inTables(file), ...inBoxes(file)]),
    ...files.flatMap((file) => {
      const { path } = file
      const [root] = file.roots()
      return root && !path.endsWith('.jsonl') ? [...inNode(path, root.node, [])] : []
    }),
  ]
  const found = joinedCopies(seen.flatMap((each) => ('left' in each ? [] : [each]))).toSorted((a, b) => b.words.length - a.words.length)
  const taken = new Set(reserved)
  return {
    drafts: found.slice(0, most).map((each) => drafted(each, taken)),
    left: [
      ...seen.filter((each) => 'left' in each),
      ...found.slice(most).map(({ from }) => ({ from, left: `${most} others have more items` })),
    ],
  }
}
