import { once } from '../../core/once.ts'
import type { Change } from '../../core/change.ts'
import type { BranchHistory, NamedCommit, OwnCommit, FileVersion } from '../../core/command.ts'
import { Fault } from '../../core/fault.ts'
import { msg } from '../../core/message.ts'
import type { View } from '../../core/view.ts'
import { withAnswers, memory } from './questions.ts'
import type { Log, LoggedCommit } from '../../core/log.ts'
import type { Repository } from '../../core/repository.ts'
import { nearest } from '../validate/change.ts'

/** Reads the past of a branch. Only ancestors of the head are ever given. */
export interface Past {
  /** The file at the newest 500 commits that touch it, newest first. */
  versions(path: string): AsyncIterator<FileVersion, void>
  /**
   * The file at one commit, whole or abbreviated to 7 digits at least; `undefined`: it is not an ancestor of the head.
   */
  at(commit: string, path: string): Promise<FileVersion | undefined>
  /** The commit that a revision names; `undefined`: there is no repository. */
  named(revision: string): Promise<NamedCommit | undefined>
  /** When a commit on the way to the head was made, whole SHA, ISO 8601; `undefined` where that is not known. */
  committedAt(sha: string): Promise<string | undefined>
  /** Baton's commits of the branch, newest first. */
  ledger(): Promise<readonly OwnCommit[]>
  /** The files of one commit, whole SHA, as the view of the head has them. */
  view(sha: string): Promise<View>
  /** The commit that a working tree has checked out. */
  readonly checkedOut?: string | undefined
  /** The commits of the change under review; `undefined` where there is none, or they cannot be determined. */
  change(): Promise<Change | undefined>
  /** Whether a file of the working tree has content that no object of git has; absent: there is no working tree. */
  readonly isUnsaved?: ((path: string) => Promise<boolean>) | undefined
}

/** Where there is no past, nothing is found in it. */
const emptyPast: Past = {
  async *versions() {},
  at: () => Promise.resolve(undefined),
  named: () => Promise.resolve(undefined),
  committedAt: () => Promise.resolve(undefined),
  ledger: () => Promise.resolve([]),
  view: (sha) => Promise.reject(new Fault(msg`The commit ${sha} is not there.`)),
  change: () => Promise.resolve(undefined),
}

/** Opened when it is first used. */
export type OpenPast = () => Promise<Past | undefined>

function historyOf(open: OpenPast): BranchHistory {
  const past = once(async () => (await open()) ?? emptyPast)
  const iterators = new Map<string, AsyncIterator<FileVersion, void>>()
  const next = async (path: string) => {
    const iterator = iterators.get(path) ?? (await past()).versions(path)
    iterators.set(path, iterator)
    const { done, value } = await iterator.next()
    return done === true ? undefined : value
  }
  const versions = memory<FileVersion | undefined>()
  const at = memory<FileVersion | undefined>()
  const named = memory<NamedCommit | undefined>()
  const committedAt = memory<string | undefined>()
  const ledger = memory<readonly OwnCommit[]>()
  const view = memory<View>()
  const checkedOut = memory<string | undefined>()
  const change = memory<Change | undefined>()
  const isUnsaved = memory<boolean>()
  return {
    *versions(path) {
      for (let index = 0; ; index++) {
        const version = versions(`${index} ${path}`, () => next(path))
        if (!version) return
        yield version
      }
    },
    at: (commit, path) => at(`${commit} ${path}`, async () => (await past()).at(commit, path)),
    named: (revision) => named(revision, async () => (await past()).named(revision)),
    committedAt: (sha) => committedAt(sha, async () => (await past()).committedAt(sha)),
    ledger: () => ledger('', async () => (await past()).ledger()),
    view: (sha) => view(sha, async () => (await past()).view(sha)),
    checkedOut: () => checkedOut('', async () => (await past()).checkedOut),
    change: () => change('', async () => (await past()).change()),
    isUnsaved: (path) => isUnsaved(path, async () => (await (await past()).isUnsaved?.(path)) ?? false),
  }
}

/**
 * Plans with the past of a branch, which is fetched only as far as the plan reads it: when something is missing, it is
 * fetched and planning starts again. @throws Fault if that never ends
 *
 * @param make makes the planner of a history, once; the planner may remember what it has read.
 */
export const withPast = <Result>(
  open: OpenPast,
  make: (history: BranchHistory) => () => Result | Promise<Result>,
): Promise<Result> => withAnswers(make(historyOf(open)))

/**
 * The log of a commit, from the nearest repository that has all of it; read when it is first used, once
 * (`withAnswers`).
 */
export function logAt(repositories: readonly Repository[], head: string): Log {
  const loggedCommits = memory<readonly LoggedCommit[] | undefined>()
  const commits = () => loggedCommits('', () => nearest(repositories, (repository) => repository.log(head)))
  return { head: () => head, whole: () => commits() !== undefined, commits: () => commits() ?? [] }
}
