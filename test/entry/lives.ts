import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runGit } from '../processes/git.ts'
import { octocat, repository } from '../processes/work-tree.ts'
import type { Tree } from '../protocols/scene.ts'
import {
  commandOf,
  governedWay,
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
} from '../protocols/ways.ts'
import { declaration, item } from './declared.ts'
import { runHere } from './here.ts'
import { served } from './mcp/calls.ts'
import { write, type Files } from './programs.ts'

/** When a life begins. */
export const begin = Date.parse('2026-02-04T10:00:00Z')
const minute = 60_000
const maxSteps = 60

/** How the work goes, by whatever is made or declared. */
export interface LedWay extends Omit<Way, 'protocol'> {
  readonly protocol: Pick<Way['protocol'], 'name'>
  /** The files of the repository, where `baton new` makes none. */
  readonly declaration?: Files
}

/** One call of an agent and what it reads. */
interface Call {
  readonly written: string
  readonly read: string
  readonly isRefused: boolean
}

/** How an agent calls Baton. */
interface Door {
  readonly calls: readonly Call[]
  next(): Promise<readonly ProposedAction[]>
  /** Gives the command of an action. */
  give(action: ProposedAction, reason: Interruption | undefined, options: Way['options']): Promise<void>
  close(): Promise<unknown>
}

/** The words of a command line. */
const wordsOf = (line: string) =>
  Array.from(line.matchAll(/(["'])([^"']*)\1|\S+/g), ([word, , quoted]) => quoted ?? word)

/** Gives a command line in a shell. */
async function inShell(root: string, line: string): Promise<Call> {
  const { code, stdout, stderr } = await runHere(wordsOf(line).slice(1), { cwd: root })
  return { written: line, read: stdout + stderr, isRefused: code !== 0 }
}

/** A shell, where the answers are read as text. */
function shellDoor(root: string): Door {
  const calls: Call[] = []
  return {
    calls,
    async next() {
      calls.push(await inShell(root, 'baton next'))
      const { stdout } = await runHere(['next', '--format', 'json'], { cwd: root })
      return (JSON.parse(stdout) as { readonly actions?: readonly ProposedAction[] }).actions ?? []
    },
    async give(action, reason, options) {
      calls.push(await inShell(root, commandOf(action, reason, options)))
    },
    close: () => Promise.resolve(),
  }
}

const reasons: ReadonlySet<string> = new Set(['success', 'error', 'question'])

/** The call of a tool that an action says: its command with the texts filled in. */
function callOf(action: ProposedAction, reason: Interruption | undefined, options: Way['options']) {
  const [, name = '', target = '', ...words] = (action.run ?? '').split(' ')
  const neededOptions = reason === undefined ? optionsFor(action, options) : []
  const extraArgs = neededOptions.length > 0 && { options: neededOptions }
  if (name === 'accept' && words.length === 0) return { name, args: { target, ...extraArgs } }
  if (name === 'answer') return { name, args: { target, text } }
  if (
    name === 'handback' &&
    (words[0] ?? '')
      .replaceAll("'", '')
      .split('|')
      .every((word) => reasons.has(word))
  )
    return { name, args: { target, reason: reason ?? 'success', text, ...extraArgs } }
  return { name: 'run', args: { commands: commandOf(action, reason, options) } }
}

/** The tools of `baton mcp`. */
async function toolDoor(root: string): Promise<Door> {
  const calls: Call[] = []
  const { client, call } = await served(root)
  const give = async (name: string, args: Readonly<Record<string, unknown>>) => {
    const { isError, text: answer, data } = await call(name, args)
    calls.push({ written: JSON.stringify({ name, arguments: args }), read: answer, isRefused: isError })
    return data
  }
  return {
    calls,
    next: async () => ((await give('next', {}))?.['actions'] ?? []) as readonly ProposedAction[],
    async give(action, reason, options) {
      // The local files of a finished project are cleaned up by the program: no comment has this command.
      if (action.run?.startsWith('baton cleanup ') === true) return void calls.push(await inShell(root, action.run))
      const { name, args } = callOf(action, reason, options)
      await give(name, args)
    },
    close: () => client.close(),
  }
}

export const doors = { shell: shellDoor, tools: toolDoor } as const

/** Everything in a working tree. */
const treeIn = (root: string): Tree =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !`${entry.parentPath}/`.includes('/.git/'))
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]),
  )

/** A folder that several files share is written once: `work/{a,b}.md`. */
const expandPaths = (line: string) =>
  line.replaceAll(/(\S*)\{([^{}\s]+,[^{}\s]+)\}(\S*)/g, (_, before: string, names: string, after: string) =>
    names
      .split(',')
      .map((name) => before + name + after)
      .join(' '),
  )

/** What an action says and nothing that was read does: an agent would have to guess it. */
function guessesOf({ run, needs = [], why }: ProposedAction, calls: readonly Call[]): readonly string[] {
  const told = calls.map(({ read }) => `${read}\n${expandPaths(read)}`).join('\n')
  const isTold = (words: string) => told.includes(words) || told.includes(JSON.stringify(words).slice(1, -1))
  return [...(run === undefined ? [why ?? ''] : [run]), ...needs].filter((words) => !isTold(words))
}

/** One step of a life. */
interface Step {
  readonly action: ProposedAction
  readonly reason: Interruption | undefined
  /** All steps so far: `accept plugin:Lush`. */
  readonly steps: readonly string[]
  /** What is to be done now. */
  actions(): Promise<readonly ProposedAction[]>
}

interface LifeOptions {
  /** Sets the clock: the tools go by it, and no time is given in a call. */
  setTime(milliseconds: number): void
  /** What is handed back in place of a success. */
  reasonFor(action: ProposedAction): Interruption | undefined
  /** Called with the actions at the beginning. */
  onBegin?(actions: readonly ProposedAction[]): void
  onStep?(step: Step): Promise<void>
}

/** Makes the files of a life in an empty folder. */
export async function prepareLife(
  root: string,
  { protocol, words, declaration: files, fillIn }: LedWay,
): Promise<void> {
  write(root, { 'README.md': '# Ours\n', ...files })
  repository(root, octocat)
  if (!files) {
    const { code, stderr } = await runHere(['new', protocol.name, ...words, '--format', 'json'], { cwd: root })
    if (code !== 0) throw new RangeError(stderr)
  }
  write(root, { ...fillIn?.(treeIn(root)) })
}

/** Does what Baton says is to be done, until nothing is. */
export async function lead(
  root: string,
  way: LedWay,
  door: Door,
  { setTime, reasonFor, onBegin, onStep }: LifeOptions,
) {
  const options: Way['options'] = {
    ...way.options,
    '--done-by REV (default: the newest commit since the grant)': '--done-by HEAD',
  }
  const steps: string[] = []
  const guesses: string[] = []
  let now = begin
  /** What is to be done; what is to be done later only, is waited for. */
  async function actions(): Promise<readonly ProposedAction[]> {
    const found = await door.next()
    const [until] = found[0]?.do === 'wait' ? (/\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(found[0].why ?? '') ?? []) : []
    if (until === undefined) return found
    now = Date.parse(until) + minute
    setTime(now)
    return actions()
  }

  setTime(now)
  if (onBegin) onBegin(await actions())
  for (;;) {
    const [action] = await actions()
    if (!action) break
    steps.push(`${action.do} ${action.target}`)
    if (steps.length > maxSteps) throw new RangeError(`No end after ${steps.join(', ')}`)
    setTime((now += minute))
    const reason = reasonFor(action)
    guesses.push(...guessesOf(action, door.calls))
    if (reason === undefined) write(root, suppliedFor(way, action, treeIn(root)))
    if (action.run !== undefined) {
      // A commit from before the grant is no evidence of the work.
      if (reason === undefined && action.needs?.some((need) => need.startsWith('--done-by ')) === true) {
        await runGit(root, ['add', '-A'])
        // As the manifest of the step asks.
        const [, step] = /#step-(\d+)/.exec(JSON.stringify(action)) ?? []
        await runGit(
          root,
          ['commit', '-q', '--allow-empty', '-m', `work(step${step}): done`],
          '',
          new Date(now).toISOString(),
        )
      }
      await door.give(action, reason, options)
    }
    await onStep?.({ action, reason, steps, actions })
    if (way.endsHandedBack === true && action.do === 'work' && reason === undefined) break
  }
  return { steps, guesses }
}

/** An item of a workflow that the repository declares, with a state for questions. */
export const askingWay: LedWay = {
  protocol: { name: 'work' },
  words: [],
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

const declaredWay = (declaration: Files): LedWay => ({ protocol: { name: 'declared' }, words: [], declaration })

const preset = (name: string, files: Files): LedWay =>
  declaredWay({ '.github/baton.yml': `workflows: [${name}]\n`, ...files })

const sprint = '_bmad-output/implementation-artifacts'

/** A whole life in each protocol, and in declared workflows. */
export const lives: Readonly<Record<string, LedWay>> = {
  'plugin, in one pass': pluginWay('simple'),
  'plugin, in phases': pluginWay('phased'),
  'handover, two steps': projectWay(['Store it', 'Ask for it']),
  'subagent, two tasks': tasksWay(['Count', 'Print']),
  'control, two stages': runWay(['explore', 'on']),
  'governance, a session': governedWay('ses_7'),
  'declared, the smallest': declaredWay({ '.github/baton.yml': declaration, 'work/login.md': item('todo') }),
  'declared, with questions': askingWay,
  'declared, `bmad`': preset('bmad', {
    [`${sprint}/sprint-status.yaml`]:
      'last_updated: 01-02-2026 10:00\ndevelopment_status:\n  epic-1: backlog\n  1-1-sign-in: ready-for-dev\n',
    [`${sprint}/1-1-sign-in.md`]: '# Story 1.1\n\nStatus: ready-for-dev\n\n- [x] the form\n',
  }),
  'declared, `backlog-md`': preset('backlog-md', {
    'backlog/config.yml': 'project_name: Login\nstatuses: ["To Do", "In Progress", "Done"]\ndefault_status: "To Do"\n',
    'backlog/tasks/task-1 - Sign-in.md': '---\nid: task-1\ntitle: Sign in\nstatus: To Do\n---\n',
    'backlog/tasks/task-2 - Sign-out.md':
      '---\nid: task-2\ntitle: Sign out\nstatus: To Do\ndependencies: [task-1]\n---\n',
  }),
  'declared, `task-master`': preset('task-master', {
    '.taskmaster/tasks/tasks.json': `${JSON.stringify(
      {
        main: {
          tasks: [
            { id: 1, title: 'Sign in', status: 'pending', dependencies: [], subtasks: [] },
            {
              id: 2,
              title: 'Sign out',
              status: 'pending',
              dependencies: [1],
              subtasks: [{ id: 1, title: 'The link', status: 'pending', dependencies: [] }],
            },
          ],
          metadata: { updated: '2026-01-01T00:00:00.000Z' },
        },
      },
      undefined,
      2,
    )}\n`,
  }),
}

/** What is handed back of the first work that can end so: an error, then a question, then successes alone. */
export function interruptedOnce() {
  const open: Interruption[] = ['error', 'question']
  return ({ do: kind, run = '' }: ProposedAction): Interruption | undefined => {
    const index = kind === 'work' ? open.findIndex((reason) => new RegExp(String.raw`[ |']${reason}\b`).test(run)) : -1
    return index < 0 ? undefined : open.splice(index, 1)[0]
  }
}
