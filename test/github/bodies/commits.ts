import { accountBehind, readCommit, type CommitFacts } from '../state/commits.ts'
import { fullName, type Hosted } from '../hosted.ts'
import type { World } from '../state/world.ts'
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
export async function commitBody(world: World, hosted: Hosted, sha: string) {
  const facts = await readCommit(world, hosted, sha)
  if (!facts) throw notFound()
  const { url } = hosted
  const page = `${htmlUrl(world)}/${fullName(hosted)}/commit`
  const known = (stamp: CommitFacts['author']) => {
    const account = accountBehind(world, stamp)
    return account ? accountBody(world, account) : null
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
    author: known(facts.author),
    committer: known(facts.committer),
    parents: facts.parents.map((parent) => ({ sha: parent, url: `${url}/commits/${parent}`, html_url: `${page}/${parent}` })),
  }
}

const states: Readonly<Record<string, string>> = { A: 'added', M: 'modified', D: 'removed', R: 'renamed', T: 'changed' }

/** Files that differ, 300 at most. Documentation: "Compare two commits". */
export async function filesBetween({ git, url }: Hosted, from: string, to: string) {
  const changed = ((await git.ask('diff', '--raw', '--abbrev=40', '--no-renames', '-z', from, to)) ?? '').split('\0')
  const pluralize = ((await git.ask('diff', '--numstat', '--no-renames', '-z', from, to)) ?? '').split('\0').filter(Boolean)
  const counts = new Map(
    pluralize.map((line) => {
      const [added, deleted, path = ''] = line.split('\t')
      return [path, { additions: Number(added) || 0, deletions: Number(deleted) || 0 }] as const
    }),
  )
  const files: { readonly filename: string; readonly status: string; readonly [fact: string]: unknown }[] = []
  for (let at = 0; at + 1 < changed.length && files.length < 300; at += 2) {
    const [, , before, after, letter = 'M'] = (changed[at] ?? '').split(' ')
    const filename = changed[at + 1] ?? ''
    const { additions, deletions } = counts.get(filename) ?? { additions: 0, deletions: 0 }
    const address = `${url}/contents/${encodeURIComponent(filename)}?ref=${to}`
    files.push({
      sha: letter === 'D' ? before : after,
      filename,
      status: states[letter[0] ?? 'M'] ?? 'modified',
      additions,
      deletions,
      changes: additions + deletions,
      blob_url: address,
      raw_url: address,
      contents_url: address,
    })
  }
  return files
}
