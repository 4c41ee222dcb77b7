import * as z from 'zod'
import { Fault } from '../../../core/fault.ts'
import type { LedgerCommit } from '../../../core/host/conversation.ts'
import { msg } from '../../../core/message.ts'
import type { Api } from '../requests/api.ts'
import type { CacheShelf } from '../requests/cache.ts'
import { sha } from '../requests/forms.ts'

const comparison = z.object({ base_commit: z.object({ sha }), merge_base_commit: z.object({ sha }) })

/** The answers of GitHub if a commit does not exist, also in an empty repository. */
export const absent = [404, 409, 422]

export interface Comparison {
  readonly base: string
  readonly mergeBase: string
}

/** Compares two revisions; `undefined` where one is absent or they have nothing in common. */
export async function compared(github: Api, base: string, head: string): Promise<Comparison | undefined> {
  // The second page lacks the list of changed files, which may be very long and is not needed.
  const parameters = { basehead: `${base}...${head}`, per_page: 1, page: 2 }
  const found = await github.find('/repos/{owner}/{repo}/compare/{basehead}', parameters, comparison, absent)
  return found && { base: found.base_commit.sha, mergeBase: found.merge_base_commit.sha }
}

/** Where two commits part, which never changes. @throws Fault where they have nothing in common. */
export async function mergeBaseOf(github: Api, known: CacheShelf<string>, base: string, head: string): Promise<string> {
  const key = `${base}...${head}`
  const found = known.get(key) ?? (await compared(github, base, head))?.mergeBase
  if (found === undefined) throw new Fault(msg`The commits ${base} and ${head} have no history in common.`)
  known.set(key, found)
  return found
}

/** Where the commits of a change part from its base, if they show it by themselves: only one commit that is none of them is their parent. */
export function mergeBaseIn(commits: readonly LedgerCommit[]): string | undefined {
  const own = new Set(commits.map(({ sha }) => sha))
  const [only, ...others] = new Set(commits.flatMap(({ parents }) => parents).filter((parent) => !own.has(parent)))
  return others.length === 0 ? only : undefined
}

/** A history, newest first, without a commit and its ancestors. */
export async function* untilMergeBase<Commit extends Pick<LedgerCommit, 'sha' | 'parents'>>(
  history: AsyncIterable<Commit>,
  end: string,
): AsyncGenerator<Commit> {
  const beyond = new Set([end])
  const open = new Set<string>()
  for await (const commit of history) {
    const isBeyond = beyond.has(commit.sha)
    for (const parent of commit.parents) (isBeyond ? beyond : open).add(parent)
    for (const seen of [commit.sha, ...beyond]) open.delete(seen)
    if (!isBeyond) yield commit
    if (open.size === 0) return
  }
}
