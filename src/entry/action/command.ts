import * as core from '@actions/core'
import { asked } from '../../app/asked.ts'
import { tellOfEdit } from '../../app/conversation/edited.ts'
import type { Answered, Handled } from '../../app/conversation/answering/answer.ts'
import { handle } from '../../app/conversation/handle.ts'
import type { World } from '../../app/conversation/world.ts'
import { wishesOf } from '../../app/deliveries/events.ts'
import { Fault } from '../../core/fault.ts'
import { readComment, widest } from '../../engine/commands/grammar.ts'
import { checkName } from '../../render/check-run.ts'
import { cell, code, prose } from '../../render/inline.ts'
import { table } from '../../render/table.ts'
import type { Environment } from './environment.ts'
import { actions, worldOf } from './hosted.ts'
import { InputError, type Inputs } from './inputs.ts'
import { summarize } from './summary.ts'

/** Said in every summary of a commit: what a workflow's token cannot do. */
const limits =
  'Commits that are made with a workflow\u2019s token start no workflows, so that required checks do not report on them by themselves; Baton\u2019s own check run stands on the new commit where the token has `checks: write`. The bot, installed as an app, has no such limits.'

/** Whether the bot, or whoever else writes our check run, is at work here: then this task stands back. */
async function isBotAtWork({ host }: World, number: number): Promise<boolean> {
  const conversation = await host.conversation(number, [])
  if (!conversation) return false
  const { pull, repository } = conversation
  const checks = await asked(host.checks(pull?.head.sha ?? repository.defaultTip, checkName))
  // Without `checks: read` nobody knows; what both would do is still done once, by compare-and-swap and the ledger.
  if (checks instanceof Fault) return false
  return checks.some(({ app }) => app !== undefined && app !== actions.app)
}

function told(handled: readonly Handled[]): string {
  const rows = handled.map(({ answered: { commands, outcome, sha, refused } }) =>
    [
      code(commands.map((name) => `/${name}`).join(' ')),
      outcome,
      sha === undefined ? '' : code(sha.slice(0, 7)),
      refused.map(prose).join('<br>'),
    ].map(cell),
  )
  const isMade = handled.some(({ answered: { sha } }) => sha !== undefined)
  return `## Baton\n\n${table(['commands', 'outcome', 'commit', 'could not be done'], rows)}\n${isMade ? `\n${limits}\n` : ''}`
}

/** Handles the comment of an event, as the bot would; nothing where it is none of our business. */
async function heard(inputs: Inputs, environment: Environment): Promise<Answered | undefined> {
  const [wish] = wishesOf(environment.event, environment.payload)
  if (wish?.do !== 'handle' && wish?.do !== 'tell') {
    core.info('This comment asks for nothing: only new ones are looked at.')
    return undefined
  }
  const said = wish.do === 'tell' ? wish.edit.heard : wish.heard
  const { commands, slips } = readComment(said.text, widest)
  if (commands.length + slips.length === 0) {
    core.info('There is no command in this comment.')
    return undefined
  }
  const world = worldOf(environment, inputs)
  if (await isBotAtWork(world, said.number)) {
    await summarize('The bot is at work here: its check run stands on this commit. This task stands back, so that nothing is done twice.')
    return undefined
  }
  if (wish.do === 'tell') {
    if (await tellOfEdit(world, wish.edit)) core.info('An edited comment runs no command: its author was told to write a new one.')
    return undefined
  }
  const handled = await handle(world, said.number, [said])
  await summarize(
    handled.length > 0
      ? told(handled)
      : 'This comment is none that is answered: of somebody without a permission here, or answered before.',
  )
  return handled[0]?.answered
}

/** The task `command`: runs what a comment asks for, and says by outputs what came of it. */
export async function command(inputs: Inputs, environment: Environment): Promise<void> {
  const { event } = environment
  if (event !== 'issue_comment') throw new InputError(`Unexpected event ${event} for the task command, expected issue_comment.`)
  const answered = await heard(inputs, environment)
  core.setOutput('outcome', answered?.outcome ?? 'ignored')
  if (answered?.sha !== undefined) core.setOutput('commit', answered.sha)
  if (answered?.pull !== undefined) core.setOutput('pull-request', answered.pull)
}
