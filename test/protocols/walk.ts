import { expect } from 'vitest'
import { cleanup } from '../../src/app/command/cleanup.ts'
import { lazyProtocols } from '../../src/entry/lazy-protocols.ts'
import { memoryTree } from '../../src/gateways/memory.ts'
import type { GrantPolicy } from '../../src/engine/commands/planned.ts'
import { codes, give, look, make, proposed, type Place, type Tree } from './scene.ts'
import { commandOf, interruptedBy, suppliedFor, type Interruption, type ProposedAction, type Way } from './ways.ts'

/** A way that was walked to its end. */
export interface WalkResult {
  /** What was done, in order: `accept plugin:TinyGain`. */
  readonly steps: readonly string[]
  /** How often work was named. */
  readonly works: number
  /** The state of every target at the end. */
  readonly states: Readonly<Record<string, string>>
  /** What waits at the end. */
  readonly waiting: readonly string[]
  readonly tree: Tree
}

const mostSteps = 60
const begin = Date.parse('2026-02-04T10:00:00Z')
const minute = 60_000
const granting: GrantPolicy = { record: 'named', lease: 'none', staleAfter: 24 * 60 * minute }

/** The warnings and errors that a strict check of everything finds. */
async function faults(tree: Tree, place: Place, besides: readonly string[]): Promise<readonly string[]> {
  const { diagnostics } = await look(tree, place, 'strict')
  return codes(
    diagnostics.filter(
      ({ code, severity }) => severity === 'error' || (severity === 'warning' && !besides.includes(code)),
    ),
  )
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
 * Makes new files and then does literally what the tool says is to be done, until nothing is: never is anything
 * refused, and a strict check finds nothing after any step. Wherever work is named, each interruption is handed back
 * first.
 *
 * @param agents ask under their names and give the commands under them, the first that has something to do; none:
 * without a name
 */
export async function walk(
  way: Way,
  interruptions: readonly Interruption[] = [],
  agents: readonly string[] = [],
): Promise<WalkResult> {
  const { protocol, words, start = {}, setting, first = 'accept', besides = [], options, endsHandedBack = false } = way
  const steps: string[] = []
  const { reasonFor, works } = interruptedBy(interruptions)
  let now = begin
  const place = (): Place => ({ protocol, local: true, ...setting, at: new Date(now).toISOString() })
  const clean = async (tree: Tree) => expect([steps, await faults(tree, place(), besides)]).toEqual([steps, []])
  const actionsIn = async (tree: Tree): Promise<readonly ProposedAction[]> => {
    for (const agent of agents) {
      const { actions } = await proposed(tree, place(), { agent })
      if (actions.length > 0) return actions.map((action) => ({ ...action, run: `${action.run} --agent ${agent}` }))
    }
    const actions = await waited(tree)
    if (agents.length === 0) return actions
    // A person, who has no name of an agent, decides about an error, and says which agent goes on.
    return actions
      .filter(({ do: kind }) => kind === 'decide')
      .map((action) => ({ ...action, run: `${action.run} --agent ${agents[0]}` }))
  }
  /** What is to be done; what is to be done later only, is waited for. */
  const waited = async (tree: Tree): Promise<readonly ProposedAction[]> => {
    const { actions } = await proposed(tree, place())
    const [until] = actions[0]?.do === 'wait' ? (/\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(actions[0].why ?? '') ?? []) : []
    if (until === undefined) return actions
    now = Date.parse(until) + minute
    return waited(tree)
  }

  const made = await make(start, words, place())
  expect([made.result.outcome, made.codes]).toEqual(['changed', []])
  await clean(made.tree)
  const [beginning] = await actionsIn(made.tree)
  expect(beginning?.do).toBe(first)

  let tree: Tree = { ...made.tree, ...way.fillIn?.(made.tree) }
  await clean(tree)
  for (let [action] = await actionsIn(tree); action; [action] = await actionsIn(tree)) {
    const { do: kind, target, run } = action
    steps.push(`${kind} ${target}`)
    now += minute
    if (steps.length > mostSteps) expect.fail(`No end after ${steps.join(', ')}`)
    const reason = reasonFor(action)
    if (reason === undefined) tree = Object.assign({}, tree, suppliedFor(way, action, tree))
    if (run !== undefined) {
      const command = commandOf(action, reason, options)
      if (command.startsWith('baton cleanup ')) {
        tree = await cleanedUp(tree, command)
        continue
      }
      const result = await give(tree, command, place(), { granting })
      expect([command, result.outcome, result.codes.filter((code) => code.endsWith(' error'))]).toEqual([
        command,
        'changed',
        [],
      ])
      tree = result.tree
      const { work } = result.result
      if (work) {
        // An agent that takes work by the command alone reads what `next` would name.
        const next = (await proposed(tree, place())).actions.find((candidate) => candidate.target === target)
        const isThere = (path: string) => Object.hasOwn(tree, path.split('#', 1)[0] ?? path)
        expect([command, work.read ?? []]).toEqual([command, (next?.read ?? []).filter(isThere).slice(0, 5)])
      }
    }
    if (reason !== undefined) {
      const then = (await (reason === 'error' ? waited : actionsIn)(tree)).find(
        (candidate) => candidate.target === target,
      )
      expect([reason, then?.do]).toEqual([reason, reason === 'error' ? 'decide' : 'answer'])
    }
    await clean(tree)
    if (endsHandedBack && kind === 'work' && reason === undefined) break
  }
  const { targets } = await look(tree, place(), 'strict')
  const { waiting } = await proposed(tree, place(), { agent: agents[0] })
  return {
    steps,
    works: works(),
    states: Object.fromEntries(targets.map(({ id, state }) => [id, state])),
    waiting,
    tree,
  }
}
