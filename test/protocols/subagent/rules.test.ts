import { describe, expect, it } from 'vitest'
import {
  change,
  executorAsked,
  executorSaid,
  doneSample,
  failedSample,
  inSession,
  instructionsPath,
  iteratedSample,
  laterSample,
  marked,
  messagePath,
  payloads,
  pendingSample,
  planPath,
  progressPath,
  questionsPath,
  reportPath,
  reportText,
  reviewText,
  reviewerSaid,
  sample,
  sampleCalled,
  tasksPath,
  unfinished,
  withMessage,
  workingSample,
} from '../../../src/protocols/subagent/examples.ts'
import type { SceneSetting, Tree } from '../scene.ts'
import { found } from './scene.ts'

type Files = Readonly<Record<string, string>>
/** What is promised, the repository, what is found in it, and how it is looked at. */
type Row = readonly [promise: string, tree: Tree, found: readonly string[], setting?: SceneSetting]

const report = reportPath('task-3')
const second = { [reportPath('task-3', 2)]: reportText('task-3', 2) }
const input = payloads.executorInput('task-3')
const output = (overrides: object = {}) => ({ ...payloads.executorOutput('task-3'), ...overrides })
const blocked = output(unfinished('blocked', 'Which?'))
const failed = output(unfinished('failed'))
const withOutput = (files: Files, payload: Readonly<Record<string, unknown>>) =>
  withMessage(files, 'executor.task-3.a1.output', payload, input)
const with3 = (mark: string, text: string = reportText('task-3')): Files => ({
  ...marked(sample, 'task-3', ' ', mark),
  [report]: text,
})
const without = (files: Files, ...paths: readonly string[]) =>
  change(files, Object.fromEntries(paths.map((path) => [path, null])))
const line3 = '- [ ] task-3 (Not Started)\n'
const noLine = change(sample, { [progressPath]: [[line3, '']] })
const undefined3 = sample[tasksPath]?.slice(0, sample[tasksPath]?.indexOf('\n- task-3')) ?? ''
const based = (base: Tree, setting: SceneSetting = {}): SceneSetting => ({ base, ...setting })
const iteration = inSession('iterations/2/progress.md')
const metadata = inSession('metadata.yaml')
const signal = inSession('signals/inputs/signal-1.yaml')
const planner = (mode: string, overrides: object = {}, files: Files = sample) =>
  withMessage(
    files,
    `planner.${mode}.1.output`,
    { ...payloads.plannerOutput, ...overrides },
    payloads.plannerInput(mode),
  )
const blockedPlanner = withMessage(
  sample,
  'planner.UPDATE.1.output',
  { status: 'blocked', blockers: ['Which?'] },
  payloads.plannerInput('UPDATE'),
)
const cycle = (number: number, status = 'Unanswered') =>
  `\n### Cycle ${number}\n\n1. Is it ${number}?\n    - **Status**: ${status}\n`
const newPlan = change(sample, { [planPath]: [['Count the', 'Count all']] })
const inferred = (from: string, to: string): Files => change(laterSample, { [tasksPath]: [[from, to]] })

const oldSession = change(sample, { [progressPath]: '# Progress\n\n- [x] Task 1: Count\n- [ ] Task 2: Print\n' })
const withOwnNames = withMessage(
  {
    ...laterSample,
    [inSession('plan.questions.risks.md')]: sample[questionsPath] ?? '',
    [inSession('progress.review1.md')]: '# Review\n',
  },
  'reviewer.SESSION_REVIEW.1.output',
  { status: 'completed', verdict: 'Great' },
  {},
)

const rules: readonly (readonly [about: string, rows: readonly Row[]])[] = [
  [
    'a marker line that is gone',
    [
      [
        'is lost where tasks.md still mentions it',
        change(noLine, { [tasksPath]: `${undefined3}\nLater: task-3.\n` }),
        ['MARKER_REMOVED error'],
        based(sample),
      ],
      [
        'is lost in v2',
        without(
          change(iteratedSample, { [iteration]: [['- [F] task-3\n', '']] }),
          inSession('iterations/2/tasks/task-3.md'),
          inSession('iterations/2/reports/task-3-report.md'),
        ),
        ['MARKER_REMOVED error', 'REPORTFILE_REMOVED error'],
        based(iteratedSample),
      ],
      [
        'is lost in v2, begun or not',
        without(
          change(iteratedSample, { [iteration]: [['- [C] task-4\n', '']] }),
          inSession('iterations/2/tasks/task-4.md'),
        ),
        ['MARKER_REMOVED error'],
        based(change(iteratedSample, { [iteration]: [['- [C] task-4', '- [ ] task-4']] })),
      ],
    ],
  ],
  [
    'a task that moved',
    [
      ['more than a step has a message in the change', withOutput(with3('P'), output()), [], based(with3(' '))],
      [
        'more than a step has another report than before',
        with3('P', reportText('task-3').replace('Wrote', 'Rewrote')),
        [],
        based(with3(' ')),
      ],
      ['did so when its state was unknown', sample, [], based(without(sample, progressPath))],
      [
        'is none where it is planning',
        sample,
        [],
        based(change(sample, { [progressPath]: [['- [x] plan-init (Completed)\n', '']] })),
      ],
    ],
  ],
  [
    'the contract of a task',
    [
      ...['/', 'P', 'x'].map((mark): Row => [
        `is fixed at [${mark}]`,
        change(with3(mark, reportText('task-3') + (mark === 'x' ? reviewText('Qualified') : '')), {
          [tasksPath]: [['Have the part of task-3.', 'Have help.']],
        }),
        ['TASKS_CHANGED warning'],
        based(with3(mark, reportText('task-3') + (mark === 'x' ? reviewText('Qualified') : ''))),
      ]),
      [
        'has files',
        change(workingSample, { [tasksPath]: [['src/help.ts', 'src/helping.ts']] }),
        ['TASKS_CHANGED warning'],
        based(workingSample),
      ],
      [
        'has criteria',
        change(workingSample, { [tasksPath]: [['The samples of task-3 pass', 'Some samples of task-3 pass']] }),
        ['TASKS_CHANGED warning'],
        based(workingSample),
      ],
      [
        'has no type',
        change(workingSample, {
          [tasksPath]: [
            ['task-3: Build task-3\n    - **Type**: Sequential', 'task-3: Build task-3\n    - **Type**: Parallel'],
          ],
        }),
        [],
        based(workingSample),
      ],
      [
        'is fixed when it is begun, not before',
        change(workingSample, { [tasksPath]: [['Have the part of task-3.', 'Have help.']] }),
        [],
        based(sample),
      ],
      [
        'may be new',
        change(sample, { [progressPath]: [['- [ ] task-3', '- [/] task-3']] }),
        [],
        based(change(workingSample, { [tasksPath]: `${undefined3}\nLater: task-3.\n` })),
      ],
      [
        'of planning is free',
        change(sample, {
          [tasksPath]: [['- plan-init: Set up the session', '- plan-init: Set up\n    - **Objective**: All.']],
        }),
        [],
        based(sample),
      ],
    ],
  ],
  [
    'a file of a session',
    [
      ...[planPath, tasksPath, progressPath, questionsPath].map((path): Row => [
        `does not go: ${path}`,
        without(sample, path),
        path === questionsPath
          ? ['SUBAGENT_ARTIFACT_REMOVED error']
          : ['SUBAGENT_ARTIFACT_REMOVED error', 'SUBAGENT_LAYOUT_MISSING error'],
        based(sample),
      ]),
      [
        'was not there before',
        without(sample, planPath),
        ['SUBAGENT_LAYOUT_MISSING warning'],
        based(without({ ...sample, [inSession('notes.md')]: '' }, planPath)),
      ],
      ['goes with its session where that was from before there were ids', { 'README.md': '' }, [], based(oldSession)],
      [
        'goes with its session where that was complete',
        { 'README.md': '' },
        [],
        based(change(sample, { [progressPath]: String(sample[progressPath]).replaceAll('- [ ] task', '- [x] task') })),
      ],
      [
        'goes with its session where that was not complete',
        { 'README.md': '' },
        ['SUBAGENT_SESSION_REMOVED warning'],
        based(sample),
      ],
    ],
  ],
  [
    'a report of a change',
    [
      [
        'is where it was, with its task',
        without(change(failedSample, { [progressPath]: [[line3, '']], [tasksPath]: undefined3 }), report),
        ['MARKER_REMOVED error', 'REPORTFILE_REMOVED error'],
        based(failedSample),
      ],
      [
        'is fixed where it is completed without a review',
        with3('x', reportText('task-3').replace('Wrote', 'Rewrote')),
        ['MARKER_UNREVIEWED error', 'REPORTFILE_PART1_CHANGED error'],
        based(with3('x')),
      ],
      [
        'is fixed, the newest alone',
        { ...pendingSample, ...second, [report]: reportText('task-3').replace('Wrote', 'Rewrote') },
        ['REPORTFILE_PREDECESSOR_UNREVIEWED warning'],
        based({ ...pendingSample, ...second }),
      ],
      [
        'is fixed, the newest of two',
        { ...pendingSample, [reportPath('task-3', 2)]: reportText('task-3', 2).replace('Wrote', 'Rewrote') },
        ['REPORTFILE_PART1_CHANGED error', 'REPORTFILE_PREDECESSOR_UNREVIEWED warning'],
        based({ ...pendingSample, ...second }),
      ],
      [
        'may lose lines at its end',
        with3('P', reportText('task-3').replace('\n### Discovered Tasks\n- [None]\n', '\n')),
        ['REPORTFILE_PART1_CHANGED error'],
        based(with3('P')),
      ],
      [
        'may be a title alone',
        with3('P', '## PART 1: IMPLEMENTATION REPORT\nDone.\n'),
        ['REPORTFILE_PART1_CHANGED error'],
        based(with3('P')),
      ],
      [
        'from before there were parts is free',
        with3('x', '## Status\nQualified\n\nMore.\n'),
        ['REPORTFILE_LEGACY warning'],
        based(with3('x', '## Status\nQualified\n')),
      ],
      [
        'keeps its verdict',
        with3(' ', reportText('task-3') + reviewText('Qualified')),
        ['MARKER_CONTRADICTS_VERDICT error', 'REPORTFILE_VERDICT_CHANGED error'],
        based(failedSample),
      ],
    ],
  ],
  [
    'questions of a change',
    [
      [
        'keep their answers, also that they are answered',
        change(sample, {
          [questionsPath]:
            String(sample[questionsPath])
              .replace('Status**: Answered', 'Status**: Unanswered')
              .replace('What stands between blanks.', 'None.') + cycle(2),
        }),
        ['QUESTIONS_ANSWER_CHANGED error'],
        based(change(sample, { [questionsPath]: sample[questionsPath] + cycle(2) })),
      ],
      [
        'may be answered later',
        change(sample, {
          [questionsPath]:
            String(sample[questionsPath]).replace(
              'Status**: Unanswered',
              'Status**: Answered\n    - **Answer**: Long.\n    - **Source**: a',
            ) + cycle(2),
        }),
        [],
        based(change(sample, { [questionsPath]: sample[questionsPath] + cycle(2) })),
      ],
      [
        'may get another source',
        change(sample, {
          [questionsPath]: String(sample[questionsPath]).replace('docs/words.md', 'docs/other.md') + cycle(2),
        }),
        [],
        based(change(sample, { [questionsPath]: sample[questionsPath] + cycle(2) })),
      ],
      [
        'are compared with the first cycle of a number',
        change(sample, { [questionsPath]: sample[questionsPath] + cycle(1) }),
        ['QUESTIONS_CYCLE_ORDER error'],
        based(sample),
      ],
    ],
  ],
  [
    'questions',
    [
      [
        'number their cycles from 1',
        change(sample, { [questionsPath]: `# Questions\n${cycle(2)}` }),
        ['QUESTIONS_CYCLE_ORDER error'],
      ],
      [
        'have at most as many cycles as the limit',
        change(sample, { [questionsPath]: sample[questionsPath] + cycle(2) }),
        [],
        { configuration: { limits: { cycles: 2 } } },
      ],
      [
        'have one cycle too many',
        change(sample, { [questionsPath]: sample[questionsPath] + cycle(2) + cycle(3) }),
        ['QUESTIONS_LIMIT warning'],
        { configuration: { limits: { cycles: 2 } } },
      ],
      [
        'may leave out what they say',
        change(sample, {
          [questionsPath]: `# Questions\n\n## Overview\n- **Session ID**: [id]\n${cycle(1, 'Research Needed')}`,
        }),
        [],
      ],
      [
        'have words for confidence and priority',
        change(sample, {
          [questionsPath]: [
            ['Confidence**: High', 'Confidence**: Sure'],
            ['Priority**: High', 'Priority**: Highest'],
          ],
        }),
        ['QUESTIONS_FIELD_VALUE warning', 'QUESTIONS_FIELD_VALUE warning'],
      ],
      [
        'have any impact',
        change(sample, { [questionsPath]: [['    - **Answer**', '    - **Impact**: Much\n    - **Answer**']] }),
        [],
      ],
      [
        'lack both',
        change(sample, {
          [questionsPath]: [['    - **Answer**: What stands between blanks.\n    - **Source**: docs/words.md\n', '']],
        }),
        ['QUESTIONS_ANSWER_MISSING warning'],
      ],
    ],
  ],
  [
    'a message of a change',
    [
      [
        'is fixed, the output too',
        change(planner('INITIALIZE'), {
          [messagePath('planner.INITIALIZE.1.output')]: [['"next_actions"', '"more": 1,\n    "next_actions"']],
        }),
        ['MESSAGE_CHANGED error'],
        based(planner('INITIALIZE')),
      ],
      [
        'of a task is about it',
        change(withOutput(with3('P'), output()), {
          [messagePath('executor.task-3.a1.input')]: [['"ATTEMPT_NUMBER"', '"more": 1,\n    "ATTEMPT_NUMBER"']],
        }),
        ['MESSAGE_CHANGED error'],
        based(withOutput(with3('P'), output())),
      ],
      [
        'of a task that is gone is about it',
        without(
          withOutput(with3('P'), output()),
          messagePath('executor.task-3.a1.input'),
          messagePath('executor.task-3.a1.output'),
        ),
        ['MESSAGE_REMOVED warning', 'MESSAGE_REMOVED warning'],
        based(withOutput(with3('P'), output())),
      ],
      [
        'is free until it is final',
        change(withOutput(workingSample, blocked), {
          [messagePath('executor.task-3.a1.output')]: [['Which?', 'Where?']],
        }),
        [],
        based(withOutput(workingSample, blocked)),
      ],
      [
        'that wants questions is final',
        without(planner('UPDATE', { status: 'needs_qa_cycle' }, newPlan), messagePath('planner.UPDATE.1.input')),
        ['MESSAGE_REMOVED warning', 'MESSAGE_UNPAIRED warning'],
        based(planner('UPDATE', { status: 'needs_qa_cycle' }, newPlan)),
      ],
      [
        'names what it created',
        planner('UPDATE', { artifacts_created: ['notes.md'] }, { ...newPlan, [inSession('notes.md')]: '' }),
        [],
        based(sample),
      ],
      [
        'is not held again against what it names where it was blocked before',
        planner('UPDATE', { artifacts_updated: ['plan.md', 'tasks.md'] }, newPlan),
        [],
        based(blockedPlanner),
      ],
      [
        'names what is not there',
        planner('UPDATE', { artifacts_updated: ['plan.md', 'design.md'] }, newPlan),
        ['MESSAGE_ARTIFACT_MISSING error'],
        based(sample),
      ],
      [
        'is held against what it names only where it is completed',
        planner(
          'UPDATE',
          { status: 'needs_qa_cycle', artifacts_updated: ['plan.md', 'tasks.md', 'design.md'] },
          newPlan,
        ),
        [],
        based(sample),
      ],
    ],
  ],
  [
    'a message',
    [
      [
        'names artifacts anywhere in the repository',
        planner(
          'INITIALIZE',
          {
            artifacts_created: [
              'tests',
              './plan.md',
              '../a.md',
              '.ralph-sessions/260131-144400.instructions.md',
              '260131-144400.instructions.md',
            ],
          },
          { ...sample, [inSession('tests/a.log')]: '' },
        ),
        ['MESSAGE_PATH_UNSAFE error'],
      ],
      [
        'names what is not there, created or updated',
        planner('INITIALIZE', { artifacts_created: ['a.md', ''], artifacts_updated: ['b.md', 'test'] }),
        ['MESSAGE_ARTIFACT_MISSING error', 'MESSAGE_ARTIFACT_MISSING error', 'MESSAGE_ARTIFACT_MISSING error'],
      ],
      [
        'is about a task that is only mentioned',
        withMessage(
          change(sample, { [tasksPath]: `${sample[tasksPath]}\nLater: task-8.\n` }),
          'executor.task-8.a1.input',
          payloads.executorInput('task-8'),
        ),
        [],
      ],
      [
        'is about a task that has only a line',
        withMessage(
          change(sample, { [progressPath]: `${sample[progressPath]}- [/] task-8\n` }),
          'executor.task-8.a1.input',
          payloads.executorInput('task-8'),
        ),
        ['MARKER_TASK_UNKNOWN error'],
      ],
      [
        'is about unknown targets when the tasks cannot be read',
        withMessage({ ...sample, [tasksPath]: 'a\0b' }, 'executor.task-8.a1.input', payloads.executorInput('task-8')),
        ['SUBAGENT_UNREADABLE error'],
      ],
      [
        'whose name alone has a task that there is not names none',
        withMessage(sample, 'executor.task-8.a1.output', {
          ...blocked,
          report_path: 'tasks.task-8-report.md',
        }),
        ['MESSAGE_UNPAIRED warning'],
      ],
      [
        'whose input names a known task is not of an unknown one, whatever its name says',
        withMessage(sample, 'executor.task-8.a1.input', input),
        ['MESSAGE_KEY_MISMATCH error'],
      ],
      [
        'of a review that could not be made has none',
        withMessage(failedSample, 'reviewer.task-3.a1.output', { status: 'error' }, payloads.reviewerInput('task-3')),
        [],
      ],
      [
        'of a review has a report',
        reviewerSaid(sample),
        ['MESSAGE_VERDICT_MISMATCH error', 'SUBAGENT_REPORT_MISSING error'],
      ],
      ['says completed at its review', withOutput(with3('P'), output()), []],
      ['says completed, and is completed', withOutput(doneSample, output()), []],
      ['says completed, and is not marked', withOutput(with3(' '), output()), ['MESSAGE_MARKER_MISMATCH error']],
      ['says failed, and is under review', withOutput(with3('P'), failed), ['MESSAGE_MARKER_MISMATCH error']],
      ['says failed, and is completed', withOutput(doneSample, failed), ['MESSAGE_MARKER_MISMATCH error']],
      ['says failed, and was given up', withOutput(with3(' '), failed), []],
      [
        'has another status, which is reported elsewhere',
        withOutput(with3('P'), output({ status: 'done' })),
        ['MESSAGE_FIELD_VALUE error'],
      ],
      ['was followed by another report', withOutput({ ...with3('P'), ...second }, failed), []],
      ['was followed by another message', executorAsked(withOutput(with3('P'), failed), 2), []],
      [
        'is about a task without a line',
        withOutput({ ...noLine, [report]: reportText('task-3') }, output()),
        ['TASKS_UNTRACKED error'],
      ],
      [
        'says completed of a task that later proved wrong',
        withMessage(
          change(laterSample, { [progressPath]: [['[x] task-1', '[F] task-1']] }),
          'executor.task-1.a1.output',
          payloads.executorOutput('task-1'),
          payloads.executorInput('task-1'),
        ),
        [],
      ],
      [
        'of a questioner has its cycle in a file of any category',
        withMessage(
          { ...laterSample, [inSession('plan.questions.risks.md')]: `# Risks\n${cycle(1)}${cycle(2)}` },
          'questioner.RESEARCH.c2.output',
          { ...payloads.research },
          payloads.questionerInput('RESEARCH', 2),
        ),
        [],
      ],
      [
        'has an input',
        without(withOutput(workingSample, blocked), messagePath('executor.task-3.a1.input')),
        ['MESSAGE_UNPAIRED warning'],
      ],
    ],
  ],
  [
    'a report',
    [
      [
        'has an attempt before it that was given up',
        executorSaid(
          executorSaid(
            { ...failedSample, [reportPath('task-3', 4)]: reportText('task-3', 4) },
            unfinished('blocked', 'Which?'),
            2,
          ),
          unfinished('blocked', 'Which?'),
          3,
        ),
        [],
        { configuration: { limits: { attempts: 0 } } },
      ],
      [
        'has one of two before it that was given up',
        executorSaid(
          { ...failedSample, [reportPath('task-3', 4)]: reportText('task-3', 4) },
          unfinished('blocked', 'Which?'),
          2,
        ),
        ['REPORTFILE_ATTEMPT_GAP error'],
        { configuration: { limits: { attempts: 0 } } },
      ],
      [
        'comes behind one that failed by its executor',
        withMessage(
          { ...sample, [report]: reportText('task-3'), ...second },
          'executor.task-3.a1.output',
          failed,
          input,
        ),
        [],
      ],
      [
        'is about a task that has only a line',
        {
          ...change(sample, { [progressPath]: `${sample[progressPath]}- [ ] task-8\n` }),
          [reportPath('task-8')]: reportText('task-8'),
        },
        ['MARKER_TASK_UNKNOWN error'],
      ],
      [
        'is about a task that is only mentioned',
        {
          ...change(sample, { [tasksPath]: `${sample[tasksPath]}\nLater: task-8.\n` }),
          [reportPath('task-8')]: reportText('task-8'),
        },
        [],
      ],
      [
        'is about unknown targets when progress cannot be read',
        { ...sample, [progressPath]: 'a\0b', [reportPath('task-8')]: reportText('task-8') },
        ['SUBAGENT_UNREADABLE error'],
      ],
      [
        'has content at [x]',
        with3('x', `${reportText('task-3').replace('Wrote the part of task-3.', '[…]')}${reviewText('Qualified')}`),
        ['REPORTFILE_UNFILLED error'],
      ],
      [
        'has content at [P], from before there were parts',
        with3('P', '## Status\n'),
        ['REPORTFILE_LEGACY warning', 'REPORTFILE_UNFILLED error'],
      ],
      [
        'has content, the newest alone',
        {
          ...with3('P', `${reportText('task-3').replace('Wrote the part of task-3.', '[…]')}${reviewText('Failed')}`),
          ...second,
        },
        [],
      ],
      ['is template at [ ]', with3(' ', reportText('task-3').replace('Wrote the part of task-3.', '[…]')), []],
      [
        'from before there were parts needs no feedback',
        with3(' ', '## Status\nFailed\n'),
        ['REPORTFILE_LEGACY warning'],
      ],
      [
        'is not a report elsewhere in an iteration',
        {
          ...iteratedSample,
          [inSession('iterations/1/reports/task-1-report-r1.md')]: 'a',
          [inSession('iterations/2/reports/notes.md')]: 'a',
          [inSession('iterations/2/reports/report/a.md')]: 'a',
          [inSession('iterations/2/knowledge/report.md')]: 'a',
        },
        [],
      ],
    ],
  ],
  [
    'a report that must be there',
    [
      [
        'is another one than that which failed',
        marked(failedSample, 'task-3', ' ', 'P'),
        ['MARKER_TRANSITION_SKIPPED warning', 'SUBAGENT_REPORT_MISSING error'],
        based(failedSample),
      ],
      [
        'is another one where it was written again',
        with3('P', `${reportText('task-3').replace('Wrote', 'Rewrote')}${reviewText('Failed')}`),
        ['MARKER_BEHIND_VERDICT warning', 'REPORTFILE_PART1_CHANGED error'],
        based(failedSample),
      ],
      ['is the next one', { ...marked(failedSample, 'task-3', ' ', 'P'), ...second }, [], based(failedSample)],
      [
        'was under review before',
        marked(failedSample, 'task-3', ' ', 'P'),
        ['MARKER_BEHIND_VERDICT notice'],
        based({ ...marked(failedSample, 'task-3', ' ', 'P'), [planPath]: 'Plan\n' }),
      ],
      [
        'is not named by a path that leads elsewhere',
        withOutput(workingSample, output({ ...failed, report_path: '../a.md' })),
        ['MESSAGE_PATH_UNSAFE error'],
      ],
      [
        'is not named by blanks',
        withOutput(workingSample, output({ ...failed, report_path: ' ' })),
        ['MESSAGE_FIELD_MISSING error'],
      ],
      [
        'is not named by a reviewer that answered',
        withMessage(
          workingSample,
          'reviewer.task-3.a1.output',
          { status: 'error', REPORT_PATH: 'a.md', report_path: 'a.md' },
          { ...payloads.reviewerInput('task-3') },
        ),
        ['SUBAGENT_REPORT_MISSING error'],
      ],
    ],
  ],
  [
    'a marker',
    [
      [
        'is reviewed in its newest report',
        { ...doneSample, ...second },
        ['MARKER_UNREVIEWED error', 'REPORTFILE_PREDECESSOR_QUALIFIED error'],
      ],
      [
        'contradicts a verdict of Qualified at [/]',
        with3('/', reportText('task-3') + reviewText('Qualified')),
        ['MARKER_CONTRADICTS_VERDICT error'],
      ],
      [
        'is behind a verdict of planning, too',
        {
          ...marked(sample, 'plan-init', 'x', 'P'),
          [reportPath('plan-init')]: reportText('plan-init') + reviewText('Qualified'),
        },
        ['MARKER_BEHIND_VERDICT warning', 'MARKER_PLANNING_REVIEW warning'],
      ],
      [
        'may name any task where tasks.md is blank',
        { ...sample, [tasksPath]: '\n' },
        ['SUBAGENT_LAYOUT_MISSING error'],
      ],
      [
        'may name any task where tasks.md cannot be read',
        { ...sample, [tasksPath]: 'a\0b' },
        ['SUBAGENT_UNREADABLE error'],
      ],
    ],
  ],
  [
    'a dependency',
    [
      ...['/', 'P', 'x'].map((mark): Row => [
        `is completed before a task is at [${mark}]`,
        {
          ...without(marked(marked(sample, 'task-2', ' ', mark), 'task-1', 'x', '/'), reportPath('task-1')),
          [reportPath('task-2')]: reportText('task-2') + (mark === 'x' ? reviewText('Qualified') : ''),
        },
        ['TASKS_DEPENDENCY_OPEN warning'],
      ]),
      [
        'of planning may be open',
        change(marked(sample, 'plan-init', 'x', '/'), {
          [tasksPath]: [['- plan-init: Set up the session', '- plan-init: Set up\n    - **Inherits From**: task-3']],
        }),
        [],
      ],
      [
        'of a task without a line is reported with its line',
        change(noLine, {
          [tasksPath]: [
            [
              'samples of task-3 pass.\n    - **Inherits From**: None',
              'samples of task-3 pass.\n    - **Inherits From**: task-2',
            ],
          ],
        }),
        ['TASKS_UNTRACKED error'],
      ],
      [
        'of 3.x may be in the graph alone',
        inferred(
          'task-2: [task-1]',
          'task-2: [task-1]\ntask-3: [task-2, task-1]\nplan-init: [task-1]\ntask-9: [task-1]',
        ),
        ['TASKS_GRAPH_DRIFT error', 'TASKS_WAVE_CONFLICT error'],
      ],
      [
        'of 3.x may be named in any order',
        change(laterSample, {
          [tasksPath]: [
            ['task-2: [task-1]', 'task-2: [task-3, task-1]'],
            ['Inherits From**: task-1', 'Inherits From**: task-1, task-3'],
          ],
        }),
        [],
      ],
      ['of 3.x is none in both', inferred('task-2: [task-1]', 'task-1: []\ntask-3: [ ]'), []],
      [
        'makes a circle of three',
        change(sample, {
          [tasksPath]: [
            ['The samples of task-1 pass.\n    - **Inherits From**: None', 'Pass.\n    - **Inherits From**: task-3'],
            ['The samples of task-3 pass.\n    - **Inherits From**: None', 'Pass.\n    - **Inherits From**: task-2'],
          ],
        }),
        ['TASKS_DEPENDENCY_CYCLE error', 'TASKS_DEPENDENCY_OPEN warning'],
      ],
      [
        'makes two circles',
        change(sample, {
          [tasksPath]: [
            ['The samples of task-1 pass.\n    - **Inherits From**: None', 'Pass.\n    - **Inherits From**: task-2'],
            [
              'The samples of task-3 pass.\n    - **Inherits From**: None',
              'Pass.\n    - **Inherits From**: task-3, task-1',
            ],
          ],
        }),
        ['TASKS_DEPENDENCY_CYCLE error', 'TASKS_DEPENDENCY_CYCLE error', 'TASKS_DEPENDENCY_OPEN warning'],
      ],
      [
        'is unknown, one of several',
        change(sample, { [tasksPath]: [['Inherits From**: task-1', 'Inherits From**: task-1, task-8, task-9']] }),
        ['TASKS_DEPENDENCY_UNKNOWN error'],
      ],
    ],
  ],
  [
    'a wave of 3.x',
    [
      [
        'has no file twice, whichever task names it',
        inferred('**Files**: src/help.ts', '**Files**: src/count.ts'),
        ['TASKS_WAVE_CONFLICT error'],
      ],
      [
        'may have a task that names a file twice',
        inferred('**Files**: src/help.ts', '**Files**: src/help.ts, src/help.ts'),
        [],
      ],
      ['may have an undefined task', inferred('[task-1, task-3]', '[task-1, task-8, task-3]'), []],
      [
        'may have a task that depends on itself',
        inferred(
          'samples of task-3 pass.\n    - **Inherits From**: None',
          'samples of task-3 pass.\n    - **Inherits From**: task-3',
        ),
        ['TASKS_DEPENDENCY_CYCLE error'],
      ],
      [
        'is none of other profiles',
        inferred('**Files**: src/help.ts', '**Files**: src/count.ts'),
        [],
        { configuration: { profile: 'contract-1.0.0' } },
      ],
    ],
  ],
  [
    'a definition',
    [
      [
        'has a line, the first of two alone',
        change(noLine, {
          [tasksPath]: `${sample[tasksPath]}\n- task-3: Again\n    - **Type**: a\n    - **Files**: a\n    - **Objective**: a\n    - **Success Criteria**: a\n`,
        }),
        ['TASKS_DUPLICATE error', 'TASKS_UNTRACKED error'],
      ],
      [
        'of planning needs none',
        change(sample, { [tasksPath]: [['- plan-init: Set', '- plan-more: Go on\n- plan-init: Set']] }),
        [],
      ],
      ['needs none where there is no progress', { ...sample, [progressPath]: '\n' }, ['SUBAGENT_LAYOUT_MISSING error']],
      [
        'is added after no line by hand',
        change(sample, { [progressPath]: '# Progress\n\n- [x] plan-init\n' }),
        ['TASKS_UNTRACKED error', 'TASKS_UNTRACKED error', 'TASKS_UNTRACKED error'],
      ],
    ],
  ],
  [
    'a limit',
    [
      [
        'of attempts is reported at the report when there is no line',
        { ...change(failedSample, { [progressPath]: [[line3, '']] }), ...second },
        ['SUBAGENT_ATTEMPT_LIMIT warning', 'TASKS_UNTRACKED error'],
        { configuration: { limits: { attempts: 1 } } },
      ],
      [
        'of attempts is reported at the session when there is neither',
        executorAsked(noLine, 2),
        ['SUBAGENT_ATTEMPT_LIMIT warning', 'TASKS_UNTRACKED error'],
        { configuration: { limits: { attempts: 1 } } },
      ],
      [
        'of attempts is none of outputs and reviews',
        withMessage(withOutput(workingSample, blocked), 'reviewer.task-3.a2.output', { status: 'error' }),
        ['MESSAGE_UNPAIRED warning'],
        { configuration: { limits: { attempts: 1 } } },
      ],
      [
        'of planning holds for each MODE',
        withMessage(
          planner('UPDATE', { status: 'blocked', blockers: ['a'] }),
          'planner.DISCOVERY.1.output',
          { status: 'blocked', blockers: ['a'] },
          payloads.plannerInput('DISCOVERY'),
        ),
        [],
        { configuration: { limits: { planning: 1 } } },
      ],
      [
        'of planning counts what is blocked',
        withMessage(
          planner('UPDATE', { status: 'blocked', blockers: ['a'] }),
          'planner.UPDATE.2.output',
          { status: 'needs_clarification', blockers: ['a'] },
          payloads.plannerInput('UPDATE'),
        ),
        [],
        { configuration: { limits: { planning: 1 } } },
      ],
      [
        'of planning is reported at the newest',
        withMessage(
          withMessage(
            sample,
            'planner.UPDATE.10.output',
            { status: 'blocked', blockers: ['a'] },
            payloads.plannerInput('UPDATE'),
          ),
          'planner.UPDATE.9.output',
          { status: 'blocked', blockers: ['a'] },
          payloads.plannerInput('UPDATE'),
        ),
        ['SUBAGENT_PLANNING_LIMIT warning'],
        { configuration: { limits: { planning: 1 } } },
      ],
    ],
  ],
  [
    'the instructions of a session',
    [
      ['cannot be read', { ...sample, [instructionsPath]: 'a\0b' }, ['SUBAGENT_UNREADABLE error']],
      [
        'cannot be read in their front matter',
        { ...sample, [instructionsPath]: '---\na: 1\na: 2\n---\n' },
        ['SUBAGENT_UNREADABLE error'],
      ],
      [
        'lie in both places',
        { ...sample, [inSession('.instructions.md')]: '' },
        ['SUBAGENT_INSTRUCTIONS_PLACE warning'],
      ],
      [
        'cannot be read inside',
        without({ ...sample, [inSession('.instructions.md')]: 'a\0b' }, instructionsPath),
        ['SUBAGENT_INSTRUCTIONS_PLACE warning', 'SUBAGENT_UNREADABLE error'],
      ],
      [
        'name the session as a segment',
        change(sample, { [instructionsPath]: [['sessions/260131-144400/', 'sessions/x260131-144400/']] }),
        ['SUBAGENT_INSTRUCTIONS_SCOPE error'],
      ],
      [
        'name it in a nested list, too',
        change(sample, { [instructionsPath]: [['".ralph-sessions/260131-144400/**"', '[[a, " 260131-144400 "]]']] }),
        [],
      ],
      [
        'are a mapping',
        change(sample, { [instructionsPath]: [['".ralph-sessions/260131-144400/**"', '{ a: 260131-144400 }']] }),
        ['SUBAGENT_INSTRUCTIONS_SCOPE error'],
      ],
    ],
  ],
  [
    'a session id',
    [
      '000101-000000',
      '991231-235959',
      '260131-236000',
      '260131-235960',
      '260131-240000',
      '261301-000000',
      '260100-000000',
      '260132-000000',
    ].map((id): Row => [
      `is a date and a time, or none: ${id}`,
      sampleCalled(id),
      id === '000101-000000' || id === '991231-235959' ? [] : ['SUBAGENT_SESSION_DATE warning'],
    ]),
  ],
  [
    'a session from before there were ids',
    [
      ['is looked at by no other rule', oldSession, ['SUBAGENT_SESSION_LEGACY warning'], based({})],
      [
        'is looked at by no other rule where it was old before',
        { ...oldSession, [inSession('notes.md')]: '' },
        ['SUBAGENT_SESSION_LEGACY warning'],
        based(oldSession),
      ],
      [
        'is none that had them before the change: its tasks would be lost unseen',
        oldSession,
        [
          'MARKER_REMOVED error',
          'MARKER_REMOVED error',
          'MARKER_REMOVED error',
          'MARKER_REMOVED error',
          'MARKER_UNREADABLE error',
          'MARKER_UNREADABLE error',
          'TASKS_UNTRACKED warning',
          'TASKS_UNTRACKED warning',
          'TASKS_UNTRACKED warning',
        ],
        based(sample),
      ],
      [
        'is none that had a state of v2 before the change',
        change(iteratedSample, { [metadata]: 'state: EXECUTING\n' }),
        Array.from({ length: 6 }, () => 'SUBAGENT_METADATA_FIELD error'),
        based(iteratedSample),
      ],
    ],
  ],
  [
    'a session of 3.x',
    [
      ['has its own names of files and messages', withOwnNames, []],
      [
        'has names that other profiles do not know',
        withOwnNames,
        ['MESSAGE_NAME error', 'MESSAGE_NAME error', 'SUBAGENT_VARIANT error', 'SUBAGENT_VARIANT error'],
        { configuration: { profile: 'contract-1.0.0' } },
      ],
    ],
  ],
  [
    'a session of v2',
    [
      ...(
        [
          ['version: 4', 'version: 0'],
          ['version: 4', 'version: 1.5'],
          ['version: 4', 'version: four'],
          ['iteration: 2\n', ''],
          ['session_id: 260131-144400\n', ''],
          ['created_at: 2026-01-31T15:00:00Z', 'created_at: null'],
          ['updated_at: 2026-02-01T09:00:00+07:00', 'updated_at: "2026-02-01 09:00"'],
          ['  state: EXECUTING_BATCH', '  state: ~'],
          ['  state: EXECUTING_BATCH', '  status: EXECUTING_BATCH'],
          ['orchestrator:\n  state: EXECUTING_BATCH', 'orchestrator: EXECUTING_BATCH'],
          ['status: in_progress', 'status: done'],
          ['status: in_progress', 'status: [completed]'],
        ] as const
      ).map(([from, to]): Row => [
        `has its fields: ${JSON.stringify(to)}`,
        change(iteratedSample, { [metadata]: [[from, to]] }),
        ['SUBAGENT_METADATA_FIELD error'],
      ]),
      ...['completed', 'awaiting_feedback', 'blocked', 'aborted'].map((status): Row => [
        `may be ${status}`,
        change(iteratedSample, { [metadata]: [['in_progress', status]] }),
        [],
      ]),
      ['needs no status', change(iteratedSample, { [metadata]: [['status: in_progress\n', '']] }), []],
      ['is its list', { ...iteratedSample, [metadata]: '- a\n' }, ['SUBAGENT_UNREADABLE error']],
      [
        'has an unknown state',
        change(iteratedSample, { [metadata]: [['EXECUTING_BATCH', 'executing_batch']] }),
        ['SUBAGENT_STATE_UNKNOWN error'],
      ],
      [
        'has no folder for its iteration',
        change(iteratedSample, { [metadata]: [['iteration: 2', 'iteration: 3']] }),
        ['SUBAGENT_ITERATION_ORDER error', 'SUBAGENT_LAYOUT_MISSING error'],
      ],
      [
        'has more folders than its iteration',
        { ...iteratedSample, [inSession('iterations/3/knowledge/a.md')]: '' },
        [],
      ],
      [
        'has no metadata, and takes the last folder',
        without(iteratedSample, metadata),
        ['SUBAGENT_LAYOUT_MISSING error'],
      ],
      [
        'goes back in its iteration',
        iteratedSample,
        ['SUBAGENT_ITERATION_ORDER error'],
        based(
          change(
            { ...iteratedSample, [inSession('iterations/3/progress.md')]: '# Progress\n' },
            { [metadata]: [['iteration: 2', 'iteration: 3']] },
          ),
        ),
      ],
      [
        'has frozen files, those that are gone too',
        without(iteratedSample, inSession('iterations/1/knowledge/words.md')),
        ['SUBAGENT_ITERATION_FROZEN error'],
        based(iteratedSample),
      ],
      [
        'has no frozen files where its own metadata do not say so',
        without(iteratedSample, inSession('iterations/1/knowledge/words.md')),
        [],
        based(without(iteratedSample, inSession('iterations/1/metadata.yaml'))),
      ],
      [
        'had no iteration before',
        without(iteratedSample, inSession('iterations/1/knowledge/words.md')),
        [],
        based(change(iteratedSample, { [metadata]: [['iteration: 2', 'iteration: two']] })),
      ],
      ...(
        [
          ['type: STEER', 'type: steer'],
          ['type: STEER\n', ''],
          ['message: Mind the last line.', 'message: " "'],
          ['message: Mind the last line.', 'message: [a]'],
          ['type: STEER', 'type: PAUSE\ntarget: executor'],
          ['type: STEER', 'type: STEER\niteration: 0'],
          ['type: STEER', 'type: STEER\niteration: one'],
          ['type: STEER', 'type: STEER\niteration: [1]'],
          ['type: STEER', 'type: STEER\ntarget: [Executor]'],
        ] as const
      ).map(([from, to]): Row => [
        `has signals that are understood: ${JSON.stringify(to)}`,
        change(iteratedSample, { [signal]: [[from, to]] }),
        ['SUBAGENT_SIGNAL error'],
      ]),
      ...[
        'type: PAUSE',
        'type: ABORT\ntarget: ALL',
        'type: INFO\ntarget: Librarian',
        'type: STEER\niteration: 1',
        'type: STEER\ntarget: Orchestrator',
      ].map((to): Row => [
        `has signals: ${JSON.stringify(to)}`,
        change(iteratedSample, { [signal]: [['type: STEER', to]] }),
        [],
      ]),
      [
        'has signals that were handled',
        {
          ...iteratedSample,
          [inSession('signals/processed/a.yaml')]:
            'type: INFO\nmessage: a\nhandling_metadata:\n  handled_by: a\n  handled_at: " "\n',
        },
        ['SUBAGENT_SIGNAL error', 'SUBAGENT_SIGNAL error'],
      ],
      ['has signals that cannot be read', { ...iteratedSample, [signal]: 'a: [\n' }, ['SUBAGENT_UNREADABLE error']],
      [
        'has a signal behind a link',
        { ...iteratedSample, [inSession('signals')]: 'elsewhere' },
        ['SUBAGENT_UNREADABLE error'],
        { links: [inSession('signals')] },
      ],
      [
        'has reports of its iteration alone',
        {
          ...iteratedSample,
          [inSession('tasks.task-9-report.md')]: 'a',
          [inSession('iterations/1/reports/task-9-report.md')]: 'a',
          [inSession('plan-v2.md')]: '',
        },
        [],
      ],
    ],
  ],
  [
    'files outside of sessions',
    [
      ['are those of the task', { ...pendingSample, 'src/help.ts': '' }, [], based(sample)],
      [
        'are others',
        { ...pendingSample, 'src/help.tsx': '', 'src/help': '' },
        ['TASKS_FILE_OUTSIDE warning'],
        based(sample),
      ],
      [
        'are more than are named',
        { ...pendingSample, ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`a/${at}.ts`, ''])) },
        ['TASKS_FILE_OUTSIDE warning'],
        based(sample),
      ],
      [
        'are ten',
        { ...pendingSample, ...Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`a/${at}.ts`, ''])) },
        ['TASKS_FILE_OUTSIDE warning'],
        based(sample),
      ],
      ...(['./src/', 'src', '.\\src\\', '.', '././src/*', 's*'] as const).map((files): Row => [
        `are named by ${files}`,
        change({ ...pendingSample, 'src/a/b.ts': '' }, { [tasksPath]: [['src/help.ts', files]] }),
        [],
        based(change(sample, { [tasksPath]: [['src/help.ts', files]] })),
      ]),
      [
        'are not judged where the task names none',
        change({ ...pendingSample, 'src/a.ts': '' }, { [tasksPath]: [['    - **Files**: src/help.ts\n', '']] }),
        ['TASKS_FIELD_MISSING notice'],
        based(change(sample, { [tasksPath]: [['    - **Files**: src/help.ts\n', '']] })),
      ],
      [
        'are not judged where two reports are new',
        {
          ...change(pendingSample, { [progressPath]: [['[ ] task-2', '[P] task-2']] }),
          [reportPath('task-2')]: reportText('task-2'),
          'src/a.ts': '',
        },
        [],
        based(sample),
      ],
      [
        'are not judged when the task is undefined',
        {
          ...change(sample, {
            [progressPath]: `${sample[progressPath]}- [P] task-8\n`,
            [tasksPath]: `${sample[tasksPath]}\nLater: task-8.\n`,
          }),
          [reportPath('task-8')]: reportText('task-8'),
          'src/a.ts': '',
        },
        [],
        based(sample),
      ],
      [
        'are no files of other sessions',
        { ...pendingSample, '.ralph-sessions/260201-080000/notes.md': '' },
        [
          'SUBAGENT_INSTRUCTIONS_MISSING warning',
          'SUBAGENT_LAYOUT_MISSING error',
          'SUBAGENT_LAYOUT_MISSING error',
          'SUBAGENT_LAYOUT_MISSING error',
        ],
        based(sample),
      ],
    ],
  ],
  [
    'an effect',
    [
      ['is not owed by a blocked agent', blockedPlanner, [], based(sample)],
      [
        'is owed by an agent that was blocked and now is done',
        planner('UPDATE'),
        ['SUBAGENT_EFFECT_MISSING error'],
        based(blockedPlanner),
      ],
      [
        'is not owed by a questioner with a status that only planners may use',
        withMessage(
          sample,
          'questioner.RESEARCH.c1.output',
          { ...payloads.research, status: 'needs_qa_cycle' },
          payloads.questionerInput('RESEARCH'),
        ),
        ['MESSAGE_FIELD_VALUE error'],
        based(sample),
      ],
      [
        'of INITIALIZE may be instructions inside',
        withMessage(
          {
            ...without(sample, instructionsPath),
            [inSession('260131-144400.instructions.md')]: sample[instructionsPath] ?? '',
          },
          'planner.INITIALIZE.1.output',
          payloads.plannerOutput,
          payloads.plannerInput('INITIALIZE'),
        ),
        ['SUBAGENT_INSTRUCTIONS_PLACE warning'],
        based({}),
      ],
      [
        'of DISCOVERY may be any questions',
        planner('DISCOVERY', {}, { ...laterSample, [inSession('plan.questions.risks.md')]: `# Risks\n${cycle(1)}` }),
        [],
        based(laterSample),
      ],
      [
        'is unexpected where it takes the instructions away',
        without(planner('UPDATE', {}, newPlan), instructionsPath),
        ['SUBAGENT_EFFECT_UNEXPECTED warning', 'SUBAGENT_INSTRUCTIONS_MISSING warning'],
        based(sample),
      ],
      [
        'is unexpected in another report',
        { ...withOutput(with3('P'), output()), [reportPath('task-1')]: `${sample[reportPath('task-1')]}\nMore.\n` },
        ['REPORTFILE_PART2_CHANGED warning', 'SUBAGENT_EFFECT_UNEXPECTED warning'],
        based(sample),
      ],
      [
        'is judged where one is finished alone',
        withMessage(
          withOutput(change(with3('P'), { [planPath]: [['Count the', 'Count all']] }), output()),
          'planner.UPDATE.1.input',
          payloads.plannerInput('UPDATE'),
        ),
        [],
        based(sample),
      ],
      [
        'is inferred from the second report, too',
        { ...failedSample, ...second },
        ['SUBAGENT_EFFECT_INFERRED warning'],
        based(failedSample),
      ],
      ['is inferred only where it was there', { ...with3(' ') }, [], based(workingSample)],
      [
        'is not inferred when it was requested',
        withMessage(with3(' '), 'executor.task-3.a1.input', input),
        [],
        based(sample),
      ],
    ],
  ],
]

describe.each(rules)('%s', (_, rows) => {
  const all = rows.map(([promise, tree, codes, setting = {}]) => ({ promise, tree, codes, setting }))
  it.each(all)('$promise', async ({ tree, codes, setting }) => {
    expect((await found(tree, setting)).toSorted()).toEqual([...codes].toSorted())
  })
})
