import type { CommandDiagnostic } from '../../core/command.ts'
import type { Repository } from '../../core/repository.ts'
import { callsIn } from '../../engine/commands/grammar.ts'
import { refusal } from '../../engine/commands/resolve.ts'
import { refusalMarker } from '../../render/reply-comment.ts'
import type { PolicySource, WithHost } from '../ports.ts'
import { authorizedAuthor, isAnswered, permissionPolicyOf, type AuthorizationPorts } from './authorization/authorize.ts'
import { policyAt, policyTip } from './authorization/situation.ts'
import type { ParsedComment } from './comment.ts'
import { markedBy, publish, refusalEffect, type CommentEffect, type CommentEffectPorts } from './feedback/publish.ts'

/** Why a comment is not handled. */
const commandAbandoned: CommandDiagnostic = refusal(
  'COMMAND_ABANDONED',
  'Baton stopped several times while it handled this comment, and does not try again',
  'Look whether the change is on the branch. The log of the bot has what happened: please report it.',
)

/**
 * Tells the author of a comment that it could not be handled: 👎 with a reply, after which no sweep takes it up again.
 * Only those whose comments get an answer get this one.
 *
 * @returns whether it was shown now
 */
export async function replyAbandoned(
  ports: PolicySource & AuthorizationPorts & CommentEffectPorts & WithHost<Pick<Repository, 'commitTree'>>,
  comment: ParsedComment,
): Promise<boolean> {
  const conversation = await ports.host.conversation(comment.number, [comment.id])
  const current = conversation?.comments.find(({ id }) => id === comment.id)
  if (!conversation || !current || current.isOwn || isAnswered(current)) return false
  const { configuration } = await policyAt(ports, policyTip(conversation))
  const names = callsIn(comment.lines, configuration.commands).calls.map(({ name }) => name)
  const permissionPolicy = permissionPolicyOf(configuration, conversation)
  if (names.length === 0 || !(await authorizedAuthor(ports, comment, names, permissionPolicy, conversation)))
    return false
  const mark = refusalMarker(comment.id)
  const effects: readonly CommentEffect[] = [
    ...(conversation.locked || markedBy(conversation, mark) !== undefined
      ? []
      : [refusalEffect(conversation.node, mark, commandAbandoned)]),
    { do: 'react', to: comment.node, with: '-1' },
  ]
  return (await publish(ports, comment.number, effects)).some(({ end }) => end === 'done')
}
