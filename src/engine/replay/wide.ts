import type { PathChange } from '../../core/history.ts'
import { foldersAbove, type Selector, higherLevel } from '../../core/view.ts'
import {
  literalPath,
  pathFilter,
  pathSelection,
  type PathFilter,
  type PathSelection,
} from '../../documents/selection.ts'
import { type Layer } from './layer.ts'

/** What two filters select together. */
function eitherFilter(filter: PathFilter, otherFilter: PathFilter): PathFilter {
  return {
    level(path, kind) {
      const [a, b] = [filter.level(path, kind), otherFilter.level(path, kind)]
      return a && b ? higherLevel(a, b) : (a ?? b)
    },
    folder: (path) => filter.folder(path) || otherFilter.folder(path),
  }
}

/** The layer that selects additional files, too. */
export interface WideLayer {
  /** Absent until it is needed. */
  readonly layer: Layer | undefined
  /**
   * The layer with these additional files. Where they are other ones than before, only those are looked at that differ.
   */
  selecting(selectors: readonly Selector[]): Layer
}

/** Up to so many selectors a layer is changed; for more it is made anew. */
const maxChangedSelectors = 16

const keyOf = ({ glob, level, except }: Selector) => JSON.stringify([glob, level, except])

/**
 * @param baseFilter selects what every layer has
 * @param tree what is at each path
 */
export function wideLayer(
  baseFilter: PathFilter,
  tree: ReadonlyMap<string, PathChange>,
  layerOf: (filter: PathFilter) => Layer,
): WideLayer {
  let selectedByKey: ReadonlyMap<string, Selector> = new Map()
  /** What the layer selects, if every selector names a path. */
  let namedPaths: PathSelection | undefined
  let layer: Layer | undefined

  const rebuildLayer = (): Layer => {
    const selectors = [...selectedByKey.values()]
    namedPaths = selectors.every((selector) => literalPath(selector) !== undefined) ? pathSelection() : undefined
    if (namedPaths) for (const selector of selectors) namedPaths.add(selector)
    layer?.drop()
    layer = layerOf(eitherFilter(baseFilter, namedPaths ?? pathFilter(selectors)))
    for (const change of tree.values()) layer.apply(change)
    return layer
  }
  /** What is at a path, at the folders above it, and below it if it is a folder that is selected itself. */
  const changesAround = (selector: Selector): readonly PathChange[] => {
    const path = literalPath(selector) ?? ''
    const changesAbove = [...foldersAbove(path), path].flatMap((pathAbove) => tree.get(pathAbove) ?? [])
    return selector.level === 'folder'
      ? [...changesAbove, ...Array.from(tree.values()).filter((change) => change.path.startsWith(`${path}/`))]
      : changesAbove
  }

  return {
    get layer() {
      return layer
    },
    selecting(selectors) {
      const selectedBefore = selectedByKey
      selectedByKey = new Map(selectors.map((selector) => [keyOf(selector), selector]))
      const addedSelectors = [...selectedByKey].flatMap(([key, selector]) =>
        selectedBefore.has(key) ? [] : [selector],
      )
      const removedSelectors = [...selectedBefore].flatMap(([key, selector]) =>
        selectedByKey.has(key) ? [] : [selector],
      )
      const differingSelectors = [...addedSelectors, ...removedSelectors]
      if (!layer || differingSelectors.length > maxChangedSelectors) return rebuildLayer()
      if (differingSelectors.length === 0) return layer
      const selection = namedPaths
      if (!selection || addedSelectors.some((selector) => literalPath(selector) === undefined)) return rebuildLayer()
      const changes = new Map(differingSelectors.flatMap(changesAround).map((change) => [change.path, change]))
      layer.reselect([...changes.values()], () => {
        for (const selector of removedSelectors) selection.remove(selector)
        for (const selector of addedSelectors) selection.add(selector)
      })
      return layer
    },
  }
}
