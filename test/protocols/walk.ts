import { expect } from 'vitest'
import type { Protocol } from '../../src/core/protocol.ts'
import type { Action, ActionKind } from '../../src/core/action.ts'
import { cleanup } from '../../src/app/command/cleanup.ts'
import { lazyProtocols } from '../../src/entry/lazy-protocols.ts'
import { memoryTree } from '../../src/gateways/memory.ts'
import { codes, give, look, make, proposed, type Place, type Setting, type Tree } from './scene.ts'

/** How the work on new files goes, as far as the tool does not say. */
export interface Way {
  readonly protocol: Protocol
  /** What stands behind `baton new PROTOCOL`. */
  readonly words: readonly string[]
  /** The repository in which the files are made; by default an empty one. */
  readonly start?: Tree
  readonly setting?: Setting
  /** What is to be done first; by default to accept. */
  readonly first?: ActionKind
  /** Files with the texts that people fill in once they are made. */
  fillIn?(made: Tree): Tree
  /**
   * What somebody writes at a path that an action needs, or that it waits for: files by path. `undefined`: nobody would, and the walk
   * fails.
   */
  write?(path: string, action: Action, tree: Tree): Tree | undefined
  /** The options that an action needs, `--complexity X`, as they are given. */
  readonly options?: Readonly<Record<string, string>>
  /** Codes of warnings that a strict check may give. */
  readonly besides?: readonly string[]
}

/** What is handed back in place of a success. */
export type Interruption = 'error' | 'question'

/** A way that was walked to its end. */
export interface Walked {
  /** What was done, in order: `accept plugin:TinyGain`. */
  readonly steps: readonly string[]
  /** How often work was named. */
  readonly works: number
  /** The state of every target at the end. */
  readonly states: Readonly<Record<string, string>>
  readonly tree: Tree
}

const mostSteps = 60
const begin = Date.parse('2026-02-04T10:00:00Z')
const minute = 60_000

/** The warnings and errors that a strict check of everything finds. */
async function faults(tree: Tree, place: Place, besides: readonly string[]): Promise<readonly string[]> {
  const { diagnostics } = await look(tree, place, 'strict')
  return codes(diagnostics.filter(({ code, severity }) => severity === 'error' || (severity === 'warning' && !besides.includes(code))))
}

/** The paths that an action names: what it needs, or where it has no command what it waits for. */
function pathsIn({ run, needs = [], why = '' }: Action): readonly string[] {
  const paths = needs.filter((need) => !need.startsWith('--'))
  return paths.length > 0 || run !== undefined ? paths : Array.from(why.matchAll(/`([^`]+)`/g), ([, path = '']) => path)
}

/** The command that an action says, with one of its alternatives, the options that it needs and a text filled in. */
function commandOf({ run = '', needs = [], target }: Action, reason: string | undefined, options: Way['options'] = {}): string {
  const given = needs.filter((need) => need.startsWith('--')).map((need) => options[need] ?? expect.fail(`${target} needs ${need}`))
  const chosen = run.replace(/(?<= )([a-z_]+)(?:\|[a-z_]+)+/, (_, first: string) => [reason ?? first, ...(reason ? [] : given)].join(' '))
  const whole = chosen === run ? [run, ...given].join(' ') : chosen
  return whole.replace('"…"', '"As it should be"')
}

/** A repository without the local files of a finished project. */
async function cleanedUp(tree: Tree, command: string): Promise<Tree> {
  const [, , , project] = command.split(' ')
  const head = memoryTree(tree)
  let after: Tree = {}
  await cleanup(
    { head, policy: head },
    lazyProtocols,
    { project, confirmed: true, dryRun: false, at: new Date(begin).toISOString() },
    {
      write({ local = new Map() }) {
        after = Object.fromEntries(Object.entries(tree).filter(([path]) => !local.has(path)))
      },
    },
  )
  return after
}

/**
 * Makes new files and then does literally what the tool says is to be done, until nothing is: never is anything refused, and a strict
 * check finds nothing after any step. Wherever work is named, each interruption is handed back first.
 */
export async function walk(way: Way, interruptions: readonly Interruption[] = []): Promise<Walked> {
  const { protocol, words, start = {}, setting, first = 'accept', besides = [], options } = way
  const steps: string[] = []
  const worked = new Map<string, number>()
  const place = (): Place => ({ protocol, local: true, ...setting, at: new Date(begin + steps.length * minute).toISOString() })
  const clean = async (tree: Tree) => expect([steps, await faults(tree, place(), besides)]).toEqual([steps, []])
  const actionsIn = async (tree: Tree) => (await proposed(tree, place())).actions

  /** What is handed back of the work on a target: every interruption once, then a success. */
  function reasonFor({ do: deed, target }: Action): Interruption | undefined {
    if (deed !== 'work') return undefined
    const count = worked.get(target) ?? 0
    worked.set(target, count + 1)
    return interruptions[count % (interruptions.length + 1)]
  }

  /** The repository with what somebody writes before the command of an action, or in its place. */
  function supplied(tree: Tree, action: Action): Tree {
    const paths = pathsIn(action)
    if (action.run === undefined && paths.length === 0) expect.fail(`${steps.at(-1)} leads nowhere: ${action.why}`)
    const write = (path: string) => way.write?.(path, action, tree) ?? expect.fail(`${steps.at(-1)}: nobody writes ${path}`)
    return Object.assign({ ...tree }, ...paths.map(write)) as Tree
  }

  const made = await make(start, words, place())
  expect([made.result.outcome, made.codes]).toEqual(['changed', []])
  await clean(made.tree)
  const beginning = (await actionsIn(made.tree)).find(({ target }) => target === made.result.target)
  expect(beginning?.do).toBe(first)

  let tree: Tree = { ...made.tree, ...way.fillIn?.(made.tree) }
  await clean(tree)
  for (let [action] = await actionsIn(tree); action; [action] = await actionsIn(tree)) {
    const { do: deed, target, run } = action
    steps.push(`${deed} ${target}`)
    if (steps.length > mostSteps) expect.fail(`No end after ${steps.join(', ')}`)
    const reason = reasonFor(action)
    if (reason === undefined) tree = supplied(tree, action)
    if (run !== undefined) {
      const command = commandOf(action, reason, options)
      if (command.startsWith('baton cleanup ')) {
        tree = await cleanedUp(tree, command)
        continue
      }
      const given = await give(tree, command, place())
      expect([command, given.outcome, given.codes.filter((each) => each.endsWith(' error'))]).toEqual([command, 'changed', []])
      tree = given.tree
    }
    if (reason !== undefined) {
      const then = (await actionsIn(tree)).find((each) => each.target === target)
      expect([reason, then?.do]).toEqual([reason, reason === 'error' ? 'decide' : 'answer'])
    }
    await clean(tree)
  }
  const { targets } = await look(tree, place(), 'strict')
  const works = [...worked.values()].reduce((sum, count) => sum + count, 0)
  return { steps, works, states: Object.fromEntries(targets.map(({ id, state }) => [id, state])), tree }
}
