import { type Command, usageCode } from '../../../core/command.ts'
import { command } from '../../../kit/command.ts'
import type { SubagentModel } from '../model.ts'
import { grant, grantPreconditions } from './accept.ts'
import { definedTask, textTooLong } from './task.ts'

const grantCommand = command({
  name: 'preflight',
  summary: 'Reports whether control of a task could be granted, and shows what the agent would read. Nothing changes.',
  examples: ['/preflight task-1'],
  target: definedTask,
  text: '[TEXT]',
  fault: textTooLong,
  preconditions: grantPreconditions,
  run: grant,
})

/** Says whether a task would be accepted (docs/subagent.md, "Commands"). Nothing changes. */
export const preflight: Command<SubagentModel> = {
  ...grantCommand,

  run(model, request, commandContext) {
    const outcome = grantCommand.run(model, request, commandContext)
    if (outcome.outcome !== 'refused')
      return { outcome: 'unchanged', reply: outcome.reply, diagnostics: outcome.diagnostics }
    const isNoTask = outcome.diagnostics.some(({ code }) => code === usageCode || code.startsWith('SUBAGENT_TARGET_'))
    return isNoTask
      ? outcome
      : { outcome: 'unchanged', reply: 'It would be refused.', diagnostics: outcome.diagnostics }
  },
}
