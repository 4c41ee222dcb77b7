import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runGit } from '../../processes/git.ts'
import { octocat, repository } from '../../processes/work-tree.ts'
import type { Tree } from '../../protocols/scene.ts'
import {
  commandOf,
  governedWay,
  interruptedBy,
  optionsFor,
  pluginWay,
  projectWay,
  runWay,
  suppliedFor,
  tasksWay,
  text,
  type Interruption,
  type ProposedAction,
  type Way,
} from '../../protocols/ways.ts'
import { firstOfEach, isThorough } from '../../thorough.ts'
import { runHere } from '../here.ts'
import { scratch, write } from '../programs.ts'
import { served } from './calls.ts'

const places = scratch()
afterAll(places.remove)

const begin = Date.parse('2026-02-04T10:00:00Z')
const minute = 60_000
const mostSteps = 60

// The tools go by the clock, and no time is given in a call.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: begin }))
afterEach(() => void vi.useRealTimers())

/** Everything in a working tree. */
const treeIn = (root: string): Tree =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !`${entry.parentPath}/`.includes('/.git/'))
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]),
  )

/** The call of a tool that an action says: its command with the texts filled in. */
function callOf(action: ProposedAction, reason: Interruption | undefined, options: Way['options']) {
  const [, name = '', target = '', ...words] = (action.run ?? '').split(' ')
  const chosenOptions = reason === undefined ? optionsFor(action, options) : []
  const extraArgs = chosenOptions.length > 0 && { options: chosenOptions }
  if (name === 'accept' && words.length === 0) return { name, given: { target, ...extraArgs } }
  if (name === 'answer') return { name, given: { target, text } }
  if (name === 'handback') return { name, given: { target, reason: reason ?? 'success', text, ...extraArgs } }
  return { name: 'run', given: { commands: commandOf(action, reason, options).replace(/^baton /, '/') } }
}

/** How the work goes, by whatever is made or declared. */
interface LedWay extends Omit<Way, 'protocol'> {
  readonly protocol: Pick<Way['protocol'], 'name'>
  /** The files of the repository, where `baton new` makes none. */
  readonly declaration?: Readonly<Record<string, string>>
  /** What comes after an error; by default a decision. */
  readonly afterError?: 'accept'
}

/** Makes new files and does by the tools what they say is to be done, until nothing is. */
async function walk(way: LedWay, interruptions: readonly Interruption[] = []) {
  const { protocol, words, first = 'accept', besides = [], endsHandedBack = false, declaration, afterError = 'decide' } = way
  const options: Way['options'] = { ...way.options, '--done-by REV (default: the newest commit since the grant)': '--done-by HEAD' }
  const { reasonFor, works } = interruptedBy(interruptions)
  const root = realpathSync(places.folder({ 'README.md': '# Ours\n', ...declaration }))
  repository(root, octocat)
  if (!declaration) {
    const made = await runHere(['new', protocol.name, ...words, '--format', 'json'], { cwd: root })
    expect([made.code, made.stderr]).toEqual([0, ''])
  }
  write(root, { ...way.fillIn?.(treeIn(root)) })

  const { client, call } = await served(root)
  const steps: string[] = []
  let now = begin
  const data = async (name: string, args: Readonly<Record<string, unknown>> = {}) => {
    const { isError, text: answer, data } = await call(name, args)
    expect([name, args, isError ? answer : '']).toEqual([name, args, ''])
    return data
  }
  /** What is to be done; what is to be done later only, is waited for. */
  async function actionsIn(): Promise<readonly ProposedAction[]> {
    const actions = ((await data('next'))?.['actions'] ?? []) as readonly ProposedAction[]
    const [until] = actions[0]?.do === 'wait' ? (/\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(actions[0].why ?? '') ?? []) : []
    if (until === undefined) return actions
    now = Date.parse(until) + minute
    vi.setSystemTime(now)
    return actionsIn()
  }
  /** What is wrong by the tool, and by a strict check. */
  async function clean() {
    expect([steps, (await data('validate'))?.['errors'] ?? []]).toEqual([steps, []])
    const checked = await runHere(['validate', '--strict', '--format', 'brief'], { cwd: root })
    const { errors = [], warnings = [] } = JSON.parse(checked.stdout) as Partial<Record<'errors' | 'warnings', { readonly code: string }[]>>
    expect([steps, [...errors, ...warnings].map(({ code }) => code).filter((code) => !besides.includes(code))]).toEqual([steps, []])
  }

  await clean()
  expect((await actionsIn())[0]?.do).toBe(first)
  let isOver = false
  while (!isOver) {
    const [action] = await actionsIn()
    if (!action) break
    const { do: kind, target, run } = action
    steps.push(`${kind} ${target}`)
    if (steps.length > mostSteps) expect.fail(`No end after ${steps.join(', ')}`)
    vi.setSystemTime((now += minute))
    const reason = reasonFor(action)
    if (reason === undefined) write(root, suppliedFor(way, action, treeIn(root)))
    if (run !== undefined) {
      // The local files of a finished project are cleaned up by the program: no comment has this command.
      if (run.startsWith('baton cleanup ')) expect((await runHere(run.split(' ').slice(1), { cwd: root })).code).toBe(0)
      else {
        const { name, given } = callOf(action, reason, options)
        // A commit from before the grant is no evidence of the work.
        if (JSON.stringify(given).includes('--done-by')) {
          await runGit(root, ['add', '-A'])
          // As the manifest of the step asks.
          const [, step] = /#step-(\d+)/.exec(JSON.stringify(action)) ?? []
          await runGit(root, ['commit', '-q', '--allow-empty', '-m', `work(step${step}): done`], '', new Date(now).toISOString())
        }
        const result = await data(name, given)
        expect([name, given, result?.['outcome']]).toEqual([name, given, 'changed'])
      }
    }
    if (reason !== undefined) {
      const then = (await actionsIn()).find((candidate) => candidate.target === target)
      expect([reason, then?.do]).toEqual([reason, reason === 'error' ? afterError : 'answer'])
    }
    await clean()
    isOver = endsHandedBack && kind === 'work' && reason === undefined
  }
  const { targets } = (await data('status')) as { readonly targets: readonly { readonly id: string; readonly state: string }[] }
  await client.close()
  return { steps, works: works(), states: Object.fromEntries(targets.map(({ id, state }) => [id, state])) }
}

/** An item of a workflow that the repository declares, with a state for questions. */
const declaredWay: LedWay = {
  protocol: { name: 'work' },
  words: [],
  afterError: 'accept',
  write: () => undefined,
  declaration: {
    '.github/baton.yml': `workflows:
  - name: work
    items: 'work/{id}.md'
    states: { todo: {}, doing: { holder: agent }, asked: {}, review: {}, done: { end: true } }
    place: { front-matter: status }
    moves:
      - { from: todo, to: doing, by: accept }
      - { from: doing, to: todo, by: handback error }
      - { from: doing, to: asked, by: handback question }
      - { from: doing, to: review, by: handback }
      - { from: review, to: done, by: accept }
    on-move: { append: '- {from} → {to} {text}', section: Log }
`,
    'work/form.md': '---\nstatus: todo\n---\n# The form\n\n## Log\n',
  },
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
    { 'ralph:260204-100000': 'COMPLETE', 'task:task-1@260204-100000': 'completed', 'task:task-2@260204-100000': 'completed' },
    2,
    'review task:task-2@260204-100000',
  ],
  'a run of two stages': [
    runWay(['explore', 'on']),
    Object.fromEntries(['explore', 'on'].map((stage) => [`stage:${stage}@run-2026-02-04-001`, 'returned success'])),
    2,
    'work stage:on@run-2026-02-04-001',
  ],
  'an item of a declared workflow': [declaredWay, { 'work:form': 'done' }, 1, 'review work:form'],
  'a governed session': [governedWay('ses_7'), { 'brain:.idumb': 'init', 'session:ses_7': 'interrupted' }, 1, 'work session:ses_7'],
}

/** One way of each protocol in every run. */
const tried = firstOfEach(Object.entries(ways), ([, [{ protocol }]]) => protocol)

describe.each(tried)('%s, led by the tools', (_, [way, end, works, last]) => {
  it('goes from new files to its end', async () => {
    const walked = await walk(way)
    expect([walked.states, walked.works, walked.steps.at(-1)]).toEqual([end, works, last])
  })

  // Of long ways each night alone: the work is done three times here.
  it.runIf(isThorough || works <= 2)('reaches the same end with an error and a question in place of every success', async () => {
    const walked = await walk(way, ['error', 'question'])
    expect([walked.states, walked.works, walked.steps.at(-1)]).toEqual([end, 3 * works, last])
    const actions = walked.steps.map((step) => step.split(' ', 1)[0])
    for (const action of way.afterError ? ['answer'] : ['decide', 'answer'])
      expect(actions.filter((candidate) => candidate === action)).toHaveLength(works)
  })
})
