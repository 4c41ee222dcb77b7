import { msg } from '../../../../core/message.ts'
import { inMessage, messagesSample, payloads, withMessage, workingSample } from '../../examples.ts'
import { problemRule } from './problems.ts'

const output = 'executor.task-1.a1.output'

const answered = (payload: object) =>
  withMessage(
    workingSample,
    'executor.task-3.a1.output',
    { ...payloads.executorOutput('task-3'), ...payload },
    payloads.executorInput('task-3'),
  )

/** Rules about the status of an output, and what it says beside that. */
export const statusRules = [
  problemRule({
    code: 'MESSAGE_COMPLETED_UNMET',
    strict: 'error',
    soft: 'error',
    summary: 'An executor says `completed` beside `success_criteria_met: false`.',
    why: 'A task is completed when its criteria are met, and not before.',
    repair: 'Say `failed` or `blocked`, or meet the criteria.',
    hint: msg`Say ${'failed'} or ${'blocked'}, or meet the criteria.`,
    examples() {
      return {
        bad: [{ about: 'not met', head: inMessage(output, ['"success_criteria_met": true', '"success_criteria_met": false']) }],
        good: [{ about: 'blocked, and not met', head: answered({ status: 'blocked', success_criteria_met: false, blockers: ['Which?'] }) }],
      }
    },
  }),
  problemRule({
    code: 'MESSAGE_COMPLETED_BLOCKED',
    strict: 'warning',
    soft: 'notice',
    summary: 'An executor says `completed` beside blockers.',
    why: 'What prevents completion has not prevented it.',
    repair: 'Leave the blockers out, or say `blocked`.',
    hint: msg`Leave them out, or say ${'blocked'}.`,
    examples() {
      return {
        bad: [{ about: 'a blocker', head: inMessage(output, ['"blockers": []', '"blockers": ["Which words?"]']) }],
        good: [{ about: 'a blank one', head: inMessage(output, ['"blockers": []', '"blockers": [""]']) }],
      }
    },
  }),
  problemRule({
    code: 'MESSAGE_BLOCKERS_MISSING',
    strict: 'error',
    soft: 'warning',
    summary: 'An executor says `blocked`, or a planner `blocked` or `needs_clarification`, without a blocker.',
    why: 'Nobody can remove what nobody names.',
    repair: 'Name what is in the way.',
    hint: 'Name what is in the way.',
    examples() {
      return {
        bad: [
          { about: 'an executor', head: answered({ status: 'blocked', success_criteria_met: false }) },
          {
            about: 'a planner',
            head: withMessage(
              messagesSample,
              'planner.UPDATE.1.output',
              { ...payloads.plannerOutput, status: 'needs_clarification' },
              payloads.plannerInput('UPDATE'),
            ),
          },
        ],
        good: [{ about: 'a question', head: answered({ status: 'blocked', success_criteria_met: false, blockers: ['Which?'] }) }],
      }
    },
  }),
]
