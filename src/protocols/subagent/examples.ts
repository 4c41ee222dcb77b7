import { change, type Edits } from '../../core/example.ts'
import type { Files } from '../../core/rule.ts'

export { change, type Edits }

/** Paths of the sample, for examples. */
export const sessionPath = '.ralph-sessions/260131-144400'
export const inSession = (path: string): string => `${sessionPath}/${path}`
export const instructionsPath = `${sessionPath}.instructions.md`
export const planPath = inSession('plan.md')
export const tasksPath = inSession('tasks.md')
export const progressPath = inSession('progress.md')
export const questionsPath = inSession('plan.questions.md')
const reportName = (task: string, attempt = 1) => `tasks.${task}-report${attempt === 1 ? '' : `-r${attempt}`}.md`
export const reportPath = (task: string, attempt?: number): string => inSession(reportName(task, attempt))
export const messagePath = (name: string): string => inSession(`messages/${name}.json`)

const instructions = `---
applyTo: ".ralph-sessions/260131-144400/**"
---

# Ralph Session 260131-144400 Instructions
`

const plan = `# Plan: Word counter

## Goal & Success Criteria
Count the words of a file.

## Verification & Testing
- [ ] counts the sample
`

/** A definition as planners write it. */
const definition = (task: string, files: string, inherits: string) => `- ${task}: Build ${task}
    - **Type**: Sequential
    - **Files**: ${files}
    - **Objective**: Have the part of ${task}.
    - **Success Criteria**: The samples of ${task} pass.
    - **Inherits From**: ${inherits}
`

const tasks = `# Tasks

## Planning Tasks
- plan-init: Set up the session

## Implementation Tasks
${definition('task-1', 'src/count.ts', 'None')}
${definition('task-2', 'src/print.ts, docs/print.md', 'task-1')}
${definition('task-3', 'src/help.ts', 'None')}`

const progress = `# Progress

## Legend
- [ ] Not started
- [x] task-9 as an example

## Planning
- [x] plan-init (Completed)

## Implementation
- [x] task-1 (Completed)
- [ ] task-2 (Not Started)
- [ ] task-3 (Not Started)
`

const questions = `# Questions

## Overview
- **Session ID**: 260131-144400

## Cycles

### Cycle 1

1. **[High Priority]** What is a word?
    - **Category**: Technical
    - **Priority**: High
    - **Status**: Answered
    - **Answer**: What stands between blanks.
    - **Source**: docs/words.md
    - **Confidence**: High

2. **[Low Priority]** How long may a line be?
    - **Category**: Constraints
    - **Priority**: Low
    - **Status**: Unanswered
`

/** What an executor writes, and what a reviewer appends. */
export const reportText = (
  task: string,
  attempt = 1,
): string => `# Task Report: ${task}${attempt === 1 ? '' : ` [Rework #${attempt}]`}

---
## PART 1: IMPLEMENTATION REPORT

### Summary of Changes
Wrote the part of ${task}.

### Discovered Tasks
- [None]
`

export const reviewText = (verdict: string, feedback = verdict === 'Failed' ? 'Keep the last line.' : ''): string => `
---
## PART 2: REVIEW REPORT

### Success Criteria Validation
- ✅ **samples pass**
  - Status: Met

### Recommendation
**Status**: ${verdict}
${feedback === '' ? '' : `\n### Feedback for Next Iteration\n${feedback}\n`}`

export function messageText(
  contract: string,
  kind: 'input' | 'output',
  payload: Readonly<Record<string, unknown>>,
): string {
  const envelope = {
    contract: `ralph-${contract}@1.0.0`,
    kind,
    session_id: '260131-144400',
    created_at: '2026-01-31T15:00:00Z',
    payload,
  }
  return `${JSON.stringify(envelope, null, 2)}\n`
}

const SESSION_PATH = '.ralph-sessions/260131-144400/'

/** Payloads in which nothing is wrong. */
export const payloads = {
  plannerInput: (MODE: string) => ({ SESSION_PATH, MODE, USER_REQUEST: 'Count words.' }),
  plannerOutput: {
    status: 'completed',
    artifacts_created: [],
    artifacts_updated: [],
    task_count: { planning: 1, implementation: 3, total: 4 },
    next_actions: ['execute'],
    blockers: [],
  },
  executorInput: (TASK_ID: string, ATTEMPT_NUMBER = 1) => ({ SESSION_PATH, TASK_ID, ATTEMPT_NUMBER }),
  executorOutput: (task: string, attempt = 1) => ({
    status: 'completed',
    report_path: reportName(task, attempt),
    success_criteria_met: true,
    discovered_tasks: [],
    blockers: [],
  }),
  reviewerInput: (TASK_ID: string) => ({ SESSION_PATH, TASK_ID, REPORT_PATH: `tasks.${TASK_ID}-report.md` }),
  reviewerOutput: {
    status: 'completed',
    verdict: 'Qualified',
    criteria_results: [{ criterion: 'samples pass', met: true, evidence: 'ran them', finding: 'as expected' }],
    quality_assessment: 'Fine.',
    issues: [],
    feedback: '',
  },
  questionerInput: (MODE: string, CYCLE_NUMBER = 1) => ({ SESSION_PATH, MODE, CYCLE_NUMBER }),
  brainstorm: { status: 'completed', questions_generated: 2, priority_breakdown: { high: 1, medium: 0, low: 1 } },
  research: {
    status: 'completed',
    questions_answered: 1,
    confidence_distribution: { high: 1, medium: 0, low: 0, unknown: 1 },
  },
} as const

/** A session after its first task: nothing is wrong with it. The examples of the rules are changes of it. */
export const sample: Files = {
  [instructionsPath]: instructions,
  [planPath]: plan,
  [tasksPath]: tasks,
  [progressPath]: progress,
  [questionsPath]: questions,
  [reportPath('task-1')]: reportText('task-1') + reviewText('Qualified'),
}

/** A change of one text. */
export const inProgress = (...edits: Edits): Files => change(sample, { [progressPath]: edits })
export const inTasks = (...edits: Edits): Files => change(sample, { [tasksPath]: edits })
export const inQuestions = (...edits: Edits): Files => change(sample, { [questionsPath]: edits })

/** Another marker of a task. */
export const marked = (files: Files, task: string, from: string, to: string): Files =>
  change(files, { [progressPath]: [[`- [${from}] ${task} `, `- [${to}] ${task} `]] })

/** The sample with its third task in another state, with what must then be there. */
export const workingSample: Files = marked(sample, 'task-3', ' ', '/')
export const pendingSample: Files = change(marked(sample, 'task-3', ' ', 'P'), {
  [reportPath('task-3')]: reportText('task-3'),
})
export const failedSample: Files = change(sample, {
  [reportPath('task-3')]: reportText('task-3') + reviewText('Failed'),
})
export const doneSample: Files = change(marked(sample, 'task-3', ' ', 'x'), {
  [reportPath('task-3')]: reportText('task-3') + reviewText('Qualified'),
})

/** Files with what the first and the third task make. */
export const withWork = (files: Files): Files => ({ ...files, 'src/count.ts': '', 'src/help.ts': '' })

/** A message, and its input where it is an output. */
export function withMessage(
  files: Files,
  key: string,
  payload: Readonly<Record<string, unknown>>,
  input?: Readonly<Record<string, unknown>>,
): Files {
  const [agent = ''] = key.split('.')
  const kind = key.endsWith('.input') ? 'input' : 'output'
  return {
    ...files,
    [messagePath(key)]: messageText(agent, kind, payload),
    ...(input && { [messagePath(key.replace(/output$/, 'input'))]: messageText(agent, 'input', input) }),
  }
}

/** The sample with messages of a planner, of a questioner, of the first task's executor and of its reviewer. */
export const messagesSample: Files = [
  [
    'planner.INITIALIZE.1.output',
    { ...payloads.plannerOutput, artifacts_created: ['plan.md', 'tasks.md'] },
    payloads.plannerInput('INITIALIZE'),
  ],
  ['questioner.BRAINSTORM.c1.output', payloads.brainstorm, payloads.questionerInput('BRAINSTORM')],
  ['questioner.RESEARCH.c1.output', payloads.research, payloads.questionerInput('RESEARCH')],
  ['executor.task-1.a1.output', payloads.executorOutput('task-1'), payloads.executorInput('task-1')],
  ['reviewer.task-1.a1.output', payloads.reviewerOutput, payloads.reviewerInput('task-1')],
].reduce<Files>((files, [key, output, input]) => withMessage(files, key as string, output as {}, input as {}), sample)

/** The sample with one message of that and what belongs to it, changed. */
export function inMessage(name: string, ...edits: Edits): Files {
  const path = messagePath(name)
  const pair = Object.entries(messagesSample).filter(([candidate]) =>
    candidate.startsWith(path.replace(/(?:input|output)\.json$/, '')),
  )
  return change({ ...sample, ...Object.fromEntries(pair) }, { [path]: edits })
}

/** A session of v2 in its second iteration: nothing is wrong with it. */
export const iteratedSample: Files = {
  [instructionsPath]: instructions,
  [inSession('metadata.yaml')]: `version: 4
session_id: 260131-144400
iteration: 2
status: in_progress
created_at: 2026-01-31T15:00:00Z
updated_at: 2026-02-01T09:00:00+07:00
orchestrator:
  state: EXECUTING_BATCH
`,
  [inSession('signals/inputs/signal-1.yaml')]: 'type: STEER\nmessage: Mind the last line.\n',
  [inSession('iterations/1/metadata.yaml')]: 'iteration: 1\ncompleted_at: 2026-01-31T18:00:00Z\n',
  [inSession('iterations/1/progress.md')]: '# Progress\n\n- [x] task-1\n',
  [inSession('iterations/1/knowledge/words.md')]: 'A word stands between blanks.\n',
  [inSession('iterations/2/progress.md')]: '# Progress\n\n- [x] task-1\n- [/] task-2\n- [F] task-3\n- [C] task-4\n',
  [inSession('iterations/2/tasks/task-1.md')]: '# task-1\n',
  [inSession('iterations/2/tasks/task-2.md')]: '# task-2\n',
  [inSession('iterations/2/tasks/task-3.md')]: '# task-3\n',
  [inSession('iterations/2/tasks/task-4.md')]: '# task-4\n',
  [inSession('iterations/2/reports/task-1-report.md')]: reportText('task-1') + reviewText('Qualified'),
  [inSession('iterations/2/reports/task-3-report.md')]: reportText('task-3') + reviewText('Failed'),
}

export const processedSignal = `type: INFO
message: Well done.
handling_metadata:
  handled_by: Orchestrator
  handled_at: 2026-02-01T09:00:00Z
  action_taken: none
`

/** The sample as planners of 3.x write it. */
export const laterSample: Files = change(sample, {
  [tasksPath]: [
    [
      '## Planning Tasks',
      '## Dependency Graph\n```\ntask-2: [task-1]\n```\n\n## Parallel Groups\n- **Wave 1**: [task-1, task-3]\n- **Wave 2**: [task-2]\n\n## Planning Tasks',
    ],
  ],
})

export const plannerDone = (mode: string, files = sample) =>
  withMessage(
    files,
    `planner.${mode}.1.output`,
    { ...payloads.plannerOutput, status: mode === 'DISCOVERY' ? 'needs_qa_cycle' : 'completed' },
    payloads.plannerInput(mode),
  )

export const questionerDone = (files = sample) =>
  withMessage(files, 'questioner.BRAINSTORM.c1.output', payloads.brainstorm, payloads.questionerInput('BRAINSTORM'))

export const withoutQuestions = change(sample, { [questionsPath]: null })

/** Files with what the executor of the third task was asked at an attempt. */
export const executorAsked = (files: Files, attempt = 1): Files =>
  withMessage(files, `executor.task-3.a${attempt}.input`, payloads.executorInput('task-3', attempt))

/** Files with what it said of that attempt: that it is completed, or something else. */
export const executorSaid = (files: Files, payload: object = {}, attempt = 1): Files =>
  withMessage(
    files,
    `executor.task-3.a${attempt}.output`,
    { ...payloads.executorOutput('task-3', attempt), ...payload },
    payloads.executorInput('task-3', attempt),
  )

/** What an executor says that could not do its work. */
export const unfinished = (status: 'blocked' | 'failed', ...blockers: readonly string[]) => ({
  status,
  success_criteria_met: false,
  blockers,
})

/** Files with what the reviewer of the third task said of its first attempt: that it is Qualified, or something else. */
export const reviewerSaid = (files: Files, payload: object = {}): Files =>
  withMessage(
    files,
    'reviewer.task-3.a1.output',
    { ...payloads.reviewerOutput, ...payload },
    payloads.reviewerInput('task-3'),
  )

/** The sample in a folder of another name. */
export const sampleCalled = (name: string): Files =>
  Object.fromEntries(
    Object.entries(sample).map(([path, text]) => [
      path.replace(sessionPath, `.ralph-sessions/${name}`),
      text.replaceAll('260131-144400', name),
    ]),
  )

export const fourthTask = `
- task-4: Sort
    - **Type**: Sequential
    - **Files**: src/sort.ts
    - **Objective**: Sort the words.
    - **Success Criteria**: The samples pass.
`

/**
 * For documents: a repository with every file, with which nothing is wrong, and the files of it that the page of the
 * protocol shows.
 */
export const complete: Files = { ...messagesSample }
export const shown: readonly string[] = [
  planPath,
  tasksPath,
  progressPath,
  reportPath('task-1'),
  questionsPath,
  instructionsPath,
  ...['planner.INITIALIZE.1', 'questioner.BRAINSTORM.c1', 'executor.task-1.a1', 'reviewer.task-1.a1'].flatMap(
    (name) => [messagePath(`${name}.input`), messagePath(`${name}.output`)],
  ),
  ...[
    'metadata.yaml',
    'signals/inputs/signal-1.yaml',
    'signals/processed/signal-0.yaml',
    'iterations/1/metadata.yaml',
    'iterations/2/progress.md',
    'iterations/2/tasks/task-1.md',
    'iterations/2/reports/task-1-report.md',
  ].map(inSession),
]
/** For documents: another layout. */
export const further: Files = { ...iteratedSample, [inSession('signals/processed/signal-0.yaml')]: processedSignal }
