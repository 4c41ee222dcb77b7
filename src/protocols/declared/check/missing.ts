import { filled, stepTexts } from '../messages.ts'
import { msg } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import type { DataNode } from '../../../documents/data.ts'
import { cellsOf } from '../../../documents/markdown.ts'
import type { Captures } from '../../../documents/template.ts'
import type { Cell, Kind, Location, Place, Source, Step } from '../language/workflow.ts'
import type { Model } from '../model.ts'
import { boxesOf, type DeclaredFile, type FileLookup, isRead } from '../reading/files.ts'
import { type Item, nameOf } from '../reading/items.ts'
import { fileFor, pathFrom, pathsOf } from '../reading/locations.ts'
import { inCell, keysOf } from '../reading/spots.ts'
import { statesFileOf } from '../states/states.ts'
import { cellText, columnOf, namesIn, rowsBy, tableFor } from '../reading/tables.ts'
import { foldWord } from '../reading/words.ts'

/** How many names or items are looked at, and how many named. */
const limits = { looked: 50, named: 5, lines: 1000 } as const

/** That a name is not there, with the one that is probably meant, or some that are there. */
function missingNameText(noun: string, wantedName: string, path: string, existingNames: readonly string[]): string {
  const names = [...new Set(existingNames.filter((name) => name.trim() !== ''))]
  const closestName = suggestion(wantedName, names)
  const alternative =
    closestName === undefined
      ? names.length === 0
        ? ''
        : msg`, only ${names.slice(0, limits.named)}`
      : msg`: did you mean ${closestName}?`
  return `no ${noun} ${msg`${wantedName} in ${path}`}${alternative}`
}

function tableLack(file: DeclaredFile, heading: string | undefined, columns: readonly string[]): string | undefined {
  if (tableFor(file, heading, columns)) return undefined
  const tables = file.tables()
  if (tables.length === 0) return msg`no table in ${file.path}`
  const tablesBelow =
    heading === undefined ? tables : tables.filter((table) => foldWord(table.heading) === foldWord(heading))
  if (heading !== undefined && tablesBelow.length === 0)
    return missingNameText(
      'table below a heading',
      heading,
      file.path,
      tables.map((table) => table.heading),
    )
  const column = columns.find((name) => tablesBelow.every((table) => columnOf(table, name) === -1))
  if (column === undefined) return msg`no table in ${file.path} that has all of the columns ${columns}`
  return missingNameText(
    'column',
    column,
    file.path,
    tablesBelow.flatMap((table) => table.columns),
  )
}

/** That no row has the cells by which items are found. */
function rowLack(
  file: DeclaredFile,
  heading: string | undefined,
  row: readonly Cell[],
  columns: readonly string[],
  captures: Captures = {},
): string | undefined {
  const table = tableFor(file, heading, columns)
  const [cell] = row
  const line = table?.rows[0]
  if (!table || !cell) return undefined
  if (line === undefined) return msg`no row in the table of ${file.path}`
  const firstCellText = cellText(cellsOf(file.document.line(line))[columnOf(table, cell.column)]?.text ?? '')
  return msg`no row whose ${cell.column} is ${cell.text.format(captures) ?? cell.text.source}: the first row has ${firstCellText}`
}

/** The row that a person adds for an item, with a word in the column of a place; `undefined`: no row is missing. */
export function missingRow({ written }: Place, item: Item, { files }: Model, word: string): string | undefined {
  const [location, otherLocation] = written
  if (!location || otherLocation || location.spot.form !== 'table' || location.spot.row.length === 0) return undefined
  const { heading, row, column } = location.spot
  const file = fileFor(files, location.in, item)
  const table = isRead(file) && tableFor(file, heading, [...row.map((cell) => cell.column), column])
  if (!isRead(file) || !table || rowsBy(file, table, row, namesIn(row, item.captures)).length > 0) return undefined
  const texts = new Map([[columnOf(table, column), word]])
  for (const cell of row) {
    const text = cell.text.format(item.captures)
    if (text === undefined) return undefined
    texts.set(columnOf(table, cell.column), text)
  }
  const cells = table.columns.map((_, index) => inCell(texts.get(index) ?? ''))
  return `|${cells.map((text) => (text === '' ? ' ' : ` ${text} `)).join('|')}|`
}

/** The first step of a way into data that leads nowhere. */
function dataLack(
  path: string,
  node: DataNode | undefined,
  [step, ...remainingSteps]: readonly Step[],
): string | undefined {
  if (step === undefined || node === undefined) return undefined
  if (typeof step !== 'string') {
    const children =
      node.kind === 'mapping'
        ? node.entries.map(({ value }) => value)
        : node.kind === 'sequence'
          ? node.items.slice(0, limits.looked)
          : []
    if (children.length === 0) return msg`no list or mapping for ${`{${step.capture}}`} in ${path}`
    const childLacks = children.map((child) => dataLack(path, child, remainingSteps))
    return childLacks.includes(undefined) ? undefined : childLacks[0]
  }
  if (node.kind !== 'mapping')
    return `${msg`no key ${step} in ${path}`}: a ${node.kind === 'sequence' ? 'list' : 'value'} is there`
  const nextNode = node.get(step)?.value
  if (nextNode) return dataLack(path, nextNode, remainingSteps)
  return missingNameText(
    'key',
    step,
    path,
    node.entries.slice(0, limits.looked).map(({ key }) => key.source),
  )
}

/** Why the states of a kind are those of the default, though the file that lists them is there. */
export function statesLack({ states }: Kind, files: FileLookup): string | undefined {
  if ('list' in states) return undefined
  const file = statesFileOf(states, files)
  return isRead(file) ? dataLack(file.path, file.roots[0]?.node, states.at) : undefined
}

const firstText = ([first]: readonly { readonly text: string }[]) =>
  first === undefined ? '' : msg`: the first box has ${first.text}`

/** Why a source finds no item. `undefined`: its files cannot be read. */
function sourceLack(source: Source, { view, files }: Model): string | undefined {
  const isFolder = source.form === 'folders'
  const path = [...(isFolder ? view.folders : view.paths)].find(
    (candidate) => source.file.match(candidate) !== undefined,
  )
  if (path === undefined) return `no ${isFolder ? 'folder' : 'file'} ${msg`${source.file.source}`}`
  if (isFolder) return msg`no folder ${source.file.source} that is none of ${'except'}`
  const file = files(path)
  if (!isRead(file)) return undefined
  switch (source.form) {
    case 'files':
      return 'key' in source.id
        ? missingNameText('key', source.id.key, path, keysOf(file))
        : msg`no file ${source.file.source} that is none of ${'except'}`
    case 'rows': {
      const columns = source.row.map(({ column }) => column)
      return tableLack(file, source.heading, columns) ?? rowLack(file, source.heading, source.row, columns)
    }
    case 'boxes': {
      const boxes = boxesOf(file, source.heading)
      if (boxes === undefined)
        return missingNameText(
          'heading',
          source.heading ?? '',
          path,
          file.body().headings.map(({ text }) => text),
        )
      return msg`no box ${source.text?.source ?? ''} in ${path}` + firstText(boxes)
    }
    case 'keys':
    case 'elements': {
      const root = file.roots[0]?.node
      const lack = dataLack(path, root, source.at)
      if (lack !== undefined) return lack
      const names = 'names' in source.id ? source.id.names : []
      return source.form === 'keys'
        ? msg`no key ${'source' in source.id ? source.id.source : ''} at ${'at'} in ${path}`
        : msg`no element with ${names} at ${'at'} in ${path}`
    }
  }
}

/**
 * Why the sources of a kind find no item. Of a preset nothing is expected: not every team has all that the tool offers.
 */
export const kindLacks = (kind: Kind, model: Model): readonly string[] =>
  model.workflow.preset !== undefined || model.items.some((item) => item.kind === kind)
    ? []
    : kind.sources.flatMap((source) => sourceLack(source, model) ?? [])

/** Whether a file begins with front matter that never ends, so that no key is in any. */
function isOpenFrontMatter({ document }: DeclaredFile): boolean {
  const [first, ...others] = document.text.split(/\r?\n/, limits.lines)
  return first?.trimEnd() === '---' && !others.some((line) => /^(?:---|\.\.\.)\s*$/.test(line))
}

function spotLack(
  { spot, in: templates }: Location,
  file: DeclaredFile,
  item: Item,
  captures: Captures,
): string | undefined {
  const { path } = file
  // Of many items the template is named.
  const isKnown = captures['id'] !== undefined
  switch (spot.form) {
    case 'front-matter':
      return isOpenFrontMatter(file)
        ? msg`no second line ${'---'} in ${path}, which ends the front matter`
        : missingNameText('key', spot.key, path, keysOf(file))
    case 'label':
      return `no line ${msg`${`${spot.label}: …`} in ${path}`}`
    case 'section':
      return missingNameText(
        'text below a heading',
        spot.heading,
        path,
        file.body().headings.map(({ text }) => text),
      )
    case 'table': {
      if (spot.row.length === 0)
        return item.row
          ? missingNameText('column', spot.column, path, item.row.table.columns)
          : msg`no row: give ${'row'} too`
      const columns = [...spot.row.map(({ column }) => column), spot.column]
      return tableLack(file, spot.heading, columns) ?? rowLack(file, spot.heading, spot.row, columns, captures)
    }
    case 'box':
      return (
        msg`no box ${spot.text && isKnown ? filled(spot.text, captures) : (spot.text?.source ?? '')} in ${path}` +
        firstText(file.boxes())
      )
    case 'data': {
      const root = (templates.length === 0 ? item.node : undefined) ?? file.roots[0]?.node
      return dataLack(path, root, spot.at) ?? msg`no key at ${stepTexts(spot.at, captures)} in ${path}`
    }
  }
}

/** What is not there, and what to do about it: where it is there under a name like it, that is to be corrected first. */
export const adviceFor = (lack: string, advice: string): string =>
  lack.endsWith('?')
    ? `${lack} Then correct the name that is misspelt, there or in the declaration. Otherwise ${advice.charAt(0).toLowerCase()}${advice.slice(1)}`
    : `${lack}. ${advice}`

/** How a value is written that is there and empty; `undefined`: a cell or box, which has no form of its own. */
function emptyForm({ spot }: Location, path: string): string | undefined {
  if (spot.form === 'front-matter') return `${spot.key}:`
  if (spot.form === 'label') return `${spot.label}:`
  const key = spot.form === 'data' ? spot.at.at(-1) : undefined
  if (typeof key !== 'string') return undefined
  return /\.json$/i.test(path) ? `${JSON.stringify(key)}: ""` : `${key}:`
}

/** What a person does so that the holder of an item can be written where it is declared to stand. */
export function holderHint(item: Item, model: Model): string | undefined {
  const field = item.kind.fields.find(({ name }) => name === 'holder')
  const [location] = field?.at ?? []
  if (!field || !location) return undefined
  const holder = model.fieldOf(item, field)
  if (holder)
    return msg`At ${'fields.holder'}, ${holder.path} has what no command replaces: leave one name there, or none.`
  const lack = placeLack({ written: field.at }, [item], model, item.captures)
  if (lack === undefined) return undefined
  const path = pathsOf(location, item)[0] ?? item.path
  const form = emptyForm(location, path)
  const addition = `${form === undefined ? 'Add it' : msg`Add ${form}`} ${msg`for ${nameOf(item)}`}: no command creates a file, key, line or row.`
  return `${msg`The place of ${'fields.holder'} is not there`}: ${adviceFor(lack, addition)}`
}

/**
 * Why a written place is there for none of some items.
 *
 * @param captures of the one item that it is about: what it is to have there is named, rather than the template
 */
export function placeLack(
  { written }: Pick<Place, 'written'>,
  items: readonly Item[],
  { files }: Model,
  captures: Captures = {},
): string | undefined {
  const reasons = written.flatMap((location) => {
    const templates = location.in.map((template) => pathFrom(template, captures) ?? template.source)
    let unreadPath: string | undefined
    for (const item of items.slice(0, limits.looked)) {
      const file = fileFor(files, location.in, item)
      if (isRead(file)) return spotLack(location, file, item, captures) ?? []
      unreadPath ??= file?.path
    }
    return templates.length === 0
      ? []
      : [unreadPath === undefined ? `no file ${msg`${templates}`}` : msg`nothing in ${unreadPath} that can be read`]
  })
  return reasons.length === 0 ? undefined : reasons.join('; ')
}
