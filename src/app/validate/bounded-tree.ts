import type { Diagnostic } from '../../core/diagnostic.ts'
import { Fault } from '../../core/fault.ts'
import { msg } from '../../core/message.ts'
import type { Selection, Selector, Tree } from '../../core/view.ts'
import { pathFilter } from '../../documents/selection.ts'
import { maxBytes, maxMarks, pathOverMarkLimit, tooLargeDiagnostic } from '../../engine/checking/too-large.ts'
import { runInTurns } from '../../gateways/in-turns.ts'

/** Refuses to read a tree that is over the limits, with the finding to report. Trying again gives the same error. */
export class TreeTooLarge extends Fault {
  readonly diagnostic: Diagnostic

  constructor(diagnostic: Diagnostic) {
    super(`${diagnostic.message}.`, diagnostic.hint === undefined ? {} : { hint: diagnostic.hint })
    this.diagnostic = diagnostic
  }
}

/** Files of more bytes than that in all are those of a large tree. */
const largeTreeSize = 1 << 20

export const asName = (selector: Selector): Selector =>
  selector.level === 'folder' ? selector : { ...selector, level: 'name' }

/** The bytes of all files whose text is selected, by the list of the files alone: none of them is read. */
async function bytesIn(
  tree: Tree,
  { selectors, limit }: Selection,
): Promise<{ readonly bytes: number; readonly path: string }> {
  const view = await tree.open({ selectors: selectors.map(asName), limit })
  const filter = pathFilter(selectors)
  let bytes = 0
  for (const path of view.paths) {
    const { kind, size } = view.entry(path) ?? { kind: 'file', size: 0 }
    if (size <= limit && filter.level(path, kind) === 'text') bytes += size
    if (bytes > maxBytes) return { bytes, path }
  }
  return { bytes, path: view.paths[0] ?? '' }
}

/**
 * A tree of which no more is read than the time and memory of one process bear.
 *
 * @param turn is waited for before the files of a large tree are read
 * @throws TreeTooLarge where it holds more
 */
export const boundedTree = (tree: Tree, turn: () => Promise<void>): Tree => ({
  ...tree,
  async open(selection) {
    const { bytes, path } = await bytesIn(tree, selection)
    if (bytes > maxBytes) {
      const message = msg`Unexpected size of all state files of ${tree.name}, expected at most ${maxBytes} bytes: with this file there are more`
      throw new TreeTooLarge(tooLargeDiagnostic(message, path))
    }
    if (bytes > largeTreeSize) await turn()
    const view = await tree.open(selection)
    const pathOverLimit = await runInTurns(pathOverMarkLimit(view))
    if (pathOverLimit === undefined) return view
    const message = msg`Unexpected amount of data in all state files of ${tree.name}, expected at most ${maxMarks} commas, colons and line ends: with this file there are more`
    throw new TreeTooLarge(tooLargeDiagnostic(message, pathOverLimit))
  },
})
