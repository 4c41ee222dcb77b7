import { expect, it } from 'vitest'
import { parseIncomingComment } from '../../../src/app/comments/comment.ts'
import type { WebhookTask } from '../../../src/app/deliveries/events.ts'
import { parseComment } from '../../../src/engine/commands/grammar.ts'
import { parseJob } from '../../../src/entry/bot/job-form.ts'
import type { Job } from '../../../src/entry/bot/jobs.ts'

const head = 'a'.repeat(40)
const text = '/handback TinyGain success\n\n```json\n{}\n```\n\n<details>\n/acept TinyGain'
const comment = parseIncomingComment({
  number: 7,
  id: 8,
  node: 'IC_8',
  author: 'octocat',
  account: 9,
  bot: false,
  text,
  at: '2026-11-29T10:00:00Z',
  late: true,
  lately: { grantedRole: { name: 'Reader', role: undefined } },
})

const tasks: { readonly [Do in WebhookTask['do']]: readonly Extract<WebhookTask, { readonly do: Do }>[] } = {
  handle: [
    { do: 'handle', comment },
    {
      do: 'handle',
      comment: { ...comment, lately: { grantedRole: null }, click: { identifier: 'x', since: '2026-11-29T10:00:00Z' } },
    },
  ],
  forget: [{ do: 'forget', number: 7, comment: 8 }],
  'report-edit': [{ do: 'report-edit', edit: { comment, by: 'octocat', before: parseComment(text) } }],
  check: [
    {
      do: 'check',
      recheck: false,
      of: 7,
      subject: { head, base: { kind: 'branch', branch: 'main' }, branch: 'work', review: true, writable: true },
    },
    {
      do: 'check',
      recheck: true,
      subject: { head, base: { kind: 'commit', sha: head, mayBeGone: true }, review: true },
    },
  ],
  click: [
    {
      do: 'click',
      of: 7,
      clicked: { check: 1, app: undefined, head, branch: undefined, identifier: 'accept', by: 'octocat', bot: false },
    },
  ],
  recheck: [{ do: 'recheck', head }],
  finish: [{ do: 'finish', head }],
  abandon: [{ do: 'abandon', comment }],
  'abandon-check': [
    { do: 'abandon-check', head, of: 7 },
    { do: 'abandon-check', head },
  ],
  push: [{ do: 'push' }, { do: 'push', subject: { head, review: false } }],
  resolve: [{ do: 'resolve', number: 7 }],
  sweep: [{ do: 'sweep' }],
  audit: [{ do: 'audit' }],
}

const jobOf = (task: unknown) => ({
  at: { installation: 1, id: 2, owner: 'octocat', repo: 'plugins' },
  task,
  delivery: 'd',
  came: 3,
})
const read = (value: unknown): Job | undefined => parseJob(JSON.parse(JSON.stringify(value)))

it.each(Object.values(tasks).flat())('a job is read back as it was: $do', (task) => {
  expect(read(jobOf(task))).toEqual(jobOf(task))
})

it('the text of a comment says what is done, not what was written beside it', () => {
  const forged = { ...comment, text: 'Hello', lines: parseComment('/accept TinyGain') }
  expect(read(jobOf({ do: 'handle', comment: forged }))).toMatchObject({
    task: { comment: { text: 'Hello', lines: [] } },
  })
})

it.each([
  ['nothing', undefined],
  ['text', 'sweep'],
  ['a kind that is unknown', jobOf({ do: 'harm' })],
  ['a kind that every object knows', jobOf({ do: 'constructor' })],
  ['a part that is missing', jobOf({ do: 'resolve' })],
  ['a number that is none', jobOf({ do: 'resolve', number: '7' })],
  ['a commit that is none', jobOf({ do: 'recheck', head: 'main' })],
  ['a time that is none', jobOf({ do: 'handle', comment: { ...comment, at: 'today' } })],
  [
    'a repository that is a path',
    { ...jobOf({ do: 'sweep' }), at: { installation: 1, id: 2, owner: 'octocat', repo: '../other' } },
  ],
  ['no place', { ...jobOf({ do: 'sweep' }), at: undefined }],
])('is no job: %s', (_, value) => {
  expect(value === undefined ? parseJob(value) : read(value)).toBeUndefined()
})
