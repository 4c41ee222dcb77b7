import { describe, expect, it } from 'vitest'
import type { WebhookTask } from '../../../src/app/deliveries/events.ts'
import { parseIncomingComment } from '../../../src/app/comments/comment.ts'
import { jobLog, refusalFields } from '../../../src/entry/bot/job-log.ts'
import type { Job } from '../../../src/entry/bot/jobs.ts'
import type { Fields } from '../../../src/entry/bot/log.ts'
import { noMeter, type Meter } from '../../../src/entry/bot/metrics/meter.ts'

const comment = parseIncomingComment({
  number: 3,
  id: 1,
  node: 'n',
  author: 'octocat',
  bot: false,
  text: '/accept TinyGain',
  at: '2026-01-01T00:00:00Z',
  late: false,
})
const head = 'a'.repeat(40)
const pull = { head, base: { kind: 'branch', branch: 'main' }, review: true } as const
const group = { head, base: { kind: 'commit', sha: head, mayBeGone: false }, review: true } as const
const tasks = {
  handle: { do: 'handle', comment },
  head: { do: 'check', subject: pull, recheck: false, of: 3 },
  group: { do: 'check', subject: group, recheck: false },
  tip: { do: 'check', subject: { head, review: false }, recheck: false },
  edit: { do: 'report-edit', edit: { comment, by: 'octocat', before: [] } },
  abandon: { do: 'abandon', comment },
  sweep: { do: 'sweep' },
} as const satisfies Readonly<Record<string, WebhookTask>>

const job = (task: WebhookTask, delivery: string): Job => ({
  at: { installation: 1, id: 7, owner: 'octocat', repo: 'plugins' },
  task,
  delivery,
  came: Date.now(),
})

/** What is counted where jobs of these deliveries are reported together. */
function counted(task: WebhookTask, deliveries: readonly string[], outcome: string, fields: Fields = {}) {
  const counts: string[] = []
  const count: Meter['count'] = (name, labels) => void counts.push([name, ...Object.values<string>(labels)].join(' '))
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined, fatal: () => undefined }
  const jobs = deliveries.map((delivery) => job(task, delivery))
  jobLog(log, { jobs, began: Date.now(), requests: () => 0 }, true, { ...noMeter, count }).report(jobs, outcome, fields)
  return counts
}

describe('a task', () => {
  it.each<[task: keyof typeof tasks, outcome: string, fields: Fields, code: string | undefined]>([
    ['handle', 'refused', refusalFields(['COMMAND_DENIED', 'COMMAND_CLOSED']), 'COMMAND_DENIED'],
    ['handle', 'refused', refusalFields(['OWN_CODE']), 'other'],
    // It was handled before, and its answer has no code any more.
    ['handle', 'refused', { again: true }, 'other'],
    ['handle', 'changed', {}, undefined],
    ['handle', 'repeated', {}, undefined],
    ['edit', 'reported', refusalFields(['COMMENT_EDITED']), undefined],
    ['abandon', 'abandoned', refusalFields(['COMMAND_ABANDONED']), undefined],
  ])('%s counts once, and if it is refused once by its code: %s %j', (name, outcome, fields, code) => {
    const task = tasks[name]
    expect(counted(task, ['d'], outcome, fields).toSorted()).toEqual([
      `jobs_total ${task.do} ${outcome}`,
      ...(code === undefined ? [] : [`refusals_total ${code}`]),
    ])
  })

  it('does not count before it has ended', () => {
    expect(counted(tasks.handle, ['d'], 'unavailable')).toEqual([])
  })

  it.each<[task: keyof typeof tasks, deliveries: readonly string[], outcome: string, again: boolean, found?: string]>([
    ['handle', ['sweep'], 'changed', false, 'comments'],
    ['handle', ['sweep'], 'refused', false, 'comments'],
    // Its answer had been lost.
    ['handle', ['sweep'], 'changed', true, 'comments'],
    ['handle', ['d'], 'changed', false],
    // Its delivery was waiting, or under way.
    ['handle', ['sweep'], 'repeated', false],
    ['handle', ['sweep'], 'ignored', false],
    // The next sweep finds it again.
    ['handle', ['sweep'], 'failed', false],
    ['handle', ['sweep'], 'unavailable', false],
    ['head', ['sweep', 'sweep'], 'success', false, 'heads'],
    ['head', ['sweep'], 'failure', false, 'heads'],
    ['head', ['d', 'sweep'], 'success', false],
    ['head', ['sweep'], 'success', true],
    ['group', ['sweep'], 'success', false, 'groups'],
    ['tip', ['sweep'], 'success', false],
    ['sweep', ['sweep'], 'swept', false],
  ])(
    '%s of %j that ended with %s (again: %j) was found by a sweep, or not',
    (name, deliveries, outcome, again, found) => {
      const counts = counted(tasks[name], deliveries, outcome, { again })
      expect(counts.filter((count) => count.startsWith('sweep_found'))).toEqual(
        found === undefined ? [] : [`sweep_found_total ${found}`],
      )
    },
  )
})
