import type { Hosted, Limits } from './hosted.ts'
import { commitOf } from './hosted.ts'

/** A request for one operation on a repository that its sender may see. */
export interface Question {
  readonly repository: Hosted
  /** Those of the path and the query. */
  readonly parameters: Readonly<Record<string, string>>
  readonly accept: string
  readonly limits: Limits
}

export interface Answer {
  readonly status: number
  /** Bytes are sent as they are, with `type`; everything else as JSON. */
  readonly body: unknown
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Route {
  /** Which permission it needs, in GitHub's words: `contents=read`. */
  readonly permission: string
  answer(question: Question): Promise<Answer>
}

/** Documentation: "Troubleshooting the REST API". */
export const refusal = (status: number, message: string): Answer => ({
  status,
  body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
})

const notFound = refusal(404, 'Not Found')

const person = { name: 'octocat', email: 'octocat@example.com', date: '2026-02-01T10:00:00Z' }

/** A commit in the long form that GitHub answers with. */
async function commitBody({ git, url }: Hosted, sha: string) {
  const lines = ((await git.ask('cat-file', 'commit', sha)) ?? '').split('\n')
  const all = (word: string) => lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  const [tree = ''] = all('tree')
  return {
    url: `${url}/commits/${sha}`,
    sha,
    node_id: Buffer.from(`Commit:${sha}`).toString('base64'),
    html_url: `${url}/commit/${sha}`,
    comments_url: `${url}/commits/${sha}/comments`,
    commit: {
      url: `${url}/git/commits/${sha}`,
      author: person,
      committer: person,
      message: lines.slice(lines.indexOf('') + 1).join('\n'),
      comment_count: 0,
      tree: { sha: tree, url: `${url}/git/trees/${tree}` },
    },
    author: null,
    committer: null,
    parents: all('parent').map((parent) => ({ sha: parent, url: `${url}/commits/${parent}`, html_url: `${url}/commit/${parent}` })),
  }
}

/** Documentation: "REST API endpoints for Git trees", "Get a tree". */
async function getTree({ repository: { git, url }, parameters, limits }: Question): Promise<Answer> {
  const sha = await git.ask('rev-parse', '--verify', '--quiet', `${parameters['tree_sha']}^{tree}`)
  if (sha === undefined) return notFound
  // Any value makes it recursive, even `0`.
  const recursive = parameters['recursive'] === undefined ? [] : ['-r', '-t']
  const listed = (await git.git(['ls-tree', '-z', '--long', ...recursive, sha])).toString().split('\0').filter(Boolean)
  const tree = listed.slice(0, limits.treeEntries).map((line) => {
    const [facts = '', path = ''] = line.split(/\t([^]*)/)
    const [mode, type, id, size] = facts.split(/ +/)
    const kind = type === 'tree' ? 'trees' : 'blobs'
    return {
      path,
      mode,
      type,
      sha: id,
      ...(type === 'blob' && { size: Number(size) }),
      ...(type !== 'commit' && { url: `${url}/git/${kind}/${id}` }),
    }
  })
  return { status: 200, body: { sha, url: `${url}/git/trees/${sha}`, tree, truncated: tree.length < listed.length } }
}

/** Documentation: "REST API endpoints for Git blobs", "Get a blob"; up to 100 megabytes, raw by its media type. */
async function getBlob({ repository: { git, url }, parameters, accept }: Question): Promise<Answer> {
  const sha = parameters['file_sha'] ?? ''
  const { type, bytes } = (await git.object(sha)) ?? {}
  if (type !== 'blob' || !bytes) return notFound
  if (bytes.length > 100_000_000) return refusal(403, 'This API returns blobs up to 100 MB in size.')
  if (accept.includes('raw')) return { status: 200, body: bytes, type: 'application/vnd.github.raw+json; charset=utf-8' }
  const node_id = Buffer.from(`Blob:${sha}`).toString('base64')
  return {
    status: 200,
    body: { sha, node_id, size: bytes.length, url: `${url}/git/blobs/${sha}`, content: bytes.toString('base64'), encoding: 'base64' },
  }
}

/** Documentation: "REST API endpoints for commits", "Get a commit"; its SHA alone by its media type. */
async function getCommit({ repository, parameters, accept }: Question): Promise<Answer> {
  const ref = parameters['ref'] ?? ''
  const sha = await commitOf(repository, ref)
  if (sha === undefined) return refusal(422, `No commit found for SHA: ${ref}`)
  if (accept.includes('sha')) return { status: 200, body: Buffer.from(sha), type: 'application/vnd.github.sha; charset=utf-8' }
  return { status: 200, body: await commitBody(repository, sha) }
}

/**
 * Documentation: "REST API endpoints for commits", "Compare two commits": the list of changed files is only on the first page, which
 * is not made here.
 */
async function compare({ repository, parameters }: Question): Promise<Answer> {
  const [from = '', to = ''] = (parameters['basehead'] ?? '').split('...')
  const [base, head] = [await commitOf(repository, from), await commitOf(repository, to)]
  if (base === undefined || head === undefined) return notFound
  const common = await repository.git.ask('merge-base', base, head)
  if (common === undefined) return refusal(404, `No common ancestor between ${from} and ${to}.`)

  const { page = '1', per_page: perPage = '30' } = parameters
  if (page === '1') return refusal(501, 'The first page is not made here.')
  const count = async (range: string) => Number(await repository.git.ask('rev-list', '--count', range))
  const [ahead, behind] = [await count(`${base}..${head}`), await count(`${head}..${base}`)]
  const words = ['rev-list', '--reverse', `${base}..${head}`]
  const commits = ((await repository.git.ask(...words)) ?? '').split('\n').filter(Boolean)
  const start = (Number(page) - 1) * Number(perPage)
  const { url } = repository
  const address = `${url}/compare/${base}...${head}`
  return {
    status: 200,
    body: {
      url: address,
      html_url: address,
      permalink_url: address,
      diff_url: `${address}.diff`,
      patch_url: `${address}.patch`,
      base_commit: await commitBody(repository, base),
      merge_base_commit: await commitBody(repository, common),
      status: ahead > 0 ? (behind > 0 ? 'diverged' : 'ahead') : behind > 0 ? 'behind' : 'identical',
      ahead_by: ahead,
      behind_by: behind,
      total_commits: ahead,
      commits: await Promise.all(commits.slice(start, start + Number(perPage)).map((sha) => commitBody(repository, sha))),
    },
  }
}

/** The operations that are answered, by their names in GitHub's OpenAPI description. */
export const routes: Readonly<Record<string, Route>> = {
  'GET /repos/{owner}/{repo}/git/trees/{tree_sha}': { permission: 'contents=read', answer: getTree },
  'GET /repos/{owner}/{repo}/git/blobs/{file_sha}': { permission: 'contents=read', answer: getBlob },
  'GET /repos/{owner}/{repo}/commits/{ref}': { permission: 'contents=read', answer: getCommit },
  'GET /repos/{owner}/{repo}/compare/{basehead}': { permission: 'contents=read', answer: compare },
}
