import { refused } from '../../../core/command.ts'
import { msg, visible } from '../../../core/message.ts'
import { command, fenced, textOf, usageLine } from '../../../kit/command.ts'
import { nameIn, type Stage } from '../model.ts'
import { effects } from '../states.ts'
import { answerText, cleaned, grantChanges, newest, nextAnswerPath, questionOf } from '../writing/writing.ts'
import { backwards } from './accept.ts'
import { diagnostic, problemDiagnostics, replacedGrant } from './diagnostics.ts'
import { stage as stageTarget } from './stage.ts'

const replyOf = ({ name }: Stage, question: string, text: string): string =>
  fenced([`Answer: ${name}`, `Question: ${visible(question, 1000)}`, `Answer: ${visible(text, 1000)}`])

/** Answers a question and grants control again (docs/control.md, "Commands"). */
export const answer = command({
  name: 'answer',
  summary: 'Answers the question of an agent and grants it control again: the answer stands in `answers/`, beside the question.',
  examples: ['/answer explore "The brief is in the wiki"'],
  target: stageTarget,
  text: 'TEXT',

  preconditions: [
    {
      *violations({ target: stage, rest, usage }) {
        if (cleaned(textOf(rest)) === '')
          yield diagnostic(stage, 'CONTROL_TEXT_MISSING', msg`Missing text, expected the answer`, { hint: usageLine(usage) })
      },
    },
    {
      violations: ({ target: stage }) =>
        effects[stage.state].answer === 'invalid' ? problemDiagnostics(stage, stage.handback.problems, 'error') : [],
    },
  ],

  run({ target: stage, rest, at }) {
    const text = cleaned(textOf(rest))
    const question = questionOf(stage)
    if (effects[stage.state].answer === 'do' && question !== undefined) {
      return {
        outcome: 'changed',
        changes: grantChanges(stage, at).set(nextAnswerPath(stage), answerText(question, text, at)),
        reply: replyOf(stage, question, text),
        diagnostics: [...replacedGrant(stage), ...backwards(stage, at)],
      }
    }
    const last = stage.state === 'granted' ? newest(stage.answers)?.answer.value : undefined
    if (last?.answer === text)
      return { outcome: 'unchanged', reply: msg`Answered already: the agent holds ${nameIn(stage)}.`, diagnostics: [] }
    // Control was granted without an answer: the agent finds it beside the question, late as it is.
    if (last?.answer === null) {
      const late = new Map([[nextAnswerPath(stage), answerText(last.question, text, at)]])
      return { outcome: 'changed', changes: late, reply: replyOf(stage, last.question, text), diagnostics: [] }
    }
    const hint =
      effects[stage.state].accept === 'do'
        ? msg`${`/accept ${nameIn(stage)}`} grants control without one.`
        : 'The agent has control already.'
    return refused(
      diagnostic(stage, 'HANDBACK_NOT_QUESTION', msg`Unexpected answer in the state ${stage.state}, expected a question first`, { hint }),
    )
  },
})
