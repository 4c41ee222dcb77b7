import { msg } from '../../../core/message.ts'
import { holderOf } from '../states.ts'
import { questionOf } from '../targets.ts'
import { linesOf } from '../handoff/handoff.ts'
import type { Plugin } from '../model.ts'
import { answerLine, contextSection, questionLine, withContextLines } from '../handoff/transitions.ts'
import { oneLine, visibleText } from '../handoff/edits.ts'
import { obstacles, resumeWork } from './accept.ts'
import { diagnostic, nextOffer, unchangedOutcome, withCutTexts } from './diagnostics.ts'
import { isStateKnown, resolveTransition, soundFilesPreconditions } from './transition.ts'
import { command } from '../../../kit/command.ts'
import { areArgumentsValid, pluginTarget, type PluginCall } from './target.ts'

const givenText = ({ words }: PluginCall['rest']): string => visibleText(words.join(' '))
const textOf = (rest: PluginCall['rest']): string => oneLine(givenText(rest))

/** Whether an answer is written down already. */
const isAnswered = ({ handoff }: Plugin, line: string): boolean =>
  handoff !== undefined && linesOf(handoff, contextSection).includes(line)

/** Answers the question that work was given back with, and grants control again (docs/plugin.md, "Commands"). */
export const answer = command({
  name: 'answer',
  summary:
    'Answers the question that the agent handed back with and grants control again; question and answer are kept in the handoff.',
  examples: ['/answer TinyGain The dark one'],
  target: pluginTarget,
  text: 'TEXT',
  mixed: true,
  prepare: resolveTransition,
  preconditions: [
    ...soundFilesPreconditions,
    areArgumentsValid(({ rest }: PluginCall) =>
      textOf(rest) === '' ? 'Missing text, expected the answer' : undefined,
    ),
    isStateKnown,
    {
      violations({ prepared: transition, model, rest }) {
        const { plugin } = transition
        if (questionOf(plugin) !== undefined && plugin.state.kind === 'unit')
          return obstacles(transition, plugin.state.unit)
        if (holderOf(plugin) === 'agent' && isAnswered(plugin, answerLine(textOf(rest), model))) return []
        const message = msg`Unexpected answer: ${plugin.name} was not handed back with a question`
        return [diagnostic(transition, 'PLUGIN_NOT_ASKED', message, { offers: nextOffer(transition) })]
      },
    },
  ],

  run({ model, rest, prepared: transition }) {
    const { state, name } = transition.plugin
    const question = questionOf(transition.plugin)
    if (question === undefined || state.kind !== 'unit')
      return unchangedOutcome(msg`${name} has this answer already: the agent holds it.`)
    const lines = [questionLine(question, model), answerLine(textOf(rest), model)]
    const outcome = resumeWork(transition, state.unit, (pluginAfter) => withContextLines(pluginAfter, model, lines))
    return withCutTexts(outcome, transition.plugin, [visibleText(question), givenText(rest)])
  },
})
