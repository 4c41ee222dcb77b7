import { Ajv2020 } from 'ajv/dist/2020.js'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
import { commandLineOf } from '../../src/entry/calls/spelling.ts'
import { examplesOf } from '../examples-of.ts'
import { schemas } from '../../src/entry/schemas.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import type { Example } from '../../src/core/rule.ts'
import type { Action, NextActions } from '../../src/core/action.ts'
import { nextData, nextText } from '../../src/render/next.ts'
import { distinct, part, shownBy } from '../thorough.ts'
import { codes as codesOf, give, look, proposed, type Place, type Tree } from './scene.ts'

export const placeOf = (protocol: Protocol, { configuration, links, limit, at }: Example): Place => ({
  protocol,
  local: true,
  ...(configuration !== undefined && { configuration }),
  ...(links && { links }),
  ...(limit !== undefined && { limit }),
  ...(at !== undefined && { at }),
})

/** Each form of the command of an action, its texts filled in. */
function commandsOf({ run = '' }: Action): readonly string[] {
  const [choice] = /(?<= )[a-z_]+(?:\|[a-z_]+)+/.exec(run) ?? []
  const all = choice === undefined ? [run] : choice.split('|').map((word) => run.replace(choice, word))
  return all.map((command) => command.replace('"…"', '"As it should be"'))
}

const isValid = new Ajv2020({ strict: false }).compile(schemas.get('next')?.() ?? {})

/** An action without a command: it waits, its error has no repair, or a file is written by hand. */
const withoutCommand: ReadonlySet<Action['do']> = new Set(['wait', 'mend', 'review'])

const mostTokens = 150

/**
 * Commands that change nothing, one that is no comment (`cleanup` has tests of its own), and the one that takes a
 * version from the history, which no example has (`offered.slow.test.ts`).
 */
const untried = /^(?:\/(?:explain|validate|restore)|baton cleanup) /

/**
 * Expects of the next actions of a repository: one of each target at most, valid JSON, a short text, files that are
 * there, and commands that succeed: all forms, or one where the action still needs something.
 */
export async function expectCarriedOut(
  tree: Tree,
  place: Place,
  knownActions?: NextActions,
): Promise<readonly Action[]> {
  const found = knownActions ?? (await proposed(tree, place))
  const { actions } = found
  const targets = actions.map(({ target }) => target)
  expect(targets).toEqual([...new Set(targets)])
  expect([isValid(nextData(found)), isValid.errors]).toEqual([true, null])
  const { diagnostics } = await look(tree, place)
  const errorsOf = (id: string) =>
    codesOf(diagnostics.filter((each) => each.severity === 'error' && each.target === id))
  for (const action of actions) {
    const { do: kind, run, why, code, read = [], needs = [] } = action
    const text = nextText({
      ...found,
      actions: [{ ...action, ...(run !== undefined && { run: commandLineOf(run) }) }],
      more: [],
    })
    expect([text, countTokens(text)]).toEqual([text, expect.toSatisfy((count: number) => count <= mostTokens)])
    expect([kind, read.length <= 5]).toEqual([kind, true])
    for (const path of read) expect([path, Object.hasOwn(tree, path.replace(/#step-\d+$/, ''))]).toEqual([path, true])
    if (run === undefined) expect([withoutCommand.has(kind), code ?? why]).toEqual([true, expect.any(String)])
    if (run === undefined || untried.test(run)) continue
    const outcomes = await Promise.all(
      commandsOf(action).map(async (command) => {
        const { outcome, codes } = await give(tree, `${command} --dry-run`, place)
        const wrong = outcome === 'refused' ? codes.filter((each) => errorsOf(action.target).includes(each)) : []
        // What a form still needs is no error of the files.
        expect([command, wrong]).toEqual([command, []])
        return `${isUndone(codes) ? 'changed once the work is done' : outcome} ${command}`
      }),
    )
    const refused = outcomes.filter((outcome) => !outcome.startsWith('changed '))
    expect(refused).toEqual(
      needs.length === 0 ? [] : expect.toSatisfy((items: readonly string[]) => items.length < outcomes.length),
    )
  }
  return actions
}

/** Whether a command is refused only because the work is still to be done. */
const isUndone = (codes: readonly string[]): boolean => codes.join('') === 'EVIDENCE_MISSING error'

/** A command of the board with a value for everything that is left to its reader. */
const filledIn = (command: string): string =>
  command
    .replace(/ --done-by …/, '')
    .replace('--complexity …', '--complexity 2')
    .replace('--next-phase …', '--next-phase none')
    .replace(/…$/, '"As it should be"')

/**
 * Expects of each target that a board has the command of its next action, or waits for the same reason, and that its
 * command would be carried out.
 */
export async function expectOfferedAsNext(tree: Tree, place: Place, knownActions?: NextActions): Promise<void> {
  const { targets } = await look(tree, { ...place, withTurns: true })
  const { actions } = knownActions ?? (await proposed(tree, place))
  const byTarget = new Map(actions.map((action) => [action.target, action]))
  const start = (command: string) =>
    command
      .replace(/^\/(?:explain|validate) .*|^baton .*/s, '')
      .split(' ', 2)
      .join(' ')
  for (const { id, turn = {} } of targets) {
    const { next = '', waits, asks } = turn
    const { do: kind, run = '', why, needs = [] } = byTarget.get(id) ?? {}
    expect([id, start(next)]).toEqual([id, start(run)])
    // On the board, the lane says that it is done.
    if (kind === 'wait' && !asks) expect([id, waits]).toEqual([id, why?.replace(/^done\. /, '')])
    // Files that are still to be written are not there to be returned.
    if (next === '' || untried.test(next) || needs.some((need) => !need.startsWith('--'))) continue
    const { outcome, codes } = await give(tree, `${filledIn(next)} --dry-run`, place)
    expect([next, isUndone(codes) ? '' : outcome, codes]).toEqual([next, expect.not.stringMatching('refused'), codes])
  }
}

/**
 * Of examples, bad and good: the next actions succeed, or wait for what they say. In every run another third of the
 * examples than `views.slow.test.ts` has, each night those of every rule.
 */
export const describeActions = (protocol: Protocol) => {
  const examples = protocol.rules.flatMap((rule) =>
    shownBy(examplesOf(rule)).map((example) => ({ code: rule.code, about: example.about, example })),
  )
  it.each(part(distinct(examples), 3))(`the next actions of ${protocol.name}: $code, $about`, async ({ example }) => {
    const place = placeOf(protocol, example)
    const found = await proposed(example.head, place)
    await expectCarriedOut(example.head, place, found)
    await expectOfferedAsNext(example.head, place, found)
  })
}
