import { type Command, type Outcome, refused } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { usageLine } from '../../../kit/command.ts'
import type { HandoverModel } from '../model.ts'
import { inProgress, progressOf, questionIn } from '../reading/progress.ts'
import { isRefusal, remark, sceneOf } from './answers.ts'
import { granting, grantHint } from './granting.ts'
import { cleaned } from './project.ts'

const form = { name: 'answer', usage: 'SLUG TEXT' } as const

/** Answers the question of an agent and grants control again (handover protocol, section 7.3). */
export const answer: Command<HandoverModel> = {
  ...form,
  summary: 'Answers the question of an agent and grants it control of the same step again; question and answer stand in its note.',
  examples: ['/answer login "argon2id"'],

  run(model, request, world): Outcome {
    const scene = sceneOf(model, request, form)
    if (isRefusal(scene)) return scene
    const text = cleaned(request.words.join(' '))
    if (text === '') return refused(remark(scene, 'PROGRESS_TEXT_MISSING', 'Missing text, expected the answer', { hint: usageLine(form) }))
    const { progress: file } = scene.files
    const progress = file && progressOf(file)
    const question = questionIn(progress)
    if (!question) {
      const answered = progress && inProgress(progress).find(({ note }) => note?.endsWith(` | Answer: ${text}`) === true)
      if (answered)
        return {
          outcome: 'unchanged',
          reply: msg`Answered already: the agent works on step ${answered.number} of ${scene.name}.`,
          remarks: [],
        }
      return refused(
        remark(scene, 'PROGRESS_NO_QUESTION', msg`The agent of ${scene.name} has asked nothing`, {
          hint: progress && inProgress(progress).length > 0 ? 'It is at work.' : grantHint(scene, model),
        }),
      )
    }
    const outcome = granting(
      scene,
      model,
      { step: question.step, newRun: false, anyway: true, note: `${question.text} | Answer: ${text}` },
      world,
    )
    return outcome.outcome === 'changed' ? { ...outcome, reply: `${msg`Answered: ${text}`}\n${outcome.reply}` } : outcome
  },
}
