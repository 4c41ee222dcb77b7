import * as z from 'zod'
import { parseIncomingComment } from '../../app/comments/comment.ts'
import type { WebhookTask } from '../../app/deliveries/events.ts'
import type { Job } from './jobs.ts'

// No finding points into a job, so zod alone judges it.

const number = z.int().nonnegative()
const sha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)

const line = z.object({
  written: z.string(),
  call: z.object({ name: z.string(), rest: z.string(), prefixed: z.boolean() }).optional(),
  report: z.string().optional(),
  behind: z.string().optional(),
  alike: z.string().optional(),
})

/** The text is parsed again: what it says and what is done must not differ. */
const comment = z
  .object({
    number,
    id: number,
    node: z.string(),
    author: z.string(),
    account: number.optional(),
    bot: z.boolean(),
    text: z.string(),
    at: z.iso.datetime({ offset: true }),
    late: z.boolean(),
    lately: z
      .object({ grantedRole: z.object({ name: z.string(), role: z.string().optional() }).nullable() })
      .optional(),
    click: z.object({ identifier: z.string(), since: z.string() }).optional(),
  })
  .transform((value) => parseIncomingComment(value as Parameters<typeof parseIncomingComment>[0]))

const subject = z.object({
  head: sha,
  base: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('branch'), branch: z.string() }),
      z.object({ kind: z.literal('commit'), sha, mayBeGone: z.boolean() }),
    ])
    .optional(),
  branch: z.string().optional(),
  review: z.boolean(),
  writable: z.literal(true).optional(),
})

const click = z.object({
  check: number,
  app: z.string().optional(),
  head: sha,
  branch: z.string().optional(),
  identifier: z.string(),
  by: z.string(),
  bot: z.boolean(),
})

/** The form of each kind of task. */
const tasks: { readonly [Do in WebhookTask['do']]: z.ZodRawShape } = {
  handle: { comment },
  forget: { number, comment: number },
  'report-edit': { edit: z.object({ comment, by: z.string(), before: z.array(line) }) },
  check: { subject, recheck: z.boolean(), of: number.optional() },
  click: { clicked: click, of: number.optional() },
  recheck: { head: sha },
  finish: { head: sha },
  abandon: { comment },
  'abandon-check': { head: sha, of: number.optional() },
  push: { subject: subject.optional() },
  resolve: { number },
  sweep: {},
  audit: {},
}

const task = z.union(Object.entries(tasks).map(([name, shape]) => z.object({ do: z.literal(name), ...shape })))

/** Names of GitHub, which are parts of addresses. */
const name = z.string().regex(/^[\w.-]{1,100}$/)

const job = z.object({
  at: z.object({ installation: number, id: number, owner: name, repo: name }),
  task,
  delivery: z.string(),
  came: z.number(),
})

/** What was read back from where jobs wait, where it is a job. */
export const parseJob = (value: unknown): Job | undefined => job.safeParse(value).data as Job | undefined
