import { type Command, type Outcome, refused } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { holderOf, questionOf } from '../targets.ts'
import { linesOf } from '../handoff/handoff.ts'
import type { Plugin, PluginModel } from '../model.ts'
import { answerLine, context, questionLine, withContext } from '../handoff/transitions.ts'
import { oneLine } from '../handoff/edits.ts'
import { takeUp } from './accept.ts'
import { remark, unchanged } from './answers.ts'
import { sceneOf } from './transition.ts'
import { invalid, takeWords } from './words.ts'

/** Whether an answer is written down already. */
function isAnswered({ handoff }: Plugin, line: string): boolean {
  const section = handoff?.section(context)
  return handoff !== undefined && section !== undefined && linesOf(handoff, section).includes(line)
}

/** Answers the question that work was given back with, and grants control again (plugin protocol, section 7). */
export const answer: Command<PluginModel> = {
  name: 'answer',
  usage: 'NAME TEXT',
  summary: 'Answers the question that the agent handed back with and grants control again; question and answer are kept in the handoff.',
  examples: ['/answer TinyGain The dark one'],

  run(model, request, { view }): Outcome {
    const taken = takeWords(model, request, {})
    if ('outcome' in taken) return taken
    const text = oneLine(taken.rest.join(' '))
    if (text === '') return invalid(model, 'Missing text, expected the answer')
    const scene = sceneOf(model, request)
    if ('outcome' in scene) return scene

    const { plugin } = scene
    const { state, name } = plugin
    const line = answerLine(text, model)
    const question = questionOf(plugin)
    if (question !== undefined && state.kind === 'unit')
      return takeUp(scene, state.unit, view, (after) => withContext(after, model, [questionLine(question, model), line]))
    if (holderOf(plugin) === 'agent' && isAnswered(plugin, line))
      return unchanged(msg`${name} has this answer already: the agent holds it.`)
    return refused(remark(scene, 'PLUGIN_NOT_ASKED', { message: msg`Unexpected answer: ${name} was not handed back with a question` }))
  },
}
