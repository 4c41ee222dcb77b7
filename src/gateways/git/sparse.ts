import type { Selection } from '../../core/view.ts'
import { listedBy, load, type ListedEntry } from '../listing.ts'
import { readBlobs } from './objects.ts'
import { git, type Environment, type Git } from './program.ts'
import { marks, records } from './records.ts'

/**
 * The files of the index that git leaves out of the work tree (`skip-worktree`), each after the folders that it is in.
 */
async function* sparseEntries(program: Git, isThere: (path: string) => boolean): AsyncGenerator<ListedEntry> {
  const folders = new Set<string>()
  for await (const record of records(program, marks.nul, ['ls-files', '-t', '--stage', '-z'])) {
    const [, mode = '', oid = '', path] = /^S (\d+) (\w+) 0\t([^]*)$/.exec(record) ?? []
    if (path === undefined || isThere(path)) continue
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end)
      if (!folders.has(folder)) yield { path: folder, kind: 'folder', oid: '' }
      folders.add(folder)
    }
    yield listedBy(mode, { path, oid })
  }
}

/** The selected files that git leaves out of a sparse work tree, as the index has them. */
export async function sparseFiles(
  root: string,
  selection: Selection,
  isThere: (path: string) => boolean,
  environment: Environment = process.env,
): ReturnType<typeof load> {
  const program = git(root, environment)
  return load((blobs, limit) => readBlobs(program, blobs, limit), sparseEntries(program, isThere), selection)
}
