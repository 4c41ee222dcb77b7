import * as z from 'zod'
import { reactions, type Reaction, type HostComment } from '../../../core/host/conversation.ts'
import { actor, isBot, loginOf } from '../requests/forms.ts'

/** A comment's fields. Its number is larger than GraphQL's `Int`, hence not `databaseId`. */
export const commentFields = `id fullDatabaseId author { __typename login } viewerDidAuthor body createdAt updatedAt lastEditedAt editor { __typename login } reactionGroups { content viewerHasReacted }`

/** The names of reactions in GraphQL. */
export const reactionContents: Readonly<Record<Reaction, string>> = { eyes: 'EYES', rocket: 'ROCKET', '-1': 'THUMBS_DOWN' }

export const commentNode = z.object({
  id: z.string(),
  fullDatabaseId: z.coerce.number().int(),
  author: actor,
  viewerDidAuthor: z.boolean(),
  body: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  lastEditedAt: z.string().nullable(),
  editor: actor,
  reactionGroups: z.array(z.object({ content: z.string(), viewerHasReacted: z.boolean() })).nullable(),
})

export type CommentNode = z.infer<typeof commentNode>

/** A comment from its node in the answer. */
export const commentOf = (node: CommentNode): HostComment => ({
  id: node.fullDatabaseId,
  node: node.id,
  author: loginOf(node.author),
  bot: isBot(node.author),
  ours: node.viewerDidAuthor,
  text: node.body,
  at: node.createdAt,
  edited: node.lastEditedAt !== null,
  editor: loginOf(node.editor),
  reactions: reactions.filter((reaction) =>
    node.reactionGroups?.some(({ content, viewerHasReacted }) => viewerHasReacted && content === reactionContents[reaction]),
  ),
})
