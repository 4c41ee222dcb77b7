import { refused } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { holderOf } from '../states.ts'
import { questionOf } from '../targets.ts'
import { linesOf } from '../handoff/handoff.ts'
import type { Plugin } from '../model.ts'
import { answerLine, context, questionLine, withContext } from '../handoff/transitions.ts'
import { oneLine } from '../handoff/edits.ts'
import { resumeWork } from './accept.ts'
import { diagnostic, unchanged } from './diagnostics.ts'
import { resolveTransition, transitionPreconditions } from './transition.ts'
import { command } from '../../../kit/command.ts'
import { pluginTarget, misused } from './target.ts'

/** Whether an answer is written down already. */
function isAnswered({ handoff }: Plugin, line: string): boolean {
  const section = handoff?.section(context)
  return handoff !== undefined && section !== undefined && linesOf(handoff, section).includes(line)
}

/** Answers the question that work was given back with, and grants control again (docs/plugin.md, "Commands"). */
export const answer = command({
  name: 'answer',
  summary: 'Answers the question that the agent handed back with and grants control again; question and answer are kept in the handoff.',
  examples: ['/answer TinyGain The dark one'],
  target: pluginTarget,
  text: 'TEXT',
  mixed: true,
  preconditions: transitionPreconditions,

  run(call) {
    const { model, usage, rest } = call
    const text = oneLine(rest.words.join(' '))
    if (text === '') return misused(model, usage, 'Missing text, expected the answer')
    const transition = resolveTransition(call)
    if ('outcome' in transition) return transition

    const { plugin } = transition
    const { state, name } = plugin
    const line = answerLine(text, model)
    const question = questionOf(plugin)
    if (question !== undefined && state.kind === 'unit')
      return resumeWork(transition, state.unit, (after) => withContext(after, model, [questionLine(question, model), line]))
    if (holderOf(plugin) === 'agent' && isAnswered(plugin, line))
      return unchanged(msg`${name} has this answer already: the agent holds it.`)
    return refused(
      diagnostic(transition, 'PLUGIN_NOT_ASKED', { message: msg`Unexpected answer: ${name} was not handed back with a question` }),
    )
  },
})
