import { createHash, randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import type { Claim, Claims } from '../../core/grant.ts'
import { writeFresh } from '../fresh-file.ts'
import { topOf } from './top.ts'

/** A clone as one of its worktrees sees it. */
interface Worktree {
  readonly top: string
  /** The folder of git that all worktrees share. */
  readonly common: string
  readonly branch: string | undefined
}

const most = 64 << 10

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
  told: z.boolean().optional(),
})

/** A claim as it was read, with the bytes by which it is known again. */
interface Read {
  readonly claim: Claim
  readonly text: string
}

const isMissing = (cause: unknown) => (cause as NodeJS.ErrnoException).code === 'ENOENT'
const isThere = (cause: unknown) => (cause as NodeJS.ErrnoException).code === 'EEXIST'

/** The claims of a clone; `undefined` where a folder is in none. They are a cache: what is none is ignored, and nothing is lost without them. */
export function claimsOf(folder: string): Claims | undefined {
  const own = worktreeOf(folder)
  if (!own) return undefined
  const claims = join(own.common, 'baton', 'claims')
  const pathOf = (target: string) => join(claims, `${createHash('sha256').update(target).digest('hex').slice(0, 16)}.json`)

  function read(target: string): Read | undefined {
    const text = textOf(pathOf(target))
    if (text === undefined) return undefined
    try {
      const { data } = shape.safeParse(JSON.parse(text))
      return data?.target === target ? { claim: data, text } : undefined
    } catch {
      return undefined
    }
  }

  /** Takes a claim away that is still what it was: of two that do this one succeeds. */
  function remove(target: string, text: string | undefined): boolean {
    const path = pathOf(target)
    const aside = `${path}.${randomBytes(8).toString('hex')}`
    try {
      renameSync(path, aside)
    } catch (cause) {
      return isMissing(cause)
    }
    if (text !== undefined && textOf(aside) !== text) {
      try {
        writeFresh(path, readFileSync(aside))
      } catch {
        // Another has made its own meanwhile.
      }
      rmSync(aside, { force: true })
      return false
    }
    rmSync(aside, { force: true })
    return true
  }

  return {
    worktree: own.top,
    branch: own.branch,

    elsewhere(target) {
      const found = read(target)?.claim
      if (!found || found.worktree === own.top) return undefined
      return statSync(join(found.worktree, '.git'), { throwIfNoEntry: false }) === undefined ? undefined : found
    },

    take(claim) {
      const text = `${JSON.stringify(claim)}\n`
      try {
        mkdirSync(dirname(pathOf(claim.target)), { recursive: true })
        for (let tries = 0; tries < 3; tries++) {
          try {
            writeFresh(pathOf(claim.target), text)
            return 'taken'
          } catch (cause) {
            if (!isThere(cause)) throw cause
            remove(claim.target, read(claim.target)?.text)
          }
        }
        return 'lost'
      } catch {
        return 'unwritable'
      }
    },

    release(target, isIt) {
      const found = read(target)
      if (found && isIt(found.claim)) remove(target, found.text)
    },
  }
}
