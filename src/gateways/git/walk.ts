import { Fault } from '../../core/fault.ts'
import type { CommitFacts, PathChange, ReadBlob, ReplayNeeds, ReplaySupply, Walk } from '../../core/history.ts'
import { msg } from '../../core/message.ts'
import { isoTime } from '../../core/time.ts'
import type { EntryKind, LoadLevel } from '../../core/view.ts'
import { collector } from '../collector.ts'
import { byteReader, type ByteReader } from './byte-reader.ts'
import { changesIn } from './commits.ts'
import type { Conversation, Git } from './program.ts'
import { marks, records } from './records.ts'
import type { RawPath } from '../links.ts'

const kinds: Readonly<Record<string, EntryKind>> = { '120000': 'symlink', '160000': 'submodule' }

const pathChange = ({ path, change, mode, oid }: RawPath): PathChange => ({
  path,
  kind: change === 'deleted' ? undefined : (kinds[mode] ?? 'file'),
  oid,
})

/** A commit and its first parent, if any, with the number of all its parents. */
interface CommitLine {
  readonly sha: string
  readonly first: string | undefined
  readonly parents: number
}

/** A commit with the one that its changes are seen against. */
const pairOf = ({ sha, first }: CommitLine): string => (first === undefined ? sha : `${sha} ${first}`)

/** The way by first parents from the root to a commit, each with its changes. Plumbing alone; nothing is fetched. */
export async function walkTo(git: Git, tip: string, folder: string, isShallow: boolean): Promise<Walk> {
  const commitLines: CommitLine[] = []
  const words = ['rev-list', '--first-parent', '--parents', '--reverse', '--topo-order', '--end-of-options', tip]
  for await (const record of records(git, marks.newline, words)) {
    const [sha = '', first, ...otherParents] = record.split(' ')
    commitLines.push({ sha, first, parents: first === undefined ? 0 : 1 + otherParents.length })
  }
  const changes = new Map<string, readonly PathChange[]>()
  for await (const { sha, paths } of changesIn(git, commitLines.map(pairOf), folder))
    changes.set(sha, paths.map(pathChange))
  const commits = commitLines.map(({ sha, parents }) => ({ sha, parents, changes: changes.get(sha) ?? [] }))
  return { commits, isShallow: isShallow && (await isCutOff(git, commitLines[0]?.sha)) }
}

/** Whether a commit without parents in a shallow clone has some after all. */
async function isCutOff(git: Git, sha: string | undefined): Promise<boolean> {
  if (sha === undefined) return false
  const object = await git.ask(['cat-file', 'commit', sha])
  return /^parent /m.test((object ?? '').split('\n\n', 1)[0] ?? '')
}

/** The commits among some by first parents that a revision has not. */
export async function commitsBeyond(git: Git, base: string, tip: string): Promise<ReadonlySet<string>> {
  const shas = new Set<string>()
  for await (const sha of records(git, marks.newline, [
    'rev-list',
    '--first-parent',
    '--end-of-options',
    tip,
    `^${base}`,
  ]))
    shas.add(sha)
  return shas
}

const maxBytes = 1 << 20

/** The text of a commit, in the encoding that it names, where that is known. */
function textOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString()
  const [, encoding] = /^encoding (\S+)$/m.exec(text.split('\n\n', 1)[0] ?? '') ?? []
  if (encoding === undefined) return text
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return text
  }
}

/** A name that is shown: some people have their address in its place. */
const withoutAddress = (name: string): string => name.replaceAll(/(?<=[^\s<@])@[^\s@]+/g, '')

/** The content of a commit object (git's documentation, "git-cat-file"): headers, a blank line, the message. */
function factsIn(bytes: Uint8Array): CommitFacts {
  const object = textOf(bytes)
  const end = object.indexOf('\n\n')
  const headers = object.slice(0, end === -1 ? object.length : end).split('\n')
  const header = (name: string) => headers.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? ''
  const seconds = Number(/ (-?\d+) [+-]\d+$/.exec(header('committer'))?.[1] ?? 0)
  const author = header('author')
  const name = author.slice(0, Math.max(0, author.lastIndexOf('<'))).trim()
  return {
    at: isoTime(seconds * 1000).replace('.000Z', 'Z'),
    author: withoutAddress(name),
    message: end === -1 ? '' : object.slice(end + 2),
  }
}

/**
 * Reads objects while a replay goes on, by one `git cat-file`, and by another only their sizes, where the content is
 * not needed.
 */
export interface ObjectReader {
  read(needs: ReplayNeeds): Promise<ReplaySupply>
  close(): Promise<void>
}

/**
 * How many objects are requested before their answers are read: with more, both sides could wait for each other on a
 * full pipe.
 */
const batchSize = 200

export function objectReader(git: Git, limit: number): ObjectReader {
  const conversations = new Map<string, { readonly conversation: Conversation; readonly reader: ByteReader }>()
  const conversationFor = (mode: '--batch' | '--batch-check') => {
    const opened = conversations.get(mode)
    if (opened) return opened
    const conversation = git.converse(['cat-file', mode])
    const created = { conversation, reader: byteReader(conversation.output) }
    conversations.set(mode, created)
    return created
  }

  async function* batchAnswers(
    mode: '--batch' | '--batch-check',
    oids: readonly string[],
  ): AsyncGenerator<{ readonly oid: string; readonly size: number; readonly reader: ByteReader }> {
    for (let from = 0; from < oids.length; from += batchSize) {
      const batch = oids.slice(from, from + batchSize)
      const { conversation, reader } = conversationFor(mode)
      conversation.say(`${batch.join('\n')}\n`)
      for (const oid of batch) {
        const header = (await reader.until(marks.newline))?.toString('latin1') ?? ''
        const [, , length] = header.split(' ')
        if (length === undefined)
          throw new Fault(msg`Object ${oid} is missing from this clone.`, {
            hint: 'See what `git fsck` says, or clone again.',
          })
        yield { oid, size: Number(length), reader }
      }
    }
  }

  const contents = async (reader: ByteReader, size: number, level: LoadLevel, maxSize: number) => {
    const blobCollector = collector(level, maxSize)
    await reader.next(size, (piece) => blobCollector.add(piece))
    await reader.until(marks.newline)
    return blobCollector.end().content
  }

  return {
    async read({ blobs, commits }) {
      const foundBlobs = new Map<string, ReadBlob>()
      const entries = [...blobs]
      const nameOnly = entries.flatMap(([oid, level]) => (level === 'name' ? [oid] : []))
      const toRead = entries.flatMap(([oid, level]) => (level === 'name' ? [] : [oid]))
      for await (const { oid, size } of batchAnswers('--batch-check', nameOnly)) foundBlobs.set(oid, { size })
      for await (const { oid, size, reader } of batchAnswers('--batch', toRead))
        foundBlobs.set(oid, { size, ...(await contents(reader, size, blobs.get(oid) ?? 'digest', limit)) })
      const facts = new Map<string, CommitFacts>()
      for await (const { oid, size, reader } of batchAnswers('--batch', commits)) {
        const content = await contents(reader, size, 'text', maxBytes)
        facts.set(oid, factsIn(content && 'bytes' in content ? content.bytes : new Uint8Array()))
      }
      return { blobs: foundBlobs, commits: facts }
    },
    async close() {
      for (const { conversation, reader } of conversations.values()) {
        conversation.end()
        await reader.close()
      }
    },
  }
}
