import * as z from 'zod'
import { Fault } from '../../../core/fault.ts'
import type { LedgerCommit } from '../../../core/host/conversation.ts'
import { msg } from '../../../core/message.ts'
import type { Api } from '../requests/api.ts'
import type { CacheShelf } from '../requests/cache.ts'
import { sha } from '../requests/forms.ts'

const comparison = z.object({ base_commit: z.object({ sha }), merge_base_commit: z.object({ sha }) })

/** The answers of GitHub if a commit does not exist, also in an empty repository. */
export const absentStatuses = [404, 409, 422]

export interface Comparison {
  readonly base: string
  readonly mergeBase: string
}

/** Compares two revisions; `undefined` where one is absent or they have nothing in common. */
export async function compareRevisions(github: Api, base: string, head: string): Promise<Comparison | undefined> {
  // The second page lacks the list of changed files, which may be very long and is not needed.
  const parameters = { basehead: `${base}...${head}`, per_page: 1, page: 2 }
  const answer = await github.find('/repos/{owner}/{repo}/compare/{basehead}', parameters, comparison, absentStatuses)
  return answer && { base: answer.base_commit.sha, mergeBase: answer.merge_base_commit.sha }
}

/** Where two commits part, which never changes. @throws Fault where they have nothing in common. */
export async function mergeBaseOf(
  github: Api,
  mergeBases: CacheShelf<string>,
  base: string,
  head: string,
): Promise<string> {
  const key = `${base}...${head}`
  const mergeBase = mergeBases.get(key) ?? (await compareRevisions(github, base, head))?.mergeBase
  if (mergeBase === undefined) throw new Fault(msg`The commits ${base} and ${head} have no history in common.`)
  mergeBases.set(key, mergeBase)
  return mergeBase
}

/**
 * Where the commits of a change part from its base, if they show it by themselves: only one commit that is none of them
 * is their parent.
 */
export function mergeBaseIn(commits: readonly LedgerCommit[]): string | undefined {
  const ownShas = new Set(commits.map(({ sha }) => sha))
  const [mergeBase, ...otherParents] = new Set(
    commits.flatMap(({ parents }) => parents).filter((parent) => !ownShas.has(parent)),
  )
  return otherParents.length === 0 ? mergeBase : undefined
}

/** A history, newest first, without a commit and its ancestors. */
export async function* untilMergeBase<Commit extends Pick<LedgerCommit, 'sha' | 'parents'>>(
  history: AsyncIterable<Commit>,
  end: string,
): AsyncGenerator<Commit> {
  const beyondShas = new Set([end])
  const openShas = new Set<string>()
  for await (const commit of history) {
    const isBeyond = beyondShas.has(commit.sha)
    for (const parent of commit.parents) (isBeyond ? beyondShas : openShas).add(parent)
    for (const reached of [commit.sha, ...beyondShas]) openShas.delete(reached)
    if (!isBeyond) yield commit
    if (openShas.size === 0) return
  }
}
