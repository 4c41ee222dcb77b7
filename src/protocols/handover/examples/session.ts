import type { RuleExamples } from '../../../core/rule.ts'
import {
  briefPath,
  change,
  finished,
  inPrompt,
  inState,
  only,
  progressPath,
  promptPath,
  session,
  statePath,
} from '../examples.ts'

const failedRun = change(session, {
  [progressPath]: [
    ['"status": "in_progress"', '"status": "failed"'],
    ['"2": { "status": "pending", "attempts": 0', '"2": { "status": "failed", "attempts": 1'],
  ],
})

export const examples: RuleExamples = {
  SESSION_STATE_PARSE_ERROR: {
    bad: {
      'cut off': change(session, { [statePath]: '{ "schema_version": 1' }),
      'a list': change(session, { [statePath]: '[]\n' }),
    },
    good: { 'an object': session },
  },
  SESSION_STATE_SCHEMA_MISMATCH: {
    bad: { 'the text': inState(['"schema_version": 1', '"schema_version": "1"']) },
    good: { 'the number': session },
  },
  SESSION_STATE_MISSING_FIELD: {
    bad: {
      'no label': inState(['  "next_session_label": "Session 2",\n', '']),
      'all of them': change(session, { [statePath]: '{}\n' }),
    },
    good: { 'unknown keys': inState(['"schema_version"', '"handoff": { "by": "a tool" },\n  "schema_version"']) },
  },
  SESSION_STATE_INVALID_STATUS: {
    bad: { 'another word': inState(['"in_progress"', '"running"']) },
    good: { stopped: inState(['"in_progress"', '"stopped"']) },
  },
  SESSION_STATE_INVALID_TIMESTAMP: {
    bad: { 'a word': inState(['"2026-01-20T12:00:00Z"', '"noon"']) },
    good: { 'another zone': inState(['"2026-01-20T12:00:00Z"', '"2026-01-20T13:00:00+01:00"']) },
  },
  SESSION_STATE_INVALID_PATH: {
    bad: {
      empty: inState([`"next_session_brief_path": "${briefPath}"`, '"next_session_brief_path": ""']),
      'beyond the root': inState([
        `"next_session_brief_path": "${briefPath}"`,
        '"next_session_brief_path": "../../../../../brief.md"',
      ]),
    },
    good: {
      'a path of some machine': inState([
        `"next_session_brief_path": "${briefPath}"`,
        '"next_session_brief_path": "/home/octocat/brief.md"',
      ]),
    },
  },
  SESSION_STATE_INVALID_FIELD: { bad: { 'a number': inState(['"Session 2"', '2']) }, good: { 'a text': session } },
  SESSION_STATE_NOT_RESUMABLE: {
    bad: {
      completed: change(only(briefPath, statePath), {
        [briefPath]: [['research_topics: 1', 'research_topics: 0']],
        [statePath]: [['"in_progress"', '"completed"']],
      }),
    },
    good: { open: session },
  },
  SESSION_STATE_BRIEF_NOT_FOUND: {
    bad: { 'a typo': inState([`"next_session_brief_path": "${briefPath}"`, '"next_session_brief_path": "brief2.md"']) },
    good: {
      'relative to the project': inState([
        `"next_session_brief_path": "${briefPath}"`,
        '"next_session_brief_path": "plan.md"',
      ]),
    },
  },
  SESSION_STATE_PROJECT_MISMATCH: {
    bad: { 'another project': inState(['2026-01-20-login",\n  "next', '2026-01-20-logout",\n  "next']) },
    good: { 'a path of some machine': inState(['"project": "', '"project": "/home/octocat/shop/']) },
  },
  SESSION_STATE_PROGRESS_MISMATCH: {
    bad: {
      'failed together with a run in progress': inState(['"in_progress"', '"failed"']),
      'stopped together with a run that is completed': change(session, {
        [progressPath]: [...finished],
        [statePath]: [['"in_progress"', '"stopped"']],
      }),
    },
    good: {
      'stopped together with any that is open': change(failedRun, { [statePath]: [['"in_progress"', '"stopped"']] }),
    },
  },
  NEXT_SESSION_PROMPT_INCONSISTENT: {
    bad: { 'an hour before, in another zone': inPrompt(['2026-01-20T12:00:00Z', '2026-01-20T12:00:00+01:00']) },
    good: {
      'the same moment': inPrompt(['2026-01-20T12:00:00Z', '2026-01-20T13:00:00+01:00']),
      'no state': change(session, { [statePath]: null, [promptPath]: [['2026-01-20', '2026-01-01']] }),
    },
  },
}
