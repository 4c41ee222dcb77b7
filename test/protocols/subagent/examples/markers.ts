import type { EdgeCases } from '../../../examples-of.ts'
import { hour } from '../../../../src/core/time.ts'
import {
  change,
  executorAsked,
  inProgress,
  laterSample,
  progressPath,
  sample,
  workingSample,
} from '../../../../src/protocols/subagent/examples.ts'

const third = '- [ ] task-3 (Not Started)'
const working = executorAsked(workingSample)

/** Cases at the edges of the rules of `markers.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  MARKER_UNKNOWN: {
    bad: {
      'two characters': inProgress([third, '- [xx] task-3']),
      'a Cyrillic letter': inProgress([third, '- [х] task-3']),
      'a no-break space': inProgress([third, '- [\u00a0] task-3']),
      'a mark of 3.x': inProgress([third, '- [F] task-3 (Failed)']),
      'a task of no use, in 3.x': change(laterSample, { [progressPath]: [[third, '- [C] task-3']] }),
    },
    good: {
      'a task that later proved wrong, in 3.x': change(laterSample, {
        [progressPath]: [['- [x] task-1', '- [F] task-1']],
      }),
    },
  },
  MARKER_UNREADABLE: {
    bad: { 'another hyphen': inProgress([third, `${third}\n- [ ] task‑4`]) },
    good: { 'a legend': inProgress(['- [ ] Not started', '- [ ] Task-1 is not started']) },
  },
  SUBAGENT_STALE: {
    good: {
      'no audit': { head: working, at: '2026-12-24T00:00:00Z' },
      'an unknown time': { head: workingSample, staleAfter: hour },
      'nothing in progress': { head: sample, staleAfter: hour },
    },
  },
}
