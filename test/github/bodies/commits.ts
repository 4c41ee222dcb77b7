import { accountBehind, readCommit, type CommitFacts } from '../state/commits.ts'
import { fullName, type HostedRepository } from '../hosted.ts'
import { changedLines, type Difference } from '../git/differences.ts'
import { textOf, type Entry } from '../git/objects.ts'
import type { ServerState } from '../state/server-state.ts'
import { notFound } from '../refused.ts'
import { accountBody, htmlUrl } from './accounts.ts'

/** Documentation: "REST API endpoints for commits", "Signature verification object". */
const verification = ({ signature }: CommitFacts) => ({
  verified: signature?.isValid ?? false,
  reason: signature ? (signature.isValid ? 'valid' : 'invalid') : 'unsigned',
  signature: signature?.text ?? null,
  payload: signature?.payload ?? null,
  verified_at: null,
})

/** A commit in the long form that GitHub answers with. */
export function commitBody(serverState: ServerState, hosted: HostedRepository, sha: string) {
  const facts = readCommit(serverState, hosted, sha)
  if (!facts) throw notFound()
  const { url } = hosted
  const page = `${htmlUrl(serverState)}/${fullName(hosted)}/commit`
  const accountOf = (stamp: CommitFacts['author']) => {
    const account = accountBehind(serverState, stamp)
    return account ? accountBody(serverState, account) : null
  }
  return {
    url: `${url}/commits/${sha}`,
    sha,
    node_id: Buffer.from(`Commit:${sha}`).toString('base64'),
    html_url: `${page}/${sha}`,
    comments_url: `${url}/commits/${sha}/comments`,
    commit: {
      url: `${url}/git/commits/${sha}`,
      author: facts.author,
      committer: facts.committer,
      message: facts.message,
      comment_count: 0,
      tree: { sha: facts.tree, url: `${url}/git/trees/${facts.tree}` },
      verification: verification(facts),
    },
    author: accountOf(facts.author),
    committer: accountOf(facts.committer),
    parents: facts.parents.map((parent) => ({
      sha: parent,
      url: `${url}/commits/${parent}`,
      html_url: `${page}/${parent}`,
    })),
  }
}

const kindOf = ({ mode }: Entry) => mode.slice(0, 3)

/** `changed`: a file that is a link now, or the like. */
function statusOf({ before, after }: Difference): string {
  if (!before || !after) return after ? 'added' : 'removed'
  return kindOf(before) === kindOf(after) ? 'modified' : 'changed'
}

/** Files that differ, 300 at most; one that was moved is removed and added. Documentation: "Compare two commits". */
export function filesBetween({ git, url }: HostedRepository, from: string, to: string) {
  return git
    .differences(from, to)
    .slice(0, 300)
    .map((difference) => {
      const filename = textOf(difference.path)
      const { additions, deletions } = changedLines(git.objects, difference)
      const address = `${url}/contents/${encodeURIComponent(filename)}?ref=${to}`
      return {
        sha: (difference.after ?? difference.before)?.sha,
        filename,
        status: statusOf(difference),
        additions,
        deletions,
        changes: additions + deletions,
        blob_url: address,
        raw_url: address,
        contents_url: address,
      }
    })
}
