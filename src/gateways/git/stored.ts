import { Fault } from '../../core/fault.ts'
import type { Digest } from '../../core/view.ts'
import { collector } from '../collector.ts'
import type { StoredContent } from '../snapshot.ts'
import { byteReader } from './byte-reader.ts'
import { git, type Environment, type Git } from './program.ts'
import { marks } from './records.ts'
import { isInClone } from './top.ts'

/** Files of a work tree with CRLF line endings, by path: their digests. */
type CrlfFiles = ReadonlyMap<string, Digest>

/** The entries of the index at some paths, with their digests. */
async function* blobsIn(
  program: Git,
  paths: readonly string[],
): AsyncGenerator<readonly [path: string, blob: Required<StoredContent>]> {
  // A path with a newline would be two lines of the input.
  const readable = paths.filter((path) => !path.includes('\n'))
  const form = '--batch=%(objecttype) %(objectsize)'
  const reader = byteReader(
    program.read(['cat-file', form, '--buffer'], readable.map((path) => `:./${path}\n`).join('')),
  )
  try {
    for (const path of readable) {
      const [, type, size] = /^(\w+) (\d+)$/.exec((await reader.until(marks.newline))?.toString() ?? '') ?? []
      if (size === undefined) continue
      const blobCollector = collector('digest', 0)
      await reader.next(Number(size), (piece) => blobCollector.add(piece))
      await reader.until(marks.newline)
      const { content } = blobCollector.end()
      if (type === 'blob' && content && 'digest' in content)
        yield [path, { size: Number(size), digest: content.digest }]
    }
  } finally {
    await reader.close()
  }
}

/** How many paths go on one command line. */
const maxPaths = 500

/**
 * Whether git turns CRLF into LF when a file is added, by the output of `git ls-files --eol` for the file
 * (gitattributes, "text", "eol"; git-config, `core.autocrlf`).
 */
function isConverted(index: string, file: string, attributes: string, isAutomatic: boolean): boolean {
  if (attributes.startsWith('-text')) return false
  if (attributes.startsWith('text') && !attributes.startsWith('text=auto')) return true
  // If git decides by itself, it does not convert binary files, nor files that it has with CRLF already.
  return (attributes !== '' || isAutomatic) && file !== '-text' && index !== 'crlf' && index !== 'mixed'
}

/** Those of some paths of which git makes LF when they are added. */
async function* convertedPaths(program: Git, paths: readonly string[]): AsyncGenerator<string> {
  if (paths.length === 0) return
  const setting = await program.ask(['config', '--get', 'core.autocrlf'], [1])
  const isAutomatic = setting === 'true' || setting === 'input'
  for (let from = 0; from < paths.length; from += maxPaths) {
    const words = ['ls-files', '--eol', '-z', '--cached', '--others', '--', ...paths.slice(from, from + maxPaths)]
    for (const record of ((await program.ask(words)) ?? '').split('\0')) {
      const [, index = '', file = '', attributes = '', path] =
        /^i\/(\S*) +w\/(\S*) +attr\/(.*?) *\t([^]*)$/.exec(record) ?? []
      if (path !== undefined && isConverted(index, file, attributes, isAutomatic)) yield path
    }
  }
}

/**
 * The content that git stores for files with CRLF line endings, which are on disk where `core.autocrlf` or an attribute
 * requires them: for a file that differs from the index by its line endings alone, the content of the index, for others
 * the content that `git add` would store. Files that git stores unchanged are left out, and all of them if git cannot
 * be run. No filter of the repository is run.
 */
export async function storedForms(
  root: string,
  files: CrlfFiles,
  environment: Environment = process.env,
): Promise<ReadonlyMap<string, StoredContent>> {
  const stored = new Map<string, StoredContent>()
  if (files.size === 0 || !isInClone(root)) return stored
  const program = git(root, environment)
  try {
    for await (const [path, blob] of blobsIn(program, [...files.keys()])) {
      if (blob.digest.lf === files.get(path)?.lf) stored.set(path, blob)
    }
    const unresolved = [...files.keys()].filter((path) => !stored.has(path))
    for await (const path of convertedPaths(program, unresolved)) {
      const lf = files.get(path)?.lf
      if (lf !== undefined) stored.set(path, { digest: { sha256: lf, lf } })
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return new Map()
  }
  return stored
}
