import { commentBody, issueBody, reactionBody } from '../bodies/conversations.ts'
import { addComment, deleteComment, editComment, react, unreact } from '../changes/comments.ts'
import { openIssue } from '../changes/pulls.ts'
import { notFound } from '../refused.ts'
import type { Account } from '../state/accounts.ts'
import { commentsOf, type Comment, type Conversation, type ReactionContent } from '../state/conversations.ts'
import { ok, pageOf, type RepositoryQuestion, type RepositoryRoute } from './route.ts'

export function senderOf({ credential }: RepositoryQuestion): Account {
  if (!credential) throw notFound()
  return credential.account
}

export function conversationOf({ repository, parameters }: RepositoryQuestion): Conversation {
  const number = Number(parameters['issue_number'] ?? parameters['pull_number'])
  const found = repository.conversations.find((conversation) => conversation.number === number)
  if (!found) throw notFound()
  return found
}

function commentOf({ repository, parameters }: RepositoryQuestion): Comment {
  const found = repository.comments.find(({ id }) => id === Number(parameters['comment_id']))
  if (!found) throw notFound()
  return found
}

const text = ({ sent }: RepositoryQuestion) => (sent as { readonly body: string }).body

/** Documentation: "REST API endpoints for issue comments": `since` is by the last change; oldest first by default. */
function sortedComments({ parameters }: RepositoryQuestion, comments: readonly Comment[]): readonly Comment[] {
  const { since = '', sort = 'created', direction = 'asc' } = parameters
  const key = ({ createdAt, updatedAt, id }: Comment) =>
    `${sort === 'updated' ? updatedAt : createdAt} ${String(id).padStart(12, '0')}`
  const found = comments
    .filter(({ updatedAt }) => since === '' || Date.parse(updatedAt) >= Date.parse(since))
    .toSorted((left, right) => (key(left) < key(right) ? -1 : 1))
  return direction === 'desc' ? found.reverse() : found
}

const [read, write] = ['issues=read; pull_requests=read', 'issues=write; pull_requests=write']

export const issueRoutes: Readonly<Record<string, RepositoryRoute>> = {
  'GET /repos/{owner}/{repo}/issues/{issue_number}': {
    permission: read,
    answer: (question) => ok({ ...issueBody(question.serverState, conversationOf(question)), closed_by: null }),
  },
  'POST /repos/{owner}/{repo}/issues': {
    permission: 'issues=write',
    async answer(question) {
      const { title, body = '' } = question.sent as { readonly title: string; readonly body?: string }
      const issue = await openIssue(question.serverState, question.repository, { title, body, by: senderOf(question) })
      return ok(issueBody(question.serverState, issue), 201)
    },
  },
  'GET /repos/{owner}/{repo}/issues/comments': {
    permission: read,
    answer: (question) =>
      pageOf(question, sortedComments(question, question.repository.comments), (comment) =>
        commentBody(question.serverState, comment),
      ),
  },
  'GET /repos/{owner}/{repo}/issues/{issue_number}/comments': {
    permission: read,
    answer: (question) =>
      pageOf(question, sortedComments(question, commentsOf(conversationOf(question))), (comment) =>
        commentBody(question.serverState, comment),
      ),
  },
  'GET /repos/{owner}/{repo}/issues/comments/{comment_id}': {
    permission: read,
    answer: (question) => ok(commentBody(question.serverState, commentOf(question))),
  },
  'POST /repos/{owner}/{repo}/issues/{issue_number}/comments': {
    permission: write,
    async answer(question) {
      const comment = await addComment(
        question.serverState,
        conversationOf(question),
        senderOf(question),
        text(question),
      )
      return ok(commentBody(question.serverState, comment), 201)
    },
  },
  'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}': {
    permission: write,
    async answer(question) {
      const comment = commentOf(question)
      await editComment(question.serverState, comment, senderOf(question), text(question))
      return ok(commentBody(question.serverState, comment))
    },
  },
  'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}': {
    permission: write,
    async answer(question) {
      await deleteComment(question.serverState, commentOf(question), senderOf(question))
      return ok(undefined, 204)
    },
  },
  // Documentation: "REST API endpoints for reactions".
  'GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions': {
    permission: read,
    answer(question) {
      const { content } = question.parameters
      const found = commentOf(question).reactions.filter(
        (reaction) => content === undefined || reaction.content === content,
      )
      return pageOf(question, found, (reaction) => reactionBody(question.serverState, reaction))
    },
  },
  'POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions': {
    permission: write,
    answer(question) {
      const { content } = question.sent as { readonly content: ReactionContent }
      const { reaction, isNew } = react(question.serverState, commentOf(question), senderOf(question), content)
      return ok(reactionBody(question.serverState, reaction), isNew ? 201 : 200)
    },
  },
  'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions/{reaction_id}': {
    permission: write,
    answer(question) {
      const comment = commentOf(question)
      const reaction = comment.reactions.find(({ id }) => id === Number(question.parameters['reaction_id']))
      if (!reaction) throw notFound()
      unreact(comment, reaction)
      return ok(undefined, 204)
    },
  },
}
