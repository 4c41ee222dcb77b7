import { msg } from '../../../core/message.ts'
import { shown, stepsBetween, type Marker } from '../states.ts'
import {
  type TaskSubject,
  tasks,
  type ChangedSession,
  comparable,
  changedSessions,
  allChangedSessions,
  differs,
  newReports,
  type SubagentRules,
} from './subjects.ts'
import { type Task, targetOf, type SubagentModel } from '../model.ts'
import { layoutFiles } from '../files.ts'
import { sessionState } from '../targets.ts'
import { namesFile } from '../reading/tasks.ts'
import { over, whole } from '../../../kit/rules.ts'

/** The marker of a task before and after a change; `undefined` where one of them is unknown. */
function moved({ task, taskBefore, before }: TaskSubject): { readonly from: Marker | undefined; readonly to: Marker } | undefined {
  const to = task.line?.marker
  const old = taskBefore?.line
  if (before?.progress === undefined || to === undefined || (old && old.marker === undefined)) return undefined
  return { from: old?.marker, to }
}

const isSameSide = ({ session, before }: TaskSubject) => before !== undefined && session.iterations?.current === before.iterations?.current

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

/** The tasks whose lines are gone, and whether they were withdrawn before anything was done. */
function gone({ session, before }: ChangedSession): readonly { readonly task: Task; readonly withdrawn: boolean }[] {
  if (!session.progress) return []
  return before.allTasks.flatMap((task) => {
    if (!task.line || session.progress?.get(task.id)) return []
    const withdrawn = task.line.marker === ' ' && task.reports.length === 0 && !session.tasks.mentions(task.id) && !session.iterations
    return [{ task, withdrawn }]
  })
}

/** What changed of the contract of a task. One of v2 is a file without fields, and of its iteration. */
function changedParts(subject: TaskSubject): readonly string[] {
  const { task, taskBefore, session, before } = subject
  const [now, then] = [task.definition, taskBefore?.definition]
  if (!now || !then || !isSameSide(subject)) return []
  if (session.profile === 'v2') return session.text(now.place.path)?.text === before?.text(then.place.path)?.text ? [] : ['definition']
  const parts = ['files', 'objective', 'criteria'] as const
  return parts.filter((key) => JSON.stringify(now[key]) !== JSON.stringify(then[key]))
}

const mostNames = 10

/** Files outside of all sessions that the change touches. */
function changedOutside(now: SubagentModel, before: SubagentModel): readonly string[] {
  const isOurs = (path: string) => now.sessionOf(path) !== undefined || before.sessionOf(path) !== undefined
  const paths = new Set([...now.view.paths, ...before.view.paths])
  return [...paths].filter((path) => !isOurs(path) && differs(now.view, before.view, path)).toSorted()
}

/** What a change may do to markers and tasks */
export const changeRules: SubagentRules = {
  name: 'changes',
  title: 'What a change may do to markers and tasks',
  rules: [
    over(tasks, [
      {
        code: 'MARKER_TRANSITION_ILLEGAL',
        strict: 'error',
        soft: 'error',
        summary: 'No legal steps lead from the marker of a task before the change to the one after it.',
        why: 'A completed task stays completed: a fix for it is a new task.',
        hint: 'Restore the marker; let the Planner define a new task for the remaining work.',
        examples: ({ change, inSession, iteratedSample, marked, sample, workingSample }) => ({
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
        }),
        *check(subject) {
          const { task, session } = subject
          const move = isSameSide(subject) ? moved(subject) : undefined
          if (!move || move.from === undefined || !task.line || stepsBetween(move.from, move.to, task.kind, session.profile) !== undefined)
            return
          yield {
            message: msg`Unexpected move of ${task.id} from ${shown(move.from)} to ${shown(move.to)}: no legal steps lead there`,
            place: task.line.place,
          }
        },
      },
      {
        code: 'MARKER_TRANSITION_SKIPPED',
        strict: 'warning',
        soft: 'warning',
        summary: 'A task made more than one legal step, or its line is new and not `[ ]`, and the change has no report or message of it.',
        why: 'The history does not show what happened.',
        hint: 'Commit each step, with its report.',
        examples: ({
          change,
          payloads,
          pendingSample,
          progressPath,
          reportPath,
          reportText,
          sample,
          tasksPath,
          withMessage,
          workingSample,
        }) => ({
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
        }),
        *check(subject) {
          const { task, taskBefore, session } = subject
          const move = isSameSide(subject) ? moved(subject) : undefined
          if (!move || !task.line || task.kind !== 'implementation' || isReverted(subject, move)) return
          const steps = move.from === undefined ? (move.to === ' ' ? 0 : 2) : stepsBetween(move.from, move.to, task.kind, session.profile)
          if (steps === undefined || steps <= 1 || textsOf(task) !== textsOf(taskBefore)) return
          yield {
            message: msg`Unexpected move of ${task.id} from ${move.from === undefined ? 'no line' : shown(move.from)} to ${shown(move.to)} without a report or message, expected one step after the other`,
            place: task.line.place,
          }
        },
      },
      {
        code: 'MARKER_REVERTED',
        strict: 'error',
        soft: 'error',
        summary: 'A task left its review without a verdict of Failed.',
        why: 'Work that waits for its review would be done again.',
        repair: 'Restore `[P]`, or let the Reviewer decide.',
        examples: ({ doneSample, failedSample, marked, pendingSample, sample }) => ({
          bad: [
            { about: 'back to not started', base: pendingSample, head: marked(pendingSample, 'task-3', 'P', ' ') },
            { about: 'back to in progress', base: pendingSample, head: marked(pendingSample, 'task-3', 'P', '/') },
          ],
          good: [
            { about: 'Failed', base: pendingSample, head: failedSample },
            { about: 'Qualified', base: pendingSample, head: doneSample },
            {
              about: 'a planning task, which is not reviewed',
              base: marked(sample, 'plan-init', 'x', 'P'),
              head: marked(sample, 'plan-init', 'x', '/'),
            },
          ],
        }),
        *check(subject) {
          const { task } = subject
          const move = isSameSide(subject) ? moved(subject) : undefined
          if (!move || !task.line || !isReverted(subject, move)) return
          yield {
            message: msg`Unexpected move of ${task.id} from ${shown('P')} to ${shown(move.to)}, expected a verdict of ${'Failed'} first`,
            hint: msg`Bring ${shown('P')} back, or let the Reviewer decide.`,
            place: task.line.place,
          }
        },
      },
    ]),
    over(comparable, [
      {
        code: 'MARKER_REMOVED',
        strict: 'error',
        soft: 'error',
        summary: 'The marker line of a task is gone.',
        why: 'The state of the task is lost, and perhaps the task itself.',
        repair: 'Restore the line. A task that was not begun may be withdrawn: then no file mentions it.',
        examples: ({ change, progressPath, sample, tasksPath, workingSample }) => {
          const without = change(sample, { [progressPath]: [['- [ ] task-3 (Not Started)\n', '']] })
          const tasksWithout = sample[tasksPath]?.slice(0, sample[tasksPath]?.indexOf('\n- task-3')) ?? ''
          const withdrawnSample = change(without, { [tasksPath]: tasksWithout })
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
              message: msg`Missing line of ${task.id}, which was marked ${shown(task.line?.mark ?? '')}`,
              hint: 'Restore it.',
              place: { path: subject.session.progressPath, line: 1 },
              target: targetOf(subject.session, task.id),
            }
          }
        },
      },
      {
        code: 'TASKS_WITHDRAWN',
        strict: 'notice',
        soft: 'notice',
        summary: 'A task that was not begun is withdrawn: its line and its definition are gone.',
        why: 'Plans change; the reader of the change should see it.',
        repair: 'No action is needed.',
        examples: ({ change, progressPath, sample, tasksPath, workingSample }) => {
          const without = change(sample, { [progressPath]: [['- [ ] task-3 (Not Started)\n', '']] })
          const tasksWithout = sample[tasksPath]?.slice(0, sample[tasksPath]?.indexOf('\n- task-3')) ?? ''
          const withdrawnSample = change(without, { [tasksPath]: tasksWithout })
          return {
            bad: [{ about: 'not begun', base: sample, head: withdrawnSample }],
            good: [{ about: 'nothing withdrawn', base: sample, head: workingSample }],
          }
        },
        *check(subject) {
          for (const { task, withdrawn } of gone(subject)) {
            if (!withdrawn) continue
            yield {
              message: msg`The task ${task.id} is withdrawn`,
              place: { path: subject.session.progressPath, line: 1 },
              target: targetOf(subject.session, task.id),
            }
          }
        },
      },
    ]),
    over(tasks, [
      {
        code: 'TASKS_CHANGED',
        strict: 'warning',
        soft: 'warning',
        summary: 'Files, Objective or Success Criteria changed for a task that had been begun; of v2 its whole file.',
        why: 'The contract changes while an agent works on it.',
        hint: 'Revert it, or let the Planner define a new task.',
        examples: ({ change, inSession, iteratedSample, sample, tasksPath }) => ({
          bad: [
            {
              about: 'the objective of a completed task',
              base: sample,
              head: change(sample, { [tasksPath]: [['Have the part of task-1.', 'Have another part.']] }),
            },
            {
              about: 'the file of a task in progress, in v2',
              base: iteratedSample,
              head: { ...iteratedSample, [inSession('iterations/2/tasks/task-2.md')]: '# task-2\n\nSomething else.\n' },
            },
          ],
          good: [
            {
              about: 'not begun',
              base: sample,
              head: change(sample, { [tasksPath]: [['Have the part of task-3.', 'Have another part.']] }),
            },
            { about: 'the title', base: sample, head: change(sample, { [tasksPath]: [['task-1: Build task-1', 'task-1: Count']] }) },
            {
              about: 'the file of a task that failed, which is planned again, in v2',
              base: iteratedSample,
              head: { ...iteratedSample, [inSession('iterations/2/tasks/task-3.md')]: '# task-3\n\nSmaller parts.\n' },
            },
          ],
        }),
        *check(subject) {
          const { task, taskBefore } = subject
          const marker = taskBefore?.line?.marker ?? ' '
          if (!task.definition || task.kind !== 'implementation' || !'/Px'.includes(marker)) return
          const changed = changedParts(subject)
          if (changed.length === 0) return
          yield {
            message: msg`Unexpected change of ${changed} of ${task.id}, which had been begun`,
            place: task.definition.place,
          }
        },
      },
    ]),
    over(changedSessions, [
      {
        code: 'SUBAGENT_ARTIFACT_REMOVED',
        strict: 'error',
        soft: 'error',
        summary: '`plan.md`, `tasks.md`, `progress.md` or a questions file is gone, and the session remains.',
        why: 'Agents of later steps read them.',
        hint: 'Restore it.',
        examples: ({ change, inSession, questionsPath, sample }) => ({
          bad: [{ about: 'the questions', base: sample, head: change(sample, { [questionsPath]: null }) }],
          good: [{ about: 'other files', base: { ...sample, [inSession('notes.md')]: 'Notes\n' }, head: sample }],
        }),
        *check({ session, before, model }) {
          const layout = layoutFiles.map((name) => `${before.path}/${name}`).filter((path) => before.paths.includes(path))
          for (const path of [...layout, ...before.questions.map(({ path }) => path)]) {
            if (model.view.entry(path)) continue
            yield {
              message: msg`Missing ${path}, which was there before`,
              place: { path: session.anchor, line: 1 },
            }
          }
        },
      },
    ]),
    over(whole, [
      {
        code: 'SUBAGENT_SESSION_REMOVED',
        strict: 'error',
        soft: 'warning',
        summary: 'A whole session is gone before it was complete.',
        why: 'Its tasks are lost.',
        hint: 'Restore it, or let it be completed first.',
        examples: ({ sample }) => {
          const elsewhere = Object.fromEntries(
            Object.entries(sample).map(([path, text]) => [
              path.replace('260131-144400', '260201-080000'),
              text.replaceAll('260131-144400', '260201-080000'),
            ]),
          )
          return {
            bad: [{ about: 'tasks that were not begun', base: { ...sample, ...elsewhere }, head: elsewhere }],
            good: [
              {
                about: 'a complete one',
                base: {
                  ...elsewhere,
                  ...Object.fromEntries(Object.entries(sample).map(([path, text]) => [path, text.replaceAll('- [ ] task', '- [x] task')])),
                },
                head: elsewhere,
              },
            ],
          }
        },
        *check({ now, before }) {
          for (const session of before?.sessions ?? []) {
            if (now.session(session.path) || session.legacy || sessionState(session) === 'COMPLETE') continue
            yield {
              message: msg`Missing session ${session.id}, which was not complete`,
              place: { path: session.progressPath },
              target: session.target,
            }
          }
        },
      },
    ]),
    over(allChangedSessions, [
      {
        code: 'SUBAGENT_PROFILE_CHANGED',
        strict: 'notice',
        soft: 'notice',
        summary: 'Different profiles are detected before and after the change. The higher one applies.',
        why: 'Other markers and steps are legal from now on.',
        repair: 'No action is needed if that is intended. `protocols.subagent.profile` fixes one.',
        examples: ({ inSession, laterSample, questionsPath, sample }) => ({
          bad: [{ about: 'a dependency graph', base: sample, head: laterSample }],
          good: [
            { about: 'the same', base: laterSample, head: laterSample },
            {
              about: 'a fixed one',
              base: sample,
              head: { ...sample, [inSession('plan.questions.risks.md')]: sample[questionsPath] ?? '' },
              configuration: { profile: 'v1-3.x' },
            },
          ],
        }),
        *check({ session, before, model, modelBefore }) {
          const [now, then] = [model.session(session.path)?.profile, modelBefore.session(before.path)?.profile]
          if (now === undefined || then === undefined || now === then) return
          yield {
            message: msg`The profile is ${now}, and was ${then}: ${session.profile} holds`,
            place: { path: session.anchor, line: 1 },
          }
        },
      },
    ]),
    over(whole, [
      {
        code: 'TASKS_FILE_OUTSIDE',
        strict: 'warning',
        soft: 'warning',
        summary: 'The change adds exactly one report, and touches files outside the sessions that *Files* of its task does not name.',
        why: 'The Reviewer looks at the files of the task: other changes are not reviewed.',
        repair: 'Revert the other changes, or let the Planner name the files.',
        examples: ({ change, pendingSample, sample, tasksPath }) => ({
          bad: [{ about: 'another source', base: sample, head: { ...pendingSample, 'src/help.ts': 'help\n', 'src/other.ts': 'other\n' } }],
          good: [
            { about: 'the file of the task', base: sample, head: { ...pendingSample, 'src/help.ts': 'help\n' } },
            {
              about: 'in a folder',
              base: change(sample, { [tasksPath]: [['src/help.ts', 'src/help/']] }),
              head: change({ ...pendingSample, 'src/help/a/b.ts': '' }, { [tasksPath]: [['src/help.ts', 'src/help/']] }),
            },
            {
              about: 'by a pattern',
              base: change(sample, { [tasksPath]: [['src/help.ts', '`src/*.ts`']] }),
              head: change({ ...pendingSample, 'src/a.ts': '' }, { [tasksPath]: [['src/help.ts', '`src/*.ts`']] }),
            },
            { about: 'no report', base: sample, head: { ...sample, 'src/other.ts': 'other\n' } },
          ],
        }),
        *check(compared) {
          const added = newReports(compared)
          const [only] = added
          if (!only || added.length > 1 || !compared.before) return
          const { session, report } = only
          const definition = session.task(report.task)?.definition
          const files = definition?.files ?? []
          if (!definition || files.length === 0) return
          const outside = changedOutside(compared.now, compared.before).filter((path) => !files.some((file) => namesFile(file, path)))
          if (outside.length === 0) return
          const line = definition.lineOf.get('files')
          yield {
            message: msg`Unexpected change of files that ${report.task} does not name: ${outside.slice(0, mostNames)}`,
            hint:
              outside.length > mostNames
                ? msg`And ${outside.length - mostNames} more. Take them back, or let the Planner name them.`
                : 'Take them back, or let the Planner name them.',
            place: line === undefined || !session.tasks.document ? definition.place : session.tasks.document.place(line),
            target: targetOf(session, report.task),
          }
        },
      },
    ]),
  ],
}
