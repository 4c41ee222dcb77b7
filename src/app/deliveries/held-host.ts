import type { Host } from '../../core/host/host.ts'

/**
 * A host on which only the holder of the lane changes anything.
 *
 * @param hold rejects where the lane is another process's by now
 */
export const heldHost = (host: Host, hold: () => Promise<void>): Host => {
  const held =
    <Parameters extends readonly unknown[], Result>(change: (...parameters: Parameters) => Promise<Result>) =>
    async (...parameters: Parameters): Promise<Result> => {
      await hold()
      return change(...parameters)
    }
  return {
    ...host,
    commit: held(host.commit),
    createBranch: held(host.createBranch),
    openPull: held(host.openPull),
    writeCommit: held(host.writeCommit),
    moveBranch: held(host.moveBranch),
    perform: held(host.perform),
  }
}
