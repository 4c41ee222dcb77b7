import { memo } from '../../../core/once.ts'
import { type DataNode, nodeAt } from '../../../documents/data.ts'
import { cellsOf } from '../../../documents/markdown.ts'
import type { Location, Place, Step } from '../language/workflow.ts'
import type { Model } from '../model.ts'
import { type DeclaredFile, isRead } from '../reading/files.ts'
import { type Item, nameOf } from '../reading/items.ts'
import { findAt, pathsOf } from '../reading/locations.ts'
import { cellText, columnOf, tableFor } from '../reading/tables.ts'
import { foldId } from '../reading/words.ts'

/** A row, a box, a key or a file that could be the place of an item, and is that of none. */
export interface UnclaimedPlace {
  readonly path: string
  readonly line?: number
  /** What would name an item there. */
  readonly text?: string
}

const maxListed = 20

const key = (path: string, line: number) => `${line} ${path}`

/** The lines that say the state of an item of any kind. */
const claimedLines = memo(({ workflow, items, files }: Model): ReadonlySet<string> => {
  const claimed = new Set<string>()
  const locations = new Map(workflow.kinds.map((kind) => [kind, kind.places.flatMap(({ written }) => written)]))
  for (const item of items)
    for (const location of locations.get(item.kind) ?? []) {
      const { path, place } = findAt(location, item, files) ?? {}
      if (path !== undefined && place?.line !== undefined) claimed.add(key(path, place.line))
    }
  return claimed
})

type Line = readonly [line: number, text: string]

function rowsOf(
  file: DeclaredFile,
  { heading, row, column }: Extract<Location['spot'], { readonly form: 'table' }>,
): readonly Line[] {
  const table = tableFor(file, heading, [...row.map((cell) => cell.column), column])
  if (!table) return []
  return table.rows.flatMap((line): readonly Line[] => {
    const cells = cellsOf(file.document.line(line))
    const texts = row.map((cell) => cellText(cells[columnOf(table, cell.column)]?.text ?? ''))
    const isMatch = row.every(({ text }, index) => text.match(texts[index] ?? '') !== undefined)
    return isMatch ? [[line, texts.join(' ')]] : []
  })
}

/** The keys of a map, or elements of a list, at the first capture of a way into data, that no item has captured. */
function keysAt(file: DeclaredFile, at: readonly Step[], items: readonly Item[]): readonly Line[] {
  const index = at.findIndex((step) => typeof step !== 'string')
  const step = at[index]
  const root = file.roots[0]?.node
  if (typeof step !== 'object' || !root) return []
  const node = nodeAt(root, at.slice(0, index) as readonly string[])
  const captured = items.flatMap(({ captures }) =>
    Object.hasOwn(captures, step.capture) ? [captures[step.capture] ?? ''] : [],
  )
  const linesOf = (names: readonly DataNode[]) =>
    names.flatMap((name): readonly Line[] =>
      name.kind === 'scalar' && name.value !== null ? [[file.document.lineOf(name.start), name.source]] : [],
    )
  if (node?.kind === 'mapping') {
    const knownIds = new Set(captured)
    return linesOf(node.entries.map((entry) => entry.key)).filter(([, name]) => !knownIds.has(name))
  }
  if (node?.kind !== 'sequence') return []
  const knownIds = new Set(captured.map(foldId))
  const names = node.items.flatMap((element) => (element.kind === 'mapping' ? (element.get(step.by)?.value ?? []) : []))
  return linesOf(names).filter(([, name]) => !knownIds.has(foldId(name)))
}

function linesAt(
  file: DeclaredFile,
  { spot }: Location,
  items: readonly Item[],
  isFree: (line: Line) => boolean,
): readonly Line[] {
  switch (spot.form) {
    case 'table':
      return spot.row.length === 0 ? [] : rowsOf(file, spot).filter(isFree)
    case 'box': {
      const fitting = file.boxes().filter(({ text }) => spot.text?.match(cellText(text)) !== undefined)
      return fitting.map(({ line, text }): Line => [line, text]).filter(isFree)
    }
    case 'data':
      return keysAt(file, spot.at, items)
    case 'front-matter':
    case 'label':
    case 'section':
      return []
  }
}

/** The files of a place that fit its path, and are those of no item. */
function filesWithout(
  { in: templates }: Location,
  [firstItem]: readonly Item[],
  { items, view, workflow }: Model,
): readonly UnclaimedPlace[] {
  const idNames = firstItem && 'names' in firstItem.source.id ? firstItem.source.id.names : []
  const itemTemplates = templates.filter(
    ({ names }) => names.includes('id') || (idNames.length > 0 && idNames.every((name) => names.includes(name))),
  )
  if (itemTemplates.length === 0 || workflow.preset !== undefined) return []
  const knownPaths = new Set(
    items.flatMap((item) => [
      item.path,
      ...item.kind.places.flatMap(({ written }) => written.flatMap((at) => pathsOf(at, item))),
    ]),
  )
  return view.paths.flatMap((path) =>
    !knownPaths.has(path) && itemTemplates.some((template) => template.match(path)) ? [{ path }] : [],
  )
}

/** What could be the place of an item, and is that of none: its item was renamed or removed, or never there. */
export function unclaimed({ written }: Place, items: readonly Item[], model: Model): readonly UnclaimedPlace[] {
  const claimed = claimedLines(model)
  // The items of files that cannot be read are not known otherwise.
  const unreadNames = model.unreadItems().flatMap(({ id }) => id ?? [])
  const names = new Set([...items.map((item) => foldId(nameOf(item))), ...unreadNames])
  const inFile = (path: string, location: Location): readonly UnclaimedPlace[] => {
    const file = model.files(path)
    if (!isRead(file)) return []
    // A further row of an item says a second thing of it, which is a finding.
    const isFree = ([line, text]: Line) => !claimed.has(key(path, line)) && !names.has(foldId(text))
    const lines = linesAt(file, location, model.items, isFree)
    return lines.map(([line, text]) => ({ path, line, text }))
  }
  return written
    .flatMap((location) => [
      ...[...new Set(items.flatMap((item) => pathsOf(location, item)))].flatMap((path) => inFile(path, location)),
      ...filesWithout(location, items, model),
    ])
    .slice(0, maxListed)
}
