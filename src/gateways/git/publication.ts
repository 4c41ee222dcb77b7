import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pause, type LockRequest } from '../tree/lock.ts'
import { busyRefusal, unwritableRefusal } from '../tree/refusals.ts'
import { runGitSync, git, LockedFault, type Environment, type Git } from './program.ts'

/** Whether the checked-out commit is a descendant of a commit, or that commit itself. */
export const isPublished = (root: string, sha: string, environment: Environment = process.env): boolean =>
  runGitSync(root, environment, ['merge-base', '--is-ancestor', sha, 'HEAD']) !== undefined

/** The records of a list that ends each with a NUL, as `git update-index --index-info` takes them. */
export const nulTerminated = (lines: readonly string[]) => lines.map((line) => `${line}\0`).join('')

function scratchFolder(): { readonly folder: string; readonly empty: string } {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'baton-index-'))
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    return { folder, empty }
  } catch (cause) {
    throw unwritableRefusal(tmpdir(), cause)
  }
}

/**
 * Runs git over an index, in a folder where nothing is checked out: where files of an index are compared with those
 * that are checked out, filters run that the repository names.
 *
 * @param index another file than the repository's own index.
 */
export async function withIndex<Result>(
  directory: string,
  environment: Environment,
  index: 'scratch' | 'own',
  make: (program: Git) => Promise<Result>,
): Promise<Result> {
  const { folder, empty } = scratchFolder()
  try {
    const variables = {
      GIT_DIR: directory,
      GIT_WORK_TREE: empty,
      ...(index === 'scratch' && { GIT_INDEX_FILE: join(folder, 'index') }),
    }
    return await make(git(empty, environment, variables))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The folder of the repository itself. */
export const gitDirectory = async (program: Git): Promise<string> =>
  (await program.ask(['rev-parse', '--absolute-git-dir'])) ?? ''

/** Waits until no other git works on the index. @throws TreeRefusal `TREE_BUSY` where it does not end. */
export async function waitForIndex(directory: string, { until, clock }: LockRequest): Promise<void> {
  const name = 'index.lock'
  while (existsSync(join(directory, name))) {
    if (clock.now() >= until) throw busyRefusal(`.git/${name}`, undefined)
    await clock.sleep(pause())
  }
}

/**
 * Git compares the times of files with that of the index, which therefore stays: the files that are checked out were
 * not compared.
 */
async function keepIndexTime(index: string, change: () => Promise<unknown>): Promise<void> {
  const stats = statSync(index, { throwIfNoEntry: false })
  await change()
  if (stats) utimesSync(index, stats.atime, stats.mtime)
}

/** Tries again while another git holds a lock of its own. */
export async function whileLocked(directory: string, waiting: LockRequest, run: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await run()
      return
    } catch (cause) {
      if (!(cause instanceof LockedFault)) throw cause
      if (waiting.clock.now() >= waiting.until) throw busyRefusal('.git', undefined)
      await waiting.clock.sleep(pause())
      await waitForIndex(directory, waiting)
    }
  }
}

/** Sets entries of the index, and leaves all others as they are. */
export async function finishIndex(
  root: string,
  entries: readonly string[],
  waiting: LockRequest,
  environment: Environment = process.env,
): Promise<void> {
  const directory = await gitDirectory(git(root, environment))
  await whileLocked(directory, waiting, () =>
    withIndex(directory, environment, 'own', ({ ask }) =>
      keepIndexTime(join(directory, 'index'), () =>
        ask(['update-index', '-z', '--index-info'], [], nulTerminated(entries)),
      ),
    ),
  )
}
