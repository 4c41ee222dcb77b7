import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import * as z from 'zod'
import { once } from '../../core/once.ts'
import { tokenForm } from './names.ts'

/** A program at work on a tree, by its lock and its journal. */
export const holderSchema = once(() =>
  z.object({
    pid: z.int().positive(),
    host: z.string(),
    /** When the process started, as its system counts. */
    started: z.string(),
    token: z.string().regex(tokenForm),
    /** The command of Baton that it runs. */
    command: z.string(),
  }),
)
export type Holder = z.infer<ReturnType<typeof holderSchema>>

/**
 * Processes of another namespace cannot be seen: a container or sandbox is a host of its own, though it has the name of
 * this one.
 */
function hostOf(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** The state of a process on Linux, a letter, and the time it started. */
function processFacts(pid: number): { readonly state: string; readonly started: string } | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program comes before, in parentheses, and may hold anything.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', started: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

/** This process, under a token of its own. */
export const thisProcess = (command: string): Holder => ({
  pid: process.pid,
  host: hostOf(),
  started: processFacts(process.pid)?.started ?? new Date(performance.timeOrigin).toISOString(),
  token: randomBytes(8).toString('hex'),
  command,
})

/** Ended, but not yet taken note of by the process that started it. */
const endedStates: ReadonlySet<string> = new Set(['Z', 'X', 'x'])

/** Whether the process of a holder still runs; `unknown` where it cannot be seen from here. */
export function conditionOf({ pid, host, started }: Holder): 'running' | 'ended' | 'unknown' {
  if (host !== hostOf()) return 'unknown'
  try {
    process.kill(pid, 0)
  } catch (cause) {
    // Any other answer is about a process of another user.
    if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return 'ended'
  }
  const facts = processFacts(pid)
  return facts && (endedStates.has(facts.state) || facts.started !== started) ? 'ended' : 'running'
}
