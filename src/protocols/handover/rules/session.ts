import { briefPath, change, finished, inPrompt, inState, only, progressPath, promptPath, session, statePath } from '../examples.ts'
import type { Told } from './rule.ts'

const failedRun = change(session, {
  [progressPath]: [
    ['"status": "in_progress"', '"status": "failed"'],
    ['"2": { "status": "pending", "attempts": 0', '"2": { "status": "failed", "attempts": 1'],
  ],
})

/** Rules about the session state and its prompt (handover protocol, section 4.7). */
export const sessionRules = {
  SESSION_STATE_PARSE_ERROR: {
    summary: 'The session state is not JSON, has a key twice, or is no object.',
    why: 'Nobody can go on with it.',
    repair: 'Mend the JSON; `baton handback` writes a new one where there is none.',
    examples() {
      return {
        bad: [
          { about: 'cut off', head: change(session, { [statePath]: '{ "schema_version": 1' }) },
          { about: 'a list', head: change(session, { [statePath]: '[]\n' }) },
          { about: 'a byte-order mark', head: inState(['{', '\ufeff{']) },
          { about: 'a key twice', head: inState(['"status"', '"status": "stopped",\n  "status"']) },
        ],
        good: [{ about: 'an object', head: session }],
      }
    },
  },
  SESSION_STATE_SCHEMA_MISMATCH: {
    summary: '`schema_version` of the session state is not the number 1.',
    why: 'Other versions are not read.',
    repair: 'Write 1.',
    examples() {
      return {
        bad: [{ about: 'the text', head: inState(['"schema_version": 1', '"schema_version": "1"']) }],
        good: [{ about: 'the number', head: session }],
      }
    },
  },
  SESSION_STATE_MISSING_FIELD: {
    summary: 'A key of the session state is absent.',
    why: 'All six say together where to go on.',
    repair: 'Write it.',
    examples() {
      return {
        bad: [
          { about: 'no label', head: inState(['  "next_session_label": "Session 2",\n', '']) },
          { about: 'all of them', head: change(session, { [statePath]: '{}\n' }) },
        ],
        good: [
          { about: 'keys that nobody knows', head: inState(['"schema_version"', '"handoff": { "by": "a tool" },\n  "schema_version"']) },
        ],
      }
    },
  },
  SESSION_STATE_INVALID_STATUS: {
    summary: '`status` of the session state is none of `in_progress`, `partial`, `failed`, `stopped`, `completed`.',
    why: 'Whoever resumes goes by this word.',
    repair: 'Write one of the five.',
    examples() {
      return {
        bad: [{ about: 'another word', head: inState(['"in_progress"', '"running"']) }],
        good: [{ about: 'stopped', head: inState(['"in_progress"', '"stopped"']) }],
      }
    },
  },
  SESSION_STATE_INVALID_TIMESTAMP: {
    summary: '`updated_at` of the session state is no timestamp.',
    why: 'It tells whether the prompt is of this session.',
    repair: 'Write a timestamp such as `2026-01-20T12:00:00Z`.',
    examples() {
      return {
        bad: [{ about: 'a word', head: inState(['"2026-01-20T12:00:00Z"', '"noon"']) }],
        good: [{ about: 'another zone', head: inState(['"2026-01-20T12:00:00Z"', '"2026-01-20T13:00:00+01:00"']) }],
      }
    },
  },
  SESSION_STATE_INVALID_PATH: {
    summary: '`next_session_brief_path` is empty, no text, or leads out of the repository.',
    why: 'The next session begins by reading this file.',
    repair: 'Write the path of a brief or plan.',
    examples() {
      return {
        bad: [
          { about: 'empty', head: inState([`"next_session_brief_path": "${briefPath}"`, '"next_session_brief_path": ""']) },
          {
            about: 'beyond the root',
            head: inState([`"next_session_brief_path": "${briefPath}"`, '"next_session_brief_path": "../../../../../brief.md"']),
          },
        ],
        good: [
          {
            about: 'a path of some machine',
            head: inState([`"next_session_brief_path": "${briefPath}"`, '"next_session_brief_path": "/home/octocat/brief.md"']),
          },
        ],
      }
    },
  },
  SESSION_STATE_INVALID_FIELD: {
    summary: '`project` or `next_session_label` is empty or no text.',
    why: 'People are told where they are by these.',
    repair: 'Write a text.',
    examples: () => ({ bad: [{ about: 'a number', head: inState(['"Session 2"', '2']) }], good: [{ about: 'a text', head: session }] }),
  },
  SESSION_STATE_NOT_RESUMABLE: {
    summary: 'The session state is `completed`.',
    why: 'Finished work that looks open misleads the next session.',
    repair: '`baton cleanup --confirm PROJECT_DIR` removes it.',
    examples() {
      return {
        bad: [
          {
            about: 'completed',
            head: change(only(briefPath, statePath), {
              [briefPath]: [['research_topics: 1', 'research_topics: 0']],
              [statePath]: [['"in_progress"', '"completed"']],
            }),
          },
        ],
        good: [{ about: 'open', head: session }],
      }
    },
  },
  SESSION_STATE_BRIEF_NOT_FOUND: {
    summary: '`next_session_brief_path` leads to no file.',
    why: 'The next session would have nothing to read.',
    repair: 'Write the path of a brief or plan.',
    examples() {
      return {
        bad: [{ about: 'a slip', head: inState([`"next_session_brief_path": "${briefPath}"`, '"next_session_brief_path": "brief2.md"']) }],
        good: [
          {
            about: 'relative to the project',
            head: inState([`"next_session_brief_path": "${briefPath}"`, '"next_session_brief_path": "plan.md"']),
          },
        ],
      }
    },
  },
  SESSION_STATE_PROJECT_MISMATCH: {
    summary: '`project` does not end in the folder that the state lies in.',
    why: 'The state was copied, or the folder renamed.',
    repair: 'Write the folder.',
    examples() {
      return {
        bad: [{ about: 'another project', head: inState(['2026-01-20-login",\n  "next', '2026-01-20-logout",\n  "next']) }],
        good: [{ about: 'a path of some machine', head: inState(['"project": "', '"project": "/home/octocat/shop/']) }],
      }
    },
  },
  SESSION_STATE_PROGRESS_MISMATCH: {
    summary: 'The status of the session does not mirror that of the run.',
    why: 'The progress file is the record; the state follows it.',
    repair: '`baton handback` keeps both.',
    examples() {
      return {
        bad: [
          { about: 'failed beside a run in progress', head: inState(['"in_progress"', '"failed"']) },
          {
            about: 'stopped beside a run that is completed',
            head: change(session, { [progressPath]: [...finished], [statePath]: [['"in_progress"', '"stopped"']] }),
          },
        ],
        good: [{ about: 'stopped beside any that is open', head: change(failedRun, { [statePath]: [['"in_progress"', '"stopped"']] }) }],
      }
    },
  },
  NEXT_SESSION_PROMPT_INVALID_TIMESTAMP: {
    summary: '`produced_at` of a prompt is no timestamp.',
    why: 'It tells whether the prompt is of this session.',
    repair: 'Write a timestamp such as `2026-01-20T12:00:00Z`.',
    examples() {
      return {
        bad: [{ about: 'a word', head: inPrompt(['2026-01-20T12:00:00Z', 'noon']) }],
        good: [{ about: 'in quotes', head: inPrompt(['2026-01-20T12:00:00Z', '"2026-01-20T12:00:00Z"']) }],
      }
    },
  },
  NEXT_SESSION_PROMPT_INCONSISTENT: {
    summary: 'The prompt is older than the session state beside it.',
    why: 'It was written for a session before this one.',
    repair: 'Write it anew.',
    examples() {
      return {
        bad: [{ about: 'an hour before, in another zone', head: inPrompt(['2026-01-20T12:00:00Z', '2026-01-20T12:00:00+01:00']) }],
        good: [
          { about: 'the same moment', head: inPrompt(['2026-01-20T12:00:00Z', '2026-01-20T13:00:00+01:00']) },
          { about: 'no state', head: change(session, { [statePath]: null, [promptPath]: [['2026-01-20', '2026-01-01']] }) },
        ],
      }
    },
  },
} as const satisfies Readonly<Record<string, Told>>
