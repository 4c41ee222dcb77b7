import { describe, expect, it } from 'vitest'
import {
  change,
  doneSample,
  executorSaid,
  failedSample,
  inProgress,
  inQuestions,
  inSession,
  iteratedSample,
  marked,
  messagePath,
  messagesSample,
  payloads,
  pendingSample,
  progressPath,
  questionsPath,
  reportPath,
  reportText,
  reviewerSaid,
  reviewText,
  sample,
  sampleCalled,
  tasksPath,
  unfinished,
  withMessage,
  workingSample,
} from '../../../src/protocols/subagent/examples.ts'
import type { Tree } from '../scene.ts'
import { diagnose, found } from './scene.ts'

type Files = Readonly<Record<string, string>>

interface Mend {
  /** What the rule of the file finds in the base, and a part of its hint. */
  readonly wrong: readonly [code: string, hint: string]
  readonly base: Files
  /** The base as the hint says. */
  readonly head: Files
  /** The same change where nothing, or something else, was wrong, and what is then found. */
  readonly neighbour: readonly [base: Files, head: Files, code: string]
}

const report = reportPath('task-3')
const second = reportPath('task-3', 2)
const third = reportPath('task-3', 3)
const reviewed = (verdict: string, text = reportText('task-3')) => text + reviewText(verdict)
const completed = (text: string): Files => ({ ...doneSample, [report]: text })
const pending = (text: string): Files => ({ ...pendingSample, [report]: text })
const without = (files: Files, ...paths: readonly string[]) =>
  change(files, Object.fromEntries(paths.map((path) => [path, null])))
const moved = (files: Files, from: string, to: string, text = files[from] ?? '') => ({
  ...without(files, from),
  [to]: text,
})
const metadata = inSession('metadata.yaml')
const to = (files: Files, mark: string) => marked(files, 'task-3', 'x', mark)

const titled = (task: string, text: string) => text.replace('# Task Report: task-3', `# Task Report: ${task}`)
const unparted = (text: string) => text.replace('## PART 1: IMPLEMENTATION REPORT\n', '')
const unfilled = reportText('task-3').replace('Wrote the part of task-3.', '[To be filled]')
const cycle = (number: number) => `\n### Cycle ${number}\n\n1. Is there a second?\n    - **Status**: Unanswered\n`
const cycles = (...numbers: readonly number[]) => ({
  ...sample,
  [questionsPath]: `${sample[questionsPath] ?? ''}${numbers.map(cycle).join('')}`,
})
const unanswered = inQuestions(['    - **Answer**: What stands between blanks.\n', ''])
const withLaterCycle = (files: Files) => ({ ...files, [questionsPath]: `${files[questionsPath] ?? ''}${cycle(2)}` })
const calledMine = (files: Files) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path.replace('260131-144400', 'my-session'),
      text.replaceAll('260131-144400', 'my-session'),
    ]),
  )
const task9 = inProgress(['- [ ] task-3 (Not Started)\n', '- [ ] task-3 (Not Started)\n- [x] task-9 (Completed)\n'])

const mends: Readonly<Record<string, Mend>> = {
  'the marker of a task that failed': {
    wrong: ['MARKER_CONTRADICTS_VERDICT', 'write `[ ]` in `.ralph-sessions/260131-144400/progress.md`'],
    base: completed(reviewed('Failed')),
    head: to(completed(reviewed('Failed')), ' '),
    neighbour: [doneSample, to(doneSample, ' '), 'MARKER_TRANSITION_ILLEGAL error'],
  },
  'the marker of a task that failed, and the next attempt': {
    wrong: ['MARKER_CONTRADICTS_VERDICT', 'write `[ ]` in'],
    base: completed(reviewed('Failed')),
    head: { ...to(completed(reviewed('Failed')), 'P'), [second]: reportText('task-3', 2) },
    neighbour: [
      doneSample,
      { ...to(doneSample, 'P'), [second]: reportText('task-3', 2) },
      'MARKER_TRANSITION_ILLEGAL error',
    ],
  },
  'the verdict on a completed task': {
    wrong: [
      'MARKER_CONTRADICTS_VERDICT',
      'otherwise write `Qualified` in `.ralph-sessions/260131-144400/tasks.task-3-report.md`',
    ],
    base: completed(reviewed('Failed')),
    head: completed(reviewed('Qualified')),
    neighbour: [doneSample, completed(reviewed('Failed')), 'REPORTFILE_VERDICT_CHANGED error'],
  },
  'the verdict on a task that is not begun': {
    wrong: ['MARKER_CONTRADICTS_VERDICT', 'otherwise write `Failed` in'],
    base: to(doneSample, ' '),
    head: to(completed(reviewed('Failed')), ' '),
    neighbour: [failedSample, { ...failedSample, [report]: reportText('task-3') }, 'REPORTFILE_VERDICT_CHANGED error'],
  },
  'the marker of a task that is qualified': {
    wrong: ['MARKER_CONTRADICTS_VERDICT', 'write `[x]` in'],
    base: to(doneSample, ' '),
    head: doneSample,
    neighbour: [to(doneSample, ' '), to(completed(reportText('task-3')), ' '), 'REPORTFILE_VERDICT_CHANGED error'],
  },
  'a task that nobody reviewed': {
    wrong: ['MARKER_UNREVIEWED', 'Mark it `[P]`'],
    base: completed(reportText('task-3')),
    head: pendingSample,
    neighbour: [doneSample, to(doneSample, 'P'), 'MARKER_TRANSITION_ILLEGAL error'],
  },
  'no more than the review of a task that nobody reviewed': {
    wrong: ['MARKER_UNREVIEWED', 'Mark it `[P]`'],
    base: completed(reportText('task-3')),
    head: to(completed(reviewed('Failed')), ' '),
    neighbour: [completed(reportText('task-3')), to(completed(reportText('task-3')), ' '), 'MARKER_REVERTED error'],
  },
  'the second line of a task': {
    wrong: ['MARKER_DUPLICATE', 'Keep one of them.'],
    base: change(completed(reviewed('Failed')), { [progressPath]: [['- [x] task-3', '- [x] task-3\n- [ ] task-3']] }),
    head: to(completed(reviewed('Failed')), ' '),
    neighbour: [doneSample, to(doneSample, '/'), 'MARKER_TRANSITION_ILLEGAL error'],
  },
  'the line of an unknown task': {
    wrong: ['MARKER_TASK_UNKNOWN', 'or remove the line'],
    base: task9,
    head: sample,
    neighbour: [sample, inProgress(['- [x] task-1 (Completed)\n', '']), 'MARKER_REMOVED error'],
  },
  'one of two verdicts': {
    wrong: ['REPORTFILE_PART2_DUPLICATE', 'Remove one of them.'],
    base: completed(reviewed('Qualified') + reviewText('Failed')),
    head: doneSample,
    neighbour: [
      completed(reviewed('Failed')),
      completed(reviewed('Failed') + reviewText('Qualified')),
      'REPORTFILE_PART2_DUPLICATE error',
    ],
  },
  'a title': {
    wrong: ['REPORTFILE_TITLE', 'Fix the title'],
    base: completed(titled('task-2', reviewed('Qualified'))),
    head: doneSample,
    neighbour: [
      completed(titled('task-2', reviewed('Qualified'))),
      change(doneSample, { [report]: [['Wrote the part', 'Wrote all']] }),
      'REPORTFILE_PART1_CHANGED error',
    ],
  },
  'a heading of PART 1': {
    wrong: ['REPORTFILE_PART1_MISSING', 'Write `## PART 1: IMPLEMENTATION REPORT`'],
    base: pending(unparted(reportText('task-3'))),
    head: pendingSample,
    neighbour: [
      pending(unparted(reportText('task-3'))),
      change(pendingSample, { [report]: [['Wrote the part', 'Wrote all']] }),
      'REPORTFILE_PART1_CHANGED error',
    ],
  },
  'an empty PART 1': {
    wrong: ['REPORTFILE_UNFILLED', 'Let the executor write it.'],
    base: pending(unfilled),
    head: pendingSample,
    neighbour: [pendingSample, pending(unfilled), 'REPORTFILE_PART1_CHANGED error'],
  },
  'the name of a report with a gap before it': {
    wrong: ['REPORTFILE_ATTEMPT_GAP', 'or rename this one'],
    base: { ...failedSample, [third]: reportText('task-3', 3) },
    head: moved({ ...failedSample, [third]: reportText('task-3', 3) }, third, second, reportText('task-3', 2)),
    neighbour: [{ ...failedSample, [third]: reportText('task-3', 3) }, failedSample, 'REPORTFILE_REMOVED error'],
  },
  'the names of all reports after a gap': {
    wrong: ['REPORTFILE_ATTEMPT_GAP', 'or rename this one'],
    base: { ...sample, [second]: reviewed('Failed', reportText('task-3', 2)), [third]: reportText('task-3', 3) },
    head: { ...sample, [report]: reviewed('Failed', reportText('task-3', 2)), [second]: reportText('task-3', 3) },
    neighbour: [
      { ...failedSample, [second]: reportText('task-3', 2) },
      { ...sample, [second]: reportText('task-3', 2) },
      'REPORTFILE_REMOVED error',
    ],
  },
  'the name of a report of an unknown task': {
    wrong: ['REPORTFILE_TASK_UNKNOWN', 'Rename the file'],
    base: { ...sample, [reportPath('task-9')]: reportText('task-9') },
    head: { ...sample, [report]: reportText('task-9').replace('Report: task-9', 'Report: task-3') },
    neighbour: [
      { ...sample, [reportPath('task-2')]: reportText('task-2') },
      { ...sample, [report]: reportText('task-3') },
      'REPORTFILE_REMOVED error',
    ],
  },
  'the name of a report with the title of another': {
    wrong: ['REPORTFILE_TITLE', 'or rename the file'],
    base: { ...sample, [reportPath('task-2')]: reportText('task-3') },
    head: { ...sample, [report]: reportText('task-3') },
    neighbour: [
      { ...sample, [reportPath('task-2')]: reportText('task-3') },
      { ...sample, [report]: reportText('task-3').replace('Wrote', 'Rewrote') },
      'REPORTFILE_REMOVED error',
    ],
  },
  'the name of a report of what was qualified': {
    wrong: ['REPORTFILE_PREDECESSOR_QUALIFIED', 'Rename it to the report of another task'],
    base: { ...sample, [reportPath('task-1', 2)]: reportText('task-1', 2) },
    head: {
      ...sample,
      [report]: reportText('task-1', 2).replace('# Task Report: task-1 [Rework #2]', '# Task Report: task-3'),
    },
    neighbour: [{ ...sample, [reportPath('task-1', 2)]: reportText('task-1', 2) }, sample, 'REPORTFILE_REMOVED error'],
  },
  'the number of a cycle': {
    wrong: ['QUESTIONS_CYCLE_ORDER', 'Number the cycles in order.'],
    base: cycles(3),
    head: cycles(2),
    neighbour: [cycles(2), cycles(3), 'QUESTIONS_CYCLE_REMOVED error'],
  },
  'the number of a cycle, beside a new one': {
    wrong: ['QUESTIONS_CYCLE_ORDER', 'Number the cycles in order.'],
    base: cycles(3),
    head: change(cycles(2, 3), {
      [questionsPath]: [['### Cycle 3\n\n1. Is there a second?', '### Cycle 3\n\n1. And now?']],
    }),
    neighbour: [
      cycles(3),
      change(cycles(2), { [questionsPath]: [['1. Is there a second?', '1. And now?']] }),
      'QUESTIONS_QUESTION_CHANGED error',
    ],
  },
  'a cycle whose number was there before': {
    wrong: ['QUESTIONS_CYCLE_ORDER', 'Number the cycles in order.'],
    base: cycles(1),
    head: cycles(2),
    neighbour: [cycles(3), sample, 'QUESTIONS_CYCLE_REMOVED error'],
  },
  'an answer that is missing': {
    wrong: ['QUESTIONS_ANSWER_MISSING', 'Write them'],
    base: withLaterCycle(unanswered),
    head: cycles(2),
    neighbour: [
      cycles(2),
      change(cycles(2), { [questionsPath]: [['What stands between blanks.', 'Letters.']] }),
      'QUESTIONS_ANSWER_CHANGED error',
    ],
  },
  'an output that is completed and unmet': {
    wrong: ['MESSAGE_COMPLETED_UNMET', 'Say `failed` or `blocked`, or meet the criteria.'],
    base: executorSaid(pendingSample, { success_criteria_met: false }),
    head: executorSaid(pendingSample),
    neighbour: [executorSaid(pendingSample), executorSaid(pendingSample, { note: 'more' }), 'MESSAGE_CHANGED error'],
  },
  'an output that says failed after all': {
    wrong: ['MESSAGE_COMPLETED_UNMET', 'Say `failed`'],
    base: executorSaid(marked(pendingSample, 'task-3', 'P', '/'), { success_criteria_met: false }),
    head: executorSaid(marked(pendingSample, 'task-3', 'P', '/'), unfinished('failed', 'No.')),
    neighbour: [
      executorSaid(pendingSample),
      executorSaid(pendingSample, unfinished('failed', 'No.')),
      'MESSAGE_CHANGED error',
    ],
  },
  'a value of another type in the input of a completed pair': {
    wrong: ['MESSAGE_FIELD_TYPE', 'Write a value of that type.'],
    base: withMessage(executorSaid(pendingSample), 'executor.task-3.a1.input', {
      ...payloads.executorInput('task-3'),
      ATTEMPT_NUMBER: '1',
    }),
    head: executorSaid(pendingSample),
    neighbour: [
      withMessage(executorSaid(pendingSample), 'executor.task-3.a1.input', {
        ...payloads.executorInput('task-3'),
        ATTEMPT_NUMBER: '1',
      }),
      executorSaid(pendingSample, { note: 'more' }),
      'MESSAGE_CHANGED error',
    ],
  },
  'a field that disagrees with the name': {
    wrong: ['MESSAGE_KEY_MISMATCH', 'or fix the field'],
    base: withMessage(executorSaid(pendingSample), 'executor.task-3.a1.input', payloads.executorInput('task-2')),
    head: executorSaid(pendingSample),
    neighbour: [
      executorSaid(pendingSample),
      withMessage(executorSaid(pendingSample), 'executor.task-3.a1.input', payloads.executorInput('task-2')),
      'MESSAGE_CHANGED error',
    ],
  },
  'a name that disagrees with the fields': {
    wrong: ['MESSAGE_KEY_MISMATCH', 'Rename the file'],
    base: withMessage(executorSaid(pendingSample), 'executor.task-3.a1.input', payloads.executorInput('task-2')),
    head: moved(
      withMessage(executorSaid(pendingSample), 'executor.task-3.a1.input', payloads.executorInput('task-2')),
      messagePath('executor.task-3.a1.input'),
      messagePath('executor.task-2.a1.input'),
    ),
    neighbour: [
      withMessage(executorSaid(pendingSample), 'executor.task-3.a1.input', payloads.executorInput('task-2')),
      without(executorSaid(pendingSample), messagePath('executor.task-3.a1.input')),
      'MESSAGE_REMOVED warning',
    ],
  },
  'a verdict that is not that of the report': {
    wrong: ['MESSAGE_VERDICT_MISMATCH', 'or fix the message'],
    base: reviewerSaid(failedSample),
    head: reviewerSaid(failedSample, { verdict: 'Failed', feedback: 'Keep the last line.' }),
    neighbour: [
      reviewerSaid(doneSample),
      reviewerSaid(doneSample, { quality_assessment: 'Better.' }),
      'MESSAGE_CHANGED error',
    ],
  },
  'an artifact that is not there': {
    wrong: ['MESSAGE_ARTIFACT_MISSING', 'or leave it out'],
    base: withMessage(
      sample,
      'planner.UPDATE.1.output',
      { ...payloads.plannerOutput, artifacts_created: ['notes.md'] },
      payloads.plannerInput('UPDATE'),
    ),
    head: withMessage(sample, 'planner.UPDATE.1.output', payloads.plannerOutput, payloads.plannerInput('UPDATE')),
    neighbour: [
      withMessage(sample, 'planner.UPDATE.1.output', payloads.plannerOutput, payloads.plannerInput('UPDATE')),
      withMessage(
        sample,
        'planner.UPDATE.1.output',
        { ...payloads.plannerOutput, next_actions: [] },
        payloads.plannerInput('UPDATE'),
      ),
      'MESSAGE_CHANGED error',
    ],
  },
  'the name of a session': {
    wrong: ['SUBAGENT_SESSION_ID', 'Rename the folder'],
    base: sampleCalled('my-session'),
    head: sample,
    neighbour: [sample, sampleCalled('260131-144401'), 'SUBAGENT_SESSION_REMOVED warning'],
  },
  'the name of a session with messages': {
    wrong: ['SUBAGENT_SESSION_ID', 'Rename the folder'],
    base: calledMine(messagesSample),
    head: messagesSample,
    neighbour: [
      calledMine(messagesSample),
      without(messagesSample, messagePath('executor.task-1.a1.output')),
      'SUBAGENT_SESSION_REMOVED warning',
    ],
  },
  'the name of a session with questions': {
    wrong: ['SUBAGENT_SESSION_ID', 'Rename the folder'],
    base: sampleCalled('my-session'),
    head: sample,
    neighbour: [sampleCalled('my-session'), without(sample, questionsPath), 'SUBAGENT_SESSION_REMOVED warning'],
  },
  'the name of a session that is no date': {
    wrong: ['SUBAGENT_SESSION_DATE', 'Rename the folder'],
    base: sampleCalled('269999-999999'),
    head: workingSample,
    neighbour: [sampleCalled('my-session'), without(sample, reportPath('task-1')), 'SUBAGENT_SESSION_REMOVED warning'],
  },
  'a definition that says nothing': {
    wrong: ['TASKS_FIELD_MISSING', 'below the task'],
    base: change(pendingSample, { [tasksPath]: [['    - **Objective**: Have the part of task-3.\n', '']] }),
    head: pendingSample,
    neighbour: [
      pendingSample,
      change(pendingSample, { [tasksPath]: [['Have the part of task-3.', 'Have all.']] }),
      'TASKS_CHANGED warning',
    ],
  },
  'an iteration without a folder': {
    wrong: ['SUBAGENT_ITERATION_ORDER', 'or fix `iteration`'],
    base: change(iteratedSample, { [metadata]: [['iteration: 2', 'iteration: 3']] }),
    head: iteratedSample,
    neighbour: [
      iteratedSample,
      change(iteratedSample, { [metadata]: [['iteration: 2', 'iteration: 1']] }),
      'SUBAGENT_ITERATION_ORDER error',
    ],
  },
}

/** Whatever a comparison finds in a change of what its rules have looked at before. */
const isComparison = (code: string) =>
  code.endsWith(' error') ||
  /^(?:TASKS_CHANGED|MESSAGE_REMOVED|REPORTFILE_PART2_CHANGED|MARKER_TRANSITION_SKIPPED) /.test(code)

describe.each(Object.entries(mends))('%s', (_, { wrong: [code, hint], base, head, neighbour }) => {
  it('is wrong by its own rule, and its hint says how it is mended', async () => {
    const findings = await diagnose(base, { mode: 'strict' })
    const hints = findings.filter((finding) => finding.code === code).map((finding) => finding.hint)
    expect(hints).toContainEqual(expect.stringContaining(hint))
  })

  it('may be mended so', async () => {
    expect((await found(head, { base })).filter(isComparison)).toEqual([])
  })

  it('lets nothing else be changed', async () => {
    const [neighbourBase, neighbourHead, expected] = neighbour
    expect(await found(neighbourHead as Tree, { base: neighbourBase })).toContain(expected)
  })
})
