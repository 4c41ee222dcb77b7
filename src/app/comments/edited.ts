import type { WithHost, PolicySource } from '../ports.ts'
import type { Repository } from '../../core/repository.ts'
import { callsIn, widestGrammar, type GrammarSettings } from '../../engine/commands/grammar.ts'
import { editMarker } from '../../render/reply-comment.ts'
import { editReplyEffect, markedBy, publish, type CommentEffect, type CommentEffectPorts } from './feedback/publish.ts'
import { permissionPolicyOf, authorizedAuthor, type AuthorizationPorts } from './authorization/authorize.ts'
import { policyTip, policyAt } from './authorization/situation.ts'
import type { CommentEdit } from './comment.ts'

/** The commands that an edit has added to a comment: a line that was there before is none. */
function addedCommands({ comment, before }: CommentEdit, settings: GrammarSettings) {
  const linesBefore = new Set(callsIn(before, settings).calls.map(({ line }) => line))
  return callsIn(comment.lines, settings).calls.filter(({ line }) => !linesBefore.has(line))
}

/**
 * Whether an edit may get an answer, under any configuration: an author has added a command. Most get none, and cost no
 * request.
 */
export const mayAnswerEdit = (edit: CommentEdit, ownLogin: string): boolean =>
  edit.by === edit.comment.author && edit.by !== ownLogin && addedCommands(edit, widestGrammar).length > 0

/**
 * An edited comment never runs anything. An author who edits a command into a comment of their own gets one request to
 * post a new one, by us or by the sweep; other edits get no answer.
 *
 * @returns whether something was answered or shown now
 */
export async function replyToEdit(
  ports: PolicySource & AuthorizationPorts & CommentEffectPorts & WithHost<Pick<Repository, 'commitTree'>>,
  edit: CommentEdit,
): Promise<boolean> {
  const { comment } = edit
  if (!mayAnswerEdit(edit, ports.host.ownLogin)) return false
  const conversation = await ports.host.conversation(comment.number, [comment.id])
  const current = conversation?.comments.find(({ id }) => id === comment.id)
  if (!conversation || !current || current.isOwn) return false
  const isMarked = markedBy(conversation, editMarker(comment.id)) !== undefined
  const isShown = current.reactions.includes('-1')
  if (isMarked && isShown) return false

  const { configuration } = await policyAt(ports, policyTip(conversation))
  const names = addedCommands(edit, configuration.commands).map(({ name }) => name)
  const permissionPolicy = permissionPolicyOf(configuration, conversation)
  if (names.length === 0 || !(await authorizedAuthor(ports, comment, names, permissionPolicy, conversation)))
    return false
  const effects: readonly CommentEffect[] = [
    ...(isMarked || conversation.locked ? [] : [editReplyEffect(conversation.node, comment.id)]),
    ...(isShown ? [] : [{ do: 'react', to: comment.node, with: '-1' } as const]),
  ]
  return (await publish(ports, comment.number, effects)).some(({ end }) => end === 'done')
}
