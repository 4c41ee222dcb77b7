import { createHash, randomBytes } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { Claim, Claims } from '../../core/grant.ts'
import { writeFresh } from '../fresh-file.ts'
import { lockOf, pause, systemClock } from '../tree/lock.ts'
import { topOf } from './top.ts'

/** A clone as one of its worktrees sees it. */
interface Worktree {
  readonly top: string
  /** The folder of git that all worktrees share. */
  readonly common: string
  readonly branch: string | undefined
}

const most = 64 << 10

/** How often the lock of another worktree is looked at. */
const mostLooks = 100

function textOf(path: string): string | undefined {
  try {
    const stats = lstatSync(path)
    return stats.isFile() && stats.size <= most ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}

/** Found by the files of git alone: no process is started for it. */
export function worktreeOf(folder: string): Worktree | undefined {
  const top = topOf(realpathSync(folder))
  if (top === undefined) return undefined
  const entry = join(top, '.git')
  const [, pointed] = /^gitdir: (.+)$/m.exec(textOf(entry) ?? '') ?? []
  const directory = pointed === undefined ? entry : resolve(top, pointed)
  const common = resolve(directory, textOf(join(directory, 'commondir'))?.trim() ?? '.')
  const [, branch] = /^ref: refs\/heads\/(.+)$/m.exec(textOf(join(directory, 'HEAD')) ?? '') ?? []
  return { top, common, branch }
}

const time = z.string()
const shape = z.object({
  target: z.string(),
  worktree: z.string(),
  branch: z.string().optional(),
  grant: z.object({ agent: z.string().optional(), by: z.string().optional(), since: time, until: time.optional() }).optional(),
  digest: z.string().optional(),
  session: z.string().optional(),
  reminded: z.boolean().optional(),
})

/** A claim with its bytes, by which a later change of it is noticed. */
interface Read {
  readonly claim: Claim
  readonly text: string
}

const isMissing = (cause: unknown) => (cause as NodeJS.ErrnoException).code === 'ENOENT'
const isThere = (cause: unknown) => (cause as NodeJS.ErrnoException).code === 'EEXIST'

/** The claims of a clone; `undefined` where a folder is in none. They are a cache: an invalid one is ignored, and nothing is lost without them. */
export function claimsOf(folder: string): Claims | undefined {
  const own = worktreeOf(folder)
  if (!own) return undefined
  const claims = join(own.common, 'baton', 'claims')
  // Folders of one worktree may have targets of the same name.
  const below = relative(own.top, realpathSync(folder)).split(sep).join('/')
  const nameOf = (target: string) => (below === '' ? target : `${below}\0${target}`)
  const pathOf = (target: string) => join(claims, `${createHash('sha256').update(nameOf(target)).digest('hex').slice(0, 16)}.json`)
  const folderIn = (worktree: string) => join(worktree, below)

  function readAt(path: string): Read | undefined {
    const text = textOf(path)
    if (text === undefined) return undefined
    try {
      // Written by programs like this one: no finding points into it, so it is no record.
      const { data } = shape.safeParse(JSON.parse(text))
      return data && pathOf(data.target) === path ? { claim: data, text } : undefined
    } catch {
      return undefined
    }
  }
  const read = (target: string) => readAt(pathOf(target))

  /** Removes a claim that has not changed since it was read: of two programs that do so one succeeds. @throws where it cannot be removed. */
  function remove(target: string, text: string | undefined): boolean {
    const path = pathOf(target)
    const aside = `${path}.${randomBytes(8).toString('hex')}`
    try {
      renameSync(path, aside)
    } catch (cause) {
      if (isMissing(cause)) return true
      throw cause
    }
    if (text !== undefined && textOf(aside) !== text) {
      try {
        writeFresh(path, readFileSync(aside))
      } catch {
        // Another has made its own meanwhile.
      }
      rmSync(aside, { force: true, recursive: true })
      return false
    }
    rmSync(aside, { force: true, recursive: true })
    return true
  }

  function all(): readonly Claim[] {
    try {
      const names = readdirSync(claims).filter((name) => name.endsWith('.json'))
      return names.flatMap((name) => readAt(join(claims, name))?.claim ?? [])
    } catch {
      return []
    }
  }

  /** Whether a claim was made in another worktree that is still there. */
  const isElsewhere = ({ worktree }: Claim) =>
    worktree !== own.top && [join(worktree, '.git'), folderIn(worktree)].every((path) => existsSync(path))

  return {
    worktree: own.top,
    branch: own.branch,
    folderIn,

    elsewhere(target) {
      const found = read(target)?.claim
      return found && isElsewhere(found) ? found : undefined
    },

    async untilIdle(worktree) {
      for (let looks = 0; looks < mostLooks; looks++) {
        const lock = lockOf(folderIn(worktree))
        if (lock?.kind !== 'lock' || lock.condition === 'ended') return true
        await systemClock.sleep(pause())
      }
      return false
    },

    take(claim, before) {
      const text = `${JSON.stringify(claim)}\n`
      try {
        mkdirSync(dirname(pathOf(claim.target)), { recursive: true })
        for (let tries = 0; tries < 3; tries++) {
          try {
            writeFresh(pathOf(claim.target), text)
            return 'taken'
          } catch (cause) {
            if (!isThere(cause)) throw cause
            const found = read(claim.target)
            if (found && isElsewhere(found.claim) && !isDeepStrictEqual(found.claim, before)) return 'lost'
            remove(claim.target, found?.text)
          }
        }
        return 'lost'
      } catch {
        return 'unwritable'
      }
    },

    others: () => all().filter(isElsewhere),
    own: () => all().filter(({ worktree }) => worktree === own.top),

    release(target, isIt) {
      const found = read(target)
      if (!found || !isIt(found.claim)) return
      try {
        remove(target, found.text)
      } catch {
        // It stays, and counts for nothing once the target is not held.
      }
    },
  }
}
