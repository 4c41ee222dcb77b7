import { createBranch, moveBranch } from '../changes/pushes.ts'
import { notFound, unprocessable } from '../refused.ts'
import { commitBody, filesBetween } from '../bodies/commits.ts'
import { commitOf, tipOf, type HostedRepository } from '../hosted.ts'
import { ok, page, pageOf, refusal, type Answer, type RepositoryQuestion, type RepositoryRoute } from './route.ts'

/** Documentation: "REST API endpoints for Git trees", "Get a tree". */
function getTree({ repository: { git, url }, parameters, serverState: { limits } }: RepositoryQuestion): Answer {
  const sha = git.resolve(`${parameters['tree_sha']}^{tree}`)
  if (sha === undefined) throw notFound()
  // Any value makes it recursive, even `0`.
  const listed = git.entries(sha, { recursive: parameters['recursive'] !== undefined })
  const tree = listed.slice(0, limits.treeEntries).map(({ path, mode, type, sha: id, size }) => {
    const kind = type === 'tree' ? 'trees' : 'blobs'
    return {
      path,
      mode,
      type,
      sha: id,
      ...(type === 'blob' && { size }),
      ...(type !== 'commit' && { url: `${url}/git/${kind}/${id}` }),
    }
  })
  return ok({ sha, url: `${url}/git/trees/${sha}`, tree, truncated: tree.length < listed.length })
}

/** Documentation: "REST API endpoints for Git blobs", "Get a blob"; up to 100 megabytes, raw by its media type. */
function getBlob({ repository: { git, url }, parameters, accept }: RepositoryQuestion): Answer {
  const sha = parameters['file_sha'] ?? ''
  const { type, bytes } = git.object(sha) ?? {}
  if (type !== 'blob' || !bytes) throw notFound()
  if (bytes.length > 100_000_000) return refusal(403, 'This API returns blobs up to 100 MB in size.')
  if (accept.includes('raw'))
    return { status: 200, body: bytes, type: 'application/vnd.github.raw+json; charset=utf-8' }
  const node_id = Buffer.from(`Blob:${sha}`).toString('base64')
  return ok({
    sha,
    node_id,
    size: bytes.length,
    url: `${url}/git/blobs/${sha}`,
    content: bytes.toString('base64'),
    encoding: 'base64',
  })
}

/** Documentation: "REST API endpoints for commits", "Get a commit"; its SHA alone by its media type. */
function getCommit({ serverState, repository, parameters, accept }: RepositoryQuestion): Answer {
  const ref = parameters['ref'] ?? ''
  const sha = commitOf(repository, ref)
  if (sha === undefined) throw unprocessable(`No commit found for SHA: ${ref}`)
  if (accept.includes('sha'))
    return { status: 200, body: Buffer.from(sha), type: 'application/vnd.github.sha; charset=utf-8' }
  return ok(commitBody(serverState, repository, sha))
}

/** Documentation: the same, "List commits"; by `since` and `until` as committed, by `path` those that changed it. */
async function listSome(question: RepositoryQuestion): Promise<Answer> {
  const { serverState, repository, parameters } = question
  const { sha = repository.defaultBranch, since, until, path } = parameters
  const from = commitOf(repository, sha)
  if (from === undefined) throw notFound()
  const commits = repository.git.commits({ from, since, until, path })
  return pageOf(question, commits, (commit) => commitBody(serverState, repository, commit))
}

/** Documentation: the same, "Compare two commits": the list of changed files is only on the first page. */
function compare(question: RepositoryQuestion): Answer {
  const { serverState, repository, parameters } = question
  const [from = '', to = ''] = (parameters['basehead'] ?? '').split('...')
  const [base, head] = [commitOf(repository, from), commitOf(repository, to)]
  if (base === undefined || head === undefined) throw notFound()
  const common = repository.git.mergeBase(base, head)
  if (common === undefined) throw notFound(`No common ancestor between ${from} and ${to}.`)

  const ahead = repository.git.commits({ from: head, without: [base] }).toReversed()
  const behind = repository.git.commits({ from: base, without: [head] }).length
  const { items, headers } = page(question, ahead)
  const address = `${repository.url}/compare/${base}...${head}`
  return {
    status: 200,
    headers,
    body: {
      url: address,
      html_url: address,
      permalink_url: address,
      diff_url: `${address}.diff`,
      patch_url: `${address}.patch`,
      base_commit: commitBody(serverState, repository, base),
      merge_base_commit: commitBody(serverState, repository, common),
      status: ahead.length > 0 ? (behind > 0 ? 'diverged' : 'ahead') : behind > 0 ? 'behind' : 'identical',
      ahead_by: ahead.length,
      behind_by: behind,
      total_commits: ahead.length,
      commits: items.map((sha) => commitBody(serverState, repository, sha)),
      ...((parameters['page'] ?? '1') === '1' && { files: filesBetween(repository, common, head) }),
    },
  }
}

const refBody = ({ url }: HostedRepository, ref: string, sha: string) => ({
  ref,
  node_id: Buffer.from(`Ref:${ref}`).toString('base64'),
  url: `${url}/git/${encodeURI(ref)}`,
  object: { type: 'commit', sha, url: `${url}/git/commits/${sha}` },
})

/** Documentation: "REST API endpoints for Git references", "Get a reference". */
function getRef({ repository, parameters }: RepositoryQuestion): Answer {
  const ref = `refs/${parameters['ref']}`
  const sha = repository.git.resolve(`${ref}^{commit}`)
  if (sha === undefined) throw notFound()
  return ok(refBody(repository, ref, sha))
}

/** Documentation: the same, "Create a reference"; branches alone are made here. */
async function createRef({ serverState, repository, credential, sent }: RepositoryQuestion): Promise<Answer> {
  const { ref, sha } = sent as { readonly ref: string; readonly sha: string }
  if (!credential) throw notFound()
  if (!ref.startsWith('refs/heads/')) throw unprocessable('Reference name must start with refs/heads/ here.')
  await createBranch(serverState, repository, ref.slice('refs/heads/'.length), sha, credential.account)
  return ok(refBody(repository, ref, sha), 201)
}

/** Documentation: the same, "Update a reference": without `force` only forwards. */
async function updateRef({
  serverState,
  repository,
  credential,
  parameters,
  sent,
}: RepositoryQuestion): Promise<Answer> {
  const { sha, force = false } = sent as { readonly sha: string; readonly force?: boolean }
  const ref = `refs/${parameters['ref']}`
  const branch = ref.replace('refs/heads/', '')
  const before = tipOf(repository, branch)
  if (!credential || before === undefined) throw unprocessable('Reference does not exist')
  if (repository.git.object(sha)?.type !== 'commit') throw unprocessable('Object does not exist')
  const forwards = repository.git.isAncestor(before, sha)
  if (!force && !forwards) throw unprocessable('Update is not a fast forward')
  await moveBranch(serverState, repository, { branch, before, after: sha, by: credential.account })
  return ok(refBody(repository, ref, sha))
}

/** Documentation: the same, "Delete a reference". */
async function deleteRef({ serverState, repository, credential, parameters }: RepositoryQuestion): Promise<Answer> {
  const branch = `${parameters['ref']}`.replace('heads/', '')
  const before = tipOf(repository, branch)
  if (!credential || before === undefined) throw unprocessable('Reference does not exist')
  await moveBranch(serverState, repository, { branch, before, after: undefined, by: credential.account })
  return ok(undefined, 204)
}

export const gitRoutes: Readonly<Record<string, RepositoryRoute>> = {
  'GET /repos/{owner}/{repo}/git/trees/{tree_sha}': { permission: 'contents=read', answer: getTree },
  'GET /repos/{owner}/{repo}/git/blobs/{file_sha}': { permission: 'contents=read', answer: getBlob },
  'GET /repos/{owner}/{repo}/commits/{ref}': { permission: 'contents=read', answer: getCommit },
  'GET /repos/{owner}/{repo}/commits': { permission: 'contents=read', answer: listSome },
  'GET /repos/{owner}/{repo}/compare/{basehead}': { permission: 'contents=read', answer: compare },
  'GET /repos/{owner}/{repo}/git/ref/{ref}': { permission: 'contents=read', answer: getRef },
  'POST /repos/{owner}/{repo}/git/refs': { permission: 'contents=write', answer: createRef },
  'PATCH /repos/{owner}/{repo}/git/refs/{ref}': { permission: 'contents=write', answer: updateRef },
  'DELETE /repos/{owner}/{repo}/git/refs/{ref}': { permission: 'contents=write', answer: deleteRef },
}
