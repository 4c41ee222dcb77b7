import { refused } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { command, usageLine } from '../../../kit/command.ts'
import { inProgress, progressOf, questionIn } from '../reading/progress.ts'
import { diagnostic, violation } from './diagnostics.ts'
import { grantHint, grantStep } from './granting.ts'
import { cleaned } from './input.ts'
import { project } from './project.ts'

/** Answers the question of an agent and grants control again (docs/handover.md, "Commands"). */
export const answer = command({
  name: 'answer',
  summary: 'Answers the question of an agent and grants it control of the same step again; question and answer stand in its note.',
  examples: ['/answer login "argon2id"'],
  target: project,
  text: 'TEXT',
  preconditions: [
    {
      code: 'PROGRESS_TEXT_MISSING',
      *violations({ target, rest, usage }) {
        if (cleaned(rest.words.join(' ')) !== '') return
        yield violation(target, 'Missing text, expected the answer', { hint: usageLine(usage) })
      },
    },
  ],

  run({ target, model, rest, request, commandContext }) {
    const text = cleaned(rest.words.join(' '))
    const file = target.files.progress
    const progress = file && progressOf(file)
    const question = questionIn(progress)
    if (question) {
      const note = `${question.text} | Answer: ${text}`
      const outcome = grantStep(
        target,
        model,
        { step: question.step, newRun: false, anyway: true, note, local: request.local === true },
        commandContext,
      )
      return outcome.outcome === 'changed' ? { ...outcome, reply: `${msg`Answered: ${text}`}\n${outcome.reply}` } : outcome
    }
    const working = progress ? inProgress(progress) : []
    const answered = working.find(({ note }) => note?.endsWith(` | Answer: ${text}`) === true)
    if (answered) {
      const reply = msg`Answered already: the agent works on step ${answered.number} of ${target.name}.`
      return { outcome: 'unchanged', reply, diagnostics: [] }
    }
    return refused(
      diagnostic(target, 'PROGRESS_NO_QUESTION', msg`The agent of ${target.name} has asked nothing`, {
        hint: working.length > 0 ? 'It is at work.' : grantHint(target, model),
      }),
    )
  },
})
