import { msg } from '../../../../core/message.ts'
import { change, inMessage, laterSample, messagePath, messagesSample, payloads, sample, withMessage } from '../../examples.ts'
import { problemRule } from './problems.ts'

const output = 'executor.task-1.a1.output'
const input = 'executor.task-1.a1.input'
const planned = 'planner.INITIALIZE.1.input'
const bare = (name: string, payload: object) => change(sample, { [messagePath(name)]: JSON.stringify(payload) })

/** Rules about what a message is, before any field of its payload is looked at. */
export const envelopeRules = [
  problemRule({
    code: 'MESSAGE_UNREADABLE',
    strict: 'error',
    soft: 'error',
    summary: 'A message is not UTF-8, a link, too large, no JSON, has a key twice, is nested too deeply, or is no object.',
    why: 'What cannot be read tells nobody anything.',
    repair: 'Write one JSON object.',
    hint: 'Write one JSON object.',
    examples: () => ({
      bad: [
        { about: 'broken off', head: change(sample, { [messagePath('planner.UPDATE.1.input')]: '{ "SESSION_PATH": ' }) },
        { about: 'a list', head: change(sample, { [messagePath('planner.UPDATE.1.input')]: '[]\n' }) },
        { about: 'a key twice', head: inMessage(planned, ['"kind"', '"by": "octocat",\n  "by": "hubot",\n  "kind"']) },
        {
          about: 'a link',
          head: change(sample, { [messagePath('planner.UPDATE.1.input')]: 'elsewhere' }),
          links: [messagePath('planner.UPDATE.1.input')],
        },
        {
          about: 'a folder behind a link',
          head: { ...sample, '.ralph-sessions/260131-144400/messages': 'elsewhere' },
          links: ['.ralph-sessions/260131-144400/messages'],
        },
        {
          about: 'too deep',
          head: inMessage(planned, ['"USER_REQUEST"', `"CONTEXT": { "a": ${'['.repeat(70)}${']'.repeat(70)} },\n    "USER_REQUEST"`]),
        },
      ],
      good: [
        { about: 'messages', head: messagesSample },
        { about: 'a byte-order mark', head: inMessage(planned, ['{\n  "contract"', '\ufeff{\n  "contract"']) },
        {
          about: 'a key of every object',
          head: inMessage(planned, [
            '"USER_REQUEST"',
            '"CONTEXT": { "__proto__": { "MODE": 1 } },\n    "constructor": 1,\n    "USER_REQUEST"',
          ]),
        },
      ],
    }),
  }),
  problemRule({
    code: 'MESSAGE_NAME',
    strict: 'error',
    soft: 'warning',
    summary: 'A `.json` file in `messages/` is called like no message. Nothing else is checked in it.',
    why: 'The name says whose message it is, of which task and attempt.',
    repair: 'Rename it, such as `executor.task-1.a1.input.json`.',
    hint: msg`Rename it, such as ${'executor.task-1.a1.input.json'}.`,
    examples: () => ({
      bad: [
        { about: 'an unknown agent', head: change(sample, { [messagePath('librarian.task-1.a1.input')]: '{}' }) },
        { about: 'attempt 0', head: change(sample, { [messagePath('executor.task-1.a0.input')]: '{}' }) },
        { about: 'a leading zero', head: change(sample, { [messagePath('executor.task-1.a01.input')]: '{}' }) },
        { about: 'an unknown MODE', head: change(sample, { [messagePath('planner.PLAN.1.input')]: '{}' }) },
        { about: 'an unknown kind', head: change(sample, { [messagePath('planner.UPDATE.1.answer')]: '{}' }) },
        { about: 'a MODE of 3.x', head: change(sample, { [messagePath('questioner.research.c1.input')]: '{}' }) },
      ],
      good: [
        {
          about: 'an id with a dot',
          head: change(withMessage(sample, 'executor.task-3.a1.input', payloads.executorInput('task-3')), {
            [messagePath('README')]: null,
          }),
        },
        { about: 'other files', head: { ...sample, '.ralph-sessions/260131-144400/messages/README.md': 'By hand.\n' } },
        {
          about: 'a MODE in small letters, in 3.x',
          head: withMessage(laterSample, 'questioner.research.c1.input', { ...payloads.questionerInput('research'), CYCLE: 1 }),
        },
      ],
    }),
  }),
  problemRule({
    code: 'MESSAGE_ENVELOPE',
    strict: 'error',
    soft: 'warning',
    summary: 'A field of an envelope is missing or has another type, or `created_at` is no date and time with offset.',
    why: 'The envelope says who speaks, of what, and since when.',
    repair: 'Write `contract`, `kind`, `session_id`, `created_at` and `payload`, or the bare payload.',
    hint: 'Write every field of the envelope, or the bare payload.',
    examples: () => ({
      bad: [
        { about: 'no time', head: inMessage(planned, ['  "created_at": "2026-01-31T15:00:00Z",\n', '']) },
        { about: 'a day', head: inMessage(planned, ['2026-01-31T15:00:00Z', '2026-01-31']) },
        { about: 'no such day', head: inMessage(planned, ['2026-01-31T15:00:00Z', '2026-02-31T15:00:00Z']) },
        { about: 'no offset', head: inMessage(planned, ['15:00:00Z', '15:00:00']) },
        {
          about: 'a payload that is a text',
          head: change(sample, {
            [messagePath('planner.UPDATE.1.input')]:
              '{ "contract": "ralph-planner@1.0.0", "kind": "input", "session_id": "260131-144400", "created_at": "2026-01-31T15:00:00Z", "payload": "all" }',
          }),
        },
        { about: 'a contract of another form', head: inMessage(planned, ['ralph-planner@1.0.0', 'planner']) },
        { about: 'answers that are a text', head: inMessage(planned, ['"payload"', '"answers": "none",\n  "payload"']) },
        { about: 'answers in an output', head: inMessage(output, ['"payload"', '"answers": [],\n  "payload"']) },
      ],
      good: [
        { about: 'an offset without a colon', head: inMessage(planned, ['15:00:00Z', '15:00:00+0700']) },
        {
          about: 'who sent it, and answers',
          head: inMessage(input, [
            '"payload"',
            '"by": "octocat",\n  "answers": [{ "question": "Which?", "by": "octocat", "at": "2026-01-31T15:00:00Z" }],\n  "payload"',
          ]),
        },
        { about: 'a bare payload', head: bare(planned, payloads.plannerInput('INITIALIZE')) },
      ],
    }),
  }),
  problemRule({
    code: 'MESSAGE_CONTRACT_VERSION',
    strict: 'warning',
    soft: 'notice',
    summary: 'The contract has another version than 1.0.0. The message is checked as 1.0.0.',
    why: 'What is checked may not be what was meant.',
    repair: 'Write the version 1.0.0.',
    hint: msg`It is checked as ${'1.0.0'}.`,
    examples: () => ({
      bad: [{ about: 'a later one', head: inMessage(planned, ['@1.0.0', '@1.1.0']) }],
      good: [{ about: 'this one', head: messagesSample }],
    }),
  }),
]
