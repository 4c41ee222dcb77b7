import { inMessage, messagesSample } from '../../examples.ts'
import { problemRule } from './problems.ts'

/** Rules about what a message counts. */
export const countRules = [
  problemRule({
    code: 'MESSAGE_COUNT_MISMATCH',
    strict: 'error',
    soft: 'warning',
    summary: '`task_count.total` is not the sum of `planning` and `implementation`.',
    why: 'The orchestrator plans its work by these numbers.',
    repair: 'Count again.',
    hint: 'Count again.',
    examples() {
      return {
        bad: [{ about: 'one more', head: inMessage('planner.INITIALIZE.1.output', ['"total": 4', '"total": 5']) }],
        good: [{ about: 'the sum', head: messagesSample }],
      }
    },
  }),
  problemRule({
    code: 'MESSAGE_COUNT_DOUBTFUL',
    strict: 'warning',
    soft: 'notice',
    summary: 'The parts of a questioner’s count do not fit its total.',
    why: 'One of the two was not counted.',
    repair: 'Count again.',
    hint: 'Count again.',
    examples() {
      return {
        bad: [
          {
            about: 'priorities',
            head: inMessage('questioner.BRAINSTORM.c1.output', ['"questions_generated": 2', '"questions_generated": 3']),
          },
          { about: 'confidences', head: inMessage('questioner.RESEARCH.c1.output', ['"high": 1', '"high": 2']) },
        ],
        good: [
          {
            about: 'fewer confidences than answers',
            head: inMessage('questioner.RESEARCH.c1.output', ['"questions_answered": 1', '"questions_answered": 4']),
          },
        ],
      }
    },
  }),
  problemRule({
    code: 'MESSAGE_MODE_FIELD',
    strict: 'warning',
    soft: 'notice',
    summary: 'A questioner completed without the count of its MODE.',
    why: 'Nobody can tell whether another cycle is needed.',
    repair: 'BRAINSTORM: `questions_generated`; RESEARCH: `questions_answered`.',
    hint: 'Say how many.',
    examples() {
      return {
        bad: [
          { about: 'BRAINSTORM', head: inMessage('questioner.BRAINSTORM.c1.output', ['"questions_generated": 2,\n    ', '']) },
          { about: 'RESEARCH', head: inMessage('questioner.RESEARCH.c1.output', ['"questions_answered": 1,\n    ', '']) },
        ],
        good: [
          {
            about: 'blocked',
            head: inMessage('questioner.RESEARCH.c1.output', [
              '"status": "completed",\n    "questions_answered": 1',
              '"status": "blocked"',
            ]),
          },
        ],
      }
    },
  }),
]
