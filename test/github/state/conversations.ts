import type { Account } from './accounts.ts'
import { tipOf, type HostedRepository } from '../hosted.ts'

/** Documentation: "REST API endpoints for reactions", "About reactions", and the GraphQL enum `ReactionContent`. */
export const reactionContents = {
  '+1': 'THUMBS_UP',
  '-1': 'THUMBS_DOWN',
  laugh: 'LAUGH',
  hooray: 'HOORAY',
  confused: 'CONFUSED',
  heart: 'HEART',
  rocket: 'ROCKET',
  eyes: 'EYES',
} as const

export type ReactionContent = keyof typeof reactionContents

export interface Reaction {
  readonly id: number
  readonly node: string
  readonly content: ReactionContent
  readonly by: Account
  readonly at: string
}

export interface Comment {
  readonly kind: 'comment'
  readonly id: number
  readonly node: string
  readonly conversation: Conversation
  /** Absent: the account is gone. */
  author: Account | undefined
  readonly createdAt: string
  body: string
  updatedAt: string
  /** Who changed it last, and when. */
  edited: { readonly by: Account; readonly at: string } | undefined
  readonly reactions: Reaction[]
}

export interface Pull {
  /** Where the commits come from; absent: the fork is gone. */
  repository: HostedRepository | undefined
  /** Whose that is or was. */
  readonly owner: Account
  readonly branch: string
  readonly base: string
  /** The last commit known, for when the branch is gone. */
  sha: string
  /** The head and the base of the last request whether the two can be merged. */
  mergeableAt?: string
  /** As the pull request was merged. */
  merged: { readonly by: Account; readonly at: string; readonly commit: string } | undefined
}

/** An issue or a pull request. */
export interface Conversation {
  readonly kind: 'issue' | 'pull'
  readonly id: number
  readonly node: string
  readonly number: number
  readonly hosted: HostedRepository
  author: Account | undefined
  readonly createdAt: string
  title: string
  body: string
  updatedAt: string
  closedAt: string | undefined
  /** Who closed it last. */
  closedBy?: Account | undefined
  locked: boolean
  /** Who changed its text last, and when; its title counts for nothing there. */
  edited: { readonly by: Account; readonly at: string } | undefined
  readonly reactions: Reaction[]
  /** Absent on an issue. */
  readonly pull: Pull | undefined
}

export const commentsOf = (conversation: Conversation): readonly Comment[] =>
  conversation.hosted.comments.filter((comment) => comment.conversation === conversation)

export const pullsOf = ({ conversations }: HostedRepository) =>
  conversations.filter(
    (conversation): conversation is Conversation & { readonly pull: Pull } => conversation.pull !== undefined,
  )

/** Where a pull request's head is now: it follows its branch for as long as it is open. */
export function headOf({ pull, closedAt }: Conversation & { readonly pull: Pull }): string {
  if (pull.repository && closedAt === undefined) pull.sha = tipOf(pull.repository, pull.branch) ?? pull.sha
  return pull.sha
}
