import { closeSync, constants, copyFileSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
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
  /** Names beside it for the time of the change: the new content, and what stood there. */
  readonly fresh: string
  readonly kept: string
}

function stepOf(root: string, path: string, content: Step['content']): Step {
  const place = inside(root, path)
  const beside = join(dirname(place.location), `.baton-${randomUUID()}`)
  return { ...place, path, content, fresh: `${beside}.new`, kept: `${beside}.old` }
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

/** @throws Fault when somebody else wrote the file after it was looked at. */
function unchanged({ path, location, stats }: Step, seen: View): void {
  const now = stats ? digestOf(readFileSync(location)).sha256 : undefined
  if (now === seen.digest(path)?.sha256) return
  throw new Fault(say`${path} was changed by somebody else meanwhile: nothing was written.`, { hint: 'Run the command again.' })
}

/** Puts the new content in place of the old. Gives what undoes it. A reader sees the one or the other, never nothing. */
function swap({ content, stats, location, fresh, kept }: Step): () => void {
  if (content === null) {
    if (!stats) return () => {}
    renameSync(location, kept)
    return () => renameSync(kept, location)
  }
  if (stats) copyFileSync(location, kept, constants.COPYFILE_EXCL)
  renameSync(fresh, location)
  return () => (stats ? renameSync(kept, location) : rmSync(location))
}

/**
 * Applies a change set to a folder, all or nothing (design rule 4): every new content is written beside its place first, then
 * everything is renamed; where one of it fails, what was done is undone. Nothing is written through a link.
 *
 * @param seen what the change set was made from: a file that differs from it by now is not overwritten.
 * @throws Fault when it cannot be applied; then nothing has changed.
 */
export function writeAll(root: string, changes: ChangeSet, seen: View): void {
  const steps: Step[] = []
  const undo: (() => void)[] = []
  try {
    for (const [path, content] of changes) steps.push(stepOf(root, path, content))
    for (const step of steps) {
      unchanged(step, seen)
      if (step.content !== null) writeFresh(step.fresh, step.content, step.stats?.mode)
    }
    for (const step of steps) undo.unshift(swap(step))
    for (const { kept } of steps) rmSync(kept, { force: true })
  } catch (cause) {
    for (const restore of undo) restore()
    if (cause instanceof Fault) throw cause
    throw new Fault('The files cannot be written: nothing was changed.', { cause })
  } finally {
    for (const { fresh } of steps) rmSync(fresh, { force: true })
  }
}
