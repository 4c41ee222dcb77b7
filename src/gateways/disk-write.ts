import {
  closeSync,
  constants,
  copyFileSync,
  type Dirent,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { dirname, join, relative, sep } from 'node:path'
import type { ChangeSet } from '../core/command.ts'
import { Fault } from '../core/fault.ts'
import { say } from '../core/say.ts'
import type { View } from '../core/view.ts'
import { digestOf } from '../documents/digest.ts'
import { inside, type Inside } from './inside.ts'

/** One file of a set: where it goes, and what is to stand there. */
interface Step extends Inside {
  readonly path: string
  readonly content: string | Uint8Array | null
  /** A folder stands there, and the set takes away all that is in it. */
  readonly isFolder: boolean
  /** Names beside it for the time of the change: the new content, and what stood there. */
  readonly fresh: string
  readonly kept: string
}

/** Whether a set takes away every file of a folder, and there is one. */
function empties(changes: ChangeSet, folder: string, path: string): boolean {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
  const pathOf = ({ parentPath, name }: Dirent) => `${path}/${relative(folder, join(parentPath, name)).split(sep).join('/')}`
  return files.length > 0 && files.every((file) => changes.get(pathOf(file)) === null)
}

function stepOf(root: string, path: string, content: Step['content'], changes: ChangeSet): Step {
  const found = inside(root, path, content !== null)
  const isFolder = found.stats?.isDirectory() === true && empties(changes, found.location, path)
  const place = isFolder ? { ...found, stats: undefined } : inside(root, path)
  const beside = join(dirname(place.location), `.baton-${randomUUID()}`)
  return { ...place, path, content, isFolder, fresh: `${beside}.new`, kept: `${beside}.old` }
}

const exclusively = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

/** Writes a new file, readable as the one that it is to replace, and waits until it is on the disk. */
export function writeFresh(location: string, content: string | Uint8Array, mode = 0o644): void {
  const file = openSync(location, exclusively, mode)
  try {
    writeFileSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** @throws Fault when somebody else wrote the file after it was looked at. Line endings do not count: the digest is that of what git stores. */
function unchanged({ path, location, stats }: Step, seen: View): void {
  const now = stats ? digestOf(readFileSync(location)).lf : undefined
  if (now === seen.digest(path)?.lf) return
  throw new Fault(say`${path} was changed by somebody else meanwhile: nothing was written.`, { hint: 'Run the command again.' })
}

/** Puts the new content in place of the old. Gives what undoes it. A reader sees the one or the other, never nothing. */
function swap({ content, stats, isFolder, location, fresh, kept }: Step): () => void {
  if (content === null) {
    if (!stats) return () => {}
    renameSync(location, kept)
    return () => renameSync(kept, location)
  }
  if (isFolder) renameSync(location, kept)
  else if (stats) copyFileSync(location, kept, constants.COPYFILE_EXCL)
  try {
    renameSync(fresh, location)
  } catch (cause) {
    if (isFolder) renameSync(kept, location)
    throw cause
  }
  return () => {
    if (!stats) rmSync(location)
    if (stats || isFolder) renameSync(kept, location)
  }
}

/** A change set that stands on the disk, and can still be taken back. */
export interface Applied {
  /** It stays. */
  settle(): void
  /** Everything is as it was. */
  revert(): void
}

/** What the system says, without the path: `permission denied`. */
function why(cause: unknown): string {
  const [, said = 'unknown'] = /^E[A-Z]+: ([\w -]+)/.exec(String(cause instanceof Error ? cause.message : cause)) ?? []
  return said
}

/**
 * Applies a change set to a folder, all or nothing (design rule 4): every new content is written beside its place first, then
 * everything is renamed; where one of it fails, what was done is undone. Nothing is written through a link.
 *
 * @param seen what the change set was made from: a file that differs from it by now is not overwritten.
 * @throws Fault when it cannot be applied; then nothing has changed.
 */
export function applyAll(root: string, changes: ChangeSet, seen: View): Applied {
  const steps: Step[] = []
  const undo: (() => void)[] = []
  const revert = () => {
    for (const restore of undo) restore()
  }
  try {
    for (const [path, content] of changes) steps.push(stepOf(root, path, content, changes))
    for (const step of steps) {
      unchanged(step, seen)
      if (step.content !== null) writeFresh(step.fresh, step.content, step.stats?.mode)
    }
    // What lies in such a folder goes with it.
    const folders = steps.filter(({ isFolder }) => isFolder)
    const own = steps.filter(({ path }) => !folders.some((folder) => path.startsWith(`${folder.path}/`)))
    for (const step of own) undo.unshift(swap(step))
    return {
      revert,
      settle() {
        for (const { kept, isFolder } of own) rmSync(kept, { force: true, recursive: isFolder })
      },
    }
  } catch (cause) {
    revert()
    if (cause instanceof Fault) throw cause
    throw new Fault(`The files cannot be written: ${why(cause)}. Nothing was changed.`, { cause })
  } finally {
    for (const { fresh, content } of steps) if (content !== null) rmSync(fresh, { force: true })
  }
}

/** The same for good. */
export const writeAll = (root: string, changes: ChangeSet, seen: View): void => applyAll(root, changes, seen).settle()
