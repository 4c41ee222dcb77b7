import { copyFileSync, constants, type Dirent, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { ChangeSet, Content } from '../../core/command.ts'
import { Fault } from '../../core/fault.ts'
import type { View } from '../../core/view.ts'
import { digestOf, hasDigest } from '../../documents/digest.ts'
import { writeFresh } from '../fresh-file.ts'
import { isSparse } from '../git/top.ts'
import { safePath } from '../safe-path.ts'
import {
  writeJournal,
  besideNames,
  concludeJournal,
  removeJournal,
  noDigest,
  removeKept,
  fingerprintAt,
  rollBack,
  type Journal,
  type Step,
} from './journal.ts'
import type { TreeLock } from './lock.ts'
import { changedRefusal, sparseRefusal, lostLockRefusal, unwritableRefusal } from './refusals.ts'

/** The commit of a change set: it is made already, and nothing leads to it yet. */
export interface Publication {
  readonly sha: string
  /** The new entries of the index of git, as `git update-index --index-info` takes it. */
  readonly entries: readonly string[]
  /** Brings the branch to it. @throws Fault where that cannot be; then it stays where it is. */
  publish(): Promise<void>
  /** Brings the index in step. @throws Fault where that cannot be. */
  finish(): Promise<void>
}

/** A step of a journal, with the data to carry it out. */
interface Operation {
  readonly step: Step
  readonly content: Content
  readonly location: string
  readonly missing: readonly string[]
  /** That of the file that is replaced. */
  readonly mode: number | undefined
}

const relativePathIn = (root: string, location: string) => relative(root, location).split(sep).join('/')

/** Whether a set takes away every file of a folder. Git has no empty folders, and no reader sees one. */
function emptiesFolder(changes: ChangeSet, folder: string, path: string): boolean {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
  const pathOf = ({ parentPath, name }: Dirent) => `${path}/${relativePathIn(folder, join(parentPath, name))}`
  return files.every((file) => changes.get(pathOf(file)) === null)
}

const knownDigest = (digest: string) => (digest === noDigest ? undefined : digest)

/** The steps for one path. @throws TreeRefusal if the file has changed since the set was made. */
function operationOf(root: string, path: string, content: Content, changes: ChangeSet, view: View): Operation {
  const place = safePath(root, path, content !== null)
  const isFolder = place.stats?.isDirectory() === true && emptiesFolder(changes, place.location, path)
  const { location, stats, missing } = isFolder ? { ...place, stats: undefined } : safePath(root, path)
  const oldDigest = isFolder ? noDigest : fingerprintAt(location)
  if (oldDigest === noDigest && view.digest(path) !== undefined && isSparse(root)) throw sparseRefusal(path)
  if (
    oldDigest !== (view.digest(path)?.sha256 ?? noDigest) &&
    !(stats?.isFile() && hasDigest(readFileSync(location), view.digest(path)))
  )
    throw changedRefusal(path)
  const newDigest = content === null ? undefined : digestOf(Buffer.from(content)).sha256
  const step: Step = { path, before: knownDigest(oldDigest), after: newDigest, ...(isFolder && { isFolder }) }
  return { step, content, location, missing, mode: stats?.mode }
}

/** The steps that change something; files in a replaced folder are removed with it. */
function effectiveOperations(operations: readonly Operation[]): readonly Operation[] {
  const folders = operations.filter(({ step }) => step.isFolder)
  return operations.filter(
    ({ step: { path, before, after, isFolder } }) =>
      (isFolder || before !== after) && !folders.some((folder) => path.startsWith(`${folder.step.path}/`)),
  )
}

/** Puts the new content in place of the old, which is kept. A reader sees the one or the other, never nothing. */
function swap(
  { step: { path, before, after, isFolder }, location }: Operation,
  { fresh, oldCopy }: ReturnType<typeof besideNames>,
): void {
  if (after === undefined) {
    renameSync(location, oldCopy)
    if (fingerprintAt(oldCopy) === before) return
    renameSync(oldCopy, location)
    throw changedRefusal(path)
  }
  if (isFolder) renameSync(location, oldCopy)
  else if (before !== undefined) copyFileSync(location, oldCopy, constants.COPYFILE_EXCL)
  // As late as can be: an editor may have saved it since it was read.
  if (fingerprintAt(before === undefined ? location : oldCopy) !== (before ?? noDigest)) throw changedRefusal(path)
  renameSync(fresh, location)
}

/** The system's refusals name the path that they are about. */
const asRefusal = (cause: unknown, path: string) => (cause instanceof Fault ? cause : unwritableRefusal(path, cause))

/**
 * Applies a change set to a folder, all or nothing. The intended changes are written into the journal first; then every
 * new content is written next to its place, then everything is renamed. If one step fails, the earlier ones are
 * reverted. Nothing is written through a link.
 *
 * @param view what the change set was made from: a file that differs from it by now is not overwritten.
 * @param publication the commit of the set: both or neither.
 * @throws TreeRefusal when it cannot be applied; then nothing has changed. `TREE_CHANGED` where the set has to be
 * planned again.
 */
export async function applyAll(
  root: string,
  changes: ChangeSet,
  view: View,
  lock: TreeLock,
  publication?: Publication,
): Promise<void> {
  let currentPath = ''
  const operations: Operation[] = []
  try {
    for (const [path, content] of changes)
      operations.push(operationOf(root, (currentPath = path), content, changes, view))
  } catch (cause) {
    throw asRefusal(cause, currentPath)
  }
  const neededOperations = effectiveOperations(operations)
  if (neededOperations.length === 0 && !publication) return

  const journal: Journal = {
    holder: lock.holder,
    folders: [...new Set(neededOperations.flatMap(({ missing }) => missing))].map((folder) =>
      relativePathIn(root, folder),
    ),
    steps: neededOperations.map(({ step }) => step),
    ...(publication && { commit: { sha: publication.sha, entries: [...publication.entries] } }),
  }
  const besidePaths = neededOperations.map(({ location }, index) => besideNames(location, journal, index))
  writeJournal(root, journal)
  let isPublished = false
  try {
    for (const folder of journal.folders) mkdirSync(join(root, (currentPath = folder)), { recursive: true })
    for (const [index, { step, content, location, mode }] of neededOperations.entries()) {
      currentPath = step.path
      if (content !== null) writeFresh(besidePaths[index]?.fresh ?? location, content, mode)
    }
    if (!lock.isHeld()) throw lostLockRefusal()
    for (const [index, operation] of neededOperations.entries()) {
      currentPath = operation.step.path
      swap(operation, besidePaths[index] ?? besideNames(operation.location, journal, index))
    }
    await publication?.publish()
    isPublished = publication !== undefined
    concludeJournal(root)
  } catch (cause) {
    // A commit that a branch leads to is kept, and the next program sees to the rest.
    if (isPublished) return
    try {
      rollBack(root, journal)
      removeJournal(root, 'begun', lock.holder)
    } catch {
      // So does it where even that is refused: the journal is still there.
    }
    throw asRefusal(cause, currentPath)
  }
  try {
    removeKept(root, journal)
    await publication?.finish()
    removeJournal(root, 'done', lock.holder)
  } catch {
    // The set is written. The next program removes the files that are left over.
  }
}
