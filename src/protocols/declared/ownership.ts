import { memo } from '../../core/once.ts'
import { foldersAbove } from '../../core/view.ts'
import type { LineRange, RowOwnership } from '../../core/protocol.ts'
import type { StateDigest } from '../../core/target.ts'
import type { Location } from './language/workflow.ts'
import type { JudgedItem, Model } from './model.ts'
import { isRead } from './reading/files.ts'
import { pathsOf } from './reading/locations.ts'
import { writtenOf } from './wording.ts'

/** The lines of a file that are an item's own; `undefined`: all of it. */
type Owned = ReadonlyMap<string, readonly LineRange[] | undefined>

/** Whether a location is a part of a file, which has parts of others too. */
const isPart = ({ spot: { form } }: Location): boolean => form === 'table' || form === 'box' || form === 'data'

const partOf = (item: JudgedItem): Owned => {
  const owned = new Map<string, readonly LineRange[] | undefined>()
  owned.set(item.path, item.lines && [item.lines])
  for (const { found, place } of writtenOf(item)) {
    if (found.path === item.path) continue
    const isShared = place.written.some(isPart)
    const line = found.place.line ?? 1
    const known = owned.get(found.path) ?? []
    owned.set(found.path, isShared ? [...known, [line, line + 1]] : undefined)
  }
  return owned
}

interface Ownership {
  readonly byTarget: ReadonlyMap<string, Owned>
  readonly byPath: ReadonlyMap<string, readonly string[]>
  readonly pathsOf: ReadonlyMap<string, ReadonlySet<string>>
}

const ownership = memo(({ items, judge }: Model): Ownership => {
  const byTarget = new Map<string, Owned>()
  const byPath = new Map<string, string[]>()
  const pathsOf = new Map<string, Set<string>>()
  for (const each of items) {
    const item = judge(each)
    const owned = partOf(item)
    byTarget.set(item.target, owned)
    pathsOf.set(item.target, new Set([...(pathsOf.get(item.target) ?? []), ...owned.keys()]))
    for (const path of owned.keys()) {
      const known = byPath.get(path)
      if (known) known.push(item.target)
      else byPath.set(path, [item.target])
    }
  }
  return { byTarget, byPath, pathsOf }
})

/** The targets whose state a file holds: of a folder that is an item, any file in it. */
export function ownersOf(model: Model, path: string): readonly string[] {
  const { byPath } = ownership(model)
  return [path, ...foldersAbove(path)].flatMap((each) => byPath.get(each) ?? [])
}

const keyIn = (path: string, target: string) => `${path}\n${target}`

/** The texts of items in files that they share with others. */
const texts = memo((model: Model): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const [target, owned] of ownership(model).byTarget)
    for (const [path, lines] of owned) {
      const file = lines && model.files(path)
      if (!lines || !isRead(file)) continue
      const { document } = file
      found.set(
        keyIn(path, target),
        lines.map(([from, to]) => document.text.slice(document.offsetOf(from), document.offsetOf(to))).join(''),
      )
    }
  return found
})

/** What holds an item's state: its own text of each file that it shares with others, and the digest of every other one, after its path. */
export function stateDigest(model: Model, target: string): StateDigest {
  const { view } = model
  const partIn = (path: string) => texts(model).get(keyIn(path, target)) ?? view.digest(path)?.sha256
  const paths = [...(ownership(model).pathsOf.get(target) ?? [])].flatMap((path) =>
    view.entry(path) ? path : view.paths.filter((each) => each.startsWith(`${path}/`)),
  )
  return { state: [...new Set(paths)].toSorted().flatMap((path) => [path, partIn(path)]), contract: [] }
}

const linesIn = (model: Model, path: string, target: string) => ownership(model).byTarget.get(target)?.get(path)

const byTarget = memo(({ items, judge }: Model) => new Map(items.map((item) => [judge(item).target, item])))

/** Whether a file may have a part of an item, which is not there: the base may have it. */
function isMissing(model: Model, path: string, target: string): boolean {
  const item = byTarget(model).get(target)
  if (!item || ownership(model).byTarget.get(target)?.has(path)) return false
  return item.kind.places.some(({ written }) => written.some((at) => isPart(at) && pathsOf(at, item).includes(path)))
}

/** The key, element, row or box of an item in a file that it shares with others. */
export const rowOwnership: RowOwnership<Model> = {
  key: (model, path, target) => (linesIn(model, path, target) || isMissing(model, path, target) ? keyIn(path, target) : undefined),
  texts,
  lines: (model, path, target) => linesIn(model, path, target) ?? [],
}
