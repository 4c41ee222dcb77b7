import * as z from 'zod'
import type { LedgerCommit, Pull } from '../../../core/host/conversation.ts'
import type { Api } from '../requests/api.ts'
import type { CacheShelf } from '../requests/cache.ts'
import { sha } from '../requests/forms.ts'
import { ledgerFields, ledgerNode, maxLedgerCommits, walk } from './ledger.ts'
import { commitWithFile, type FileAt } from '../content/file-at.ts'
import { mergeBaseIn, mergeBaseOf, untilMergeBase } from '../content/merge-base.ts'

const target = z.object({ target: z.object({ oid: sha }) }).nullable()

const commits = z.object({
  pageInfo: z.object({ hasPreviousPage: z.boolean(), startCursor: z.string().nullable() }),
  nodes: z.array(z.object({ commit: ledgerNode })),
})

const commitsFields = `pageInfo { hasPreviousPage startCursor } nodes { commit { ${ledgerFields} } }`

export const pullShape = {
  headRefName: z.string(),
  headRefOid: sha,
  headRef: target,
  headRepository: z.object({ id: z.string() }).nullable(),
  baseRefName: z.string(),
  baseRefOid: sha,
  baseRef: z.object({ target: commitWithFile }).nullable(),
  commits,
}

/** @param file the fields of the tip of the base */
export const pullFields = (file: string) => `headRefName headRefOid headRef { target { oid } } headRepository { id } baseRefName baseRefOid
  baseRef { target { oid ${file} } }
  commits(last: 100) { ${commitsFields} }`

const pullNode = z.object({ number: z.number(), ...pullShape })

type PullNode = z.infer<typeof pullNode>

/** The ports and facts with which conversations are read. */
export interface Reading {
  readonly github: Api
  readonly ledgerCommit: (node: z.infer<typeof ledgerNode>) => LedgerCommit
  /** By both commits. */
  readonly mergeBases: CacheShelf<string>
  /** Of the repository. */
  readonly ids: CacheShelf<string>
  /** The configuration, at the tip of the base. */
  readonly policy: FileAt
}

const earlierPage = z.object({ pullRequest: z.object({ commits }) })

/** The commits that GitHub lists, newest first, as many as are looked at, and whether these are all. */
async function listedCommits({ github, ledgerCommit }: Reading, { number, commits: { nodes, pageInfo } }: PullNode) {
  const found = nodes.toReversed()
  let more = pageInfo
  while (more.hasPreviousPage && found.length < maxLedgerCommits) {
    const variables = { number: ['Int!', number], before: ['String', more.startCursor] } as const
    const fields = `pullRequest(number: $number) { commits(last: 100, before: $before) { ${commitsFields} } }`
    const { commits: page } = (await github.query(fields, earlierPage, { variables })).pullRequest
    found.push(...page.nodes.toReversed())
    more = page.pageInfo
  }
  return { commits: found.map(({ commit }) => ledgerCommit(commit)).slice(0, maxLedgerCommits), isWhole: !more.hasPreviousPage }
}

/** The commits back to the merge base as git has them, newest first. */
async function walkedCommits({ github, ledgerCommit }: Reading, head: string, mergeBase: string): Promise<readonly LedgerCommit[]> {
  // Those of the base that were merged in come between them, and are left out.
  const history = walk(github, {
    from: head,
    select: ledgerFields,
    form: ledgerNode.transform(ledgerCommit),
    each: 100,
    maxCommits: 2 * maxLedgerCommits,
  })
  const found: LedgerCommit[] = []
  for await (const commit of untilMergeBase(history, mergeBase)) {
    found.push(commit)
    if (found.length === maxLedgerCommits) break
  }
  return found
}

/** The commits of a pull request with their repositories and messages, newest first. */
export async function readPull(
  reading: Reading,
  repositoryId: string,
  node: PullNode,
): Promise<{ readonly pull: Pull; readonly commits: readonly LedgerCommit[] }> {
  reading.policy.keep(node.baseRef?.target)
  const of = node.headRepository?.id === repositoryId ? 'repository' : 'fork'
  const branch = of === 'repository' ? node.headRef?.target.oid : undefined
  const head = branch ?? node.headRefOid
  const tip = node.baseRef?.target.oid ?? node.baseRefOid
  const summary = (mergeBase: string, commits: readonly LedgerCommit[]) => ({
    pull: { head: { branch: node.headRefName, sha: head, of }, base: { branch: node.baseRefName, tip }, mergeBase } as const,
    commits,
  })

  const { commits, isWhole } = await listedCommits(reading, node)
  if (commits[0]?.sha === head) {
    const mergeBase = isWhole ? mergeBaseIn(commits) : undefined
    return summary(mergeBase ?? (await mergeBaseOf(reading.github, reading.mergeBases, tip, head)), commits)
  }
  // A pull request learns of a push a little later than its branch. Commits made meanwhile must not be overlooked.
  const mergeBase = await mergeBaseOf(reading.github, reading.mergeBases, tip, head)
  return summary(mergeBase, await walkedCommits(reading, head, mergeBase))
}
