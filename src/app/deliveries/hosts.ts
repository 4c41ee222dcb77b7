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

/**
 * A host on which only the holder of the lane changes anything.
 *
 * @param hold rejects where the lane is another process's by now
 */
export const heldHost = (host: Host, hold: () => Promise<void>): Host => {
  const whileHeld =
    <Parameters extends readonly unknown[], Result>(change: (...parameters: Parameters) => Promise<Result>) =>
    async (...parameters: Parameters): Promise<Result> => {
      await hold()
      return change(...parameters)
    }
  return {
    ...host,
    commit: whileHeld(host.commit),
    createBranch: whileHeld(host.createBranch),
    openPull: whileHeld(host.openPull),
    writeCommit: whileHeld(host.writeCommit),
    moveBranch: whileHeld(host.moveBranch),
    perform: whileHeld(host.perform),
  }
}
