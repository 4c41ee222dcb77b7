import { type Command, type Outcome, refused } from '../../../core/command.ts'
import { msg, visible } from '../../../core/message.ts'
import { usageLine } from '../../../kit/command.ts'
import { cleaned } from '../cleaning.ts'
import type { ControlModel, Stage } from '../model.ts'
import { nameIn } from '../repair.ts'
import { moves } from '../states.ts'
import { answerText, grantChanges, newest, nextAnswerPath, questionOf } from '../writing.ts'
import { backwards } from './accept.ts'
import { problemRemarks, remark, replacedGrant } from './answers.ts'
import { fenced } from './fence.ts'
import { sceneOf } from './stage.ts'
import { restOf, textOf } from './text.ts'

const form = { name: 'answer', usage: 'STAGE [--run RUN] TEXT' } as const

const replyOf = ({ name }: Stage, question: string, text: string): string =>
  fenced([`Answer: ${name}`, `Question: ${visible(question, 1000)}`, `Answer: ${visible(text, 1000)}`])

/** Answers a question and grants control again (control protocol, "Commands"). */
export const answer: Command<ControlModel> = {
  ...form,
  summary: 'Answers the question of an agent and grants it control again: the answer stands in `answers/`, beside the question.',
  examples: ['/answer explore "The brief is in the wiki"'],

  run(model, request, { context: { at } }): Outcome {
    const scene = sceneOf(model, request, form)
    if ('outcome' in scene) return scene
    const { stage, words } = scene
    const text = cleaned(textOf(restOf(request, words)))
    if (text === '')
      return refused(remark(stage, 'CONTROL_TEXT_MISSING', msg`Missing text, expected the answer`, { hint: usageLine(form) }))

    const move = moves[stage.state].answer
    if (move === 'invalid') return refused(...problemRemarks(stage, stage.handback.problems, 'error'))
    const question = questionOf(stage)
    if (move === 'not-question' || question === undefined) {
      const last = stage.state === 'granted' ? newest(stage.answers)?.answer.value : undefined
      if (last?.answer === text)
        return { outcome: 'unchanged', reply: msg`Answered already: the agent holds ${nameIn(stage)}.`, remarks: [] }
      // Control was granted without an answer: the agent finds it beside the question, late as it is.
      if (last?.answer === null) {
        const late = new Map([[nextAnswerPath(stage), answerText(last.question, text, at)]])
        return { outcome: 'changed', changes: late, reply: replyOf(stage, last.question, text), remarks: [] }
      }
      return refused(
        remark(stage, 'HANDBACK_NOT_QUESTION', msg`Unexpected answer in the state ${stage.state}, expected a question first`, {
          hint:
            moves[stage.state].accept === 'grant'
              ? msg`${`/accept ${nameIn(stage)}`} grants control without one.`
              : 'The agent has control already.',
        }),
      )
    }
    const changes = grantChanges(stage, at).set(nextAnswerPath(stage), answerText(question, text, at))
    return {
      outcome: 'changed',
      changes,
      reply: replyOf(stage, question, text),
      remarks: [...replacedGrant(stage, model), ...backwards(stage, at)],
    }
  },
}
