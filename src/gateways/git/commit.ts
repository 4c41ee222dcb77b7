import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ChangeSet, Content } from '../../core/command.ts'
import { Fault, TreeRefusal, type Obstacle } from '../../core/fault.ts'
import { msg, shellWord } from '../../core/message.ts'
import type { View } from '../../core/view.ts'
import { digestOf, hasDigest } from '../../documents/digest.ts'
import { decodeUtf8 } from '../../documents/text.ts'
import { rebaseEdits } from '../../documents/line-diff.ts'
import { safePath } from '../safe-path.ts'
import type { Publication } from '../tree/apply.ts'
import type { LockRequest } from '../tree/lock.ts'
import { changedRefusal } from '../tree/refusals.ts'
import { git, type Environment, type Git } from './program.ts'
import { gitDirectory, waitForIndex, nulTerminated, finishIndex, whileLocked, withIndex } from './publication.ts'

/** No object, as long as the names of others are. */
const zeroOid = (parent: string | undefined) => '0'.repeat(parent?.length ?? 40)

interface StoredFile {
  readonly mode: string
  readonly oid: string
}

type StoredFiles = ReadonlyMap<string, StoredFile>

/** The entries of `ls-tree` and `ls-files --stage`, by path. */
function parseStored(output: string | undefined): StoredFiles {
  return new Map(
    (output ?? '').split('\0').flatMap((record) => {
      const [, mode, oid, path] = /^(\d+) (?:blob )?([0-9a-f]+)[^\t]*\t([^]*)$/.exec(record) ?? []
      return mode === undefined || oid === undefined || path === undefined ? [] : [[path, { mode, oid }] as const]
    }),
  )
}

/** The name that git would give to bytes, in a repository with names like this one. */
const nameOf = (bytes: Uint8Array, { oid }: StoredFile): string =>
  createHash(oid.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex')

/** A change of one file: its content before and after. */
interface Change {
  readonly path: string
  readonly before: Uint8Array | undefined
  readonly after: Exclude<Content, null> | undefined
}

/** The content on the disk, from which the change was made. */
function changeOf(root: string, path: string, content: Content, view: View): Change {
  const { location, stats } = safePath(root, path, content !== null)
  const oldContent = stats?.isFile() === true ? readFileSync(location) : undefined
  const digest = view.digest(path)
  if ((oldContent && digestOf(oldContent).sha256) !== digest?.sha256 && !(oldContent && hasDigest(oldContent, digest)))
    throw changedRefusal(path)
  return { path, before: oldContent, after: content ?? undefined }
}

const uncommittedObstacle = (path: string, problem: string, line?: number): Obstacle => ({
  message: msg`${path} ` + problem,
  hint: 'Commit that first, or leave out `--commit`.',
  place: { path, ...(line !== undefined && { line }) },
})

/** `msg` cuts longer texts. */
const maxHintLength = 120

/** A deletion may be a loss: committed, it would only be harder to see. */
function deletedObstacle(path: string): Obstacle {
  const command = `git checkout HEAD -- ${shellWord(path)}`
  const shownCommand = command.length > maxHintLength ? 'git checkout HEAD -- PATH' : command
  return {
    ...uncommittedObstacle(path, 'is committed and was deleted, which is not committed'),
    hint: msg`${shownCommand} takes the deletion back. If it is meant, leave out ${'--commit'}.`,
  }
}

const asText = (content: Uint8Array | string | undefined) =>
  typeof content === 'string' ? content : content && decodeUtf8(content)

/** Line endings that git has changed on the way to the disk are no edits. */
const likeStored = (text: string, stored: string) => (stored.includes('\r\n') ? text : text.replaceAll('\r\n', '\n'))

/** The content of a stored file with this change alone, without other changes on the disk; or the obstacles to that. */
function applyOnto(
  stored: Uint8Array,
  { path, before, after }: Change,
): { readonly content: Content } | readonly Obstacle[] {
  const meets = 'has edits that are not committed, and this change meets them'
  const [from, to, text] = [asText(before), asText(after), asText(stored)]
  if (from === undefined || text === undefined || (after !== undefined && to === undefined))
    return [uncommittedObstacle(path, meets)]
  const [baseText, newText] = [likeStored(from, text), to === undefined ? '' : likeStored(to, text)]
  const rebased = rebaseEdits({ from: baseText, to: newText }, text)
  if ('text' in rebased)
    return after !== undefined || rebased.text === ''
      ? { content: after === undefined ? null : rebased.text }
      : [uncommittedObstacle(path, meets)]
  return rebased.overlaps.map((line) => uncommittedObstacle(path, `${meets} at line ${line}`, line))
}

/** The entry of a file in a commit or an index after a change; `undefined`: as before. */
async function conflictingChanges(
  program: Git,
  stored: StoredFile | undefined,
  change: Change,
): Promise<{ readonly content: Content } | readonly Obstacle[] | undefined> {
  const { path, before, after } = change
  if (!stored) {
    // A file that is deleted and was never committed leaves no trace.
    if (after === undefined) return undefined
    return before ? [uncommittedObstacle(path, 'is not committed yet')] : { content: after }
  }
  if (!before) return [deletedObstacle(path)]
  if (nameOf(before, stored) === stored.oid) return { content: after ?? null }
  const { code, bytes } = await program.whole(['cat-file', 'blob', stored.oid])
  if (code !== 0)
    throw new Fault(msg`Object ${stored.oid} is missing from this clone.`, { hint: 'See what `git fsck` says.' })
  return applyOnto(bytes, change)
}

/** A commit to make: its parent, and the present entries of the files in the repository. */
interface CommitGround {
  readonly program: Git
  readonly directory: string
  /** Of the folder in the repository: empty, or with a slash at its end. */
  readonly prefix: string
  readonly parent: string | undefined
  readonly head: StoredFiles
  readonly index: StoredFiles
}

async function groundOf(
  root: string,
  paths: readonly string[],
  environment: Environment,
): Promise<CommitGround | { readonly refused: string }> {
  const program = git(root, environment)
  const prefix = await program.ask(['rev-parse', '--show-prefix'], [128])
  if (prefix === undefined) return { refused: msg`Unexpected --commit: ${root} is not in a git repository.` }
  const directory = await gitDirectory(program)
  const fullPaths = paths.map((path) => prefix + path)
  const [conflicts, index] = await withIndex(directory, environment, 'own', async ({ ask }) => [
    await ask(['ls-files', '--unmerged', '-z', '--', ...fullPaths]),
    await ask(['ls-files', '--stage', '-z', '--', ...fullPaths]),
  ])
  if (conflicts !== undefined && conflicts !== '')
    return { refused: msg`Unexpected --commit: ${fullPaths} are in conflict. Resolve that first, with ${'git add'}.` }
  const parent = await program.ask(['rev-parse', '--verify', '--quiet', '--end-of-options', 'HEAD^{commit}'], [1, 128])
  const head =
    parent === undefined ? '' : await program.ask(['ls-tree', '-r', '-z', '--full-tree', parent, '--', ...fullPaths])
  return { program, directory, prefix, parent, head: parseStored(head), index: parseStored(index) }
}

/** What a change makes of a file in the commit and in the index; `undefined`: it stays as it is there. */
interface Sides<Result> {
  readonly head: Result | undefined
  readonly index: Result | undefined
}

/** A change, and the content that it gives to both sides. */
interface AppliedChange extends Sides<{ readonly content: Content }> {
  readonly path: string
}

async function appliedTo(
  { program, prefix, head, index }: CommitGround,
  change: Change,
): Promise<AppliedChange | readonly Obstacle[]> {
  const path = prefix + change.path
  const [committed, staged] = [head.get(path), index.get(path)]
  const inHead = await conflictingChanges(program, committed, change)
  // Other staged changes stay staged, and files that were removed from the index stay out of it.
  const inIndex =
    staged?.oid === committed?.oid ? inHead : staged ? await conflictingChanges(program, staged, change) : undefined
  if (inHead && !('content' in inHead)) return inHead
  if (inIndex && !('content' in inIndex)) return inIndex
  return { path: change.path, head: inHead, index: inIndex }
}

/** The lines by which git puts a change into the commit and into the index. */
async function entriesOf(
  { program, prefix, parent, head, index }: CommitGround,
  applied: AppliedChange,
): Promise<Sides<string>> {
  const path = prefix + applied.path
  const entry = async (result: AppliedChange['head'], stored: StoredFile | undefined) => {
    if (!result) return undefined
    if (result.content === null) return `0 ${zeroOid(parent)}\t${path}`
    const blob = (await program.ask(['hash-object', '-w', '--stdin'], [], Buffer.from(result.content))) ?? ''
    return `${stored?.mode ?? '100644'} ${blob}\t${path}`
  }
  const committed = head.get(path)
  return {
    head: await entry(applied.head, committed),
    index: await entry(applied.index, index.get(path) ?? committed),
  }
}

/**
 * Brings the branch that is checked out to a commit. @throws TreeRefusal where it has moved meanwhile; then it stays
 * where it is.
 */
async function publish({ program, directory, parent }: CommitGround, sha: string, waiting: LockRequest): Promise<void> {
  const head = () => program.ask(['rev-parse', '--verify', '--quiet', '--end-of-options', 'HEAD^{commit}'], [1, 128])
  await whileLocked(directory, waiting, async () => {
    try {
      await program.ask(['update-ref', '-m', 'baton', 'HEAD', sha, parent ?? zeroOid(parent)])
    } catch (cause) {
      throw (await head()) === parent ? cause : changedRefusal('HEAD')
    }
  })
}

/** All changes as the commit is to hold them. @throws TreeRefusal `COMMIT_UNCOMMITTED` */
async function appliedChanges(
  root: string,
  ground: CommitGround,
  { changes, view }: CommittedChange,
): Promise<readonly AppliedChange[]> {
  const applied: AppliedChange[] = []
  const obstacles: Obstacle[] = []
  for (const [path, content] of changes) {
    const result = await appliedTo(ground, changeOf(root, path, content, view))
    if ('path' in result) applied.push(result)
    else obstacles.push(...result)
  }
  if (applied.every(({ head }) => !head))
    for (const path of obstacles.length === 0 ? changes.keys() : [])
      obstacles.push(uncommittedObstacle(path, 'is not committed yet'))
  const [first, ...otherObstacles] = obstacles
  if (first) throw new TreeRefusal('COMMIT_UNCOMMITTED', [first, ...otherObstacles])
  return applied
}

/** A change to commit, and the view from which it was made. */
interface CommittedChange {
  readonly changes: ChangeSet
  readonly view: View
}

/**
 * What a commit of a change would change in the one that is checked out. Writes nothing.
 *
 * @returns why it cannot be made, as `prepareCommit` does
 * @throws TreeRefusal `COMMIT_UNCOMMITTED` as `prepareCommit` does
 */
export async function committedChanges(
  root: string,
  change: CommittedChange,
  environment: Environment = process.env,
): Promise<{ readonly changes: ChangeSet } | { readonly refused: string }> {
  const ground = await groundOf(root, [...change.changes.keys()], environment)
  if ('refused' in ground) return ground
  const applied = await appliedChanges(root, ground, change)
  return { changes: new Map(applied.flatMap(({ path, head }) => (head ? [[path, head.content] as const] : []))) }
}

/**
 * Makes a commit of exactly this change on top of the checked-out commit, by plumbing alone: without hooks, filters and
 * signatures. Other changes, staged or not, stay as they are, also in the same files. Paths are relative to the folder.
 *
 * @returns why it cannot be made, as a sentence: there is no repository, or these files are in conflict.
 * @throws TreeRefusal `COMMIT_UNCOMMITTED` where the change meets edits that are not committed, `TREE_BUSY` where git
 * does not end.
 */
export async function prepareCommit(
  root: string,
  { message, ...change }: CommittedChange & { readonly message: string },
  waiting: LockRequest,
  environment: Environment = process.env,
): Promise<Publication | { readonly refused: string }> {
  const ground = await groundOf(root, [...change.changes.keys()], environment)
  if ('refused' in ground) return ground
  const { directory, parent } = ground
  await waitForIndex(directory, waiting)
  const entries: Sides<string>[] = []
  for (const applied of await appliedChanges(root, ground, change)) entries.push(await entriesOf(ground, applied))

  const sha = await withIndex(directory, environment, 'scratch', async ({ ask }) => {
    await ask(['read-tree', parent ?? '--empty'])
    await ask(['update-index', '-z', '--index-info'], [], nulTerminated(entries.flatMap(({ head }) => head ?? [])))
    const tree = (await ask(['write-tree'])) ?? ''
    return (
      (await ask(
        ['commit-tree', '--no-gpg-sign', tree, ...(parent === undefined ? [] : ['-p', parent])],
        [],
        message,
      )) ?? ''
    )
  })
  const staged = entries.flatMap(({ index }) => index ?? [])
  return {
    sha,
    entries: staged,
    publish: () => publish(ground, sha, waiting),
    finish: () => finishIndex(root, staged, waiting, environment),
  }
}
