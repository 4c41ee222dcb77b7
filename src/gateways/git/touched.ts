import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LastCommits } from '../../core/repository.ts'
import { isoTime } from '../../core/time.ts'
import { readRegularFile } from '../regular-file.ts'
import { changesIn } from './commits.ts'
import { listTree } from './objects.ts'
import type { Git } from './program.ts'
import { isSparse } from './top.ts'
import { marks, records } from './records.ts'

/** How far back a branch is looked at. */
const maxCommits = 5000

function* withFolders(path: string): Generator<string> {
  yield path
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end)
}

/**
 * The newest commit of a branch that changed each of some files or folders, by first parents: changes that a merge
 * brought count as made by the merge. A path that none of the newest 5,000 changed is left out. Where history was cut
 * off, the commit at its end changed nothing.
 *
 * @param folder `''`, or ends with `/`; the paths are relative to it
 */
export async function newestChanges(
  git: Git,
  head: string,
  paths: readonly string[],
  folder: string,
  isShallow: boolean,
): Promise<LastCommits> {
  const wantedPaths = new Set(paths)
  const lastCommits = new Map<string, { readonly sha: string; readonly at: string }>()
  const words = [
    'rev-list',
    '--first-parent',
    '--parents',
    '--timestamp',
    `--max-count=${maxCommits}`,
    '--end-of-options',
    head,
  ]
  const times = new Map<string, string>()
  const pairs: string[] = []
  for await (const line of records(git, marks.newline, words)) {
    const [seconds = '', sha = '', parent] = line.split(' ')
    if (parent === undefined && isShallow) break
    times.set(sha, isoTime(Number(seconds) * 1000))
    pairs.push(parent === undefined ? sha : `${sha} ${parent}`)
  }
  if (wantedPaths.size === 0 || pairs.length === 0) return lastCommits
  for await (const { sha, paths: changedPaths } of changesIn(git, pairs, folder)) {
    for (const { path } of changedPaths)
      for (const candidate of withFolders(path))
        if (wantedPaths.delete(candidate)) lastCommits.set(candidate, { sha, at: times.get(sha) ?? '' })
    if (wantedPaths.size === 0) break
  }
  return lastCommits
}

const maxBytes = 1 << 28

/** The name that git gives to a file's content, or with its line ends as they may have been committed. */
function blobNames(bytes: Uint8Array, length: number): readonly string[] {
  const algorithm = length === 64 ? 'sha256' : 'sha1'
  const nameOf = (content: Uint8Array) =>
    createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex')
  const text = Buffer.from(bytes)
  const plainEnds = text.includes('\r\n')
    ? [nameOf(Buffer.from(text.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'))]
    : []
  return [nameOf(bytes), ...plainEnds]
}

/** Whether a file holds what git has under a name, its line ends aside. */
export function isAsCommitted(location: string, oid: string): boolean {
  try {
    const { content } = readRegularFile(location, 'text', maxBytes) ?? {}
    return content !== undefined && 'bytes' in content && blobNames(content.bytes, oid.length).includes(oid)
  } catch {
    return false
  }
}

/**
 * The files or folders of the work tree that differ from a commit: changed, new or gone. Ignored files are not
 * compared.
 */
export async function uncommittedPaths(
  git: Git,
  root: string,
  head: string,
  paths: readonly string[],
  folder: string,
): Promise<ReadonlySet<string>> {
  const wantedPaths = new Set(paths)
  const differentPaths = new Set<string>()
  const committedPaths = new Set<string>()
  const leavesOut = isSparse(root)
  const affectedPaths = (path: string) =>
    [...withFolders(path)].filter((candidate) => wantedPaths.has(candidate) && !differentPaths.has(candidate))
  for await (const { path, kind, oid } of listTree(git, head, folder, [''])) {
    if (kind !== 'file') continue
    committedPaths.add(path)
    const targets = affectedPaths(path)
    // Left out of the work tree by git itself.
    if (leavesOut && !existsSync(join(root, path))) continue
    if (targets.length > 0 && !isAsCommitted(join(root, path), oid))
      for (const affected of targets) differentPaths.add(affected)
  }
  for await (const path of records(git, marks.nul, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']))
    if (!committedPaths.has(path)) for (const affected of affectedPaths(path)) differentPaths.add(affected)
  return differentPaths
}
