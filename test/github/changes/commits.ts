import { notFound, RefusalError, unprocessable } from '../refused.ts'
import type { Content } from '../bare-repository.ts'
import type { Account } from '../state/accounts.ts'
import { writeCommit } from '../state/commits.ts'
import { tipOf, type HostedRepository } from '../hosted.ts'
import type { ServerState } from '../state/server-state.ts'
import { moveBranch } from './pushes.ts'

/** The fields of GraphQL's `CreateCommitOnBranchInput` that matter. */
export interface CommitOnBranch {
  readonly branch: string
  readonly expectedHeadOid: string
  readonly message: { readonly headline: string; readonly body?: string | null }
  readonly fileChanges?: {
    readonly additions?: readonly { readonly path: string; readonly contents: string }[] | null
    readonly deletions?: readonly { readonly path: string }[] | null
  } | null
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function contentsOf(contents: string): Buffer {
  // Documentation: GraphQL "Scalars", `Base64String`.
  if (!base64.test(contents.replaceAll(/\s/g, '')))
    throw unprocessable('Could not decode the contents of an addition as base64.')
  return Buffer.from(contents, 'base64')
}

/** What git itself takes for no path of a file ("git-update-index", `verify_path`). */
const isPath = (path: string) =>
  path.split('/').every((part) => !['', '.', '..'].includes(part) && part.toLowerCase() !== '.git')

/**
 * Documentation: GraphQL "Mutations", `createCommitOnBranch`: the author is who asks, the commit is signed by GitHub,
 * modes cannot be given, and it is only made where the branch still has the expected head. "About protected branches"
 * and "Available rules for rulesets": a branch may demand that commits come by a pull request.
 */
export async function commitOnBranch(
  serverState: ServerState,
  hosted: HostedRepository,
  by: Account,
  input: CommitOnBranch,
): Promise<string> {
  const { branch, expectedHeadOid, message, fileChanges } = input
  const tip = tipOf(hosted, branch)
  if (tip === undefined) throw notFound(`No branch named '${branch}' exists.`)
  if (hosted.git.object(expectedHeadOid)?.type !== 'commit') {
    throw notFound(`No commit exists with specified expectedHeadOid '${expectedHeadOid}'.`)
  }
  if (tip !== expectedHeadOid) {
    throw new RefusalError(
      'STALE_DATA',
      `Expected branch to point to "${expectedHeadOid}" but it did not.  Pull and try again.`,
    )
  }
  const rule = hosted.rules.get(branch)
  if (rule?.pullRequest && rule.by === 'ruleset') {
    throw unprocessable('Repository rule violations found\n\nChanges must be made through a pull request.\n\n')
  }
  if (rule?.pullRequest)
    throw new RefusalError('BRANCH_PROTECTION_RULE_VIOLATION', 'Changes must be made through a pull request.')
  if (message.headline.trim() === '') throw unprocessable('A commit message headline must be provided.')

  const additions = (fileChanges?.additions ?? []).map(({ path, contents }) => [path, contentsOf(contents)] as const)
  const deletions = (fileChanges?.deletions ?? []).map(({ path }) => [path, null] as const)
  const changes: readonly (readonly [string, Content | null])[] = [...deletions, ...additions]
  const paths = changes.map(([path]) => path)
  if (new Set(paths).size < paths.length) throw unprocessable('A path appears in the file changes more than once.')
  if (!paths.every(isPath)) throw unprocessable('A path was requested that is malformed.')
  for (const [path] of deletions) {
    if (hosted.git.resolve(`${tip}:${path}`) === undefined) {
      throw unprocessable(`A path was requested for deletion which does not exist as of commit oid \`${tip}\`.`)
    }
  }
  const text = message.body ? `${message.headline}\n\n${message.body}` : message.headline
  const tree = hosted.git.changedTree(tip, changes)
  const sha = writeCommit(serverState, hosted, { tree, parents: [tip], author: by, message: text, signed: true })
  await moveBranch(serverState, hosted, { branch, before: tip, after: sha, by })
  return sha
}
