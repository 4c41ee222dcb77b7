import * as core from '@actions/core'
import { replyToEdit } from '../../app/comments/edited.ts'
import type { CommentResult, HandledComment } from '../../app/comments/feedback/reply.ts'
import { handle } from '../../app/comments/handle.ts'
import { mayHaveCommands } from '../../app/comments/comment.ts'
import type { Ports } from '../../app/ports.ts'
import { tasksOf, unexpectedInComment } from '../../app/deliveries/events.ts'
import { Fault, resultOf } from '../../core/fault.ts'
import type { Conversation } from '../../core/host/conversation.ts'
import { checkName } from '../../render/check-run.ts'
import { commandSummary, reasonsOf } from '../../render/command-summary.ts'
import { plainText } from '../../render/plain.ts'
import type { Environment } from './environment.ts'
import { workflowIdentity, portsOf } from './ports.ts'
import type { Inputs } from '../../engine/installation/inputs.ts'
import { InputError, unexpectedPayload } from './inputs.ts'
import { summarize } from './summary.ts'

/** Part of every summary of a commit: what a workflow's token cannot do. */
const tokenLimitsNote =
  'Commits that are made with a workflow\u2019s token start no workflows, so that required checks do not report on them by themselves; Baton\u2019s own check run is on the new commit where the token has `checks: write`. The bot, installed as an app, has no such limits.'

/** Whether the bot, or another writer of our check run, is at work here: then this task does nothing. */
async function isBotAtWork({ host }: Ports, { pull, repository }: Conversation): Promise<boolean> {
  const checks = await resultOf(host.checks(pull?.head.sha ?? repository.defaultTip, checkName))
  // Without `checks: read` it is unknown; what both would do is still done once, by compare-and-swap and the ledger.
  if (checks instanceof Fault) return false
  return checks.some(({ app }) => app !== undefined && app !== workflowIdentity.app)
}

function summaryOf(handledComments: readonly HandledComment[]): string {
  const answers = handledComments.map(({ answered: { rows, sha, answer, refused: unseen } }) => ({
    rows,
    sha,
    answer,
    unseen,
  }))
  const isMade = answers.some(({ sha }) => sha !== undefined)
  return `## Baton\n\n${commandSummary(answers)}\n${isMade ? `\n${tokenLimitsNote}\n` : ''}`
}

/**
 * Fails the job where a command was refused, and warns of words that are none and of what could not be shown: a green
 * job would say that all was done.
 */
function failOnRefusal({ outcome, rows, refused }: CommentResult): void {
  for (const why of refused)
    core.warning(plainText(`Not everything could be shown on GitHub; the summary of the job has the answer. ${why}`))
  for (const row of rows) if (row.nearMiss !== undefined) core.warning(reasonsOf(row).map(plainText).join(' '))
  if (outcome !== 'refused') return
  const reasons = rows.flatMap((row) =>
    row.outcome === 'refused' ? `${row.command}: ${reasonsOf(row).join('; ')}` : [],
  )
  core.setFailed(plainText(reasons.length === 0 ? 'The command was refused before.' : `Refused: ${reasons.join('; ')}`))
}

/** Handles the comment of an event, as the bot would; `undefined` where it is none of our business. */
async function handleDelivery(inputs: Inputs, environment: Environment): Promise<CommentResult | undefined> {
  const field = unexpectedInComment(environment.payload)
  if (field !== undefined) throw unexpectedPayload(environment.event, field)
  const [task] = tasksOf(environment.event, environment.payload)
  if (task?.do !== 'handle' && task?.do !== 'report-edit') {
    core.info('This comment asks for nothing: only new ones are looked at.')
    return undefined
  }
  const comment = task.do === 'report-edit' ? task.edit.comment : task.comment
  if (!mayHaveCommands(comment)) {
    core.info('There is no command in this comment.')
    return undefined
  }
  const ports = portsOf(environment, inputs)
  const conversation = await ports.host.conversation(comment.number, [])
  if (!conversation)
    throw new Fault('The token does not show the conversation of this comment.', {
      hint: 'Give it the permissions `issues: write` and `pull-requests: write`.',
    })
  if (await isBotAtWork(ports, conversation)) {
    await summarize(
      'The bot is at work here: its check run is on this commit. This job does nothing, so that no work is done twice.',
    )
    return undefined
  }
  if (task.do === 'report-edit') {
    if (await replyToEdit(ports, task.edit))
      core.info('An edited comment runs no command: its author was asked to write a new one.')
    return undefined
  }
  let why = 'its conversation is gone'
  const handledComments = await handle({ ...ports, onUnheard: (reason) => (why = reason) }, comment.number, [comment])
  await summarize(
    handledComments.length > 0 ? summaryOf(handledComments) : `This comment gets no answer, since ${why}.`,
  )
  return handledComments[0]?.answered
}

/** The task `command`: runs what a comment asks for, and gives the result as outputs. */
export async function command(inputs: Inputs, environment: Environment): Promise<void> {
  const { event } = environment
  if (event !== 'issue_comment')
    throw new InputError(`Unexpected event ${event} for the task command, expected issue_comment.`)
  const result = await handleDelivery(inputs, environment)
  core.setOutput('outcome', result?.shown ?? result?.outcome ?? 'ignored')
  if (result?.sha !== undefined) core.setOutput('commit', result.sha)
  if (result?.pull !== undefined) core.setOutput('pull-request', result.pull)
  if (result) failOnRefusal(result)
}
