import { realpathSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { msg } from '../../core/message.ts'
import { worktreeOf } from '../../gateways/git/claims.ts'
import { coded } from '../calls/failure.ts'
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
  readonly isReadOnly: boolean
  /** Where the server writes what is not for its client. */
  note(line: string): void
  /** Does a change after all that came before it. One that was given up meanwhile is not begun. */
  changing<Made>(work: () => Promise<Made>, signal?: AbortSignal): Promise<Made>
  /** Waits for the change that is being made. */
  idle(): Promise<void>
}

/** @param settings of the server; `root` is there */
export function sessionOf({ root, ...settings }: Omit<Session, 'changing' | 'idle'>): Session {
  let last: Promise<unknown> = Promise.resolve()
  return {
    ...settings,
    root: realpathSync(root),
    changing(work, signal) {
      const next = last.then(() => {
        signal?.throwIfAborted()
        return work()
      })
      last = next.catch(() => undefined)
      return next
    },
    async idle() {
      await last
    },
  }
}

const foreign = (message: string, hint?: string) => new UsageError(message, [coded('ROOT_FOREIGN', message, hint)])

function resolved(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    throw foreign(msg`The folder ${folder} is not there`)
  }
}

/**
 * The folder that a call works on: that of the server, or the same folder of another worktree of its clone.
 *
 * @throws UsageError for any other
 */
export function rootOf({ root }: Session, named: string | undefined): string {
  const own = resolved(root)
  if (named === undefined) return own
  if (!isAbsolute(named)) throw foreign(msg`Unexpected root ${named}, expected an absolute path`)
  const [folder, here] = [resolved(named), worktreeOf(own)]
  if (folder === own) return own
  const there = worktreeOf(folder)
  if (!here || there?.common !== here.common)
    throw foreign(
      msg`The folder ${named} is in no worktree of the clone that this server works on`,
      'A server for it is started there, with `baton mcp`.',
    )
  const same = resolved(join(there.top, relative(here.top, own)))
  if (same !== there.top && !same.startsWith(`${there.top}${sep}`))
    throw foreign(msg`The folder ${named} leads out of its worktree through a symbolic link`)
  return same
}
