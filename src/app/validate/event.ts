import * as z from 'zod'
import type { OpenPull } from '../../core/host/conversation.ts'

/** The subject of an event (docs/action.md, "What is compared with what"). SHAs are the event's own. */
export interface Subject {
  readonly head: string
  /** Absent: nothing to compare with. */
  readonly base?: Base | undefined
  /** The branch that the change comes from, where it comes from one. */
  readonly branch?: string | undefined
  /** Whether it is a change under review, judged by `new-error`. */
  readonly review: boolean
  /** The head is that of a branch of the repository itself, where commands may commit. */
  readonly writable?: true
}

/** A pull request as a change under review. */
export const pullSubject = ({
  head,
  base,
  branch,
  fork,
}: Pick<OpenPull, 'head' | 'base' | 'branch' | 'fork'>): Subject => ({
  head,
  base: { kind: 'branch', branch: base },
  branch,
  review: true,
  ...(!fork && { writable: true }),
})

export type Base =
  /** The merge base with a branch, whose tip gives the policy. */
  | { readonly kind: 'branch'; readonly branch: string }
  /** This commit, which gives the policy too. Where it is gone, there is no base. */
  | { readonly kind: 'commit'; readonly sha: string; readonly mayBeGone: boolean }

/** Why an event needs no check: a notice, and no failure. */
export interface NothingToCheck {
  readonly nothing: string
}

const sha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
const zeros = /^0+$/

/** A branch's name that git takes for nothing else (git's documentation, "git-check-ref-format"). */
const branch = z.string().regex(/^(?![-/])(?!.*(?:\.\.|@\{|\/\/))[^\p{Cc} ~^:?*[\\]+$/u)

/** A repository in a payload: GitHub writes both, an event that a person writes may have one. */
export const payloadRepository = z.object({ id: z.number().optional(), full_name: z.string().optional() })
type PayloadRepository = z.infer<typeof payloadRepository>

/** Whether head and base of a pull request are in one repository: no fork, and none that is unknown or deleted. */
export function isOwnBranch(head: PayloadRepository | null | undefined, base: PayloadRepository | undefined): boolean {
  if (head?.id !== undefined && base?.id !== undefined) return head.id === base.id
  return head?.full_name !== undefined && head.full_name.toLowerCase() === base?.full_name?.toLowerCase()
}

const pullRequest = z
  .object({
    pull_request: z.object({
      head: z.object({ sha, ref: z.string().optional(), repo: payloadRepository.nullish() }),
      base: z.object({ ref: branch, repo: payloadRepository.optional() }),
    }),
  })
  .transform(({ pull_request: { head, base } }): Subject => ({
    head: head.sha,
    base: { kind: 'branch', branch: base.ref },
    branch: head.ref,
    review: true,
    ...(isOwnBranch(head.repo, base.repo) && { writable: true }),
  }))

const mergeGroup = z
  .object({ merge_group: z.object({ head_sha: sha, base_sha: sha }) })
  .transform(({ merge_group: group }): Subject => ({
    head: group.head_sha,
    base: { kind: 'commit', sha: group.base_sha, mayBeGone: false },
    review: true,
  }))

/**
 * `after` of an annotated tag is the tag; the commit is `head_commit` (GitHub's documentation, "Webhook events and
 * payloads", `push`).
 */
const pushEvent = z
  .object({ ref: z.string().optional(), before: sha, after: sha, head_commit: z.object({ id: sha }).nullish() })
  .transform((pushed): Subject | NothingToCheck => {
    const { before, after, head_commit: commit } = pushed
    if (zeros.test(after)) return { nothing: 'The ref was deleted: there is nothing to check.' }
    return {
      head: commit?.id ?? after,
      base: zeros.test(before) ? undefined : { kind: 'commit', sha: before, mayBeGone: true },
      branch: pushed.ref?.startsWith('refs/heads/') === true ? pushed.ref.slice('refs/heads/'.length) : undefined,
      review: false,
      ...(pushed.ref?.startsWith('refs/heads/') === true && { writable: true }),
    }
  })

const numberedPayload = z.object({ pull_request: z.object({ number: z.int() }) })

// No finding points into a payload of GitHub, so zod alone judges it.

/** The number of the pull request that an event is about; none where it is about something else. */
export const pullOf = (payload: unknown): number | undefined =>
  numberedPayload.safeParse(payload).data?.pull_request.number

/** The events that are checked, and how their payload is read. */
const events: Readonly<Record<string, z.ZodType<Subject | NothingToCheck>>> = {
  pull_request: pullRequest,
  pull_request_target: pullRequest,
  merge_group: mergeGroup,
  push: pushEvent,
}

export const checkedEvents: readonly string[] = Object.keys(events)

/** The field of a payload by which it is not of the documented form: `pull_request.head.sha`; empty for the whole. */
export const unexpectedField = (event: string, payload: unknown): string =>
  (Object.hasOwn(events, event) ? events[event]?.safeParse(payload).error?.issues[0]?.path.join('.') : undefined) ?? ''

/**
 * Reads the subject of an event; `undefined` where the event is none of those, or its payload is not of the documented
 * form.
 */
export function subjectOf(event: string, payload: unknown): Subject | NothingToCheck | undefined {
  return Object.hasOwn(events, event) ? events[event]?.safeParse(payload).data : undefined
}
