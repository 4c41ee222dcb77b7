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
import { reading, targets, type Tree } from './scene.ts'

const input = payloads.executorInput('task-3')
const output = (status: string, blockers: readonly string[]) => ({
  ...payloads.executorOutput('task-3'),
  status,
  success_criteria_met: false,
  blockers,
})
const planning = (mark: string) => marked(sample, 'plan-init', 'x', mark)
const all = (mark: string) =>
  change(sample, { [progressPath]: String(sample[progressPath]).replaceAll(/- \[.\] task-(?!9)/g, `- [${mark}] task-`) })
const wave = change(laterSample, { [progressPath]: `## Current Wave\n${String(sample[progressPath])}` })

const trees: Readonly<Record<string, Tree>> = {
  'a session at rest': sample,
  'a task that is held': withMessage(workingSample, 'executor.task-3.a1.input', input),
  'a task that is blocked': withMessage(workingSample, 'executor.task-3.a1.output', output('blocked', ['Which?', 'Where?']), input),
  'a task that was given up, and is still at [/]': withMessage(
    workingSample,
    'executor.task-3.a1.output',
    output('failed', ['Broken']),
    input,
  ),
  'a task under review, which somebody makes': withMessage(pendingSample, 'reviewer.task-3.a1.input', payloads.reviewerInput('task-3')),
  'a task that failed, and is begun again': withMessage(
    marked(failedSample, 'task-3', ' ', '/'),
    'executor.task-3.a2.input',
    payloads.executorInput('task-3', 2),
  ),
  'a task that was asked for, and is not begun': withMessage(sample, 'executor.task-3.a1.input', input),
  'a task with a mark that nobody knows': marked(sample, 'task-3', ' ', '?'),
  'a task without a definition': change(sample, { [progressPath]: `${sample[progressPath]}- [ ] task-8\n` }),
  'planning that is held': withMessage(planning('/'), 'planner.INITIALIZE.1.input', payloads.plannerInput('INITIALIZE')),
  'planning that asks': withMessage(
    planning('/'),
    'planner.INITIALIZE.1.output',
    { status: 'needs_clarification', blockers: ['Which file?'] },
    payloads.plannerInput('INITIALIZE'),
  ),
  'planning that is blocked, and is asked again': withMessage(
    withMessage(planning('/'), 'planner.INITIALIZE.1.output', { status: 'blocked', blockers: ['a'] }, payloads.plannerInput('INITIALIZE')),
    'planner.INITIALIZE.2.input',
    payloads.plannerInput('INITIALIZE'),
  ),
  'planning that was told, and is not begun': withMessage(planning(' '), 'planner.INITIALIZE.1.input', payloads.plannerInput('INITIALIZE')),
  'planning at its review': planning('P'),
  'questions that are asked': withMessage(sample, 'questioner.RESEARCH.c1.input', payloads.questionerInput('RESEARCH')),
  'two cycles of questions': change(sample, { [questionsPath]: `${sample[questionsPath]}\n### Cycle 2\n\n1. Is it fast?\n` }),
  'all completed': all('x'),
  'all completed but one that failed, in 3.x': change(wave, {
    [progressPath]: String(all('x')[progressPath]).replace('[x] task-1', '[F] task-1'),
  }),
  'a wave without work, in 3.x': wave,
  'a wave with planning in progress, in 3.x': change(wave, { [progressPath]: [['[x] plan-init', '[/] plan-init']] }),
  'all under review': all('P'),
  'an iteration': iteratedSample,
  'an iteration without a state': change(iteratedSample, { [inSession('metadata.yaml')]: [['  state: EXECUTING_BATCH', '  next: 1']] }),
}

describe('what is told of', () => {
  it.each(Object.entries(trees))('%s', async (_, tree) => {
    expect(JSON.stringify(await targets(tree), undefined, 1)).toMatchSnapshot()
  })
})

describe('what is read from', () => {
  const paths = Object.keys(messagesSample).filter((path) => path.startsWith(inSession('')))
  it.each(paths)('%s', async (path) => {
    expect(JSON.stringify((await reading(messagesSample)).parsed(path), undefined, 1) ?? 'nothing').toMatchSnapshot()
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
