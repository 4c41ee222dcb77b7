import { inMessage, laterSample, messagePath, messagesSample, payloads, sample, withMessage } from '../../examples.ts'
import { problemRule } from './problems.ts'

const output = 'executor.task-1.a1.output'
const input = 'executor.task-1.a1.input'
const planned = 'planner.INITIALIZE.1.input'

/** Rules about each field of a payload. */
export const fieldRules = [
  problemRule({
    code: 'MESSAGE_FIELD_MISSING',
    strict: 'error',
    soft: 'warning',
    summary: 'A required field of a payload is absent, `null`, or blank where a text is required.',
    why: 'An agent cannot begin, or an orchestrator cannot go on, without it.',
    repair: 'Write the field.',
    hint: 'Write the field.',
    examples: () => ({
      bad: [
        { about: 'no request', head: inMessage(planned, [',\n    "USER_REQUEST": "Count words."', '']) },
        { about: 'a blank request', head: inMessage(planned, ['Count words.', ' ']) },
        { about: 'null', head: inMessage(output, ['"success_criteria_met": true', '"success_criteria_met": null']) },
        { about: 'a review without criteria', head: inMessage('reviewer.task-1.a1.output', ['"criteria_results": [', '"others": [']) },
        {
          about: 'a task without a reason',
          head: inMessage(output, ['"discovered_tasks": []', '"discovered_tasks": [{ "id": "task-8", "description": "Sort" }]']),
        },
        { about: 'no status', head: inMessage('reviewer.task-1.a1.output', ['"status": "completed",\n', '']) },
        { about: 'no total', head: inMessage('planner.INITIALIZE.1.output', [',\n      "total": 4', '']) },
        {
          about: 'a bare payload without a task',
          head: { ...sample, [messagePath(input)]: JSON.stringify({ SESSION_PATH: '.ralph-sessions/260131-144400', ATTEMPT_NUMBER: 1 }) },
        },
      ],
      good: [
        { about: 'null for what may be absent', head: inMessage('planner.INITIALIZE.1.output', ['"blockers": []', '"blockers": null']) },
        { about: 'unknown keys', head: inMessage(output, ['"status"', '"patterns": [],\n    "status"']) },
      ],
    }),
  }),
  problemRule({
    code: 'MESSAGE_FIELD_DEFAULTED',
    strict: 'warning',
    soft: 'notice',
    summary: '`ATTEMPT_NUMBER` or `CYCLE_NUMBER` is absent: 1 is taken.',
    why: 'It is required, and has a default: both cannot be meant.',
    repair: 'Write the number.',
    hint: 'Write the number.',
    examples: () => ({
      bad: [
        { about: 'no attempt', head: inMessage(input, [',\n    "ATTEMPT_NUMBER": 1', '']) },
        { about: 'no cycle', head: inMessage('questioner.RESEARCH.c1.input', [',\n    "CYCLE_NUMBER": 1', '']) },
      ],
      good: [{ about: 'both', head: messagesSample }],
    }),
  }),
  problemRule({
    code: 'MESSAGE_FIELD_TYPE',
    strict: 'error',
    soft: 'error',
    summary: 'A field of a payload has another JSON type.',
    why: 'Orchestrators read typed values, and break on others.',
    repair: 'Write a value of the type that is expected.',
    hint: 'Write a value of that type.',
    examples: () => ({
      bad: [
        { about: 'a number as text', head: inMessage(input, ['"ATTEMPT_NUMBER": 1', '"ATTEMPT_NUMBER": "1"']) },
        { about: 'true as text', head: inMessage(output, ['"success_criteria_met": true', '"success_criteria_met": "true"']) },
        { about: 'a list where a text belongs', head: inMessage(planned, ['"Count words."', '["Count words."]']) },
        { about: 'a text where a list belongs', head: inMessage('planner.INITIALIZE.1.output', ['"blockers": []', '"blockers": "none"']) },
        { about: 'a number where a word belongs', head: inMessage(planned, ['"MODE": "INITIALIZE"', '"MODE": 1']) },
      ],
      good: [
        { about: 'the types', head: messagesSample },
        {
          about: 'true as text, in 3.x',
          head: withMessage(
            laterSample,
            output,
            { ...payloads.executorOutput('task-1'), success_criteria_met: 'true', discovered_tasks: ['Sort'] },
            payloads.executorInput('task-1'),
          ),
        },
      ],
    }),
  }),
  problemRule({
    code: 'MESSAGE_FIELD_VALUE',
    strict: 'error',
    soft: 'error',
    summary: 'A field of a payload has the right type and a value that is not allowed.',
    why: 'Nobody knows what it means.',
    repair: 'Write one of the values that are expected.',
    hint: 'Write a value that is allowed.',
    examples: () => ({
      bad: [
        { about: 'a status', head: inMessage('questioner.RESEARCH.c1.output', ['"completed"', '"done"']) },
        { about: 'a status of a review', head: inMessage('reviewer.task-1.a1.output', ['"status": "completed"', '"status": "ok"']) },
        {
          about: 'half a question',
          head: inMessage('questioner.RESEARCH.c1.output', ['"questions_answered": 1', '"questions_answered": 1.5']),
        },
        { about: 'fewer than none', head: inMessage('questioner.RESEARCH.c1.output', ['"unknown": 1', '"unknown": -1']) },
        { about: 'an unknown next action', head: inMessage('planner.INITIALIZE.1.output', ['"execute"', '"rest"']) },
      ],
      good: [
        { about: 'the values', head: messagesSample },
        {
          about: 'any next action, in 3.x',
          head: withMessage(
            laterSample,
            'planner.UPDATE.1.output',
            { ...payloads.plannerOutput, next_actions: ['rest'] },
            payloads.plannerInput('UPDATE'),
          ),
        },
      ],
    }),
  }),
  problemRule({
    code: 'MESSAGE_KEY_MISMATCH',
    strict: 'error',
    soft: 'error',
    summary: 'A field of a message disagrees with the name of its file or its session: agent, kind, session, task, MODE, attempt or cycle.',
    why: 'The message may belong to another task, and somebody would act on it.',
    repair: 'Rename the file, or mend the field.',
    hint: 'Rename the file, or mend the field.',
    examples: () => ({
      bad: [
        { about: 'another agent', head: inMessage(planned, ['ralph-planner', 'ralph-executor']) },
        { about: 'another kind', head: inMessage(planned, ['"kind": "input"', '"kind": "output"']) },
        { about: 'another session', head: inMessage(planned, ['"session_id": "260131-144400"', '"session_id": "260131-144401"']) },
        { about: 'another folder', head: inMessage(planned, ['.ralph-sessions/260131-144400/', '.ralph-sessions/260131-144401/']) },
        { about: 'another task', head: inMessage(input, ['"TASK_ID": "task-1"', '"TASK_ID": "task-2"']) },
        { about: 'another attempt', head: inMessage(input, ['"ATTEMPT_NUMBER": 1', '"ATTEMPT_NUMBER": 2']) },
        { about: 'another MODE', head: inMessage(planned, ['"MODE": "INITIALIZE"', '"MODE": "UPDATE"']) },
        { about: 'another cycle', head: inMessage('questioner.RESEARCH.c1.input', ['"CYCLE_NUMBER": 1', '"CYCLE_NUMBER": 2']) },
      ],
      good: [
        { about: 'a path in other forms', head: inMessage(planned, ['.ralph-sessions/260131-144400/', './.ralph-sessions/260131-144400']) },
        {
          about: 'an absolute path, in 3.x',
          head: withMessage(laterSample, planned, {
            ...payloads.plannerInput('INITIALIZE'),
            SESSION_PATH: '/home/octocat/counter/.ralph-sessions/260131-144400',
          }),
        },
      ],
    }),
  }),
  problemRule({
    code: 'MESSAGE_PATH_UNSAFE',
    strict: 'error',
    soft: 'error',
    summary:
      'A path of a message is absolute, has a drive, a segment `..` or a control character, or begins with `~`. It is not used further.',
    why: 'A path that leads out of the repository is never followed.',
    repair: 'Write a path inside the repository.',
    hint: 'Write a path inside the repository.',
    examples: () => ({
      bad: [
        { about: 'absolute', head: inMessage(planned, ['.ralph-sessions/260131-144400/', '/.ralph-sessions/260131-144400/']) },
        { about: 'out of the session', head: inMessage(output, ['tasks.task-1-report.md', '../tasks.task-1-report.md']) },
        { about: 'a drive', head: inMessage('reviewer.task-1.a1.input', ['"tasks.task-1', '"C:\\\\tasks.task-1']) },
        {
          about: 'home',
          head: inMessage('planner.INITIALIZE.1.output', ['"artifacts_updated": []', '"artifacts_updated": ["~/plan.md"]']),
        },
      ],
      good: [{ about: 'inside', head: messagesSample }],
    }),
  }),
]
