import * as z from 'zod'
import type { ButtonClick } from '../comments/click.ts'
import { isOwnBranch, payloadRepository, subjectOf, type Subject } from '../validate/event.ts'
import { parseIncomingComment, type CommentEdit, type ParsedComment } from '../comments/comment.ts'
import { parseComment } from '../../engine/commands/grammar.ts'

/** The work that a delivery leads to. */
export type WebhookTask =
  | { readonly do: 'handle'; readonly comment: ParsedComment }
  | { readonly do: 'forget'; readonly number: number; readonly comment: number }
  | { readonly do: 'report-edit'; readonly edit: CommentEdit }
  /** `of`: the pull request that it waits in line with; absent: it is a check of no pull request. */
  | { readonly do: 'check'; readonly subject: Subject; readonly recheck: boolean; readonly of?: number }
  | {
      readonly do: 'click'
      readonly clicked: ButtonClick
      /** The pull request that GitHub names. */ readonly of?: number
    }
  /** A check is requested again, and the event does not say whether as a pull request or as a commit. */
  | { readonly do: 'recheck'; readonly head: string }
  /** A check run was left on a commit that no longer matters. */
  | { readonly do: 'finish'; readonly head: string }
  /** No process came to an end with a comment, or with the check of a commit. */
  | { readonly do: 'abandon'; readonly comment: ParsedComment }
  | { readonly do: 'abandon-check'; readonly head: string; readonly of?: number }
  /** The default branch was pushed to; without a subject: perhaps, and the event was lost. */
  | { readonly do: 'push'; readonly subject?: Subject }
  /** A pull request may conflict with its base. */
  | { readonly do: 'resolve'; readonly number: number }
  | { readonly do: 'sweep' }
  | { readonly do: 'audit' }

// No finding points into a payload of GitHub, so zod alone judges it: one of another form leads to no work.

const user = z.object({ login: z.string(), type: z.string() })
const author = user.extend({ id: z.number().optional() })

const commentPayload = z.object({
  issue: z.object({ number: z.number() }),
  comment: z.object({
    id: z.number(),
    node_id: z.string(),
    body: z.string().nullable(),
    user: author.nullable(),
    created_at: z.string(),
  }),
  /** Of an edit: who made it. */
  sender: user.optional(),
  changes: z.object({ body: z.object({ from: z.string() }).optional() }).optional(),
})

/**
 * The field by which the payload of a comment is not of the documented form: `comment.id`; `undefined`: it is. Empty
 * for the whole.
 */
export const unexpectedInComment = (payload: unknown): string | undefined =>
  commentPayload.safeParse(payload).error?.issues[0]?.path.join('.')

function commentIn({ issue, comment: source }: z.infer<typeof commentPayload>): ParsedComment | undefined {
  const { id, node_id: node, body, user: by, created_at: at } = source
  if (by === null) return undefined
  const { login, id: account, type } = by
  const accountField = account !== undefined && { account }
  return parseIncomingComment({
    number: issue.number,
    id,
    node,
    author: login,
    ...accountField,
    bot: type === 'Bot',
    text: body ?? '',
    at,
    late: false,
  })
}

const actionPayload = z.object({ action: z.string().optional() })

const pulls = z.array(
  z.object({
    number: z.number(),
    head: z.object({ sha: z.string(), ref: z.string().optional() }),
    base: z.object({ ref: z.string() }),
  }),
)

/**
 * A check that is requested again: of the pull requests that GitHub names; of forks it names none, and of pushes there
 * are none.
 */
const recheckTasks = (payload: unknown, key: 'check_run' | 'check_suite'): readonly WebhookTask[] => {
  const form = z.object({
    [key]: z.object({ head_sha: z.string().regex(/^[0-9a-f]{40}$/), pull_requests: pulls.nullish() }),
  })
  const { data } = form.safeParse(payload)
  const checkObject = data?.[key]
  if (!checkObject) return []
  const namedPulls = checkObject.pull_requests ?? []
  if (namedPulls.length === 0) return [{ do: 'recheck', head: checkObject.head_sha }]
  // Several pull requests may have one head, which is checked once.
  const pull = namedPulls.find(({ head }) => head.sha === checkObject.head_sha)
  if (!pull) return []
  const { number: of, head, base } = pull
  const subject = {
    head: head.sha,
    base: { kind: 'branch', branch: base.ref },
    branch: head.ref,
    review: true,
    writable: true,
  } as const
  return [{ do: 'check', recheck: true, of, subject }]
}

const clickPayload = z.object({
  check_run: z.object({
    id: z.number(),
    head_sha: z.string().regex(/^[0-9a-f]{40}$/),
    app: z.object({ slug: z.string().optional() }).nullish(),
    check_suite: z.object({ head_branch: z.string().nullish() }).nullish(),
    pull_requests: z.array(z.object({ number: z.number() })).nullish(),
  }),
  requested_action: z.object({ identifier: z.string() }),
  sender: user,
})

function clickIn(payload: unknown): readonly WebhookTask[] {
  const { data } = clickPayload.safeParse(payload)
  if (!data) return []
  const { check_run: run, requested_action: button, sender } = data
  const [pull] = run.pull_requests ?? []
  const click: ButtonClick = {
    check: run.id,
    app: run.app?.slug,
    head: run.head_sha,
    branch: run.check_suite?.head_branch ?? undefined,
    identifier: button.identifier,
    by: sender.login,
    bot: sender.type === 'Bot',
  }
  return [{ do: 'click', clicked: click, ...(pull && { of: pull.number }) }]
}

const numberedPayload = z.object({ number: z.number() })

const checkTasks = (name: string, payload: unknown): readonly WebhookTask[] => {
  const subject = subjectOf(name, payload)
  if (!subject || 'nothing' in subject) return []
  const { data: pull } = numberedPayload.safeParse(payload)
  return [{ do: 'check', subject, recheck: false, ...(pull && { of: pull.number }) }]
}

const mergeGroupPayload = z.object({ merge_group: z.object({ head_sha: z.string().regex(/^[0-9a-f]{40}$/) }) })

const synchronizePayload = z.object({ sender: user })

const repositoriesPayload = z.object({
  number: z.number(),
  pull_request: z.object({
    head: z.object({ repo: payloadRepository }),
    base: z.object({ repo: payloadRepository }),
  }),
})

/** The task to resolve conflicts; none for a fork, to which nothing can be pushed. */
function resolveTasks(payload: unknown): readonly WebhookTask[] {
  const { data } = repositoriesPayload.safeParse(payload)
  const { head, base } = data?.pull_request ?? {}
  return data && isOwnBranch(head?.repo, base?.repo) ? [{ do: 'resolve', number: data.number }] : []
}

const pushPayload = z.object({ ref: z.string(), repository: z.object({ default_branch: z.string() }) })

/** Events and their actions, each with its task. All others are ignored. */
const taskReaders: Readonly<Record<string, (payload: unknown) => readonly WebhookTask[]>> = {
  'issue_comment.created'(payload) {
    const { data } = commentPayload.safeParse(payload)
    const comment = data && commentIn(data)
    return comment ? [{ do: 'handle', comment }] : []
  },
  'issue_comment.edited'(payload) {
    const { data } = commentPayload.safeParse(payload)
    const comment = data && commentIn(data)
    const from = data?.changes?.body?.from
    return data?.sender && comment && from !== undefined
      ? [{ do: 'report-edit', edit: { comment, by: data.sender.login, before: parseComment(from) } }]
      : []
  },
  'issue_comment.deleted'(payload) {
    const { data } = commentPayload.safeParse(payload)
    return data ? [{ do: 'forget', number: data.issue.number, comment: data.comment.id }] : []
  },
  'pull_request.opened': (payload) => [...checkTasks('pull_request', payload), ...resolveTasks(payload)],
  'pull_request.reopened': (payload) => [...checkTasks('pull_request', payload), ...resolveTasks(payload)],
  'pull_request.synchronize'(payload) {
    const { data } = synchronizePayload.safeParse(payload)
    const tasks = checkTasks('pull_request', payload)
    return data?.sender.type === 'Bot' ? tasks : [...tasks, ...resolveTasks(payload)]
  },
  'merge_group.checks_requested': (payload) => checkTasks('merge_group', payload),
  'merge_group.destroyed'(payload) {
    const { data } = mergeGroupPayload.safeParse(payload)
    return data ? [{ do: 'finish', head: data.merge_group.head_sha }] : []
  },
  // Other branches are checked where they are the head of a pull request.
  push(payload) {
    const { data } = pushPayload.safeParse(payload)
    const isDefault = data?.ref === `refs/heads/${data?.repository.default_branch}`
    return isDefault
      ? checkTasks('push', payload).flatMap((task) =>
          task.do === 'check' ? [{ do: 'push', subject: task.subject }] : [],
        )
      : []
  },
  'check_run.requested_action': clickIn,
  'check_run.rerequested': (payload) => recheckTasks(payload, 'check_run'),
  'check_suite.rerequested': (payload) => recheckTasks(payload, 'check_suite'),
  'installation.unsuspend': () => [{ do: 'sweep' }],
}

/** The events that may lead to work, as Probot's `on` names them. */
export const webhookEvents: readonly string[] = Object.keys(taskReaders)

/** The tasks of a delivery; none for a payload that does not have the documented form. */
export function tasksOf(event: string, payload: unknown): readonly WebhookTask[] {
  const { data } = actionPayload.safeParse(payload)
  const name = data?.action === undefined ? event : `${event}.${data.action}`
  return Object.hasOwn(taskReaders, name) ? (taskReaders[name]?.(payload) ?? []) : []
}
