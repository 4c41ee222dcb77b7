import type { PathChange } from '../../core/history.ts'
import { foldersAbove, type Selector, higherLevel } from '../../core/view.ts'
import { literalPath, pathFilter, pathSelection, type PathFilter, type PathSelection } from '../../documents/selection.ts'
import { type Layer } from './layer.ts'

/** What two filters select together. */
function either(one: PathFilter, other: PathFilter): PathFilter {
  return {
    level(path, kind) {
      const [a, b] = [one.level(path, kind), other.level(path, kind)]
      return a && b ? higherLevel(a, b) : (a ?? b)
    },
    folder: (path) => one.folder(path) || other.folder(path),
  }
}

/** The layer that selects additional files, too. */
export interface WideLayer {
  /** Absent until it is needed. */
  readonly layer: Layer | undefined
  /** The layer with these additional files. Where they are other ones than before, only those are looked at that differ. */
  selecting(further: readonly Selector[]): Layer
}

/** Up to so many selectors a layer is changed; for more it is made anew. */
const few = 16

const keyOf = ({ glob, level, except }: Selector) => JSON.stringify([glob, level, except])

/**
 * @param all selects what every layer has
 * @param tree what is at each path
 */
export function wideLayer(all: PathFilter, tree: ReadonlyMap<string, PathChange>, layerOf: (filtered: PathFilter) => Layer): WideLayer {
  let selected: ReadonlyMap<string, Selector> = new Map()
  /** What the layer selects, if every selector names a path. */
  let named: PathSelection | undefined
  let layer: Layer | undefined

  const anew = (): Layer => {
    const selectors = [...selected.values()]
    named = selectors.every((each) => literalPath(each) !== undefined) ? pathSelection() : undefined
    if (named) for (const each of selectors) named.add(each)
    layer?.drop()
    layer = layerOf(either(all, named ?? pathFilter(selectors)))
    for (const change of tree.values()) layer.apply(change)
    return layer
  }
  /** What is at a path, at the folders above it, and below it if it is a folder that is selected itself. */
  const around = (selector: Selector): readonly PathChange[] => {
    const path = literalPath(selector) ?? ''
    const found = [...foldersAbove(path), path].flatMap((each) => tree.get(each) ?? [])
    return selector.level === 'folder' ? [...found, ...Array.from(tree.values()).filter((each) => each.path.startsWith(`${path}/`))] : found
  }

  return {
    get layer() {
      return layer
    },
    selecting(further) {
      const before = selected
      selected = new Map(further.map((each) => [keyOf(each), each]))
      const added = [...selected].flatMap(([key, each]) => (before.has(key) ? [] : [each]))
      const removed = [...before].flatMap(([key, each]) => (selected.has(key) ? [] : [each]))
      const differing = [...added, ...removed]
      if (!layer || differing.length > few) return anew()
      if (differing.length === 0) return layer
      const selection = named
      if (!selection || added.some((each) => literalPath(each) === undefined)) return anew()
      const changes = new Map(differing.flatMap(around).map((change) => [change.path, change]))
      layer.reselect([...changes.values()], () => {
        for (const each of removed) selection.remove(each)
        for (const each of added) selection.add(each)
      })
      return layer
    },
  }
}
