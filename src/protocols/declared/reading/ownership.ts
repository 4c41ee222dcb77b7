import type { Place as FilePlace } from '../../../core/diagnostic.ts'
import { groupBy } from '../../../core/grouped.ts'
import { memo } from '../../../core/once.ts'
import { foldersAbove, storedText } from '../../../core/view.ts'
import type { LineRange, RowOwnership } from '../../../core/protocol.ts'
import type { StateDigest } from '../../../core/target.ts'
import type { DataNode } from '../../../documents/data.ts'
import { lineEnd } from '../../../documents/text.ts'
import type { Location } from '../language/workflow.ts'
import type { JudgedItem, Model } from '../model.ts'
import type { Item } from './items.ts'
import { isRead } from './files.ts'
import { pathsOf } from './locations.ts'
import { unreadTargetsOf } from './unreadable.ts'
import { writtenStatementsOf } from '../states/statements.ts'

/** The lines of a file that are an item's own; `undefined`: all of it. */
type OwnedLines = ReadonlyMap<string, readonly LineRange[] | undefined>

/** Whether a location is a part of a file, which has parts of others too. */
const isPart = ({ spot: { form } }: Location): boolean => form === 'table' || form === 'box' || form === 'data'

const itemsByNode = memo(
  ({ items, sightings }: Model): ReadonlyMap<DataNode, Item> =>
    new Map(items.flatMap(sightings).flatMap((item) => (item.node ? [[item.node, item] as const] : []))),
)

const linesIn = ([from, to]: LineRange = [0, 0]): readonly number[] =>
  Array.from({ length: to - from }, (_, index) => from + index)

/** The lines of an item's value, but for those that hold nothing but other items in it. */
function linesOfValue({ node, lines, path, nodeOffset = 0 }: Item, model: Model): readonly LineRange[] | undefined {
  const file = model.files(path)
  if (!node || !lines || lines[1] - lines[0] === 1 || !isRead(file)) return lines && [lines]
  const { document } = file
  const otherLines = new Set<number>()
  const scalars: DataNode[] = []
  const pending: DataNode[] = [node]
  for (let value = pending.pop(); value; value = pending.pop()) {
    const otherItem = value === node ? undefined : itemsByNode(model).get(value)
    if (otherItem) for (const line of linesIn(otherItem.lines)) otherLines.add(line)
    else if (value.kind === 'scalar') scalars.push(value)
    else if (value.kind === 'sequence') for (const child of value.items) pending.push(child)
    else
      for (const { key, value: child } of value.entries) {
        pending.push(child)
        if (!itemsByNode(model).has(child)) scalars.push(key)
      }
  }
  if (otherLines.size === 0) return [lines]
  const lineOf = (position: number) => document.lineOf(position + nodeOffset)
  const ownLines = new Set(
    scalars.flatMap(({ start, end }) => linesIn([lineOf(start), lineOf(Math.max(start, end - 1)) + 1])),
  )
  return linesIn(lines)
    .filter((line) => ownLines.has(line) || !otherLines.has(line))
    .map((line) => [line, line + 1])
}

const linesOwnedBy = (item: JudgedItem, model: Model): OwnedLines => {
  const ownedLines = new Map<string, readonly LineRange[] | undefined>()
  for (const sighting of model.sightings(item)) ownedLines.set(sighting.path, linesOfValue(sighting, model))
  for (const { place, unreadable } of item.statements)
    for (const location of unreadable ? place.written.filter((at) => !isPart(at)) : [])
      for (const path of pathsOf(location, item)) if (path !== item.path) ownedLines.set(path, undefined)
  for (const { found, place } of writtenStatementsOf(item)) {
    if (found.path === item.path) continue
    const isShared = place.written.some(isPart)
    const knownLines = ownedLines.get(found.path) ?? []
    const lines = [found, ...(found.repetitions ?? [])].map(({ place: { line = 1 } }): LineRange => [line, line + 1])
    ownedLines.set(found.path, isShared ? [...knownLines, ...lines] : undefined)
  }
  return ownedLines
}

/** What items of one id own together: in a file where one of them is alone, all of it. */
function joined(left: OwnedLines | undefined, right: OwnedLines): OwnedLines {
  if (!left) return right
  const ownedLines = new Map(left)
  for (const [path, lines] of right) {
    const knownLines = left.has(path) ? left.get(path) : []
    ownedLines.set(path, knownLines && lines ? [...knownLines, ...lines] : undefined)
  }
  return ownedLines
}

/** Where the states of all items are written, as far as commands write there. */
export const writtenPlacesIn = ({ items, judge }: Model): readonly FilePlace[] =>
  items.flatMap((item) => writtenStatementsOf(judge(item)).flatMap(({ found }) => (found.isFixed ? [] : [found.place])))

interface Ownership {
  readonly byTarget: ReadonlyMap<string, OwnedLines>
  readonly byPath: ReadonlyMap<string, readonly string[]>
}

const ownership = memo((model: Model): Ownership => {
  const { items, judge } = model
  const byTarget = new Map<string, OwnedLines>()
  const byPath = new Map<string, string[]>()
  for (const unjudgedItem of items) {
    const item = judge(unjudgedItem)
    const ownedLines = linesOwnedBy(item, model)
    byTarget.set(item.target, joined(byTarget.get(item.target), ownedLines))
    for (const path of ownedLines.keys()) {
      const targets = byPath.get(path)
      if (targets) targets.push(item.target)
      else byPath.set(path, [item.target])
    }
  }
  for (const { target, file } of unreadTargetsOf(model)) {
    if (byTarget.get(target)?.has(file.path)) continue
    byTarget.set(target, joined(byTarget.get(target), new Map([[file.path, undefined]])))
    byPath.set(file.path, [...(byPath.get(file.path) ?? []), target])
  }
  return { byTarget, byPath }
})

/** The targets whose state a file holds: of a folder that is an item, any file in it. */
export function ownersOf(model: Model, path: string): readonly string[] {
  const { byPath } = ownership(model)
  return [path, ...foldersAbove(path)].flatMap((candidate) => byPath.get(candidate) ?? [])
}

const keyIn = (path: string, target: string) => `${path}\n${target}`

/** The texts of items in files that they share with others. */
const sharedTexts = memo((model: Model): ReadonlyMap<string, string> => {
  const textByKey = new Map<string, string>()
  for (const [target, ownedLines] of ownership(model).byTarget)
    for (const [path, lines] of ownedLines) {
      const file = lines && model.files(path)
      if (!lines || !isRead(file)) continue
      const { document } = file
      const ownTexts = lines.map(([from, to]) => document.text.slice(document.offsetOf(from), document.offsetOf(to)))
      textByKey.set(keyIn(path, target), storedText(model.view, path, ownTexts.join('')))
    }
  return textByKey
})

/** A value with all that is in it, but not what belongs to other items. */
function valueText(node: DataNode, isOther: (node: DataNode) => boolean): string {
  if (node.kind === 'scalar') return JSON.stringify(node.source)
  const texts =
    node.kind === 'sequence'
      ? node.items.flatMap((item) => (isOther(item) ? [] : [valueText(item, isOther)]))
      : node.entries.flatMap(({ key, value }) =>
          isOther(value) ? [] : [`${JSON.stringify(key.source)}:${valueText(value, isOther)}`],
        )
  return node.kind === 'sequence' ? `[${texts.join()}]` : `{${texts.join()}}`
}

/** The text of a place that is a part of a file. */
function textAt({ path, line = 1, column = 1, endLine = line, endColumn }: FilePlace, { files, view }: Model): string {
  const file = files(path)
  if (!isRead(file)) return ''
  const { document } = file
  const end = endColumn === undefined ? lineEnd(document, endLine) : document.offsetOf(endLine) + endColumn - 1
  return storedText(view, path, document.text.slice(document.offsetOf(line) + column - 1, end))
}

/** What of each item a change of a shared file has to alter to touch it: its own value, and those of its places. */
const sharedValues = memo((model: Model): ReadonlyMap<string, string> => {
  const nodes = new Set(model.items.flatMap(model.sightings).map(({ node }) => node))
  const valueByKey = new Map(sharedTexts(model))
  const ownKeys = new Set<string>()
  for (const unjudgedItem of model.items) {
    const item = model.judge(unjudgedItem)
    const { target } = item
    // The value of a place takes the place of the lines in which it is, since other items may be there, too.
    const byValue = new Set<string>()
    for (const { node, path } of model.sightings(item)) {
      const ownText = node && valueText(node, (child) => child !== node && nodes.has(child))
      const ownKey = keyIn(path, target)
      // Of several items of one id, all count.
      if (ownText !== undefined)
        valueByKey.set(ownKey, ownKeys.has(ownKey) ? `${valueByKey.get(ownKey)}\n${ownText}` : ownText)
      ownKeys.add(ownKey)
      byValue.add(ownKey)
    }
    for (const { found, at } of writtenStatementsOf(item)) {
      const key = keyIn(found.path, target)
      if (at.spot.form !== 'data' || !valueByKey.has(key)) continue
      valueByKey.set(key, `${byValue.has(key) ? valueByKey.get(key) : ''}\n${textAt(found.place, model)}`)
      byValue.add(key)
    }
  }
  return valueByKey
})

/** The items that begin in a line with others: the line tells nothing of one of them. */
const itemsInOneLine = memo(({ items, sightings, judge }: Model): ReadonlySet<string> => {
  const withNode = items.flatMap((item) =>
    sightings(item).flatMap(({ node, path, lines = [] }) => (node ? [{ item, line: `${lines[0]} ${path}` }] : [])),
  )
  const groups = groupBy(withNode, ({ line }) => line)
  return new Set(
    [...groups.values()].flatMap((group) => (group.length > 1 ? group.map(({ item }) => judge(item).target) : [])),
  )
})

/**
 * What holds an item's state: its own text of each file that it shares with others, and the digest of every other one,
 * after its path.
 */
export function stateDigest(model: Model, target: string): StateDigest {
  const { view } = model
  const texts = itemsInOneLine(model).has(target) ? sharedValues(model) : sharedTexts(model)
  const partIn = (path: string) => texts.get(keyIn(path, target)) ?? view.digest(path)?.sha256
  const ownPaths = [...(ownership(model).byTarget.get(target)?.keys() ?? [])]
  const paths = ownPaths.flatMap((path) =>
    view.entry(path) ? path : view.paths.filter((candidate) => candidate.startsWith(`${path}/`)),
  )
  return { state: [...new Set(paths)].toSorted().flatMap((path) => [path, partIn(path)]), contract: [] }
}

const ownLinesIn = (model: Model, path: string, target: string) => ownership(model).byTarget.get(target)?.get(path)

const byTarget = memo(({ items, judge }: Model) => new Map(items.map((item) => [judge(item).target, item])))

/** Whether a file may have a part of an item, which is not there: the base may have it. */
function isMissing(model: Model, path: string, target: string): boolean {
  const item = byTarget(model).get(target)
  if (!item || ownership(model).byTarget.get(target)?.has(path)) return false
  return item.kind.places.some(({ written }) => written.some((at) => isPart(at) && pathsOf(at, item).includes(path)))
}

/** By the folders that are items, the files in them that are read. */
const filesByFolder = memo(({ items, view }: Model): ReadonlyMap<string, readonly string[]> => {
  const filesInFolders = new Map<string, string[]>()
  for (const { source, path } of items) if (source.form === 'folders') filesInFolders.set(path, [])
  for (const path of filesInFolders.size > 0 ? view.paths : [])
    for (const folder of foldersAbove(path)) filesInFolders.get(folder)?.push(path)
  return filesInFolders
})

/** What a change has to alter to touch an item: its own value in each file, and the files of a folder that it is. */
const ownValues = memo((model: Model): ReadonlyMap<string, string> => {
  const { items, judge, view } = model
  const valueByKey = new Map(sharedValues(model))
  for (const item of items) {
    const files = filesByFolder(model).get(item.path)
    if (files)
      valueByKey.set(
        keyIn(item.path, judge(item).target),
        files.map((path) => `${path} ${view.digest(path)?.sha256 ?? view.entry(path)?.size}`).join('\n'),
      )
  }
  return valueByKey
})

/** The key, element, row or box of an item in a file that it shares with others, and the folder that an item is. */
export const rowOwnership: RowOwnership<Model> = {
  key: (model, path, target) =>
    ownLinesIn(model, path, target) || isMissing(model, path, target) || filesByFolder(model).has(path)
      ? keyIn(path, target)
      : undefined,
  texts: sharedTexts,
  values: ownValues,
  lines: (model, path, target) => ownLinesIn(model, path, target) ?? [],
}
