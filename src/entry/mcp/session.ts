import { realpathSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { msg } from '../../core/message.ts'
import { withInstance } from '../../engine/commands/grant-options.ts'
import { worktreeOf } from '../../gateways/git/claims.ts'
import { generalDiagnostic } from '../calls/failure.ts'
import { UsageError } from '../calls/usage.ts'

/** What holds for all calls of one server. */
export interface Session {
  /** The folder that it works on, without links. */
  readonly root: string
  /** The agent that calls, where a call names none. */
  readonly agent: string | undefined
  /** Tells this process from others whose agents have the same name. */
  readonly instance: string
  /** The session of the agent's host: its hook at the end knows by that what this process was granted. */
  readonly hostSession?: string | undefined
  /** The names under which this process has worked, beside the one that it was started with. */
  readonly ownNames: Set<string>
  readonly isReadOnly: boolean
  /** Where the server writes what is not for its client. */
  note(line: string): void
  /** Does a change after all that came before it. One that was given up meanwhile is not begun. */
  changing<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Waits for the change that is being made. */
  idle(): Promise<void>
}

/** @param settings of the server; `root` is there */
export function sessionOf({ root, ...settings }: Omit<Session, 'changing' | 'idle' | 'ownNames'>): Session {
  let lastChange: Promise<unknown> = Promise.resolve()
  return {
    ...settings,
    root: realpathSync(root),
    ownNames: new Set(settings.agent === undefined ? [] : [withInstance(settings.agent, settings.instance)]),
    changing(work, signal) {
      const next = lastChange.then(() => {
        signal?.throwIfAborted()
        return work()
      })
      lastChange = next.catch(() => undefined)
      return next
    },
    async idle() {
      await lastChange
    },
  }
}

const foreignRootError = (message: string, hint?: string) =>
  new UsageError(message, [generalDiagnostic('ROOT_FOREIGN', message, hint)])

function resolveFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    throw foreignRootError(msg`The folder ${folder} is not there`)
  }
}

/**
 * The folder that a call works on: that of the server, or the same folder of another worktree of its clone.
 *
 * @throws UsageError for any other
 */
export function rootOf({ root }: Session, requestedRoot: string | undefined): string {
  const ownFolder = resolveFolder(root)
  if (requestedRoot === undefined) return ownFolder
  if (!isAbsolute(requestedRoot))
    throw foreignRootError(msg`Unexpected root ${requestedRoot}, expected an absolute path`)
  const [folder, ownWorktree] = [resolveFolder(requestedRoot), worktreeOf(ownFolder)]
  if (folder === ownFolder) return ownFolder
  const otherWorktree = worktreeOf(folder)
  if (!ownWorktree || otherWorktree?.common !== ownWorktree.common)
    throw foreignRootError(
      msg`The folder ${requestedRoot} is in no worktree of the clone that this server works on`,
      'A server for it is started there, with `baton mcp`.',
    )
  const sameFolder = resolveFolder(join(otherWorktree.top, relative(ownWorktree.top, ownFolder)))
  if (sameFolder !== otherWorktree.top && !sameFolder.startsWith(`${otherWorktree.top}${sep}`))
    throw foreignRootError(msg`The folder ${requestedRoot} leads out of its worktree through a symbolic link`)
  return sameFolder
}
