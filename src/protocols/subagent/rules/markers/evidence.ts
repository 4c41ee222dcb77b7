import type { Finding } from '../../../../core/diagnostic.ts'
import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import {
  change,
  doneSample,
  failedSample,
  inProgress,
  iteratedSample,
  laterSample,
  inSession,
  marked,
  pendingSample,
  progressPath,
  reportPath,
  reportText,
  reviewText,
  sample,
} from '../../examples.ts'
import { shown } from '../../states.ts'
import { contradictsVerdict, isReviewable, takes } from '../../takes.ts'
import { knowsTasks, nameIn, type TaskSubject } from '../../subjects.ts'
import { isSameAgain } from '../session/report-missing.ts'

export const planningReview: Rule<TaskSubject> = {
  code: 'MARKER_PLANNING_REVIEW',
  strict: 'warning',
  soft: 'warning',
  summary: 'A planning task stands at `[P]`: nobody reviews those.',
  why: 'It would wait for ever.',
  repair: 'Mark it `[x]` if it is done, else `[/]`.',
  examples() {
    return {
      bad: [{ about: 'under review', head: marked(sample, 'plan-init', 'x', 'P') }],
      good: [{ about: 'completed', head: sample }],
    }
  },
  *check({ task: { id, kind, line, target } }) {
    if (kind !== 'planning' || line?.marker !== 'P') return
    yield {
      message: msg`Unexpected ${shown('P')} of ${id}, expected ${shown('x')} or ${shown('/')}: planning is not reviewed`,
      hint: 'Mark it as completed, or as in progress.',
      place: line.place,
      target,
    }
  },
}

export const markerTaskUnknown: Rule<TaskSubject> = {
  code: 'MARKER_TASK_UNKNOWN',
  strict: 'error',
  soft: 'warning',
  summary: '`progress.md` has a line for a task that `tasks.md` does not even mention.',
  why: 'Nobody can tell what is to be done.',
  repair: 'Let the Planner define the task, or take the line out.',
  examples() {
    return {
      bad: [
        {
          about: 'nowhere mentioned',
          head: inProgress(['- [ ] task-3 (Not Started)', '- [ ] task-3 (Not Started)\n- [ ] task-4 (Not Started)']),
        },
        {
          about: 'no file in the iteration',
          head: change(iteratedSample, { [inSession('iterations/2/progress.md')]: [['- [C] task-4', '- [C] task-4\n- [ ] task-5']] }),
        },
      ],
      good: [
        {
          about: 'a mention',
          head: change(inProgress(['- [ ] task-3 (Not Started)', '- [ ] task-3 (Not Started)\n- [ ] task-4']), {
            'docs/a.md': '',
            '.ralph-sessions/260131-144400/tasks.md': `${sample['.ralph-sessions/260131-144400/tasks.md']}\nLater comes task-4.\n`,
          }),
        },
        { about: 'planning', head: inProgress(['- [x] plan-init', '- [x] plan-other\n- [x] plan-init']) },
      ],
    }
  },
  *check({ task: { id, kind, line, target }, session }) {
    if (!line || kind !== 'implementation' || session.tasks.isBlank || !knowsTasks(session) || session.tasks.mentions(id)) return
    yield {
      message: msg`Unknown task ${id}: ${'tasks.md'} does not mention it`,
      hint: 'Let the Planner define it, or take the line out.',
      place: line.place,
      target,
    }
  },
}

export const unreviewed: Rule<TaskSubject> = {
  code: 'MARKER_UNREVIEWED',
  strict: 'error',
  soft: 'warning',
  summary: 'A task stands at `[x]`, and its newest report has no verdict.',
  why: 'A task is completed by a review, not by whoever did the work.',
  repair: 'Let the Reviewer look at the report, with the task at `[P]`.',
  examples() {
    return {
      bad: [{ about: 'no PART 2', head: marked(pendingSample, 'task-3', 'P', 'x') }],
      good: [
        { about: 'a verdict', head: doneSample },
        {
          about: 'a task that proved wrong, in 3.x',
          head: change(laterSample, { [progressPath]: [['- [x] task-1', '- [F] task-1']], [reportPath('task-1')]: reportText('task-1') }),
        },
      ],
    }
  },
  *check({ task: { id, line, newest, target } }) {
    if (line?.marker !== 'x' || !newest || newest.verdict) return
    yield {
      message: msg`Unexpected ${shown('x')} of ${id}, expected a verdict in its report first`,
      hint: msg`Mark it ${shown('P')} until the Reviewer has decided.`,
      place: line.place,
      target,
      related: [{ path: newest.path, line: newest.part2 ?? 1, message: 'the report has no verdict' }],
    }
  },
}

export const behindVerdict: Rule<TaskSubject> = {
  code: 'MARKER_BEHIND_VERDICT',
  strict: 'warning',
  soft: 'notice',
  summary: 'A task stands at `[P]`, and its newest report has a verdict: the orchestrator still has to move it.',
  why: 'The decision is made, and nothing follows from it.',
  repair: '`/review TASK qualified` or `/review TASK failed`, as the report says.',
  examples() {
    return {
      bad: [
        { about: 'Qualified', head: change(pendingSample, { [reportPath('task-3')]: reportText('task-3') + reviewText('Qualified') }) },
        { about: 'Failed', head: marked(failedSample, 'task-3', ' ', 'P') },
      ],
      good: [
        { about: 'no verdict yet', head: pendingSample },
        {
          about: 'a placeholder',
          head: change(pendingSample, { [reportPath('task-3')]: reportText('task-3') + reviewText('Qualified | Failed') }),
        },
      ],
    }
  },
  *check(subject) {
    const { task, session, model } = subject
    const { id, kind, line, newest, target } = task
    if (line?.marker !== 'P' || !newest?.verdict || isSameAgain(subject)) return
    const { value } = newest.verdict
    const next = value === 'Qualified' ? 'x' : session.profile === 'v2' ? 'F' : ' '
    const fix = `/review ${nameIn(model, session, id)} ${value.toLowerCase()}`
    const isTaken =
      kind === 'implementation' && isReviewable(newest) && takes(session, task, value === 'Qualified' ? 'qualified' : 'failed')
    yield {
      message: msg`Unexpected ${shown('P')} of ${id}, expected ${shown(next)}: its report is ${value}`,
      ...(isTaken ? { hint: msg`${fix} moves it.`, fix } : { hint: 'Let the orchestrator move it.' }),
      place: line.place,
      target,
      related: [{ path: newest.path, line: newest.verdict.line, message: 'the verdict' }],
    }
  },
}

export const verdictContradicted: Rule<TaskSubject> = {
  code: 'MARKER_CONTRADICTS_VERDICT',
  strict: 'error',
  soft: 'error',
  summary: 'The newest report is Qualified and the task stands at `[ ]` or `[/]`; or it is Failed and the task stands at `[x]`.',
  why: 'Marker and report say the opposite of each other.',
  repair: 'Find out which of them is right, and mend the other.',
  examples() {
    return {
      bad: [
        { about: 'Qualified, and not started', head: marked(sample, 'task-1', 'x', ' ') },
        { about: 'Failed, and completed', head: marked(failedSample, 'task-3', ' ', 'x') },
      ],
      good: [
        { about: 'Failed, and begun again', head: marked(failedSample, 'task-3', ' ', '/') },
        { about: 'Failed, and failed, in v2', head: iteratedSample },
      ],
    }
  },
  *check({ task }): Iterable<Finding> {
    const { id, line, newest, target } = task
    const { marker } = line ?? {}
    const verdict = newest?.verdict
    if (!line || marker === undefined || !verdict || !contradictsVerdict(task)) return
    yield {
      message: msg`Unexpected ${shown(marker)} of ${id}: its report is ${verdict.value}`,
      hint: 'Find out which of them is right, and mend the other.',
      place: line.place,
      target,
      related: [{ path: newest.path, line: verdict.line, message: 'the verdict' }],
    }
  },
}
