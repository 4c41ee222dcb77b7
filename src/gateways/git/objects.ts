import { Fault } from '../../core/fault.ts'
import { say } from '../../core/say.ts'
import { collector } from '../collector.ts'
import type { Blob, Listed, WantedBlobs } from '../listing.ts'
import { byteReader } from './byte-reader.ts'
import type { Git } from './program.ts'

const marks = { nul: 0x00, newline: 0x0a } as const

const kinds: Readonly<Record<string, Listed['kind']>> = { '120000': 'symlink', '160000': 'submodule' }

/**
 * What stands at and below some names of a folder in a commit, as `git ls-tree` has it: links and submodules as they are.
 * The folder is `''` or ends with `/`; the name `''` stands for the whole folder. Paths are relative to the folder.
 */
export async function* listTree(git: Git, sha: string, folder: string, names: readonly string[]): AsyncGenerator<Listed> {
  const paths = names.map((name) => folder + name).filter((path) => path !== '')
  const reader = byteReader(git.read(['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', sha, ...paths]))
  try {
    for (let record = await reader.until(marks.nul); record; record = await reader.until(marks.nul)) {
      const [, mode = '', oid = '', path = ''] = /^(\d+) \w+ (\w+)\t([^]*)$/.exec(record.toString()) ?? []
      const kind = kinds[mode] ?? 'file'
      yield { path: path.slice(folder.length), kind, oid, size: kind === 'submodule' ? 0 : undefined }
    }
  } finally {
    await reader.close()
  }
}

async function* answers(
  git: Git,
  how: '--batch' | '--batch-check',
  wanted: WantedBlobs,
  limit: number,
): AsyncGenerator<readonly [string, Blob]> {
  if (wanted.size === 0) return
  const reader = byteReader(git.read(['cat-file', how, '--buffer'], `${[...wanted.keys()].join('\n')}\n`))
  try {
    for (let header = await reader.until(marks.newline); header; header = await reader.until(marks.newline)) {
      const [oid = '', , length] = header.toString('latin1').split(' ')
      if (length === undefined)
        throw new Fault(say`Object ${oid} is missing from this clone.`, { hint: 'See what `git fsck` says, or clone again.' })
      const size = Number(length)
      if (how === '--batch-check') yield [oid, { size }]
      else {
        const collected = collector(wanted.get(oid)?.need ?? 'name', limit)
        await reader.next(size, (piece) => collected.add(piece))
        await reader.until(marks.newline)
        yield [oid, collected.end()]
      }
    }
  } finally {
    await reader.close()
  }
}

/** Reads blobs from one `git cat-file`, and from another the sizes of those of which no more is needed. */
export async function* readBlobs(git: Git, wanted: WantedBlobs, limit: number): AsyncGenerator<readonly [string, Blob]> {
  const all = [...wanted]
  yield* answers(git, '--batch-check', new Map(all.filter(([, { need }]) => need === 'name')), limit)
  yield* answers(git, '--batch', new Map(all.filter(([, { need }]) => need !== 'name')), limit)
}
