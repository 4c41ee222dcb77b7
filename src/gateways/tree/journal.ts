import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { digestOf } from '../../documents/digest.ts'
import { removeEmptyFolders, safePath } from '../safe-path.ts'
import { once } from '../../core/once.ts'
import { runGitSync, type Environment } from '../git/program.ts'
import { isInClone } from '../git/top.ts'
import { holderSchema, type Holder } from './holder.ts'
import { besideName, journalNames } from './names.ts'
import { changedRefusal, obstacleRefusal, unwritableRefusal } from './refusals.ts'
import { systemError } from '../system-error.ts'
import { exclusiveFlags } from '../fresh-file.ts'

const sha256 = () => z.string().regex(/^[0-9a-f]{64}$/)

/** No command of Baton writes into git's own folder: a journal with such a step is not ours. */
const path = () => z.string().refine((text) => !/(?:^|[\\/])\.git(?:[\\/]|$)/i.test(text))

const stepSchema = once(() =>
  z.object({
    path: path(),
    /** The digest of the old content; absent: there was no file. */
    before: sha256().optional(),
    /** The digest of the new content; absent: the file is deleted. */
    after: sha256().optional(),
    /** A folder was there, all of whose files the set takes away. */
    isFolder: z.literal(true).optional(),
  }),
)

const journalSchema = once(() =>
  z.object({
    holder: holderSchema(),
    /** Folders that are made for it, outermost first. */
    folders: z.array(path()),
    steps: z.array(stepSchema()),
    /** The commit that is made of it, and the new entries of the index of git. */
    commit: z.object({ sha: z.string().regex(/^[0-9a-f]{40,64}$/), entries: z.array(z.string()) }).optional(),
  }),
)

/** One file of a change set: the old and the new entry at its path. */
export type Step = z.infer<ReturnType<typeof stepSchema>>

/**
 * The changes that a writer is about to make. They are on the disk from before the first change until after the last.
 */
export type Journal = z.infer<ReturnType<typeof journalSchema>>

/** A journal in the root of a tree. */
export type FoundJournal =
  | { readonly state: 'begun' | 'done'; readonly journal: Journal }
  /** Cut off while it was written: nothing was changed yet. */
  | { readonly state: 'unwritten'; readonly of: 'begun' | 'done' }
  /** It came with the tree, and was not written here. */
  | { readonly state: 'foreign'; readonly name: string }

/** Next to the file of a step, for the time of the change. */
export function besideNames(location: string, journal: Pick<Journal, 'holder'>, index: number) {
  const pathFor = (side: 'new' | 'old') => join(dirname(location), besideName(journal.holder.token, index, side))
  return { fresh: pathFor('new'), oldCopy: pathFor('old') }
}

/**
 * Whether the file comes from a checkout: a journal in a repository is never carried out. Checked-out files are
 * readable by others, and git knows them.
 */
function isForeign(root: string, name: string, mode: number, environment: Environment): boolean {
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) return true
  return isInClone(root) && (runGitSync(root, environment, ['ls-files', '-z', '--', name]) ?? '') !== ''
}

/** Written by programs like this one: no finding points into it, so it is not a record. */
function parseJournal(text: string): Journal | undefined {
  try {
    return journalSchema().parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** A file in the root of a tree; an obstacle is what is no readable file. */
function readFileAt(root: string, name: string): { text: string; mode: number } | 'obstacle' | undefined {
  const stats = lstatSync(join(root, name), { throwIfNoEntry: false })
  if (!stats) return undefined
  if (!stats.isFile()) return 'obstacle'
  try {
    const file = openSync(join(root, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      return { mode: fstatSync(file).mode, text: readFileSync(file, 'utf8') }
    } finally {
      closeSync(file)
    }
  } catch (cause) {
    return systemError(cause) === 'ENOENT' ? undefined : 'obstacle'
  }
}

function readAt(root: string, state: 'begun' | 'done', environment: Environment): FoundJournal | undefined {
  const name = journalNames[state]
  const file = readFileAt(root, name)
  if (!file) return undefined
  if (file === 'obstacle' || isForeign(root, name, file.mode, environment)) return { state: 'foreign', name }
  const journal = parseJournal(file.text)
  return journal ? { state, journal } : { state: 'unwritten', of: state }
}

/** The journal in the root of a tree, where there is one. */
export const journalOf = (root: string, environment: Environment = process.env): FoundJournal | undefined =>
  readAt(root, 'begun', environment) ?? readAt(root, 'done', environment)

/** Writes a journal. @throws TreeRefusal if there is one of another program. */
export function writeJournal(root: string, journal: Journal): void {
  const location = join(root, journalNames.begun)
  let file: number
  try {
    file = openSync(location, exclusiveFlags, 0o600)
  } catch (cause) {
    if (systemError(cause) === 'EEXIST') throw changedRefusal(journalNames.begun)
    throw unwritableRefusal(journalNames.begun, cause)
  }
  try {
    const bytes = Buffer.from(`${JSON.stringify(journal)}\n`)
    for (let offset = 0; offset < bytes.length;) offset += writeSync(file, bytes, offset)
    fsyncSync(file)
  } catch (cause) {
    rmSync(location, { force: true })
    throw unwritableRefusal(journalNames.begun, cause)
  } finally {
    closeSync(file)
  }
}

/** From here on the set is final: it is not taken back any more. */
export const concludeJournal = (root: string): void =>
  renameSync(join(root, journalNames.begun), join(root, journalNames.done))

export const noDigest = 'nothing'

/** The entry at a place: the digest of a regular file, nothing, or something else. */
export function fingerprintAt(location: string): string {
  const stats = lstatSync(location, { throwIfNoEntry: false })
  if (!stats) return noDigest
  return stats.isFile() ? digestOf(readFileSync(location)).sha256 : 'something else'
}

/** Restores the old entry at a place, unless another program has written there meanwhile. */
function restore(location: string, { before = noDigest, after = noDigest, isFolder }: Step, keptPath: string): void {
  const current = fingerprintAt(location)
  if (current !== after && current !== noDigest) return
  if (isFolder) {
    if (fingerprintAt(keptPath) === noDigest) return
    rmSync(location, { force: true })
    renameSync(keptPath, location)
  } else if (before === noDigest) {
    if (current !== noDigest) rmSync(location)
  } else if (current !== before) {
    // A file that was moved away is whole. A copy may have been cut off.
    const keptFingerprint = fingerprintAt(keptPath)
    if (keptFingerprint === before || (after === noDigest && keptFingerprint !== noDigest))
      renameSync(keptPath, location)
  }
}

/** Where the files of a journal are. @throws TreeRefusal where a link has come into the way. */
const placesOf = (root: string, journal: Journal) =>
  journal.steps.map((step, index) => {
    const { location } = safePath(root, step.path, true)
    return { step, location, ...besideNames(location, journal, index) }
  })

/** Undoes all that a journal says was to be done, as far as it was. */
export function rollBack(root: string, journal: Journal): void {
  for (const { step, location, fresh, oldCopy } of placesOf(root, journal).toReversed()) {
    restore(location, step, oldCopy)
    rmSync(fresh, { force: true })
    rmSync(oldCopy, { force: true, recursive: true })
  }
  for (const folder of journal.folders.toReversed()) {
    try {
      rmdirSync(safePath(root, folder, true).location)
    } catch {
      // It was not made, or another program has put something into it.
    }
  }
}

/** Removes the files that were kept for reverting it, and the folders that it emptied. */
export function removeKept(root: string, journal: Journal): void {
  for (const { fresh, oldCopy } of placesOf(root, journal)) {
    rmSync(fresh, { force: true })
    rmSync(oldCopy, { force: true, recursive: true })
  }
  removeEmptyFolders(
    root,
    journal.steps.flatMap(({ path, after }) => (after === undefined ? [path] : [])),
  )
}

/** The end of a journal. @param holder whose it is: another's stays. */
export function removeJournal(root: string, state: 'begun' | 'done', { token }: Holder): void {
  const name = journalNames[state]
  const file = readFileAt(root, name)
  if (typeof file === 'object' && parseJournal(file.text)?.holder.token === token) rmSync(join(root, name))
}

/** A journal that was not written here is for people to look at. */
export const foreignJournal = (name: string) => obstacleRefusal(name, 'is not a journal of a program that ran here')
