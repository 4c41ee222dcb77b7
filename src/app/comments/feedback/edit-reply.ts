import type { CommandDiagnostic } from '../../../core/command.ts'
import type { CommentEffect } from './publish.ts'
import { signDiagnostic } from '../../../engine/commands/answer.ts'
import { refusal } from '../../../engine/commands/resolve.ts'
import { editReply } from '../../../render/reply-comment.ts'

/** Why a comment that was edited is not run. */
export const commentEdited: CommandDiagnostic = refusal(
  'COMMENT_EDITED',
  'An edited comment runs no command, since others can edit comments too',
  'Write a new comment.',
)

/** The answer to an author who edited a command into a comment: the same whether the webhook or the sweep finds the edit. */
export const editReplyEffect = (conversation: string, comment: number): CommentEffect => ({
  do: 'comment',
  in: conversation,
  text: editReply(comment, signDiagnostic(commentEdited)),
})
