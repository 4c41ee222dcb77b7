import { notFound, unprocessable } from '../refused.ts'
import type { Content } from '../bare-repository.ts'
import { commitBody } from '../bodies/commits.ts'
import { writeCommit } from '../state/commits.ts'
import { ok, type Answer, type RepositoryQuestion, type RepositoryRoute } from './route.ts'

function contentOf({ repository: { git } }: RepositoryQuestion, sha: string): Buffer {
  const { type, bytes } = git.object(sha) ?? {}
  if (type !== 'blob' || !bytes) throw unprocessable(`tree.sha ${sha} is not a valid blob`)
  return bytes
}

/** Documentation: "REST API endpoints for Git blobs", "Create a blob". */
function createBlob({ repository: { git, url }, sent }: RepositoryQuestion): Answer {
  const { content, encoding = 'utf-8' } = sent as { readonly content: string; readonly encoding?: 'utf-8' | 'base64' }
  const bytes = Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8')
  const sha = git.store('blob', bytes)
  return ok({ sha, url: `${url}/git/blobs/${sha}` }, 201)
}

interface TreeEntry {
  readonly path: string
  readonly mode: string
  readonly sha?: string | null
  readonly content?: string
}

/**
 * Documentation: "REST API endpoints for Git trees", "Create a tree": on another one, regular files alone are made
 * here.
 */
function createTree(question: RepositoryQuestion): Answer {
  const { repository, credential, sent } = question
  const { tree, base_tree: base } = sent as { readonly tree: readonly TreeEntry[]; readonly base_tree?: string }
  if (!credential) throw notFound()
  if (base !== undefined && repository.git.object(base)?.type !== 'tree')
    throw unprocessable(`base_tree ${base} is not a valid tree`)
  const changes: (readonly [path: string, content: Content | null])[] = []
  for (const { path, mode, sha, content } of tree) {
    if (mode !== '100644') throw unprocessable('Regular files alone are made here.')
    changes.push([path, content ?? (typeof sha === 'string' ? contentOf(question, sha) : null)])
  }
  const sha = repository.git.changedTree(base, changes)
  return ok({ sha, url: `${repository.url}/git/trees/${sha}`, tree: [], truncated: false }, 201)
}

/**
 * Documentation: "REST API endpoints for Git commits", "Create a commit". One of an app that names no author and no
 * committer is signed by GitHub ("About commit signature verification", "Signature verification for bots").
 */
function createCommit({ serverState, repository, credential, sent }: RepositoryQuestion): Answer {
  const {
    message,
    tree,
    parents = [],
  } = sent as { readonly message: string; readonly tree: string; readonly parents?: readonly string[] }
  if (!credential) throw notFound()
  for (const [sha, type] of [[tree, 'tree'], ...parents.map((parent) => [parent, 'commit'])] as const)
    if (repository.git.object(sha ?? '')?.type !== type) throw unprocessable(`${type} SHA does not exist`)
  const signed =
    credential.account.type === 'Bot' && !['author', 'committer', 'signature'].some((key) => key in (sent as object))
  const made = writeCommit(serverState, repository, { tree, parents, author: credential.account, message, signed })
  const { commit, ...body } = commitBody(serverState, repository, made)
  const { author, committer, verification } = commit
  const facts = { sha: made, node_id: body.node_id, url: commit.url, html_url: body.html_url, parents: body.parents }
  return ok({ ...facts, author, committer, tree: commit.tree, message: commit.message, verification }, 201)
}

/** Objects that no branch has yet. */
export const gitDataRoutes: Readonly<Record<string, RepositoryRoute>> = {
  'POST /repos/{owner}/{repo}/git/blobs': { permission: 'contents=write', answer: createBlob },
  'POST /repos/{owner}/{repo}/git/trees': { permission: 'contents=write', answer: createTree },
  'POST /repos/{owner}/{repo}/git/commits': { permission: 'contents=write', answer: createCommit },
}
