import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { conditionOf, holderSchema, thisProcess, type Holder } from './holder.ts'
import { asideName, isAsideName, lockName } from './names.ts'
import { busyRefusal, obstacleRefusal, unwritableRefusal } from './refusals.ts'
import { systemError } from '../system-error.ts'
import { exclusiveFlags } from '../fresh-file.ts'

/** A clock that only goes forward, and a way to wait. */
export interface Clock {
  /** Milliseconds from any beginning. */
  now(): number
  sleep(milliseconds: number): Promise<void>
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** Who waits for a tree, and until when. */
export interface LockRequest {
  /** The command of Baton that waits, for those who find its lock. */
  readonly command: string
  /** The time of the clock at which it gives up. */
  readonly until: number
  readonly clock: Clock
}

export interface TreeLock {
  readonly holder: Holder
  /** Whether it is still ours: a process that slept for long may find that another took it over. */
  isHeld(): boolean
  release(): void
}

/**
 * Milliseconds after which a lock counts as left behind although its holder cannot be seen, if it was not touched
 * meanwhile.
 */
const maxUntouched = { written: 20_000, unwritten: 2_000 }
/** How often a holder touches its lock, in milliseconds. */
const touchInterval = 2_000

interface FoundLock {
  /** The entry; anything but a lock is in the way. */
  readonly kind: 'lock' | 'a folder' | 'a symbolic link' | 'no regular file'
  /**
   * It is made, and its line is not written yet: that lasts for less than a millisecond, unless its program was ended.
   */
  readonly isUnwritten: boolean
  /** Absent where the file does not have it, or may not be read. */
  readonly holder: Holder | undefined
  readonly condition: ReturnType<typeof conditionOf>
}

/**
 * The holder that a line names. Only programs like this one write it, and no finding points into it: it is not a
 * record.
 */
function holderIn(text: string): Holder | undefined {
  try {
    return holderSchema().parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** A lock is one line. */
const maxLockSize = 64 * 1024

function textOf(location: string): string | undefined {
  try {
    const file = openSync(location, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      return fstatSync(file).size > maxLockSize ? undefined : readFileSync(file, 'utf8')
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

function lockAt(location: string): FoundLock | undefined {
  const stats = lstatSync(location, { throwIfNoEntry: false, bigint: true })
  if (!stats) return undefined
  const kind = stats.isFile()
    ? 'lock'
    : stats.isDirectory()
      ? 'a folder'
      : stats.isSymbolicLink()
        ? 'a symbolic link'
        : 'no regular file'
  const text = kind === 'lock' ? textOf(location) : undefined
  const isUnwritten = text !== undefined && !text.endsWith('\n')
  const holder = holderIn(text ?? '')
  // By the clock of the wall, which may be wrong: who was only slow notices that its lock is gone before it writes
  // anything.
  const isOld = isUnwritten && Date.now() - Number(stats.mtimeMs) >= maxUntouched.unwritten
  return { kind, isUnwritten, holder, condition: holder ? conditionOf(holder) : isOld ? 'ended' : 'unknown' }
}

/** The lock of a tree, if there is one or something else in its place. */
export const lockOf = (root: string): FoundLock | undefined => lockAt(join(root, lockName))

/** Makes the lock, unless something is there already. */
function createLock(location: string, holder: Holder): boolean {
  let file: number
  try {
    file = openSync(location, exclusiveFlags, 0o600)
  } catch (cause) {
    if (systemError(cause) === 'EEXIST') return false
    throw unwritableRefusal(lockName, cause)
  }
  try {
    writeSync(file, `${JSON.stringify(holder)}\n`)
  } catch (cause) {
    rmSync(location, { force: true })
    throw unwritableRefusal(lockName, cause)
  } finally {
    closeSync(file)
  }
  return true
}

/** Moves the lock of a process that is gone out of the way; one that turns out to be another's is given back. */
function removeLock(root: string, seenLock: FoundLock, token: string): void {
  const [location, asidePath] = [join(root, lockName), join(root, asideName(token))]
  try {
    renameSync(location, asidePath)
  } catch (cause) {
    // Another one that waits was faster.
    if (systemError(cause) === 'ENOENT') return
    throw unwritableRefusal(lockName, cause)
  }
  const movedLock = lockAt(asidePath)
  // Another process took it over in between, and is at work. One that comes between these two lines is caught when the
  // holder reads its token.
  if (movedLock?.holder && movedLock.holder.token !== seenLock.holder?.token) createLock(location, movedLock.holder)
  rmSync(asidePath, { force: true })
}

function holdLock(root: string, holder: Holder): TreeLock {
  const location = join(root, lockName)
  const isHeld = () => holderIn(textOf(location) ?? '')?.token === holder.token
  const touchTimer = setInterval(() => {
    const now = new Date()
    try {
      if (isHeld()) utimesSync(location, now, now)
    } catch {
      // It is gone, which is noticed before anything is written.
    }
  }, touchInterval)
  touchTimer.unref()
  return {
    holder,
    isHeld,
    release() {
      clearInterval(touchTimer)
      try {
        if (isHeld()) rmSync(location)
      } catch {
        // Nothing waits for the lock of a process that has ended.
      }
    },
  }
}

/** Removes locks that were moved away by programs that were then killed. A failure does no harm. */
function removeAsideLocks(root: string): void {
  try {
    for (const name of readdirSync(root)) if (isAsideName(name)) rmSync(join(root, name), { force: true })
  } catch {
    // The next holder tries again.
  }
}

/** Milliseconds between two attempts, at random, so that many waiting programs do not try at the same time. */
export const pause = () => 10 + 50 * Math.random()

/** Milliseconds between two close looks at a lock that has not changed. */
const closeLookInterval = 250

/** A lock that another process holds, as those see it that wait for it. */
interface LockWatch {
  readonly found: FoundLock
  /** It is held no longer. */
  readonly isLeft: boolean
}

/**
 * Watches a lock. Many may be watching it, so that it is looked at closely only where it has changed, or now and then.
 */
function watchLock(location: string, { now }: Clock): () => LockWatch | undefined {
  let stamp: string | undefined
  let since = 0
  let lastLook = 0
  let lastWatch: LockWatch | undefined
  return () => {
    const stats = lstatSync(location, { throwIfNoEntry: false, bigint: true })
    const [previousStamp, present] = [stamp, now()]
    stamp = stats && `${stats.ino} ${stats.mtimeNs} ${stats.size}`
    if (stamp !== previousStamp) since = present
    else if (lastWatch && present - lastLook < closeLookInterval) return lastWatch
    lastLook = present
    const lock = lockAt(location)
    if (!lock) return (lastWatch = undefined)
    // Who can be seen to run is slow, not gone.
    const isStill =
      lock.condition === 'unknown' &&
      present - since >= (lock.isUnwritten ? maxUntouched.unwritten : maxUntouched.written)
    return (lastWatch = { found: lock, isLeft: lock.condition === 'ended' || isStill })
  }
}

/**
 * Locks a tree against other programs that write to it: those who come later wait. A lock whose holder is gone is taken
 * over.
 *
 * @throws TreeRefusal `TREE_BUSY` when another process holds it for too long, `TREE_READ_ONLY` where there can be no
 * lock.
 */
export async function lockTree(root: string, { command, until, clock }: LockRequest): Promise<TreeLock> {
  const location = join(root, lockName)
  const holder = thisProcess(command)
  const watch = watchLock(location, clock)
  for (;;) {
    const lockWatch = watch()
    if (!lockWatch) {
      if (!createLock(location, holder)) continue
      removeAsideLocks(root)
      return holdLock(root, holder)
    }
    const { found, isLeft } = lockWatch
    if (found.kind !== 'lock') throw obstacleRefusal(lockName, `is ${found.kind}`)
    if (isLeft) {
      removeLock(root, found, holder.token)
      continue
    }
    const remaining = until - clock.now()
    if (remaining <= 0) throw busyRefusal(lockName, found.holder)
    await clock.sleep(Math.min(pause(), remaining))
  }
}
