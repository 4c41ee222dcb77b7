import { describe, expect, it } from 'vitest'
import * as control from '../../src/protocols/control/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import { repository } from './plugin/way.ts'
import { firstOfEach, isThorough } from '../thorough.ts'
import { walk } from './walk.ts'
import { governedWay, pluginWay, projectWay, runWay, tasksWay, type Interruption, type Way } from './ways.ts'

/**
 * The ways that are walked, each with the states at its end, how often work is named, and the last thing that is done.
 */
const ways: Readonly<
  Record<string, readonly [way: Way, end: Readonly<Record<string, string>>, works: number, last: string]>
> = {
  'a plugin in one pass': [pluginWay('simple'), { 'plugin:Lush': 'installed' }, 4, 'finish plugin:Lush'],
  'a plugin in phases': [pluginWay('phased'), { 'plugin:Lush': 'installed' }, 5, 'finish plugin:Lush'],
  'a project of one step': [
    projectWay([]),
    { 'project:2026-02-04-keys': 'completed' },
    1,
    'finish project:2026-02-04-keys',
  ],
  'a project of three steps': [
    projectWay(['Store it', 'Ask for it', 'Tell #everybody']),
    { 'project:2026-02-04-keys': 'completed' },
    3,
    'finish project:2026-02-04-keys',
  ],
  'a run of one stage': [
    runWay(['explore']),
    { 'stage:explore@run-2026-02-04-001': 'returned success' },
    1,
    'work stage:explore@run-2026-02-04-001',
  ],
  'a run of three stages': [
    runWay(['explore', 'on', 'report-2']),
    Object.fromEntries(
      ['explore', 'on', 'report-2'].map((stage) => [`stage:${stage}@run-2026-02-04-001`, 'returned success']),
    ),
    3,
    'work stage:report-2@run-2026-02-04-001',
  ],
  'a session of a task': [
    tasksWay(['Count']),
    { 'ralph:260204-100000': 'COMPLETE', 'task:task-1@260204-100000': 'completed' },
    1,
    'review task:task-1@260204-100000',
  ],
  'a session of two tasks': [
    tasksWay(['Count', 'Print']),
    {
      'ralph:260204-100000': 'COMPLETE',
      'task:task-1@260204-100000': 'completed',
      'task:task-2@260204-100000': 'completed',
    },
    2,
    'review task:task-2@260204-100000',
  ],
  'a governed session': [
    governedWay('ses_7'),
    { 'brain:.idumb': 'init', 'session:ses_7': 'interrupted' },
    1,
    'work session:ses_7',
  ],
}

/** The ways with interruptions take three times the steps: one of each protocol in every run. */
const interrupted = new Set(firstOfEach(Object.values(ways), ([{ protocol }]) => protocol))

describe.each(Object.entries(ways))('%s', (_, ended) => {
  const [way, end, works, last] = ended

  it('goes from new files to its end by the proposed actions', async () => {
    const walked = await walk(way)
    expect([walked.states, walked.works, walked.steps.at(-1)]).toEqual([end, works, last])
  })

  it.runIf(interrupted.has(ended))(
    'reaches the same end with an error and a question in place of every success',
    async () => {
      const walked = await walk(way, ['error', 'question'])
      expect([walked.states, walked.works, walked.steps.at(-1)]).toEqual([end, 3 * works, last])
      const actions = walked.steps.map((step) => step.split(' ', 1)[0])
      for (const action of ['decide', 'answer'])
        expect(actions.filter((walkedAction) => walkedAction === action)).toHaveLength(works)
    },
  )
})

type WaitingTargets = readonly string[]

/**
 * The ways of agents that ask and act under their names alone: the states that they reach, and what is left to the
 * orchestrator.
 */
const waysOfAgents: Readonly<
  Record<
    string,
    readonly [way: Way, agents: readonly string[], end: Readonly<Record<string, string>>, waiting: WaitingTargets]
  >
> = {
  'a plugin in one pass': [
    pluginWay('simple'),
    ['claude'],
    { 'plugin:Lush': 'stage 5 workflow_complete' },
    ['plugin:Lush, for `/install plugin:Lush`'],
  ],
  'a plugin in phases': [
    pluginWay('phased'),
    ['claude/2'],
    { 'plugin:Lush': 'stage 5 workflow_complete' },
    ['plugin:Lush, for `/install plugin:Lush`'],
  ],
  'a project of two steps': [
    projectWay(['Store it', 'Ask for it']),
    ['claude'],
    { 'project:2026-02-04-keys': 'completed' },
    ['project:2026-02-04-keys, review: write `.claude/projects/2026-02-04-keys/review.md`'],
  ],
  'a session of a task, to its review': [
    tasksWay(['Count']),
    ['Executor'],
    { 'ralph:260204-100000': 'REVIEWING', 'task:task-1@260204-100000': 'review pending' },
    ['task:task-1@260204-100000, review by Reviewer: `/review task:task-1@260204-100000 qualified|failed "…"`'],
  ],
  'a session of two tasks': [
    tasksWay(['Count', 'Print']),
    ['claude', 'Reviewer'],
    {
      'ralph:260204-100000': 'COMPLETE',
      'task:task-1@260204-100000': 'completed',
      'task:task-2@260204-100000': 'completed',
    },
    [],
  ],
  'a run of one stage': [
    runWay(['explore']),
    ['claude'],
    { 'stage:explore@run-2026-02-04-001': 'returned success' },
    [],
  ],
}

/** The first of each protocol without an interruption, the others with one; each night all of them both ways. */
const plain = new Set(firstOfEach(Object.values(waysOfAgents), ([{ protocol }]) => protocol))

describe.each(Object.entries(waysOfAgents))('%s, by agents that name themselves', (_, agentsWay) => {
  const [way, agents, end, waiting] = agentsWay
  const all: readonly (readonly Interruption[])[] = [[], ['error']]
  it.each(isThorough ? all : all.slice(plain.has(agentsWay) ? 0 : 1).slice(0, 1))(
    'goes on until nothing is left that an agent may do: %s',
    async (...interruptions) => {
      const walked = await walk(way, interruptions, agents)
      expect([walked.states, walked.waiting]).toEqual([end, waiting])
    },
  )
})

const finishedRun = control.change(control.nextSample, {
  [control.stagePath('run/output-data/handback.json', 'specify')]: control.handbacks.success,
})

/** The same beside targets of which nothing is left to do. */
const besideOthers: Readonly<Record<string, Way>> = {
  'a plugin': pluginWay('simple', repository('installed')),
  'a project': projectWay(['Store it'], handover.inFinished()),
  'a run': runWay(['explore', 'specify'], finishedRun),
}

describe('beside others', () => {
  it.each(Object.entries(besideOthers))('%s reaches its end, and leaves them as they are', async (_, way) => {
    const { tree, states } = await walk(way)
    const before = Object.entries(way.start ?? {})
    expect(before).not.toEqual([])
    expect(Object.keys(states).length).toBeGreaterThan(1)
    expect(before.filter(([path, text]) => tree[path] !== text).map(([path]) => path)).toEqual(
      way.protocol.name === 'plugin' ? ['PLUGINS.md'] : [],
    )
  })
})
