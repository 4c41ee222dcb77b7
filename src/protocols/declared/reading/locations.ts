import { isReservedPath } from '../../../core/configured-paths.ts'
import type { Place } from '../../../core/diagnostic.ts'
import { nodeAt, type DataNode } from '../../../documents/data.ts'
import type { Link, Location } from '../language/workflow.ts'
import { type Captures, isPathPart, type Template } from '../../../documents/template.ts'
import { bareText, isEmptyValue } from './words.ts'
import { type DeclaredFile, type FileLookup, isRead, type UnreadableFile } from './files.ts'
import type { Item } from './items.ts'
import { findSpot } from './spots.ts'
import type { FoundValue } from './values.ts'

/** A path from a template, with every capture a part of a path; `undefined`: it leads nowhere, or where no
 * command writes. */
export function pathFrom(template: Template, captures: Captures): string | undefined {
  const isSafe = template.names.every(
    (name) => name === 'path' || name === 'folder' || isPathPart(captures[name] ?? ''),
  )
  const filled = isSafe ? template.format(captures) : undefined
  const path = filled?.startsWith('./') ? filled.slice(2) : filled
  return path === undefined || isReservedPath(path) ? undefined : path
}

/** The files in which a location of an item may be, other than its own. */
export const pathsOf = ({ in: templates }: Location, { captures }: Item): readonly string[] =>
  templates.flatMap((template) => pathFrom(template, captures) ?? [])

/** The first file of some templates that is there. */
export function fileFor(
  files: FileLookup,
  templates: readonly Template[],
  item: Item,
): DeclaredFile | UnreadableFile | undefined {
  if (templates.length === 0) return item.source.form === 'folders' ? undefined : files(item.path)
  for (const template of templates) {
    const path = pathFrom(template, item.captures)
    const file = path === undefined ? undefined : files(path)
    if (file) return file
  }
  return undefined
}

/** What cannot be read, where the first file of some templates that is there is such a one. */
export function unreadableFor(
  files: FileLookup,
  templates: readonly Template[],
  item: Item,
): UnreadableFile | undefined {
  const file = fileFor(files, templates, item)
  return file === undefined || isRead(file) ? undefined : file
}

/** The value at a location, as an item sees it. */
export function findAt({ spot, in: templates }: Location, item: Item, files: FileLookup): FoundValue | undefined {
  const file = fileFor(files, templates, item)
  if (!isRead(file)) return undefined
  // Only in its own file an item has a key, an element, a row or a box of its own.
  const isOwn = file.path === item.path
  const anchor = { file, ...(isOwn && { node: item.node, nodeOffset: item.nodeOffset, row: item.row, box: item.box }) }
  return findSpot(spot, templates.length > 0 && spot.form === 'data' ? { file } : anchor, item.captures)
}

/** An id that an item names, and where it does. */
export interface ItemReference {
  /** As it is written; `undefined`: a list or mapping is in its place. */
  readonly id: string | undefined
  readonly place: Place
}

type PlaceOf = (node: DataNode) => Place

function referencesIn(
  node: DataNode,
  link: Pick<Link, 'where'>,
  way: readonly string[],
  placeOf: PlaceOf,
): readonly ItemReference[] {
  const referenceOf = (child: DataNode): readonly ItemReference[] => {
    if (child.kind !== 'scalar') return [{ id: undefined, place: placeOf(child) }]
    return child.value === null || child.source === '' ? [] : [{ id: child.source, place: placeOf(child) }]
  }
  const [step, ...remainingSteps] = way
  if (step === undefined) return node.kind === 'sequence' ? node.items.flatMap(referenceOf) : referenceOf(node)
  if (step !== '*') {
    const nextNode = nodeAt(node, [step])
    return nextNode ? referencesIn(nextNode, link, remainingSteps, placeOf) : []
  }
  if (node.kind !== 'sequence')
    return node.kind === 'scalar' && node.value === null ? [] : [{ id: undefined, place: placeOf(node) }]
  return node.items.flatMap((item) => {
    const isMatch = link.where.every(([key, value]) => {
      const entryValue = item.kind === 'mapping' ? item.get(key)?.value : undefined
      return entryValue?.kind === 'scalar' && entryValue.source === value
    })
    return isMatch ? referencesIn(item, link, remainingSteps, placeOf) : []
  })
}

export function referencesOf(link: Link, item: Item, files: FileLookup): readonly ItemReference[] {
  const file = fileFor(files, [], item)
  if (!isRead(file)) return []
  const placeOf = (node: DataNode, offset = 0) =>
    file.document.span(
      node.start + offset,
      (node.kind === 'scalar' ? node.end : Math.min(node.end, node.start + 1)) + offset,
    )
  if (link.spot.form === 'data') {
    const root = item.node ?? file.roots[0]?.node
    const offset = item.node ? item.nodeOffset : 0
    return root ? referencesIn(root, link, link.spot.at, (node) => placeOf(node, offset)) : []
  }
  if (link.spot.form === 'front-matter') {
    const head = file.head
    if (head.kind === 'yaml') {
      const node = head.mapping.get(link.spot.key)?.value
      if (node && node.kind !== 'scalar') return referencesIn(node, link, [], placeOf)
    }
  }
  const foundValue = findSpot(link.spot, { file, row: item.row, box: item.box }, item.captures)
  if (!foundValue || isEmptyValue(foundValue.text)) return []
  return foundValue.text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map(bareText)
    .flatMap((id) => (id === '' ? [] : [{ id, place: foundValue.place }]))
}
