import { describe, expect, it } from 'vitest'
import {
  change,
  failedSample,
  inSession,
  iteratedSample,
  laterSample,
  marked,
  messagePath,
  messagesSample,
  payloads,
  pendingSample,
  progressPath,
  questionsPath,
  reportPath,
  sample,
  tasksPath,
  withMessage,
  workingSample,
} from '../../../src/protocols/subagent/examples.ts'
import type { Target } from '../../../src/core/target.ts'
import type { Tree } from '../scene.ts'
import { reading, targets } from './scene.ts'

const input = payloads.executorInput('task-3')
const output = (status: string, blockers: readonly string[]) => ({
  ...payloads.executorOutput('task-3'),
  status,
  success_criteria_met: false,
  blockers,
})
const planning = (mark: string) => marked(sample, 'plan-init', 'x', mark)
const all = (mark: string) =>
  change(sample, {
    [progressPath]: String(sample[progressPath]).replaceAll(/- \[.\] task-(?!9)/g, `- [${mark}] task-`),
  })
const wave = change(laterSample, { [progressPath]: `## Current Wave\n${String(sample[progressPath])}` })

const atRest = 'a session at rest'
const trees: Readonly<Record<string, Tree>> = {
  [atRest]: sample,
  'a task that is held': withMessage(workingSample, 'executor.task-3.a1.input', input),
  'a task that is blocked': withMessage(
    workingSample,
    'executor.task-3.a1.output',
    output('blocked', ['Which?', 'Where?']),
    input,
  ),
  'a task that was given up, and is still at [/]': withMessage(
    workingSample,
    'executor.task-3.a1.output',
    output('failed', ['Broken']),
    input,
  ),
  'a task under a review in progress': withMessage(
    pendingSample,
    'reviewer.task-3.a1.input',
    payloads.reviewerInput('task-3'),
  ),
  'a task that failed': failedSample,
  'a task that failed, and is begun again': withMessage(
    marked(failedSample, 'task-3', ' ', '/'),
    'executor.task-3.a2.input',
    payloads.executorInput('task-3', 2),
  ),
  'a task that has its input, and is not begun': withMessage(sample, 'executor.task-3.a1.input', input),
  'a task with an unknown mark': marked(sample, 'task-3', ' ', '?'),
  'a task without a definition': change(sample, { [progressPath]: `${sample[progressPath]}- [ ] task-8\n` }),
  'planning that is held': withMessage(
    planning('/'),
    'planner.INITIALIZE.1.input',
    payloads.plannerInput('INITIALIZE'),
  ),
  'planning that asks': withMessage(
    planning('/'),
    'planner.INITIALIZE.1.output',
    { status: 'needs_clarification', blockers: ['Which file?'] },
    payloads.plannerInput('INITIALIZE'),
  ),
  'planning that is blocked, and has another input': withMessage(
    withMessage(
      planning('/'),
      'planner.INITIALIZE.1.output',
      { status: 'blocked', blockers: ['a'] },
      payloads.plannerInput('INITIALIZE'),
    ),
    'planner.INITIALIZE.2.input',
    payloads.plannerInput('INITIALIZE'),
  ),
  'planning that has its input, and is not begun': withMessage(
    planning(' '),
    'planner.INITIALIZE.1.input',
    payloads.plannerInput('INITIALIZE'),
  ),
  'planning at its review': planning('P'),
  'questions in flight': withMessage(sample, 'questioner.RESEARCH.c1.input', payloads.questionerInput('RESEARCH')),
  'two cycles of questions': change(sample, {
    [questionsPath]: `${sample[questionsPath]}\n### Cycle 2\n\n1. Is it fast?\n`,
  }),
  'all completed': all('x'),
  'all completed but one that failed, in 3.x': change(wave, {
    [progressPath]: String(all('x')[progressPath]).replace('[x] task-1', '[F] task-1'),
  }),
  'a wave without work, in 3.x': wave,
  'a wave with planning in progress, in 3.x': change(wave, { [progressPath]: [['[x] plan-init', '[/] plan-init']] }),
  'all under review': all('P'),
  'an iteration': iteratedSample,
  'an iteration without a state': change(iteratedSample, {
    [inSession('metadata.yaml')]: [['  state: EXECUTING_BATCH', '  next: 1']],
  }),
}

const different: Readonly<Record<string, readonly string[]>> = {
  'a session at rest': [
    'ralph:260131-144400: path ".ralph-sessions/260131-144400/progress.md", holder "orchestrator", state "EXECUTING", profile "contract-1.0.0", counts {"[ ]":2,"[/]":0,"[P]":0,"[x]":1}, planning {"[ ]":0,"[/]":0,"[P]":0,"[x]":1}, next ["task-2","task-3"], inFlight [], blockers [], cycles 1, unanswered 1',
    'task:plan-init: path ".ralph-sessions/260131-144400/progress.md", holder "orchestrator", state "completed", within "ralph:260131-144400", way ["not started","in progress","completed"], session "260131-144400", kind "planning", marker "[x]", attempt 1, attempts 0, dependsOn [], waitsFor [], files [], blockers []',
    'task:task-1: path ".ralph-sessions/260131-144400/progress.md", holder "orchestrator", state "completed", within "ralph:260131-144400", way ["not started","in progress","review pending","completed"], session "260131-144400", kind "implementation", marker "[x]", attempt 1, attempts 1, report ".ralph-sessions/260131-144400/tasks.task-1-report.md", verdict "Qualified", dependsOn [], waitsFor [], files ["src/count.ts"], blockers []',
    'task:task-2: path ".ralph-sessions/260131-144400/progress.md", holder "orchestrator", state "not started", within "ralph:260131-144400", way ["not started","in progress","review pending","completed"], session "260131-144400", kind "implementation", marker "[ ]", attempts 0, dependsOn ["task-1"], waitsFor [], files ["src/print.ts","docs/print.md"], blockers []',
    'task:task-3: path ".ralph-sessions/260131-144400/progress.md", holder "orchestrator", state "not started", within "ralph:260131-144400", way ["not started","in progress","review pending","completed"], session "260131-144400", kind "implementation", marker "[ ]", attempts 0, dependsOn [], waitsFor [], files ["src/help.ts"], blockers []',
  ],
  'a task that is held': [
    'ralph:260131-144400: holder "agent", counts {"[ ]":1,"[/]":1,"[P]":0,"[x]":1}, next ["task-2"], inFlight ["executor.task-3.a1"]',
    'task:task-3: holder "agent", state "in progress", marker "[/]", attempt 1, since "2026-01-31T15:00:00Z"',
  ],
  'a task that is blocked': [
    'ralph:260131-144400: counts {"[ ]":1,"[/]":1,"[P]":0,"[x]":1}, next ["task-2"], blockers [{"target":"task:task-3@260131-144400","text":"Which?"},{"target":"task:task-3@260131-144400","text":"Where?"}]',
    'task:task-3: state "blocked", way ["not started","in progress","blocked","review pending","completed"], marker "[/]", blockers ["Which?","Where?"], question "Where?", attempt 1, since "2026-01-31T15:00:00Z"',
  ],
  'a task that was given up, and is still at [/]': [
    'ralph:260131-144400: counts {"[ ]":1,"[/]":1,"[P]":0,"[x]":1}, next ["task-2"], blockers [{"target":"task:task-3@260131-144400","text":"Broken"}]',
    'task:task-3: state "stopped", way ["not started","in progress","stopped","review pending","completed"], marker "[/]", blockers ["Broken"], error "Broken", attempt 1, since "2026-01-31T15:00:00Z"',
  ],
  'a task under a review in progress': [
    'ralph:260131-144400: state "REVIEWING", counts {"[ ]":1,"[/]":0,"[P]":1,"[x]":1}, next ["task-2"], inFlight ["reviewer.task-3.a1"]',
    'task:task-3: state "review pending", marker "[P]", attempts 1, attempt 1, report ".ralph-sessions/260131-144400/tasks.task-3-report.md"',
  ],
  'a task that failed': [
    'task:task-3: attempts 1, attempt 1, report ".ralph-sessions/260131-144400/tasks.task-3-report.md", verdict "Failed"',
  ],
  'a task that failed, and is begun again': [
    'ralph:260131-144400: holder "agent", counts {"[ ]":1,"[/]":1,"[P]":0,"[x]":1}, next ["task-2"], inFlight ["executor.task-3.a2"]',
    'task:task-3: holder "agent", state "in progress", marker "[/]", attempts 1, attempt 2, report ".ralph-sessions/260131-144400/tasks.task-3-report.md", verdict "Failed", since "2026-01-31T15:00:00Z"',
  ],
  'a task that has its input, and is not begun': ['task:task-3: attempt 1, since "2026-01-31T15:00:00Z"'],
  'a task with an unknown mark': [
    'ralph:260131-144400: counts {"[ ]":1,"[/]":0,"[P]":0,"[x]":1}, next ["task-2"]',
    'task:task-3: holder gone, state "unknown", way gone, marker "[?]", attempt 1',
  ],
  'a task without a definition': [
    'ralph:260131-144400: counts {"[ ]":3,"[/]":0,"[P]":0,"[x]":1}, next ["task-2","task-3","task-8"]',
    'task:task-8: path ".ralph-sessions/260131-144400/progress.md", holder "orchestrator", state "not started", within "ralph:260131-144400", way ["not started","in progress","review pending","completed"], session "260131-144400", kind "implementation", marker "[ ]", attempts 0, dependsOn [], waitsFor [], files [], blockers []',
  ],
  'planning that is held': [
    'ralph:260131-144400: holder "agent", state "PLANNING", planning {"[ ]":0,"[/]":1,"[P]":0,"[x]":0}, inFlight ["planner.INITIALIZE.1"]',
    'task:plan-init: holder "agent", state "in progress", marker "[/]", since "2026-01-31T15:00:00Z"',
  ],
  'planning that asks': [
    'ralph:260131-144400: state "PLANNING", planning {"[ ]":0,"[/]":1,"[P]":0,"[x]":0}, blockers [{"target":"task:plan-init@260131-144400","text":"Which file?"}]',
    'task:plan-init: state "blocked", way ["not started","in progress","blocked","completed"], marker "[/]", blockers ["Which file?"], question "Which file?", since "2026-01-31T15:00:00Z"',
  ],
  'planning that is blocked, and has another input': [
    'ralph:260131-144400: holder "agent", state "PLANNING", planning {"[ ]":0,"[/]":1,"[P]":0,"[x]":0}, inFlight ["planner.INITIALIZE.2"]',
    'task:plan-init: holder "agent", state "in progress", marker "[/]", since "2026-01-31T15:00:00Z"',
  ],
  'planning that has its input, and is not begun': [
    'ralph:260131-144400: state "PLANNING", planning {"[ ]":1,"[/]":0,"[P]":0,"[x]":0}',
    'task:plan-init: state "not started", marker "[ ]", since "2026-01-31T15:00:00Z"',
  ],
  'planning at its review': [
    'ralph:260131-144400: planning {"[ ]":0,"[/]":0,"[P]":1,"[x]":0}',
    'task:plan-init: state "review pending", marker "[P]"',
  ],
  'questions in flight': ['ralph:260131-144400: inFlight ["questioner.RESEARCH.c1"]'],
  'two cycles of questions': ['ralph:260131-144400: cycles 2, unanswered 2'],
  'all completed': [
    'ralph:260131-144400: state "COMPLETE", counts {"[ ]":0,"[/]":0,"[P]":0,"[x]":3}, next []',
    'task:task-2: state "completed", marker "[x]", attempt 1',
    'task:task-3: state "completed", marker "[x]", attempt 1',
  ],
  'all completed but one that failed, in 3.x': [
    'ralph:260131-144400: state "BATCHING", profile "v1-3.x", counts {"[ ]":0,"[/]":0,"[P]":0,"[x]":2,"[F]":1}, planning {"[ ]":0,"[/]":0,"[P]":0,"[x]":1,"[F]":0}, next []',
    'task:task-1: state "failed", way gone, marker "[F]"',
    'task:task-2: state "completed", marker "[x]", waitsFor ["task-1"], attempt 1',
    'task:task-3: state "completed", marker "[x]", attempt 1',
  ],
  'a wave without work, in 3.x': [
    'ralph:260131-144400: state "BATCHING", profile "v1-3.x", counts {"[ ]":2,"[/]":0,"[P]":0,"[x]":1,"[F]":0}, planning {"[ ]":0,"[/]":0,"[P]":0,"[x]":1,"[F]":0}',
  ],
  'a wave with planning in progress, in 3.x': [
    'ralph:260131-144400: holder "agent", state "PLANNING", profile "v1-3.x", counts {"[ ]":2,"[/]":0,"[P]":0,"[x]":1,"[F]":0}, planning {"[ ]":0,"[/]":1,"[P]":0,"[x]":0,"[F]":0}',
    'task:plan-init: holder "agent", state "in progress", marker "[/]"',
  ],
  'all under review': [
    'ralph:260131-144400: state "REVIEWING", counts {"[ ]":0,"[/]":0,"[P]":3,"[x]":0}, next []',
    'task:task-1: state "review pending", marker "[P]"',
    'task:task-2: state "review pending", marker "[P]", waitsFor ["task-1"], attempt 1',
    'task:task-3: state "review pending", marker "[P]", attempt 1',
  ],
  'an iteration': [
    'ralph:260131-144400: path ".ralph-sessions/260131-144400/iterations/2/progress.md", holder "agent", state "EXECUTING_BATCH", profile "v2", counts {"[ ]":0,"[/]":1,"[P]":0,"[x]":1,"[F]":1,"[C]":1}, planning {"[ ]":0,"[/]":0,"[P]":0,"[x]":0,"[F]":0,"[C]":0}, next [], cycles 0, unanswered 0',
    'task:task-1: path ".ralph-sessions/260131-144400/iterations/2/progress.md", report ".ralph-sessions/260131-144400/iterations/2/reports/task-1-report.md", files []',
    'task:task-2: path ".ralph-sessions/260131-144400/iterations/2/progress.md", holder "agent", state "in progress", marker "[/]", dependsOn [], files [], attempt 1',
    'task:task-3: path ".ralph-sessions/260131-144400/iterations/2/progress.md", state "failed", way gone, marker "[F]", attempts 1, files [], attempt 1, report ".ralph-sessions/260131-144400/iterations/2/reports/task-3-report.md", verdict "Failed"',
    'task:task-4: path ".ralph-sessions/260131-144400/iterations/2/progress.md", holder "orchestrator", state "cancelled", within "ralph:260131-144400", session "260131-144400", kind "implementation", marker "[C]", attempt 1, attempts 0, dependsOn [], waitsFor [], files [], blockers []',
  ],
  'an iteration without a state': [
    'ralph:260131-144400: path ".ralph-sessions/260131-144400/iterations/2/progress.md", holder "agent", state "unknown", profile "v2", counts {"[ ]":0,"[/]":1,"[P]":0,"[x]":1,"[F]":1,"[C]":1}, planning {"[ ]":0,"[/]":0,"[P]":0,"[x]":0,"[F]":0,"[C]":0}, next [], cycles 0, unanswered 0',
    'task:task-1: path ".ralph-sessions/260131-144400/iterations/2/progress.md", report ".ralph-sessions/260131-144400/iterations/2/reports/task-1-report.md", files []',
    'task:task-2: path ".ralph-sessions/260131-144400/iterations/2/progress.md", holder "agent", state "in progress", marker "[/]", dependsOn [], files [], attempt 1',
    'task:task-3: path ".ralph-sessions/260131-144400/iterations/2/progress.md", state "failed", way gone, marker "[F]", attempts 1, files [], attempt 1, report ".ralph-sessions/260131-144400/iterations/2/reports/task-3-report.md", verdict "Failed"',
    'task:task-4: path ".ralph-sessions/260131-144400/iterations/2/progress.md", holder "orchestrator", state "cancelled", within "ralph:260131-144400", session "260131-144400", kind "implementation", marker "[C]", attempt 1, attempts 0, dependsOn [], waitsFor [], files [], blockers []',
  ],
}

/** What is read from files that are no messages. */
const read: Readonly<Record<string, unknown>> = {
  'tasks.md': {
    tasks: [
      {
        id: 'plan-init',
        title: 'Set up the session',
        line: 4,
        type: '',
        files: [],
        objective: '',
        criteria: [],
        dependsOn: [],
      },
      {
        id: 'task-1',
        title: 'Build task-1',
        line: 7,
        type: 'Sequential',
        files: ['src/count.ts'],
        objective: 'Have the part of task-1.',
        criteria: ['The samples of task-1 pass.'],
        dependsOn: [],
      },
      {
        id: 'task-2',
        title: 'Build task-2',
        line: 14,
        type: 'Sequential',
        files: ['src/print.ts', 'docs/print.md'],
        objective: 'Have the part of task-2.',
        criteria: ['The samples of task-2 pass.'],
        dependsOn: ['task-1'],
      },
      {
        id: 'task-3',
        title: 'Build task-3',
        line: 21,
        type: 'Sequential',
        files: ['src/help.ts'],
        objective: 'Have the part of task-3.',
        criteria: ['The samples of task-3 pass.'],
        dependsOn: [],
      },
    ],
  },
  'progress.md': {
    markers: [
      { id: 'plan-init', marker: '[x]', line: 8, note: '(Completed)' },
      { id: 'task-1', marker: '[x]', line: 11, note: '(Completed)' },
      { id: 'task-2', marker: '[ ]', line: 12, note: '(Not Started)' },
      { id: 'task-3', marker: '[ ]', line: 13, note: '(Not Started)' },
    ],
  },
  'plan.questions.md': {
    cycles: [
      {
        cycle: 1,
        questions: [
          {
            text: 'What is a word?',
            category: 'Technical',
            priority: 'High',
            status: 'Answered',
            answer: 'What stands between blanks.',
            source: 'docs/words.md',
            confidence: 'High',
          },
          { text: 'How long may a line be?', category: 'Constraints', priority: 'Low', status: 'Unanswered' },
        ],
      },
    ],
  },
  'tasks.task-1-report.md': { task: 'task-1', attempt: 1, part1: true, filled: true, verdict: 'Qualified' },
}

/** The facts of a target, by name. */
const factsOf = ({ facts, id: _, turn: __, period: ___, ...target }: Target): Readonly<Record<string, unknown>> => ({
  ...target,
  ...facts,
})

/** The facts that differ from those of the same target at rest. */
function otherwise(target: Target, rest: readonly Target[]): readonly string[] {
  const before = rest.find(({ id }) => id === target.id)
  const [was, is] = [before ? factsOf(before) : {}, factsOf(target)]
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  const changed = keys.filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
  const lines = changed.map((key) => `${key} ${JSON.stringify(is[key]) ?? 'gone'}`)
  return lines.length === 0 ? [] : [`${target.id.split('@')[0]}: ${lines.join(', ')}`]
}

describe('the facts of', () => {
  it.each(Object.entries(trees))('%s', async (about, tree) => {
    const rest = about === atRest ? [] : await targets(sample)
    expect((await targets(tree)).flatMap((target) => otherwise(target, rest))).toEqual(different[about])
  })
})

describe('what is read from', () => {
  const paths = Object.keys(messagesSample).filter((path) => path.startsWith(inSession('')))
  it.each(paths.filter((path) => path.includes('/messages/')))('%s', async (path) => {
    const [, agent, stem, kind] = /([a-z]+)(\.[^/]+)\.(input|output)\.json$/.exec(path) ?? []
    const { payload, ...envelope } = JSON.parse(String(messagesSample[path])) as Readonly<Record<string, unknown>>
    expect((await reading(messagesSample)).parsed(path)).toEqual({
      agent,
      key: `${agent}${stem}`,
      kind,
      envelope,
      payload,
    })
  })
  it.each(paths.filter((path) => !path.includes('/messages/')))('%s', async (path) => {
    expect((await reading(messagesSample)).parsed(path)).toEqual(read[path.slice(inSession('').length)])
  })

  it('a message without an envelope, or that cannot be read', async () => {
    const path = messagePath('executor.task-1.a1.input')
    const parsed = async (text: string) => (await reading({ ...sample, [path]: text })).parsed(path)
    expect(await parsed(JSON.stringify(input))).toEqual({
      agent: 'executor',
      key: 'executor.task-1.a1',
      kind: 'input',
      envelope: null,
      payload: input,
    })
    expect(await parsed('{')).toBeUndefined()
    expect((await reading(sample)).parsed('README.md')).toBeUndefined()
  })

  it('a report without parts', async () => {
    const path = reportPath('task-3')
    expect((await reading({ ...sample, [path]: 'Done.\n' })).parsed(path)).toEqual({
      task: 'task-3',
      attempt: 1,
      part1: false,
      filled: false,
    })
  })
})

describe('a file', () => {
  it('is owned by the tasks that it is about, else by the session', async () => {
    const session = 'ralph:260131-144400'
    const tasks = ['plan-init', 'task-1', 'task-2', 'task-3'].map((id) => `task:${id}@260131-144400`)
    const { owners } = await reading({ ...messagesSample, [reportPath('task-8')]: 'a', [inSession('notes.md')]: 'a' })
    expect(owners(progressPath)).toEqual([session, ...tasks])
    expect(owners(tasksPath)).toEqual([session, ...tasks])
    expect(owners(reportPath('task-1'))).toEqual(['task:task-1@260131-144400'])
    expect(owners(messagePath('executor.task-1.a1.input'))).toEqual(['task:task-1@260131-144400'])
    expect(owners(reportPath('task-8'))).toEqual([])
    expect(owners(messagePath('planner.INITIALIZE.1.input'))).toEqual([session])
    expect(owners(inSession('notes.md'))).toEqual([session])
    expect(owners('.ralph-sessions/260131-144400.instructions.md')).toEqual([session])
    expect(owners('README.md')).toEqual([])
  })
})
