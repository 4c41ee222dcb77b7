import { describe, expect, it } from 'vitest'
import { expectMessages } from './messages.ts'
import { codes, type FirstResult, type Scene, type SceneSetting, type Tree } from './scene.ts'

/**
 * Expectations by what they are about: `reply`, `facts` and `changed` of the result, or a file by its path; `null`:
 * there is no such file. A text has to contain a text or each of several, or to match a pattern; data has to have at
 * least what is given.
 */
export type Holds = Readonly<
  Record<string, string | RegExp | null | readonly unknown[] | Readonly<Record<string, unknown>>>
>

/**
 * A command in a repository. `comes` is its outcome with the codes of its diagnostics, as `refused, COMMAND_USAGE
 * error`; `reveals` are errors that no rule could find before, as `GOV_STALL_MISSING error`.
 */
export type Case = readonly [
  about: string,
  command: string,
  comes: string,
  tree?: Tree,
  setting?: SceneSetting,
  holds?: Holds,
  reveals?: string,
]

interface Cases {
  /** The repository of a case that names none. */
  readonly tree: Tree
  readonly setting?: SceneSetting
  /** Commands that record again each time, and are never `unchanged`. */
  readonly again?: RegExp
  /** The file of the messages, beside the test. */
  readonly messages: string
}

function expectHolds({ result, changed, tree }: FirstResult, holds: Holds): void {
  const resultParts: Readonly<Record<string, unknown>> = { reply: result.reply, facts: result.facts, changed }
  for (const [key, expected] of Object.entries(holds)) {
    const found = Object.hasOwn(resultParts, key) ? resultParts[key] : tree[key]
    if (expected === null) expect([key, found]).toEqual([key, undefined])
    else if (expected instanceof RegExp) expect(found).toMatch(expected)
    else if (typeof expected === 'string') expect(String(found)).toContain(expected)
    else if (Array.isArray(expected) && typeof found === 'string')
      for (const text of expected) expect(found).toContain(text)
    else expect(typeof found === 'string' ? JSON.parse(found) : found).toMatchObject(expected)
  }
}

/**
 * The results of commands in particular repositories. A change brings no error that the command does not report, and
 * the same command again changes nothing; a command that is refused, or changes nothing, writes nothing.
 */
export function describeCases(
  { give, diagnose }: Scene,
  { tree: usual, setting: common, again, messages }: Cases,
  table: readonly Case[],
): void {
  const errors = async (tree: Tree, setting: SceneSetting) => {
    const found = await diagnose(tree, { ...setting, base: undefined })
    return codes(found.filter(({ severity }) => severity === 'error'))
  }

  describe('commands', () => {
    const rows = table.map(([about, command, comes, tree = usual, ownSetting = {}, holds = {}, reveals = '']) => ({
      about,
      command,
      comes,
      tree,
      own: ownSetting,
      holds,
      reveals,
    }))
    it.each(rows)('$about', async ({ command, comes, tree, own, holds, reveals }) => {
      const setting = { ...common, ...own }
      const result = await give(tree, command, setting)
      expect([result.outcome, ...result.codes].join(', ')).toBe(comes)
      expectHolds(result, holds)
      expect([result.outcome, result.changed.length > 0]).toEqual([result.outcome, result.outcome === 'changed'])
      if (result.outcome !== 'changed') return
      const knownErrors = new Set([
        ...result.codes.map((code) => code.replace(/ \w+$/, ' error')),
        ...(await errors(tree, setting)),
      ])
      expect((await errors(result.tree, setting)).filter((code) => !knownErrors.has(code)).join(', ')).toBe(reveals)
      if (again?.test(command) === true) return
      const second = await give(result.tree, command, setting)
      expect([second.outcome, second.tree]).toEqual(['unchanged', result.tree])
    })

    it('have these messages', async () => {
      const results = await Promise.all(
        rows.map(({ tree, command, own }) => give(tree, command, { ...common, ...own })),
      )
      await expectMessages(
        results.flatMap(({ result }) => result.diagnostics),
        messages,
      )
    })
  })
}
