import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  firstCommit,
  inFinished,
  inProgress,
  planPath,
  progressPath,
  startCommit,
} from '../../../../src/protocols/handover/examples.ts'

const inRun = (status: string, ...edits: readonly (readonly [string, string])[]) =>
  inProgress(['"status": "in_progress"', `"status": "${status}"`], ...edits)
const startedRun = inProgress(['"steps"', '"session_start_sha": "1111111",\n  "steps"'])
const aheadCommit = { sha: '2222222cccc', subject: 'feat(step2): ask the browser' }

/** Cases at the edges of the rules of `run.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  PROGRESS_STATE_INCOHERENT: {
    bad: {
      'open with a time': inProgress(['"mode"', '"completed_at": "2026-01-20T12:00:00Z",\n  "mode"']),
      'pending after a step': inRun('pending'),
      'updated before it was started': inProgress(['"started_at": "2026-01-20T10', '"started_at": "2026-01-20T14']),
    },
  },
  PROGRESS_GIT_DRIFT: {
    good: {
      'the commit is older than the session': {
        head: startedRun,
        log: [{ ...firstCommit }, { ...startCommit }, aheadCommit],
      },
      'the run is completed': {
        head: change(inFinished(), { [progressPath]: [['"steps"', '"session_start_sha": "1111111",\n  "steps"']] }),
        log: [aheadCommit, firstCommit, startCommit],
      },
      'only the first 200 characters of a subject count': {
        head: change(startedRun, { [planPath]: [['"^feat\\\\(step2\\\\):"', '"step2"']] }),
        log: [{ ...aheadCommit, subject: `${'x'.repeat(196)} step2` }, firstCommit, startCommit],
      },
    },
  },
}
