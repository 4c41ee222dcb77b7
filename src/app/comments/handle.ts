import type { Conversation } from '../../core/host/conversation.ts'
import type { Effect } from '../../core/host/effect.ts'
import { replyTo, type HandledComment } from './feedback/reply.ts'
import { refusalsIn } from './feedback/publish.ts'
import { showOverview } from './feedback/overview.ts'
import { commitAll } from './commit.ts'
import type { AuthorizedComment } from './authorization/authorize.ts'
import { readSituation, type CommentPorts, type Situation } from './authorization/situation.ts'
import { onNewBranch } from './new-branch.ts'
import type { ParsedComment } from './comment.ts'

const isAcknowledged = ({ comments }: Conversation, { comment }: AuthorizedComment) =>
  comments.some(({ id, reactions }) => id === comment.id && reactions.includes('eyes'))

/** Shows the author that their comment is being handled: 👀, once it is known that they get an answer. */
async function acknowledge({ ports, conversation, authorized }: Situation): Promise<void> {
  const effects = authorized
    .filter(
      (authorizedComment) => authorizedComment.commands.length > 0 && !isAcknowledged(conversation, authorizedComment),
    )
    .map(({ comment }): Effect => ({ do: 'react', to: comment.node, with: 'eyes' }))
  // Safety does not depend on whether the reaction is seen.
  if (effects.length > 0) await ports.host.perform(effects)
}

/**
 * Handles comments of one conversation, those that wait together as one commit: authorizes them, plans, commits, and
 * answers each. Comments that were handled before are recognized and only answered. @throws Fault if the host does not
 * answer: the sweep finds the rest.
 */
export async function handle(
  ports: CommentPorts,
  number: number,
  comments: readonly ParsedComment[],
): Promise<readonly HandledComment[]> {
  const ids = comments.map(({ id }) => id)
  const firstSituation = await readSituation(ports, () => ports.host.conversation(number, ids), comments)
  if (!firstSituation || firstSituation.authorized.length === 0) return []
  await acknowledge(firstSituation)
  if (firstSituation.place.kind === 'new') return onNewBranch(firstSituation)

  const commitResult = await commitAll(firstSituation)
  const { at: situation, batch, committed: commit } = commitResult
  const answers = batch.plannedComments.map((plannedComment) => ({
    comment: plannedComment.authorized.comment,
    answered: replyTo(plannedComment, situation, commit),
  }))
  const effects = answers.flatMap(({ answered }) => answered.effects)
  const refused = refusalsIn(await showOverview(commitResult, effects))
  return answers.map(({ comment: handledComment, answered }) => ({
    comment: handledComment,
    answered: { ...answered, refused },
  }))
}
