import type { Rule } from '../../../../core/rule.ts'
import { say } from '../../../../core/say.ts'
import {
  change,
  doneSample,
  failedSample,
  inSession,
  iteratedSample,
  marked,
  payloads,
  pendingSample,
  progressPath,
  reportPath,
  reportText,
  sample,
  tasksPath,
  withMessage,
  workingSample,
} from '../../examples.ts'
import { shown, stepsBetween, type Marker } from '../../states.ts'
import { targetOf, type ChangedSession, type TaskSubject } from '../../subjects.ts'
import type { Task } from '../../task.ts'

/** The marker of a task before and after a change; nothing where one of them is not known. */
function moved({ task, taskBefore, before }: TaskSubject): { readonly from: Marker | undefined; readonly to: Marker } | undefined {
  const to = task.line?.marker
  const old = taskBefore?.line
  if (before?.progress === undefined || to === undefined || (old && old.marker === undefined)) return undefined
  return { from: old?.marker, to }
}

const isSameSide = ({ session, before }: TaskSubject) => before !== undefined && session.iterations?.current === before.iterations?.current

export const transitionIllegal: Rule<TaskSubject> = {
  code: 'MARKER_TRANSITION_ILLEGAL',
  strict: 'error',
  soft: 'error',
  summary: 'No legal steps lead from the marker of a task before the change to the one after it.',
  why: 'A completed task stays completed: what is wrong with it is a new task.',
  repair: 'Bring the marker back; let the Planner define a new task for what is left.',
  get examples() {
    return {
      bad: [
        { about: 'a planning task that is done', base: sample, head: marked(sample, 'plan-init', 'x', ' ') },
        {
          about: 'out of failed, in v2, without a step',
          base: iteratedSample,
          head: change(iteratedSample, { [inSession('iterations/2/progress.md')]: [['- [C] task-4', '- [ ] task-4']] }),
        },
      ],
      good: [
        { about: 'begun', base: sample, head: workingSample },
        { about: 'planning, done at once', base: marked(sample, 'plan-init', 'x', ' '), head: sample },
        {
          about: 'failed, and begun again, in v2',
          base: iteratedSample,
          head: change(iteratedSample, { [inSession('iterations/2/progress.md')]: [['- [F] task-3', '- [/] task-3']] }),
        },
      ],
    }
  },
  *check(subject) {
    const { task, session } = subject
    const move = isSameSide(subject) ? moved(subject) : undefined
    if (!move || move.from === undefined || !task.line || stepsBetween(move.from, move.to, task.kind, session.profile) !== undefined) return
    yield {
      message: say`Unexpected move of ${task.id} from ${shown(move.from)} to ${shown(move.to)}: no legal steps lead there`,
      hint: 'Bring the marker back; let the Planner define a new task for what is left.',
      place: task.line.place,
      target: task.target,
    }
  },
}

const textsOf = (task: Task | undefined) =>
  JSON.stringify([
    (task?.reports ?? []).map(({ path, document }) => [path, document.text]),
    (task?.messages ?? []).map(({ path, content }) => [path, content?.document.text]),
  ])

/** Whether a task came back from its review without having failed. */
function isReverted({ task, taskBefore, session }: TaskSubject, move: { readonly from: Marker | undefined; readonly to: Marker }): boolean {
  if (task.kind === 'planning' && session.profile !== 'v2') return false
  const back = session.profile === 'v2' ? ' F' : ' /'
  const newest = taskBefore?.newest
  return move.from === 'P' && back.includes(move.to) && (!newest || task.report(newest.attempt)?.verdict?.value !== 'Failed')
}

export const transitionSkipped: Rule<TaskSubject> = {
  code: 'MARKER_TRANSITION_SKIPPED',
  strict: 'warning',
  soft: 'warning',
  summary: 'A task made more than one legal step, or its line is new and not `[ ]`, and the change has no report or message of it.',
  why: 'Whoever reads the history cannot tell what happened.',
  repair: 'Commit each step, with its report.',
  get examples() {
    return {
      bad: [
        {
          about: 'from not started to under review',
          base: { ...sample, [reportPath('task-3')]: reportText('task-3') },
          head: pendingSample,
        },
        {
          about: 'a new line in progress',
          base: change(sample, {
            [progressPath]: [['- [ ] task-3 (Not Started)\n', '']],
            [tasksPath]: sample[tasksPath]?.slice(0, sample[tasksPath]?.indexOf('\n- task-3')) ?? '',
          }),
          head: workingSample,
        },
      ],
      good: [
        { about: 'with its report', base: sample, head: pendingSample },
        { about: 'one step', base: sample, head: workingSample },
        {
          about: 'with a message',
          base: { ...sample, [reportPath('task-3')]: reportText('task-3') },
          head: withMessage(pendingSample, 'executor.task-3.a1.input', payloads.executorInput('task-3')),
        },
      ],
    }
  },
  *check(subject) {
    const { task, taskBefore, session } = subject
    const move = isSameSide(subject) ? moved(subject) : undefined
    if (!move || !task.line || task.kind !== 'implementation' || isReverted(subject, move)) return
    const steps = move.from === undefined ? (move.to === ' ' ? 0 : 2) : stepsBetween(move.from, move.to, task.kind, session.profile)
    if (steps === undefined || steps <= 1 || textsOf(task) !== textsOf(taskBefore)) return
    yield {
      message: say`Unexpected move of ${task.id} from ${move.from === undefined ? 'no line' : shown(move.from)} to ${shown(move.to)} without a report or message, expected one step after the other`,
      hint: 'Commit each step, with its report.',
      place: task.line.place,
      target: task.target,
    }
  },
}

export const markerReverted: Rule<TaskSubject> = {
  code: 'MARKER_REVERTED',
  strict: 'error',
  soft: 'error',
  summary: 'A task left its review without a verdict of Failed.',
  why: 'Work that waits for its review would be done again.',
  repair: 'Bring `[P]` back, or let the Reviewer decide.',
  get examples() {
    return {
      bad: [
        { about: 'back to not started', base: pendingSample, head: marked(pendingSample, 'task-3', 'P', ' ') },
        { about: 'back to in progress', base: pendingSample, head: marked(pendingSample, 'task-3', 'P', '/') },
      ],
      good: [
        { about: 'Failed', base: pendingSample, head: failedSample },
        { about: 'Qualified', base: pendingSample, head: doneSample },
        {
          about: 'a planning task, which nobody reviews',
          base: marked(sample, 'plan-init', 'x', 'P'),
          head: marked(sample, 'plan-init', 'x', '/'),
        },
      ],
    }
  },
  *check(subject) {
    const { task } = subject
    const move = isSameSide(subject) ? moved(subject) : undefined
    if (!move || !task.line || !isReverted(subject, move)) return
    yield {
      message: say`Unexpected move of ${task.id} from ${shown('P')} to ${shown(move.to)}, expected a verdict of ${'Failed'} first`,
      hint: say`Bring ${shown('P')} back, or let the Reviewer decide.`,
      place: task.line.place,
      target: task.target,
    }
  },
}

/** The tasks whose lines are gone, and whether they were withdrawn before anything was done. */
function gone({ session, before }: ChangedSession): readonly { readonly task: Task; readonly withdrawn: boolean }[] {
  if (!session.progress) return []
  return before.allTasks.flatMap((task) => {
    if (!task.line || session.progress?.get(task.id)) return []
    const withdrawn = task.line.marker === ' ' && task.reports.length === 0 && !session.tasks.mentions(task.id) && !session.iterations
    return [{ task, withdrawn }]
  })
}

const without = change(sample, { [progressPath]: [['- [ ] task-3 (Not Started)\n', '']] })
const tasksWithout = sample[tasksPath]?.slice(0, sample[tasksPath]?.indexOf('\n- task-3')) ?? ''
const withdrawnSample = change(without, { [tasksPath]: tasksWithout })

export const markerRemoved: Rule<ChangedSession> = {
  code: 'MARKER_REMOVED',
  strict: 'error',
  soft: 'error',
  summary: 'The marker line of a task is gone.',
  why: 'The state of the task is lost, and perhaps the task.',
  repair: 'Bring the line back. A task that was not begun may be withdrawn: then no file mentions it.',
  get examples() {
    return {
      bad: [
        { about: 'a planning task', base: sample, head: change(sample, { [progressPath]: [['- [x] plan-init (Completed)\n', '']] }) },
        { about: 'one that was begun', base: workingSample, head: withdrawnSample },
      ],
      good: [
        { about: 'withdrawn in time', base: withdrawnSample, head: withdrawnSample },
        {
          about: 'another place',
          base: sample,
          head: change(sample, {
            [progressPath]: [
              ['- [ ] task-2 (Not Started)\n- [ ] task-3 (Not Started)', '- [ ] task-3 (Not Started)\n- [ ] task-2 (Not Started)'],
            ],
          }),
        },
      ],
    }
  },
  *check(subject) {
    for (const { task, withdrawn } of gone(subject)) {
      if (withdrawn) continue
      yield {
        message: say`Missing line of ${task.id}, which stood at ${shown(task.line?.mark ?? '')}`,
        hint: 'Bring it back.',
        place: { path: subject.session.progressPath, line: 1 },
        target: targetOf(subject.session, task.id),
      }
    }
  },
}

export const tasksWithdrawn: Rule<ChangedSession> = {
  code: 'TASKS_WITHDRAWN',
  strict: 'notice',
  soft: 'notice',
  summary: 'A task that was not begun is withdrawn: its line and its definition are gone.',
  why: 'Plans change; whoever reads the change should see it.',
  repair: 'Nothing has to be done.',
  get examples() {
    return {
      bad: [{ about: 'not begun', base: sample, head: withdrawnSample }],
      good: [{ about: 'nothing withdrawn', base: sample, head: workingSample }],
    }
  },
  *check(subject) {
    for (const { task, withdrawn } of gone(subject)) {
      if (!withdrawn) continue
      yield {
        message: say`The task ${task.id} is withdrawn`,
        place: { path: subject.session.progressPath, line: 1 },
        target: targetOf(subject.session, task.id),
      }
    }
  },
}

export const tasksChanged: Rule<TaskSubject> = {
  code: 'TASKS_CHANGED',
  strict: 'warning',
  soft: 'warning',
  summary: 'Files, Objective or Success Criteria of a task changed that had been begun.',
  why: 'The contract changes under the hands of whoever works by it.',
  repair: 'Take it back, or let the Planner define a new task.',
  get examples() {
    return {
      bad: [
        {
          about: 'the objective of a completed task',
          base: sample,
          head: change(sample, { [tasksPath]: [['Have the part of task-1.', 'Have another part.']] }),
        },
      ],
      good: [
        { about: 'not begun', base: sample, head: change(sample, { [tasksPath]: [['Have the part of task-3.', 'Have another part.']] }) },
        { about: 'the title', base: sample, head: change(sample, { [tasksPath]: [['task-1: Build task-1', 'task-1: Count']] }) },
      ],
    }
  },
  *check({ task, taskBefore, session }) {
    const [now, then] = [task.definition, taskBefore?.definition]
    const marker = taskBefore?.line?.marker ?? ' '
    if (!now || !then || session.iterations || task.kind !== 'implementation' || !'/Px'.includes(marker)) return
    const changed = (['files', 'objective', 'criteria'] as const).filter((key) => JSON.stringify(now[key]) !== JSON.stringify(then[key]))
    if (changed.length === 0) return
    yield {
      message: say`Unexpected change of ${changed} of ${task.id}, which had been begun`,
      hint: 'Take it back, or let the Planner define a new task.',
      place: now.place,
      target: task.target,
    }
  },
}
