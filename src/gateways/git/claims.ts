import { createHash, randomBytes } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { TreeRefusal } from '../../core/fault.ts'
import type { Claim, Claims } from '../../core/grant.ts'
import { writeFresh } from '../fresh-file.ts'
import { lockOf, lockTree, pause, systemClock, type Clock, type TreeLock } from '../tree/lock.ts'
import { gitFolderOf, topOf } from './top.ts'

interface Worktree {
  readonly top: string
  /** The folder of git that all worktrees share. */
  readonly common: string
  readonly branch: string | undefined
}

const maxSize = 64 << 10

/** How often the lock of another worktree is looked at. */
const maxLooks = 100

/** The name of a claim that its program has not put in place, next to the name that it is to have. */
const freshName = (path: string) => `${path}.${randomBytes(8).toString('hex')}`
const isFresh = (name: string) => /^[0-9a-f]{16}\.json\.[0-9a-f]{16}$/.test(name)

/** How long another program that changes claims is waited for, in milliseconds. */
const maxWait = 10_000

function textOf(path: string): string | undefined {
  try {
    const stats = lstatSync(path)
    return stats.isFile() && stats.size <= maxSize ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}

/** A path without links; as it is where nothing is there. */
function withoutLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Found by the files of git alone: no process is started for it. */
export function worktreeOf(folder: string): Worktree | undefined {
  const top = topOf(realpathSync(folder))
  if (top === undefined) return undefined
  const directory = gitFolderOf(top)
  const common = withoutLinks(resolve(directory, textOf(join(directory, 'commondir'))?.trim() ?? '.'))
  const [, branch] = /^ref: refs\/heads\/(.+)$/m.exec(textOf(join(directory, 'HEAD')) ?? '') ?? []
  return { top, common, branch }
}

const time = z.string()
const shape = z.object({
  target: z.string(),
  worktree: z.string(),
  branch: z.string().optional(),
  grant: z
    .object({ agent: z.string().optional(), by: z.string().optional(), since: time, until: time.optional() })
    .optional(),
  digest: z.string().optional(),
  session: z.string().optional(),
  reminded: z.boolean().optional(),
})

/**
 * The claims of a clone; `undefined` where a folder is in none. They are a cache: an invalid one is ignored, and
 * nothing is lost without them.
 *
 * @param clock by which other programs are waited for
 */
export function claimsOf(folder: string, clock: Clock = systemClock): Claims | undefined {
  const ownWorktree = worktreeOf(folder)
  if (!ownWorktree) return undefined
  const claims = join(ownWorktree.common, 'baton', 'claims')
  // Folders of one worktree may have targets of the same name.
  const relativeFolder = relative(ownWorktree.top, realpathSync(folder)).split(sep).join('/')
  const nameOf = (target: string) => (relativeFolder === '' ? target : `${relativeFolder}\0${target}`)
  const pathOf = (target: string) =>
    join(claims, `${createHash('sha256').update(nameOf(target)).digest('hex').slice(0, 16)}.json`)
  const folderIn = (worktree: string) => join(worktree, relativeFolder)

  function readAt(path: string): Claim | undefined {
    const text = textOf(path)
    if (text === undefined) return undefined
    try {
      // Written by programs like this one: no finding points into it, so it is not a record.
      const { data } = shape.safeParse(JSON.parse(text))
      return data && pathOf(data.target) === path ? data : undefined
    } catch {
      return undefined
    }
  }
  const read = (target: string) => readAt(pathOf(target))

  /**
   * Changes claims while no other program does.
   *
   * @throws TreeRefusal where another one does so for too long, or they cannot be written.
   */
  async function whileLocked<Result>(change: (lock: TreeLock) => Result): Promise<Result> {
    const lock = await lockTree(claims, { command: 'claims', until: clock.now() + maxWait, clock })
    try {
      for (const name of readdirSync(claims)) if (isFresh(name)) rmSync(join(claims, name), { force: true })
      return change(lock)
    } finally {
      lock.release()
    }
  }

  /** Whole or not at all: who reads claims does not wait for the lock. */
  function write(claim: Claim): void {
    const path = pathOf(claim.target)
    const freshPath = freshName(path)
    try {
      writeFresh(freshPath, `${JSON.stringify(claim)}\n`)
      if (textOf(path) === undefined) rmSync(path, { force: true, recursive: true })
      renameSync(freshPath, path)
    } catch (cause) {
      rmSync(freshPath, { force: true })
      throw cause
    }
  }

  function readAll(): readonly Claim[] {
    try {
      const names = readdirSync(claims).filter((name) => name.endsWith('.json'))
      return names.flatMap((name) => readAt(join(claims, name)) ?? [])
    } catch {
      return []
    }
  }

  /**
   * Whether a claim was made in another worktree that is still there. A copy of a clone, a backup or an image of a
   * container has the claims of worktrees that are not its own.
   */
  const isElsewhere = ({ worktree }: Claim) =>
    worktree !== ownWorktree.top &&
    [join(worktree, '.git'), folderIn(worktree)].every((path) => existsSync(path)) &&
    worktreeOf(worktree)?.common === ownWorktree.common

  return {
    worktree: ownWorktree.top,
    branch: ownWorktree.branch,
    folderIn,

    elsewhere(target) {
      const claim = read(target)
      return claim && isElsewhere(claim) ? claim : undefined
    },

    async untilIdle(worktree) {
      for (let looks = 0; looks < maxLooks; looks++) {
        const lock = lockOf(folderIn(worktree))
        if (lock?.kind !== 'lock' || lock.condition === 'ended') return true
        await clock.sleep(pause())
      }
      return false
    },

    async take(claim, previous) {
      try {
        mkdirSync(claims, { recursive: true })
        return await whileLocked((lock) => {
          const current = read(claim.target)
          const isLost = current !== undefined && isElsewhere(current) && !isDeepStrictEqual(current, previous)
          if (isLost || !lock.isHeld()) return 'lost'
          write(claim)
          return 'taken'
        })
      } catch (cause) {
        return cause instanceof TreeRefusal && cause.code === 'TREE_BUSY' ? 'lost' : 'unwritable'
      }
    },

    others: () => readAll().filter(isElsewhere),
    all() {
      const allClaims = readAll()
      return [...allClaims.filter(({ worktree }) => worktree === ownWorktree.top), ...allClaims.filter(isElsewhere)]
    },

    async release(target, matches) {
      const isThere = () => {
        const claim = read(target)
        return claim !== undefined && matches(claim)
      }
      if (!isThere()) return
      try {
        await whileLocked(() => isThere() && rmSync(pathOf(target)))
      } catch {
        // It stays, and counts for nothing once the target is not held.
      }
    },
  }
}
