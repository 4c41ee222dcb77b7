import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PathChange } from '../../../src/core/history.ts'
import type { Selector } from '../../../src/core/view.ts'
import { pathFilter } from '../../../src/documents/selection.ts'
import { blobStore, layerOf, type Layer } from '../../../src/engine/replay/layer.ts'
import { wideLayer } from '../../../src/engine/replay/wide.ts'

const base: readonly Selector[] = [{ glob: 'a/*.md', level: 'text' }]
const globs = ['a/one.md', 'a/two', 'a', 'b', 'b/one', 'b/c/two', 'c', 'c/one.md', '*', 'b/**']
const paths = ['a', 'a/one.md', 'a/two', 'b', 'b/one', 'b/c/two', 'c', 'c/one.md', 'c/.git/one']

const selector = fc.record({
  glob: fc.constantFrom(...globs),
  level: fc.constantFrom('name', 'digest', 'text', 'folder'),
} as const)
const change = fc.record({
  path: fc.constantFrom(...paths),
  kind: fc.constantFrom('file', 'symlink', 'submodule', undefined),
  oid: fc.constantFrom('1', '2'),
} as const)

function shown(layer: Layer) {
  const needed = new Map<string, string>()
  layer.missing(needed as never)
  const view = layer.view()
  return {
    paths: view.paths.map((path) => [
      path,
      view.entry(path)?.kind,
      view.identity?.(path),
      view.bytes(path)?.length,
      view.digest(path),
    ]),
    folders: [...view.folders].toSorted(),
  }
}

it('additional files are those of a layer that is made anew, whichever were selected before', () => {
  const steps = fc.array(
    fc.record({ changes: fc.array(change, { maxLength: 3 }), further: fc.array(selector, { maxLength: 4 }) }),
    {
      maxLength: 8,
    },
  )
  fc.assert(
    fc.property(steps, (all) => {
      const blobs = blobStore(() => true)
      for (const oid of ['1', '2']) blobs.put(oid, { size: Number(oid), bytes: new Uint8Array(Number(oid)) })
      const tree = new Map<string, PathChange>()
      const wide = wideLayer(pathFilter(base), tree, (filtered) => layerOf(filtered, 100, blobs))
      for (const { changes, further } of all) {
        for (const pathChange of changes) {
          if (pathChange.kind === undefined) tree.delete(pathChange.path)
          else tree.set(pathChange.path, pathChange)
          wide.layer?.apply(pathChange)
        }
        const anew = layerOf(pathFilter([...base, ...further]), 100, blobs)
        for (const pathChange of tree.values()) anew.apply(pathChange)
        expect(shown(wide.selecting(further))).toEqual(shown(anew))
      }
    }),
    { numRuns: 500 },
  )
})
