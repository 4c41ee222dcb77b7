import type { ConflictingPull } from '../../../src/core/host/conversation.ts'
import type { ParsedComment } from '../../../src/app/comments/comment.ts'
import type { Ports } from '../../../src/app/ports.ts'
import type { WebhookTask } from '../../../src/app/deliveries/events.ts'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'
import { sweep, type SweepOptions, type SweepResult } from '../../../src/app/deliveries/sweep.ts'

/** What a sweep has found, by kind. */
export interface SweepFindings {
  readonly comments: readonly ParsedComment[]
  /** Heads of pull requests that are to be checked: `7 SHA`. */
  readonly heads: readonly string[]
  /** Commits that are to be checked, and are the head of no pull request. */
  readonly commits: readonly string[]
  /** Commits that no longer matter, on which a check run was left. */
  readonly finish: readonly string[]
  readonly conflicts: readonly ConflictingPull[]
  readonly unchecked: string | undefined
  readonly bases: readonly string[]
  readonly beat: SweepResult['beat']
  readonly failed: readonly string[]
}

/** Sweeps, and gathers what is handed over. */
export async function sweepOnce(
  ports: Ports,
  options: Partial<Omit<SweepOptions, 'hand'>> = {},
): Promise<SweepFindings> {
  const tasks: WebhookTask[] = []
  const swept = await sweep(ports, {
    since: 0,
    notes: memoryNotes(() => 0),
    bases: [],
    thorough: true,
    ...options,
    hand: (newTasks) => Promise.resolve(void tasks.push(...newTasks)),
  })
  const checks = tasks.flatMap((task) => (task.do === 'check' ? [task] : []))
  return {
    comments: tasks.flatMap((task) => (task.do === 'handle' ? [task.comment] : [])),
    heads: checks.flatMap(({ of, subject }) => (of === undefined ? [] : [`${of} ${subject.head}`])),
    commits: checks.flatMap(({ of, subject }) => (of === undefined ? [subject.head] : [])),
    finish: tasks.flatMap((task) => (task.do === 'finish' ? [task.head] : [])),
    conflicts: swept.conflicts,
    unchecked: swept.unchecked,
    bases: swept.bases,
    beat: swept.beat,
    failed: [...swept.failed.keys()],
  }
}
