import type { Action } from '../../../src/core/action.ts'
import type { Scene, Tree } from '../scene.ts'

/** A command that `next` names, with a text where one is due, and of several alternatives one. */
const filled = (run: string, reason: string) =>
  run.replace(/(?:success|error|question)(?:\|(?:success|error|question))+/, reason).replace('"…"', '"it works"')

/** Does what `next` says about one item until nothing is left; `failing`: the first handback is an error. */
export async function walk(
  { next, give }: Scene,
  tree: Tree,
  target: string,
  failing = false,
): Promise<{ readonly states: readonly string[]; readonly tree: Tree }> {
  const states: string[] = []
  let now = tree
  let hasFailed = !failing
  for (let count = 0; count < 20; count++) {
    const action: Action | undefined = (await next(now)).actions.find((candidate) => candidate.target === target)
    if (!action?.run) break
    const reason: string = !hasFailed && action.do === 'work' ? 'error' : 'success'
    if (reason === 'error') hasFailed = true
    const result = await give(now, filled(action.run, reason))
    if (result.outcome !== 'changed') throw new RangeError(`${action.run}: ${result.codes.join(' ')}`)
    states.push(result.state ?? '')
    now = result.tree
  }
  return { states, tree: now }
}
