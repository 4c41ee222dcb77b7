import { msg } from '../../../core/message.ts'
import { command, usageLine } from '../../../kit/command.ts'
import type { RemainingWords } from '../../../kit/words.ts'
import { leadsFrom } from '../../../kit/states.ts'
import type { Project } from '../model.ts'
import {
  stepsInProgress,
  isAnsweredWith,
  progressIn,
  questionIn,
  type StepRecord,
  withAnswer,
} from '../reading/progress.ts'
import { machine, stateOf } from '../states.ts'
import { violation } from './diagnostics.ts'
import { grantHint, grantOf, grantOutcome, grantPreconditions, type PreparedGrant } from './granting.ts'
import { cleanText } from './input.ts'
import { project } from './project.ts'

const textOf = ({ words }: RemainingWords): string => cleanText(words.join(' '))

function recordsInProgress(target: Project): readonly StepRecord[] {
  const progress = progressIn(target)
  return progress ? stepsInProgress(progress) : []
}

/** The step in progress that has the answer already. */
const answeredRecord = (target: Project, text: string) =>
  recordsInProgress(target).find(({ note }) => isAnsweredWith(note, text))

/** Answers the question of an agent and grants control again (docs/handover.md, "Commands"). */
export const answer = command({
  name: 'answer',
  summary:
    'Answers the question of an agent and grants it control of the same step again; question and answer are in its note.',
  examples: ['/answer login "argon2id"'],
  target: project,
  text: 'TEXT',

  /** The grant of the step with the question; none where no question is open. */
  prepare({ target, model, rest }) {
    const question = leadsFrom(machine, stateOf(target), '/answer') ? questionIn(progressIn(target)) : undefined
    if (!question) return undefined
    const note = withAnswer(question.note, textOf(rest))
    return grantOf(target, model, { named: question.step, newRun: false, anyway: true, note })
  },

  preconditions: [
    {
      code: 'PROGRESS_TEXT_MISSING',
      *violations({ target, rest, usage }) {
        if (textOf(rest) !== '') return
        yield violation(target, 'Missing text, expected the answer', { hint: usageLine(usage) })
      },
    },
    {
      code: 'PROGRESS_NO_QUESTION',
      *violations({ target, model, rest, prepared: grant }) {
        if (grant || answeredRecord(target, textOf(rest))) return
        const isAtWork = recordsInProgress(target).length > 0
        const hint = isAtWork
          ? msg`It is at work: ${`/handback ${target.name}`} shows on what.`
          : grantHint(target, model)
        yield violation(target, msg`The agent of ${target.name} has asked nothing`, { hint })
      },
    },
    ...grantPreconditions<{ readonly prepared: PreparedGrant | undefined }>(),
  ],

  run(call) {
    const { target, rest, prepared: grant } = call
    const text = textOf(rest)
    if (!grant) {
      const reply = msg`Answered already: the agent works on step ${answeredRecord(target, text)?.number ?? 0} of ${target.name}.`
      return { outcome: 'unchanged', reply, diagnostics: [] }
    }
    const outcome = grantOutcome(grant, call)
    return outcome.outcome === 'changed'
      ? { ...outcome, reply: `${msg`Answered: ${text}`}\n${outcome.reply}` }
      : outcome
  },
})
