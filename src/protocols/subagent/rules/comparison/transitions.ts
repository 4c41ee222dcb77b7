import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
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
import type { TaskSubject } from '../../subjects.ts'
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
  examples() {
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
      message: msg`Unexpected move of ${task.id} from ${shown(move.from)} to ${shown(move.to)}: no legal steps lead there`,
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
  examples() {
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
      message: msg`Unexpected move of ${task.id} from ${move.from === undefined ? 'no line' : shown(move.from)} to ${shown(move.to)} without a report or message, expected one step after the other`,
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
  examples() {
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
      message: msg`Unexpected move of ${task.id} from ${shown('P')} to ${shown(move.to)}, expected a verdict of ${'Failed'} first`,
      hint: msg`Bring ${shown('P')} back, or let the Reviewer decide.`,
      place: task.line.place,
      target: task.target,
    }
  },
}
