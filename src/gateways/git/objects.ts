import { Fault } from '../../core/fault.ts'
import { msg } from '../../core/message.ts'
import { collector } from '../collector.ts'
import { listedBy, type Blob, type ListedEntry, type SelectedBlobs } from '../listing.ts'
import { byteReader } from './byte-reader.ts'
import type { Git } from './program.ts'
import { marks, records } from './records.ts'

/**
 * The entries at and below some names of a folder in a commit, as `git ls-tree` has it: links and submodules as they
 * are, folders before their content. The folder is `''` or ends with `/`; the name `''` means the whole folder. Paths
 * are relative to the folder.
 */
export async function* listTree(
  git: Git,
  sha: string,
  folder: string,
  names: readonly string[],
): AsyncGenerator<ListedEntry> {
  const paths = names.map((name) => folder + name).filter((path) => path !== '')
  for await (const record of records(git, marks.nul, [
    'ls-tree',
    '-r',
    '-t',
    '-z',
    '--full-tree',
    '--end-of-options',
    sha,
    ...paths,
  ])) {
    const [, mode = '', oid = '', path = ''] = /^(\d+) \w+ (\w+)\t([^]*)$/.exec(record) ?? []
    yield listedBy(mode, { path: path.slice(folder.length), oid })
  }
}

async function* batchAnswers(
  git: Git,
  mode: '--batch' | '--batch-check',
  selectedBlobs: SelectedBlobs,
  limit: number,
): AsyncGenerator<readonly [string, Blob]> {
  if (selectedBlobs.size === 0) return
  const reader = byteReader(git.read(['cat-file', mode, '--buffer'], `${[...selectedBlobs.keys()].join('\n')}\n`))
  try {
    for (let header = await reader.until(marks.newline); header; header = await reader.until(marks.newline)) {
      const [oid = '', , length] = header.toString('latin1').split(' ')
      if (length === undefined)
        throw new Fault(msg`Object ${oid} is missing from this clone.`, {
          hint: 'See what `git fsck` says, or clone again.',
        })
      const size = Number(length)
      if (mode === '--batch-check') yield [oid, { size }]
      else {
        const blobCollector = collector(selectedBlobs.get(oid)?.level ?? 'name', limit)
        await reader.next(size, (piece) => blobCollector.add(piece))
        await reader.until(marks.newline)
        yield [oid, blobCollector.end()]
      }
    }
  } finally {
    await reader.close()
  }
}

/** Reads blobs from one `git cat-file`, and from another the sizes of those of which no more is needed. */
export async function* readBlobs(
  git: Git,
  selectedBlobs: SelectedBlobs,
  limit: number,
): AsyncGenerator<readonly [string, Blob]> {
  const blobs = [...selectedBlobs]
  yield* batchAnswers(git, '--batch-check', new Map(blobs.filter(([, { level }]) => level === 'name')), limit)
  yield* batchAnswers(git, '--batch', new Map(blobs.filter(([, { level }]) => level !== 'name')), limit)
}
