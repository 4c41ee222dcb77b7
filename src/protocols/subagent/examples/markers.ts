import type { RuleExamples } from '../../../core/rule.ts'
import { hour } from '../../../core/time.ts'
import {
  change,
  doneSample,
  executorAsked,
  failedSample,
  inProgress,
  inSession,
  iteratedSample,
  laterSample,
  marked,
  messagePath,
  pendingSample,
  progressPath,
  reportPath,
  reportText,
  reviewText,
  sample,
  workingSample,
} from '../examples.ts'

const third = '- [ ] task-3 (Not Started)'
const working = executorAsked(workingSample)

export const examples: RuleExamples = {
  MARKER_UNKNOWN: {
    bad: { 'a tick': inProgress([third, '- [✓] task-3 (done)']), nothing: inProgress([third, '- [] task-3']) },
    good: {
      'placeholders, legends and criteria': inProgress([
        third,
        `${third}\n  - [?] criterion met\n- [To be filled after the breakdown]\n- [-] later`,
      ]),
      'a fenced example': inProgress([third, `${third}\n\n\`\`\`\n- [Z] task-4\n\`\`\``]),
    },
  },
  MARKER_CASE: {
    bad: {
      'a capital': inProgress(['- [x] task-1', '- [X] task-1']),
      'an ordered list': inProgress(['- [x] plan-init', '1. [X] **plan-init**']),
    },
    good: { small: sample },
  },
  MARKER_UNREADABLE: {
    bad: {
      'a capital': inProgress([third, `${third}\n- [ ] Task-4 (Not Started)`]),
      'a blank': inProgress([third, `${third}\n- [x] task 4: Print`]),
    },
    good: { ids: sample, criteria: inProgress([third, `${third}\n  - [ ] plan written\n  - [x] tasks are small`]) },
  },
  MARKER_DUPLICATE: {
    bad: {
      'the same twice': inProgress([third, `${third}\n${third}`]),
      'two states': inProgress(['- [x] task-1 (Completed)', '- [x] task-1 (Completed)\n- [ ] task-1']),
    },
    good: { 'ids that begin alike': inProgress(['- [x] plan-init', '- [x] plan-init.1\n- [x] plan-init']) },
  },
  MARKER_PLANNING_REVIEW: {
    bad: { 'under review': marked(sample, 'plan-init', 'x', 'P') },
    good: { completed: sample },
  },
  MARKER_TASK_UNKNOWN: {
    bad: {
      'nowhere mentioned': inProgress([
        '- [ ] task-3 (Not Started)',
        '- [ ] task-3 (Not Started)\n- [ ] task-4 (Not Started)',
      ]),
      'no file in the iteration': change(iteratedSample, {
        [inSession('iterations/2/progress.md')]: [['- [C] task-4', '- [C] task-4\n- [ ] task-5']],
      }),
    },
    good: {
      'a mention': change(inProgress(['- [ ] task-3 (Not Started)', '- [ ] task-3 (Not Started)\n- [ ] task-4']), {
        'docs/a.md': '',
        '.ralph-sessions/260131-144400/tasks.md': `${sample['.ralph-sessions/260131-144400/tasks.md']}\nLater comes task-4.\n`,
      }),
      planning: inProgress(['- [x] plan-init', '- [x] plan-other\n- [x] plan-init']),
    },
  },
  MARKER_UNREVIEWED: {
    bad: { 'no PART 2': marked(pendingSample, 'task-3', 'P', 'x') },
    good: {
      'a verdict': doneSample,
      'a task that proved wrong, in 3.x': change(laterSample, {
        [progressPath]: [['- [x] task-1', '- [F] task-1']],
        [reportPath('task-1')]: reportText('task-1'),
      }),
    },
  },
  MARKER_BEHIND_VERDICT: {
    bad: {
      Qualified: change(pendingSample, { [reportPath('task-3')]: reportText('task-3') + reviewText('Qualified') }),
      Failed: marked(failedSample, 'task-3', ' ', 'P'),
    },
    good: {
      'no verdict yet': pendingSample,
      'a placeholder': change(pendingSample, {
        [reportPath('task-3')]: reportText('task-3') + reviewText('Qualified | Failed'),
      }),
    },
  },
  MARKER_CONTRADICTS_VERDICT: {
    bad: {
      'Qualified, and not started': marked(sample, 'task-1', 'x', ' '),
      'Failed, and completed': marked(failedSample, 'task-3', ' ', 'x'),
    },
    good: {
      'Failed, and begun again': marked(failedSample, 'task-3', ' ', '/'),
      'Failed, and failed, in v2': iteratedSample,
    },
  },
  SUBAGENT_STALE: {
    bad: { 'a day and more': { head: working, at: '2026-02-02T10:00:00Z', staleAfter: 24 * hour } },
    good: {
      'not longer than that': { head: working, at: '2026-02-01T14:59:00Z', staleAfter: 24 * hour },
      'its grant has an `until`': {
        head: change(working, {
          [messagePath('executor.task-3.a1.input')]: [['"payload"', '"until": "2026-02-03T15:00:00Z",\n  "payload"']],
        }),
        at: '2026-02-02T10:00:00Z',
        staleAfter: 24 * hour,
      },
    },
  },
}
