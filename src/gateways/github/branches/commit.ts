import * as z from 'zod'
import type { ChangeSet } from '../../../core/command.ts'
import type { CommitRequest, CommitResult } from '../../../core/host/branch.ts'
import type { Api, RepositoryName } from '../requests/api.ts'
import { Failure } from '../requests/failure.ts'
import { sha } from '../requests/forms.ts'
import { sendAtMostOnce, notDone, type RetryOptions } from '../requests/retry.ts'

const commitForm = z.object({
  commit: z.object({
    oid: sha,
    tree: z.object({ oid: sha }),
    signature: z.object({ isValid: z.boolean(), wasSignedByGitHub: z.boolean() }).nullable(),
  }),
})

const commitFields = 'commit { oid tree { oid } signature { isValid wasSignedByGitHub } }'

function fileChanges(changes: ChangeSet) {
  const additions: { readonly path: string; readonly contents: string }[] = []
  const deletions: { readonly path: string }[] = []
  for (const [path, content] of changes) {
    if (content === null) deletions.push({ path })
    else additions.push({ path, contents: Buffer.from(content).toString('base64') })
  }
  return { additions, deletions }
}

/** The subject and the body. */
function commitMessage(message: string) {
  const [headline = '', ...body] = message.split('\n')
  return { headline, body: body.join('\n').trim() }
}

/** How often a commit is tried that GitHub finds stale although its branch has not moved. */
const maxTries = 3

/** How a commit ended; one that was made with the id of its tree. */
export type MadeCommit =
  | Exclude<CommitResult, { readonly end: 'made' }>
  | (Extract<CommitResult, { readonly end: 'made' }> & { readonly tree: string })

/**
 * Makes a commit on a branch that must still be where it was: compare and swap, signed by GitHub (GitHub's documentation,
 * "Mutations", `createCommitOnBranch`).
 */
export async function makeCommit(
  github: Api,
  { owner, repo }: RepositoryName,
  retry: RetryOptions,
  tip: (branch: string) => Promise<string | undefined>,
  { branch, expected, message, changes }: CommitRequest,
): Promise<MadeCommit> {
  const input = {
    branch: { repositoryNameWithOwner: `${owner}/${repo}`, branchName: branch },
    expectedHeadOid: expected,
    message: commitMessage(message),
    fileChanges: fileChanges(changes),
  }
  for (let attempt = 1; ; attempt++) {
    const sent = await sendAtMostOnce(retry, () => github.mutate([{ field: 'createCommitOnBranch', input, select: commitFields }]))
    if ('end' in sent) return sent
    const [answer] = sent.answer
    if (!(answer instanceof Failure)) {
      // Not the failure that a broken answer is elsewhere: whether the commit was made is unclear then.
      const { data } = commitForm.safeParse(answer)
      if (!data) return { end: 'unclear' }
      const { oid, tree, signature } = data.commit
      return { end: 'made', sha: oid, tree: tree.oid, verified: signature?.isValid === true && signature.wasSignedByGitHub }
    }
    if (answer.type !== 'STALE_DATA') return notDone(answer)
    // Right after a branch was made or moved, some of GitHub's servers still have the old state.
    if (attempt === maxTries || (await tip(branch)) !== expected) return { end: 'moved' }
    await retry.sleep(1000 * attempt)
  }
}
