import type { ChangedPath, Commit } from '../../core/change.ts'
import type { MergeCommit } from '../../core/repository.ts'
import { byteReader } from './byte-reader.ts'
import { readBlobs } from './objects.ts'
import type { Git } from './program.ts'
import { marks } from './records.ts'
import { linkTexts, type RawPath } from '../links.ts'

const maxBytes = 1 << 20

/**
 * The account of an email address of GitHub (GitHub's documentation, "Email addresses reference"): `12+login@…`,
 * `login@…`.
 */
function loginOf(email: string): string | undefined {
  const [, login] = /^(?:\d+\+)?([^@+]+)@users\.noreply\.github\.com$/i.exec(email) ?? []
  return login
}

/** The content of a commit object (git's documentation, "git-cat-file"): headers, a blank line, the message. */
function commitIn(sha: string, object: string): Omit<Commit, 'paths'> {
  const end = object.indexOf('\n\n')
  const headers = object.slice(0, end === -1 ? object.length : end).split('\n')
  const headersNamed = (name: string) =>
    headers.flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []))
  const [author = ''] = headersNamed('author')
  const email = author.slice(author.lastIndexOf('<') + 1, author.lastIndexOf('>'))
  return {
    sha,
    parents: headersNamed('parent'),
    message: end === -1 ? '' : object.slice(end + 2),
    author: { email, login: loginOf(email) },
  }
}

async function readObjects(git: Git, oids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const selectedBlobs = new Map(oids.map((oid) => [oid, { level: 'text' as const }]))
  for await (const [oid, { content }] of readBlobs(git, selectedBlobs, maxBytes))
    texts.set(oid, content && 'bytes' in content ? Buffer.from(content.bytes).toString() : '')
  return texts
}

const changeByStatus: Readonly<Record<string, ChangedPath['change']>> = { A: 'added', D: 'deleted' }

const plainDiff = [
  '--stdin',
  '-r',
  '-z',
  '--root',
  '--raw',
  '--no-abbrev',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=none',
  '--no-relative',
]

/**
 * The changes of some commits below a folder, in their order: against its parent (nothing of merges), or against the
 * commit that is named after it. Commits that change nothing anywhere are left out. Git is stopped where no more are
 * taken.
 */
export async function* changesIn(
  git: Git,
  commits: readonly string[],
  folder: string,
): AsyncGenerator<{ readonly sha: string; readonly paths: readonly RawPath[] }> {
  const reader = byteReader(git.read(['diff-tree', ...plainDiff], `${commits.join('\n')}\n`))
  try {
    let sha: string | undefined
    let paths: RawPath[] = []
    for (let record = await reader.until(marks.nul); record; record = await reader.until(marks.nul)) {
      const text = record.toString()
      if (!text.startsWith(':')) {
        if (sha !== undefined) yield { sha, paths }
        sha = text.trim()
        paths = []
        continue
      }
      const [, mode = '', , oid = '', status = ''] = text.split(' ')
      const path = (await reader.until(marks.nul))?.toString() ?? ''
      if (path.startsWith(folder))
        paths.push({ path: path.slice(folder.length), change: changeByStatus[status] ?? 'changed', mode, oid })
    }
    if (sha !== undefined) yield { sha, paths }
  } finally {
    await reader.close()
  }
}

async function changedPaths(
  git: Git,
  shas: readonly string[],
  folder: string,
): Promise<ReadonlyMap<string, readonly RawPath[]>> {
  const pathsByCommit = new Map<string, readonly RawPath[]>()
  for await (const { sha, paths } of changesIn(git, shas, folder)) pathsByCommit.set(sha, paths)
  return pathsByCommit
}

/**
 * The commits that a head has and a base has not, oldest first, by plumbing alone. The folder is `''` or ends with `/`;
 * paths are relative to it.
 */
export async function commitsBetween(git: Git, base: string, head: string, folder: string): Promise<readonly Commit[]> {
  const output = await git.ask(['rev-list', '--reverse', '--topo-order', '--end-of-options', `${base}..${head}`])
  const shas = (output ?? '').split('\n').filter((sha) => sha !== '')
  if (shas.length === 0) return []
  const [texts, paths] = await Promise.all([readObjects(git, shas), changedPaths(git, shas, folder)])
  const raw = [...paths.values()].flat()
  const withLinkTexts = await linkTexts(raw, (oids) => readObjects(git, oids))
  return shas.map((sha) => {
    const commit = commitIn(sha, texts.get(sha) ?? '')
    return { ...commit, paths: commit.parents.length > 1 ? [] : withLinkTexts(paths.get(sha) ?? []) }
  })
}

/** How many commits of a change are looked at for merges, the newest. */
const maxMerged = 500

async function objectsAt(
  git: Git,
  commits: readonly string[],
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  // One line is one question.
  const queries = commits.flatMap((commit) =>
    paths.filter((path) => !path.includes('\n')).map((path) => `${commit}:${path}`),
  )
  const answers =
    queries.length === 0
      ? ''
      : await git.ask(['cat-file', '--batch-check=%(objectname)'], [], `${queries.join('\n')}\n`)
  return new Map(
    (answers ?? '').split('\n').flatMap((answer, index) => {
      const name = queries[index]
      return name !== undefined && /^[0-9a-f]{40,64}$/.test(answer) ? [[name, answer] as const] : []
    }),
  )
}

/**
 * The merge commits among the newest 500 that a head has and a base has not, newest first, with the objects at some
 * paths of the clone.
 */
export async function mergesBetween(
  git: Git,
  base: string,
  head: string,
  paths: readonly { readonly path: string; readonly inClone: string }[],
): Promise<readonly MergeCommit[]> {
  const output = await git.ask([
    'rev-list',
    '--parents',
    '--topo-order',
    `--max-count=${maxMerged}`,
    '--end-of-options',
    `${base}..${head}`,
  ])
  const merges = (output ?? '').split('\n').flatMap((line) => {
    const [sha = '', ...parents] = line.split(' ')
    return parents.length > 1 ? [{ sha, parents }] : []
  })
  const names = paths.map(({ inClone }) => inClone)
  const objectsByName = await objectsAt(git, [...new Set(merges.flatMap(({ parents }) => parents))], names)
  const filesOf = (parent: string) =>
    new Map(
      paths.flatMap(({ path, inClone }) => {
        const oid = objectsByName.get(`${parent}:${inClone}`)
        return oid === undefined ? [] : [[path, oid] as const]
      }),
    )
  return merges.map(({ sha, parents }) => ({
    sha,
    parents: parents.map((parent) => ({ sha: parent, files: filesOf(parent) })),
  }))
}
