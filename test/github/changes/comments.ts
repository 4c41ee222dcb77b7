import { RefusalError, unprocessable } from '../refused.ts'
import type { Account } from '../state/accounts.ts'
import type { Comment, Conversation, Reaction, ReactionContent } from '../state/conversations.ts'
import { mayWrite } from '../hosted.ts'
import { identify, now, type ServerState } from '../state/server-state.ts'
import { sendCommentEvent } from '../webhooks/events.ts'

/** Not documented, but stated by the refusal itself. */
const longest = 65_536

function checkBody(body: string): void {
  if (body.trim() === '') throw unprocessable("Body can't be blank")
  if (body.length > longest) throw unprocessable(`Body is too long (maximum is ${longest} characters)`)
}

/** Documentation: "Locking conversations": only who may write may still comment. */
function checkLock({ locked, hosted }: Conversation, by: Account): void {
  if (locked && by.type === 'User' && !mayWrite(hosted, by)) {
    throw new RefusalError('FORBIDDEN', 'Unable to create comment because issue is locked.')
  }
}

export async function addComment(
  serverState: ServerState,
  conversation: Conversation,
  by: Account,
  body: string,
): Promise<Comment> {
  checkBody(body)
  checkLock(conversation, by)
  const at = now(serverState)
  const comment: Comment = {
    kind: 'comment',
    ...identify(serverState, 'IC'),
    conversation,
    author: by,
    body,
    createdAt: at,
    updatedAt: at,
    edited: undefined,
    reactions: [],
  }
  conversation.hosted.comments.push(comment)
  conversation.updatedAt = at
  serverState.nodes.set(comment.node, comment)
  await sendCommentEvent(serverState, comment, 'created', by)
  return comment
}

/** Documentation: "Editing a comment": who may write to the repository may edit everybody's. */
export async function editComment(
  serverState: ServerState,
  comment: Comment,
  by: Account,
  body: string,
): Promise<void> {
  checkBody(body)
  const from = comment.body
  const at = now(serverState)
  Object.assign(comment, { body, updatedAt: at, edited: { by, at } })
  await sendCommentEvent(serverState, comment, 'edited', by, { changes: { body: { from } } })
}

export async function deleteComment(serverState: ServerState, comment: Comment, by: Account): Promise<void> {
  const { comments } = comment.conversation.hosted
  comments.splice(comments.indexOf(comment), 1)
  serverState.nodes.delete(comment.node)
  await sendCommentEvent(serverState, comment, 'deleted', by)
}

/**
 * Documentation: "REST API endpoints for reactions": one of a kind from everybody; the same again is the one that is
 * there.
 */
export function react(
  serverState: ServerState,
  to: Comment | Conversation,
  by: Account,
  content: ReactionContent,
): { readonly reaction: Reaction; readonly isNew: boolean } {
  const knownReaction = to.reactions.find((candidate) => candidate.by === by && candidate.content === content)
  if (knownReaction) return { reaction: knownReaction, isNew: false }
  const reaction: Reaction = { ...identify(serverState, 'REA'), content, by, at: now(serverState) }
  to.reactions.push(reaction)
  return { reaction, isNew: true }
}

export function unreact(to: Comment | Conversation, reaction: Reaction): void {
  to.reactions.splice(to.reactions.indexOf(reaction), 1)
}
