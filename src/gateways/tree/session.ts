import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ChangeSet } from '../../core/command.ts'
import { Fault, TreeRefusal } from '../../core/fault.ts'
import type { View } from '../../core/view.ts'
import { isPublished, finishIndex } from '../git/publication.ts'
import { applyAll, type Publication } from './apply.ts'
import { conditionOf } from './holder.ts'
import { concludeJournal, foreignJournal, removeJournal, journalOf, removeKept, rollBack } from './journal.ts'
import { lockOf, lockTree, pause, systemClock, type Clock, type TreeLock, type LockRequest } from './lock.ts'
import { isOwnName, journalNames } from './names.ts'
import { busyRefusal, halfDoneRefusal, unwritableRefusal } from './refusals.ts'

/** How a program accesses a tree. */
export interface Access {
  /** The command of Baton that it runs, for those who wait for it. */
  readonly command: string
  /** How long it waits for others, in milliseconds. */
  readonly wait: number
  readonly clock?: Clock
}

/** A tree that can be written. */
export interface WritableTree {
  /** How long may still be waited for others, such as git. */
  readonly waiting: LockRequest
  /**
   * Applies a change set, all or nothing.
   *
   * @param view what it was made from, read since the tree was given.
   * @throws TreeRefusal where that cannot be; then nothing has changed.
   */
  write(changes: ChangeSet, view: View, publication?: Publication): Promise<void>
}

/** Plans that other programs overtook are made again so often, and no more. */
const maxReplans = 3
/** Readings that others overtook are done again so often before the others are kept out. */
const maxReadings = 3

const waitingOf = ({ command, wait, clock = systemClock }: Access): LockRequest => ({
  command,
  clock,
  until: clock.now() + wait,
})

const isCode = (cause: unknown, code: TreeRefusal['code']): cause is TreeRefusal =>
  cause instanceof TreeRefusal && cause.code === code

/**
 * Finishes or reverts the changes of a program that ended while it wrote. Only for the holder of the lock.
 *
 * @returns whether it is over; otherwise that program still runs, and has lost its lock without knowing.
 */
async function recover(root: string, lock: TreeLock, waiting: LockRequest): Promise<boolean> {
  for (;;) {
    const foundJournal = journalOf(root)
    if (!foundJournal) return true
    if (foundJournal.state === 'foreign') throw foreignJournal(foundJournal.name)
    if (foundJournal.state === 'unwritten') {
      rmSync(join(root, journalNames[foundJournal.of]))
      continue
    }
    const { state, journal } = foundJournal
    if (journal.holder.token !== lock.holder.token && conditionOf(journal.holder) === 'running') return false
    if (state === 'begun' && journal.commit && isPublished(root, journal.commit.sha)) concludeJournal(root)
    else if (state === 'begun') {
      rollBack(root, journal)
      removeJournal(root, state, journal.holder)
    } else {
      removeKept(root, journal)
      if (journal.commit) await finishIndex(root, journal.commit.entries, waiting)
      removeJournal(root, state, journal.holder)
    }
  }
}

/** Locks a tree in which nothing is left half done. */
async function acquire(root: string, waiting: LockRequest): Promise<TreeLock> {
  for (;;) {
    const lock = await lockTree(root, waiting)
    try {
      if (await recover(root, lock, waiting)) return lock
    } catch (cause) {
      lock.release()
      throw cause instanceof Fault ? cause : unwritableRefusal(journalNames.begun, cause)
    }
    lock.release()
    if (waiting.clock.now() >= waiting.until) throw busyRefusal(journalNames.begun, undefined)
    await waiting.clock.sleep(pause())
  }
}

/** Removes files that ended programs have left, if that can be done at once; nothing is reported. */
async function removeLeftovers(root: string, { command, clock }: LockRequest): Promise<void> {
  try {
    ;(await acquire(root, { command, clock, until: clock.now() })).release()
  } catch (cause) {
    // A tree that cannot be written may still be read, and the files that are left do no harm.
    if (!(cause instanceof Fault)) throw cause
  }
}

/** Which of Baton's own files are in the root of a tree. */
function ownFiles(root: string): readonly string[] {
  try {
    return readdirSync(root).filter(isOwnName)
  } catch {
    // The reader of the tree reports why it cannot be read.
    return []
  }
}

/** Does away with a set that is half done and whose program has ended. */
async function rollBackJournal(root: string, waiting: LockRequest): Promise<void> {
  try {
    ;(await acquire(root, waiting)).release()
  } catch (cause) {
    if (!isCode(cause, 'TREE_READ_ONLY')) throw cause
    throw halfDoneRefusal(cause)
  }
}

/** Waits until no set is half done, and does away with one whose program has ended. */
async function waitUntilSettled(root: string, waiting: LockRequest): Promise<void> {
  while (ownFiles(root).length > 0) {
    const lock = lockOf(root)
    const state = journalOf(root)?.state
    const isRunning = lock?.condition === 'running'
    if (state === 'begun' && isRunning) {
      if (waiting.clock.now() >= waiting.until) throw busyRefusal(journalNames.begun, lock.holder)
      await waiting.clock.sleep(pause())
      continue
    }
    if (state === 'begun') await rollBackJournal(root, waiting)
    // The lock of another host does not show whether its process lives.
    else if (!isRunning && state !== 'foreign' && (lock === undefined || lock.condition === 'ended'))
      await removeLeftovers(root, waiting)
    return
  }
}

/** Changes whenever a lock or a journal comes or goes, as all do that are in the root. */
function markOf(root: string): string {
  const stats = statSync(root, { throwIfNoEntry: false, bigint: true })
  return `${stats?.ino} ${stats?.mtimeNs} ${stats?.ctimeNs}`
}

/**
 * Looks at a tree while no set of files in it is half written. Where a program wrote meanwhile, or an editor changed a
 * file that was read twice, it looks again.
 *
 * @param look reads the tree, and does nothing else: it may be done several times.
 * @throws TreeRefusal `TREE_BUSY` where others do not end, `TREE_READ_ONLY` where the changes of an ended program
 * cannot be reverted.
 */
export async function readSettledTree<Result>(
  root: string,
  access: Access,
  look: () => Promise<Result>,
): Promise<Result> {
  const waiting = waitingOf(access)
  for (let readings = 1; ; readings++) {
    await waitUntilSettled(root, waiting)
    const markBefore = markOf(root)
    let isChanged = false
    const outcome = await look().then(
      (result) => () => result,
      (cause: unknown) => {
        isChanged = isCode(cause, 'TREE_CHANGED')
        return () => {
          throw cause
        }
      },
    )
    if (isChanged && readings < maxReadings) continue
    if (markOf(root) === markBefore && journalOf(root)?.state !== 'begun') return outcome()
    if (readings < maxReadings) continue
    try {
      const lock = await acquire(root, waiting)
      try {
        return await look()
      } finally {
        lock.release()
      }
    } catch (cause) {
      // Who may not write here cannot keep others out, and has to be as quick as they are.
      if (!isCode(cause, 'TREE_READ_ONLY')) throw cause
      if (waiting.clock.now() >= waiting.until) throw busyRefusal(journalNames.begun, lockOf(root)?.holder)
    }
  }
}

/**
 * Works on a tree while no other program of Baton writes to it. If an editor or another program has changed a file
 * meanwhile, the work is done again.
 *
 * @param work reads the tree, plans and writes; it may be done several times, and has then written nothing before.
 * @throws TreeRefusal `TREE_BUSY` when others hold the tree for too long, `TREE_CHANGED` when it was overtaken each
 * time. A tree that cannot be written is only refused where something is to be written: `TREE_READ_ONLY`.
 */
export async function writeLockedTree<Result>(
  root: string,
  access: Access,
  work: (tree: WritableTree) => Promise<Result>,
): Promise<Result> {
  for (let replans = 0; ; replans++) {
    const waiting = waitingOf(access)
    let lock: TreeLock
    try {
      lock = await acquire(root, waiting)
    } catch (cause) {
      if (!isCode(cause, 'TREE_READ_ONLY')) throw cause
      return readSettledTree(root, access, () => work({ waiting, write: () => Promise.reject(cause) }))
    }
    try {
      return await work({
        waiting,
        write: (changes, view, publication) => applyAll(root, changes, view, lock, publication),
      })
    } catch (cause) {
      if (!isCode(cause, 'TREE_CHANGED') || replans === maxReplans) throw cause
    } finally {
      lock.release()
    }
  }
}
