import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  executorAsked,
  inMessage,
  laterSample,
  messagePath,
  messagesSample,
  payloads,
  sample,
  withMessage,
} from '../examples.ts'

const planned = 'planner.INITIALIZE.1.input'
const output = 'executor.task-1.a1.output'
const input = 'executor.task-1.a1.input'

export const examples: RuleExamples = {
  MESSAGE_UNREADABLE: {
    bad: {
      'broken off': change(sample, { [messagePath('planner.UPDATE.1.input')]: '{ "SESSION_PATH": ' }),
      'a list': change(sample, { [messagePath('planner.UPDATE.1.input')]: '[]\n' }),
    },
    good: {
      messages: messagesSample,
      'a byte-order mark': inMessage(planned, ['{\n  "contract"', '\ufeff{\n  "contract"']),
    },
  },
  MESSAGE_NAME: {
    bad: {
      'an unknown agent': change(sample, { [messagePath('librarian.task-1.a1.input')]: '{}' }),
      'attempt 0': change(sample, { [messagePath('executor.task-1.a0.input')]: '{}' }),
    },
    good: {
      'an id with a dot': change(executorAsked(sample), {
        [messagePath('README')]: null,
      }),
      'other files': { ...sample, '.ralph-sessions/260131-144400/messages/README.md': 'By hand.\n' },
    },
  },
  MESSAGE_ENVELOPE: {
    bad: {
      'no time': inMessage(planned, ['  "created_at": "2026-01-31T15:00:00Z",\n', '']),
      'a day': inMessage(planned, ['2026-01-31T15:00:00Z', '2026-01-31']),
    },
    good: {
      'an offset without a colon': inMessage(planned, ['15:00:00Z', '15:00:00+0700']),
      'who sent it, and answers': inMessage(input, [
        '"payload"',
        '"by": "octocat",\n  "answers": [{ "question": "Which?", "by": "octocat", "at": "2026-01-31T15:00:00Z" }],\n  "payload"',
      ]),
    },
  },
  MESSAGE_CONTRACT_VERSION: {
    bad: { 'a later one': inMessage(planned, ['@1.0.0', '@1.1.0']) },
    good: { 'this one': messagesSample },
  },
  MESSAGE_FIELD_MISSING: {
    bad: {
      'no request': inMessage(planned, [',\n    "USER_REQUEST": "Count words."', '']),
      'a blank request': inMessage(planned, ['Count words.', ' ']),
    },
    good: {
      'null for what may be absent': inMessage('planner.INITIALIZE.1.output', ['"blockers": []', '"blockers": null']),
      'unknown keys': inMessage(output, ['"status"', '"patterns": [],\n    "status"']),
    },
  },
  MESSAGE_FIELD_DEFAULTED: {
    bad: {
      'no attempt': inMessage(input, [',\n    "ATTEMPT_NUMBER": 1', '']),
      'no cycle': inMessage('questioner.RESEARCH.c1.input', [',\n    "CYCLE_NUMBER": 1', '']),
    },
    good: { both: messagesSample },
  },
  MESSAGE_FIELD_TYPE: {
    bad: {
      'a number as text': inMessage(input, ['"ATTEMPT_NUMBER": 1', '"ATTEMPT_NUMBER": "1"']),
      'true as text': inMessage(output, ['"success_criteria_met": true', '"success_criteria_met": "true"']),
    },
    good: {
      'the types': messagesSample,
      'true as text, in 3.x': withMessage(
        laterSample,
        output,
        { ...payloads.executorOutput('task-1'), success_criteria_met: 'true', discovered_tasks: ['Sort'] },
        payloads.executorInput('task-1'),
      ),
    },
  },
  MESSAGE_FIELD_VALUE: {
    bad: {
      'a status': inMessage('questioner.RESEARCH.c1.output', ['"completed"', '"done"']),
      'a status of a review': inMessage('reviewer.task-1.a1.output', ['"status": "completed"', '"status": "ok"']),
    },
    good: {
      'the values': messagesSample,
      'any next action, in 3.x': withMessage(
        laterSample,
        'planner.UPDATE.1.output',
        { ...payloads.plannerOutput, next_actions: ['rest'] },
        payloads.plannerInput('UPDATE'),
      ),
    },
  },
  MESSAGE_KEY_MISMATCH: {
    bad: {
      'another agent': inMessage(planned, ['ralph-planner', 'ralph-executor']),
      'another kind': inMessage(planned, ['"kind": "input"', '"kind": "output"']),
    },
    good: {
      'a path in other forms': inMessage(planned, [
        '.ralph-sessions/260131-144400/',
        './.ralph-sessions/260131-144400',
      ]),
      'an absolute path, in 3.x': withMessage(laterSample, planned, {
        ...payloads.plannerInput('INITIALIZE'),
        SESSION_PATH: '/home/octocat/counter/.ralph-sessions/260131-144400',
      }),
    },
  },
  MESSAGE_PATH_UNSAFE: {
    bad: {
      absolute: inMessage(planned, ['.ralph-sessions/260131-144400/', '/.ralph-sessions/260131-144400/']),
      'out of the session': inMessage(output, ['tasks.task-1-report.md', '../tasks.task-1-report.md']),
    },
    good: { inside: messagesSample },
  },
}
