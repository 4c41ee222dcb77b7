import { expect } from 'vitest'
import { create } from '../../src/engine/create.ts'
import type { Plan } from '../../src/engine/commands/plan.ts'
import type { Action } from '../../src/core/action.ts'
import { nextActions } from '../../src/engine/next.ts'
import type { NextRequest } from '../../src/engine/next-action.ts'
import { give, look, open, type Place, type Tree } from './scene.ts'
import { applied } from './offering.ts'

type Files = Readonly<Record<string, string>>

const requestOf = async (tree: Tree, place: Place): Promise<Omit<NextRequest, 'limit'>> => {
  const { protocol, configuration, at = '2026-02-04T10:00:00Z', limit = 1024 * 1024 } = place
  const head = await open(tree, place)
  const context = { at, day: at.slice(0, 10), limit }
  const sections = { [protocol.name]: configuration }
  return { head, context, protocols: [protocol], sections, severity: {}, actor: 'octocat', local: true }
}

/** What is to be done in a repository, every action of it. */
export async function actionsIn(
  tree: Tree,
  place: Place,
  options: Pick<NextRequest, 'agent' | 'targets'> = {},
): Promise<readonly Action[]> {
  return nextActions({ ...(await requestOf(tree, place)), ...options, limit: 50 }).actions
}

/** The first files of a target, beside those of a repository. */
export async function make(
  tree: Files,
  words: readonly string[],
  place: Place,
): Promise<{ readonly plan: Plan; readonly tree: Files }> {
  const request = { ...(await requestOf(tree, place)), protocol: place.protocol, words, dryRun: false }
  const plan = create({ ...request, isTaken: (path) => Object.hasOwn(tree, path) })
  return { plan, tree: applied(tree, plan.changes) }
}

/** Each form of a command, its texts filled in: that of a success first. */
function formsOf({ run = '' }: Pick<Action, 'run'>, text = 'The last line'): readonly string[] {
  const [whole = '', choice = ''] = / ([a-z]+(?:\|[a-z]+)+)/.exec(run) ?? []
  const forms = choice === '' ? [run] : choice.split('|').map((option) => run.replace(whole, ` ${option}`))
  return forms.map((form) => form.replaceAll('…', text))
}

/** One thing that was done: what was to be done, and the command that did it. */
export interface Step {
  readonly do: Action['do']
  readonly command: string
}

interface Walk {
  readonly place: Place
  /** Codes of what is wrong at the beginning, and no longer after the first step. */
  readonly known?: readonly string[]
  /** What an agent writes where a path is due. */
  write(path: string): string
  /** The form of a command that is taken, of several; by default the first. */
  choose?(action: Action, forms: readonly string[], steps: readonly Step[]): string | undefined
  /** Whether the way ends after this command, though something is left to wait for. */
  ends?(command: string): boolean
}

const maxSteps = 60

/** Files that an action names as due: they come before ` with `. */
const dueOf = ({ needs = [] }: Action): readonly string[] =>
  needs.filter((need) => !need.startsWith('--')).map((need) => need.split(' with ', 1)[0] ?? need)

/**
 * Does what is to be done, until nothing is. Nothing is refused on the way, and nothing wrong is left behind any step.
 */
export async function follow(
  tree: Files,
  { place, known = [], write, choose, ends }: Walk,
): Promise<{ readonly steps: readonly Step[]; readonly tree: Files }> {
  const steps: Step[] = []
  let files: Record<string, string> = { ...tree }
  let time = Date.parse(place.at ?? '2026-02-04T10:00:00Z')
  const now = () => ({ ...place, at: new Date(time).toISOString() })
  const check = async (about: string, expected: readonly string[] = []) => {
    const { diagnostics } = await look(files, now(), 'strict')
    const found = diagnostics.filter(({ severity }) => severity !== 'notice').map(({ code }) => code)
    expect([about, found]).toEqual([about, expected])
  }
  await check('the beginning', known)
  for (let count = 0; count < maxSteps; count++) {
    const [action] = await actionsIn(files, now())
    const last = steps.at(-1)?.command ?? ''
    if (!action || (action.do === 'wait' && ends?.(last) === true)) return { steps, tree: files }
    const due = dueOf(action)
    for (const path of due) files[path] = write(path)
    if (action.do === 'wait') {
      const [until] = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(action.why ?? '') ?? []
      if (until === undefined && due.length === 0) throw new Error(`It waits forever: ${action.target}, ${action.why}`)
      if (until !== undefined) time = Date.parse(until) + 1000
      await check(`wait ${action.why}`)
      continue
    }
    const forms = formsOf(action)
    const command = choose?.(action, forms, steps) ?? forms[0] ?? ''
    const result = await give(files, command, now())
    expect([command, result.outcome, ...result.codes]).toEqual([command, 'changed'])
    files = Object.fromEntries(Object.entries(result.tree).map(([path, content]) => [path, String(content)]))
    steps.push({ do: action.do, command })
    await check(command)
    time += 60_000
  }
  throw new Error(`Nothing is ended after ${maxSteps} steps: ${steps.map(({ command }) => command).join(', ')}`)
}

/**
 * Each way of a walk on which one piece of work ends otherwise than with success: `error 1`, the second piece with an
 * error.
 */
export async function detours(
  walk: (choose?: Walk['choose']) => Promise<readonly Step[]>,
): Promise<ReadonlyMap<string, readonly Step[]>> {
  const works = (steps: readonly Step[]) => steps.filter((step) => step.do === 'work').length
  const straight = await walk()
  const ways = new Map<string, readonly Step[]>()
  for (let at = 0; at < works(straight); at++)
    for (const reason of ['error', 'question']) {
      const choose: Walk['choose'] = (action, forms, steps) =>
        action.do === 'work' && works(steps) === at ? forms.find((form) => form.includes(` ${reason} `)) : undefined
      ways.set(`${reason} ${at}`, await walk(choose))
    }
  return ways
}
