import { realpathSync } from 'node:fs'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  governedWay,
  interruptedBy,
  pluginWay,
  projectWay,
  runWay,
  tasksWay,
  type Interruption,
} from '../../protocols/ways.ts'
import { firstOfEach, isThorough } from '../../thorough.ts'
import { runHere } from '../here.ts'
import { askingWay, begin, doors, interruptedOnce, lead, lives, prepareLife, type LedWay } from '../lives.ts'
import { scratch } from '../programs.ts'
import { served } from './calls.ts'

const places = scratch()
afterAll(places.remove)

// The tools go by the clock, and no time is given in a call.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: begin }))
afterEach(() => void vi.useRealTimers())

const setTime = (milliseconds: number) => void vi.setSystemTime(milliseconds)

/** Makes new files and does by the tools what they say is to be done, until nothing is. */
async function walk(way: LedWay, interruptions: readonly Interruption[] = []) {
  const { first = 'accept', besides = [] } = way
  const { reasonFor, works } = interruptedBy(interruptions)
  const root = realpathSync(places.folder({}))
  await prepareLife(root, way)
  const { client, call } = await served(root)
  const dataOf = async (name: string) => {
    const { isError, text: answer, data } = await call(name)
    expect([name, isError ? answer : '']).toEqual([name, ''])
    return data
  }
  /** What is wrong by the tool, and by a strict check. */
  async function expectClean(steps: readonly string[]) {
    expect([steps, (await dataOf('validate'))?.['errors'] ?? []]).toEqual([steps, []])
    const checked = await runHere(['validate', '--strict', '--format', 'brief'], { cwd: root })
    const { errors = [], warnings = [] } = JSON.parse(checked.stdout) as Partial<
      Record<'errors' | 'warnings', { readonly code: string }[]>
    >
    expect([steps, [...errors, ...warnings].map(({ code }) => code).filter((code) => !besides.includes(code))]).toEqual(
      [steps, []],
    )
  }

  await expectClean([])
  const door = await doors.tools(root)
  const { steps, guesses } = await lead(root, way, door, {
    setTime,
    reasonFor,
    onBegin: ([action]) => expect(action?.do).toBe(first),
    async onStep({ action, reason, steps: stepsSoFar, actions }) {
      if (action.run?.startsWith('baton cleanup ') === false)
        expect([action.run, door.calls.at(-1)?.read]).toEqual([
          action.run,
          expect.stringContaining('"outcome":"changed"'),
        ])
      if (reason !== undefined) {
        const next = (await actions()).find(({ target }) => target === action.target)
        expect([reason, next?.do]).toEqual([reason, reason === 'error' ? 'decide' : 'answer'])
      }
      await expectClean(stepsSoFar)
    },
  })
  expect([guesses, door.calls.filter(({ isRefused }) => isRefused)]).toEqual([[], []])
  const { targets } = (await dataOf('status')) as {
    readonly targets: readonly { readonly id: string; readonly state: string }[]
  }
  await Promise.all([client.close(), door.close()])
  return { steps, works: works(), states: Object.fromEntries(targets.map(({ id, state }) => [id, state])) }
}

type End = readonly [way: LedWay, end: Readonly<Record<string, string>>, works: number, last: string]

const ways: Readonly<Record<string, End>> = {
  'a plugin in one pass': [pluginWay('simple'), { 'plugin:Lush': 'installed' }, 4, 'finish plugin:Lush'],
  'a plugin in phases': [pluginWay('phased'), { 'plugin:Lush': 'installed' }, 5, 'finish plugin:Lush'],
  'a project of two steps': [
    projectWay(['Store it', 'Ask for it']),
    { 'project:2026-02-04-keys': 'completed' },
    2,
    'finish project:2026-02-04-keys',
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
  'a run of two stages': [
    runWay(['explore', 'on']),
    Object.fromEntries(['explore', 'on'].map((stage) => [`stage:${stage}@run-2026-02-04-001`, 'returned success'])),
    2,
    'work stage:on@run-2026-02-04-001',
  ],
  'an item of a declared workflow': [askingWay, { 'work:form': 'done' }, 1, 'review work:form'],
  'a governed session': [
    governedWay('ses_7'),
    { 'brain:.idumb': 'init', 'session:ses_7': 'interrupted' },
    1,
    'work session:ses_7',
  ],
}

/** One way of each protocol in every run. */
const tried = firstOfEach(Object.entries(ways), ([, [{ protocol }]]) => protocol)

describe.each(tried)('%s, led by the tools', (_, [way, end, works, last]) => {
  it('goes from new files to its end', async () => {
    const walked = await walk(way)
    expect([walked.states, walked.works, walked.steps.at(-1)]).toEqual([end, works, last])
  })

  // Of long ways each night alone: the work is done three times here.
  it.runIf(isThorough || works <= 2)(
    'reaches the same end with an error and a question in place of every success',
    async () => {
      const walked = await walk(way, ['error', 'question'])
      expect([walked.states, walked.works, walked.steps.at(-1)]).toEqual([end, 3 * works, last])
      const actions = walked.steps.map((step) => step.split(' ', 1)[0])
      for (const action of ['decide', 'answer'])
        expect(actions.filter((candidate) => candidate === action)).toHaveLength(works)
    },
  )
})

describe.each(Object.entries(doors))('by the %s alone', (_, open) => {
  it.each(Object.entries(lives))(
    'a life ends without a refusal or a guess, an error and a question included: %s',
    async (_, way) => {
      const root = realpathSync(places.folder({}))
      await prepareLife(root, way)
      const door = await open(root)
      const { guesses } = await lead(root, way, door, { setTime, reasonFor: interruptedOnce() })
      await door.close()
      expect([guesses, door.calls.filter(({ isRefused }) => isRefused)]).toEqual([[], []])
    },
  )
})
