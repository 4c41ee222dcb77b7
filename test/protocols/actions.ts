import { describe, expect, it } from 'vitest'
import { examplesOf } from '../../src/entry/rule-examples.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import type { Example } from '../../src/core/rule.ts'
import type { Action } from '../../src/core/action.ts'
import { give, proposed, type Place, type Tree } from './scene.ts'

const placeOf = (protocol: Protocol, { configuration, links, limit, at }: Example): Place => ({
  protocol,
  local: true,
  ...(configuration !== undefined && { configuration }),
  ...(links && { links }),
  ...(limit !== undefined && { limit }),
  ...(at !== undefined && { at }),
})

/** The commands that an action says, one for each of its alternatives, with a text filled in. */
function commandsOf({ run = '' }: Action): readonly string[] {
  const [choice] = /(?<= )[a-z_]+(?:\|[a-z_]+)+/.exec(run) ?? []
  const all = choice === undefined ? [run] : choice.split('|').map((each) => run.replace(choice, each))
  return all.map((each) => each.replace('"…"', '"As it should be"'))
}

/** Where nothing is carried out, an action may have no command. */
const waiting: ReadonlySet<string> = new Set(['wait', 'mend', 'review'])

/** Expects of what is to be done in a repository: at most one action of each target, and commands that are carried out. */
export async function expectCarriedOut(tree: Tree, place: Place): Promise<readonly Action[]> {
  const { actions } = await proposed(tree, place)
  const targets = actions.map(({ target }) => target)
  expect(targets).toEqual([...new Set(targets)])
  for (const action of actions) {
    const { do: deed, run, why, code, read = [] } = action
    expect([deed, read.length <= 5]).toEqual([deed, true])
    for (const path of read) expect([path, Object.hasOwn(tree, path.replace(/#step-\d+$/, ''))]).toEqual([path, true])
    if (run === undefined) expect([waiting.has(deed), code ?? why]).toEqual([true, expect.any(String)])
    if (run === undefined || deed === 'mend') continue
    for (const command of commandsOf(action)) {
      const { outcome } = await give(tree, `${command} --dry-run`, place)
      expect([command, outcome]).toEqual([command, 'changed'])
    }
  }
  return actions
}

/** Of every bad example of every rule: the proposed actions are carried out, or wait. */
export const describeActions = (protocol: Protocol) =>
  describe.each(protocol.rules)('what is to be done: $code', (rule) => {
    const { bad } = examplesOf(rule)
    it.each(bad)('$about', async (example) => {
      await expectCarriedOut(example.head, placeOf(protocol, example))
    })
  })
