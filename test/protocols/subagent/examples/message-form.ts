import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  inMessage,
  laterSample,
  messagePath,
  payloads,
  sample,
  withMessage,
} from '../../../../src/protocols/subagent/examples.ts'

const planned = 'planner.INITIALIZE.1.input'
const output = 'executor.task-1.a1.output'
const input = 'executor.task-1.a1.input'
const bare = (name: string, payload: object) => change(sample, { [messagePath(name)]: JSON.stringify(payload) })

/** Cases at the edges of the rules of `message-form.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  MESSAGE_UNREADABLE: {
    bad: {
      'a key twice': inMessage(planned, ['"kind"', '"by": "octocat",\n  "by": "hubot",\n  "kind"']),
      'a link': {
        head: change(sample, { [messagePath('planner.UPDATE.1.input')]: 'elsewhere' }),
        links: [messagePath('planner.UPDATE.1.input')],
      },
      'a folder behind a link': {
        head: { ...sample, '.ralph-sessions/260131-144400/messages': 'elsewhere' },
        links: ['.ralph-sessions/260131-144400/messages'],
      },
      'too deep': inMessage(planned, [
        '"USER_REQUEST"',
        `"CONTEXT": { "a": ${'['.repeat(70)}${']'.repeat(70)} },\n    "USER_REQUEST"`,
      ]),
    },
    good: {
      'a key of every object': inMessage(planned, [
        '"USER_REQUEST"',
        '"CONTEXT": { "__proto__": { "MODE": 1 } },\n    "constructor": 1,\n    "USER_REQUEST"',
      ]),
    },
  },
  MESSAGE_NAME: {
    bad: {
      'a leading zero': change(sample, { [messagePath('executor.task-1.a01.input')]: '{}' }),
      'an unknown MODE': change(sample, { [messagePath('planner.PLAN.1.input')]: '{}' }),
      'an unknown kind': change(sample, { [messagePath('planner.UPDATE.1.answer')]: '{}' }),
      'a MODE of 3.x': change(sample, { [messagePath('questioner.research.c1.input')]: '{}' }),
    },
    good: {
      'a MODE in lower-case letters, in 3.x': withMessage(laterSample, 'questioner.research.c1.input', {
        ...payloads.questionerInput('research'),
        CYCLE: 1,
      }),
    },
  },
  MESSAGE_ENVELOPE: {
    bad: {
      'no such day': inMessage(planned, ['2026-01-31T15:00:00Z', '2026-02-31T15:00:00Z']),
      'no offset': inMessage(planned, ['15:00:00Z', '15:00:00']),
      'a payload that is a text': change(sample, {
        [messagePath('planner.UPDATE.1.input')]:
          '{ "contract": "ralph-planner@1.0.0", "kind": "input", "session_id": "260131-144400", "created_at": "2026-01-31T15:00:00Z", "payload": "all" }',
      }),
      'a contract of another form': inMessage(planned, ['ralph-planner@1.0.0', 'planner']),
      'answers that are a text': inMessage(planned, ['"payload"', '"answers": "none",\n  "payload"']),
      'an agent that is a number': inMessage(input, ['"payload"', '"agent": 7,\n  "payload"']),
      'answers in an output': inMessage(output, ['"payload"', '"answers": [],\n  "payload"']),
    },
    good: {
      'to whom it was given, and until when': inMessage(input, [
        '"payload"',
        '"agent": "executor/2",\n  "until": "2026-01-31T19:00:00Z",\n  "payload"',
      ]),
      'a bare payload': bare(planned, payloads.plannerInput('INITIALIZE')),
    },
  },
  MESSAGE_FIELD_MISSING: {
    bad: {
      null: inMessage(output, ['"success_criteria_met": true', '"success_criteria_met": null']),
      'a review without criteria': inMessage('reviewer.task-1.a1.output', ['"criteria_results": [', '"others": [']),
      'a task without a reason': inMessage(output, [
        '"discovered_tasks": []',
        '"discovered_tasks": [{ "id": "task-8", "description": "Sort" }]',
      ]),
      'no status': inMessage('reviewer.task-1.a1.output', ['"status": "completed",\n', '']),
      'no total': inMessage('planner.INITIALIZE.1.output', [',\n      "total": 4', '']),
      'a bare payload without a task': {
        ...sample,
        [messagePath(input)]: JSON.stringify({ SESSION_PATH: '.ralph-sessions/260131-144400', ATTEMPT_NUMBER: 1 }),
      },
    },
  },
  MESSAGE_FIELD_TYPE: {
    bad: {
      'a list where a text belongs': inMessage(planned, ['"Count words."', '["Count words."]']),
      'a text where a list belongs': inMessage('planner.INITIALIZE.1.output', ['"blockers": []', '"blockers": "none"']),
      'a number where a word belongs': inMessage(planned, ['"MODE": "INITIALIZE"', '"MODE": 1']),
    },
  },
  MESSAGE_FIELD_VALUE: {
    bad: {
      'half a question': inMessage('questioner.RESEARCH.c1.output', [
        '"questions_answered": 1',
        '"questions_answered": 1.5',
      ]),
      'fewer than none': inMessage('questioner.RESEARCH.c1.output', ['"unknown": 1', '"unknown": -1']),
      'a status with the words of a message': inMessage('reviewer.task-1.a1.output', [
        '"status": "completed"',
        '"status": "ok, expected all"',
      ]),
      'an unknown next action': inMessage('planner.INITIALIZE.1.output', ['"execute"', '"rest"']),
    },
  },
  MESSAGE_KEY_MISMATCH: {
    bad: {
      'another session': inMessage(planned, ['"session_id": "260131-144400"', '"session_id": "260131-144401"']),
      'another folder': inMessage(planned, ['.ralph-sessions/260131-144400/', '.ralph-sessions/260131-144401/']),
      'another task': inMessage(input, ['"TASK_ID": "task-1"', '"TASK_ID": "task-2"']),
      'another attempt': inMessage(input, ['"ATTEMPT_NUMBER": 1', '"ATTEMPT_NUMBER": 2']),
      'another MODE': inMessage(planned, ['"MODE": "INITIALIZE"', '"MODE": "UPDATE"']),
      'another cycle': inMessage('questioner.RESEARCH.c1.input', ['"CYCLE_NUMBER": 1', '"CYCLE_NUMBER": 2']),
    },
  },
  MESSAGE_PATH_UNSAFE: {
    bad: {
      'a drive': inMessage('reviewer.task-1.a1.input', ['"tasks.task-1', '"C:\\\\tasks.task-1']),
      home: inMessage('planner.INITIALIZE.1.output', ['"artifacts_updated": []', '"artifacts_updated": ["~/plan.md"]']),
    },
  },
}
