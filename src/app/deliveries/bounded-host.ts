import type { Host } from '../../core/host/host.ts'
import { boundedTree } from '../validate/bounded-tree.ts'

/**
 * A host whose trees are bounded, whatever they are read for.
 *
 * @param turn is waited for before a large one is read
 */
export const boundedHost = (host: Host, turn: () => Promise<void>): Host => ({
  ...host,
  commitTree: (sha) => boundedTree(host.commitTree(sha), turn),
})
