import { describe, expect, it } from 'vitest'
import { expectMessages } from './messages.ts'
import type { Scene, Setting, Tree } from './scene.ts'

/** A command in a state: what comes of it, the state then, and its diagnostics, as `CODE severity`; its own setting, if any. */
export type Row = readonly [
  state: string,
  command: string,
  outcome: string,
  then: string | undefined,
  codes: readonly string[],
  own?: Setting,
]

interface Matrix {
  readonly states: Readonly<Record<string, Tree>>
  readonly rows: readonly Row[]
  /** The only files that commands write. */
  readonly writes: readonly string[]
  readonly setting?: Setting
  /** Codes that are no part of the matrix. */
  readonly besides?: RegExp
  /** What is recorded again each time, so that the same command again is no `unchanged`. */
  readonly again?: RegExp
}

/**
 * The outcome of every command in every state of a protocol. What is changed brings no new error, and the same command again changes
 * nothing; what is refused, or changes nothing, writes nothing.
 */
export function describeMatrix({ give, diagnose }: Scene, { states, rows: table, writes, setting: common, besides, again }: Matrix): void {
  const rows = table.map(
    ([state, command, outcome, then, codes, own]) => [state, command, outcome, then, codes, { ...common, ...own }] as const,
  )
  const before = (state: string): Tree => states[state] ?? expect.fail(`There is no state ${state}`)
  const errors = async (tree: Tree, setting: Setting, base?: Tree) =>
    (await diagnose(tree, { ...setting, base })).filter(({ severity }) => severity === 'error').map(({ code }) => code)
  const touched = (one: Tree, other: Tree) =>
    [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((path) => String(one[path]) !== String(other[path]))

  describe('commands by state', () => {
    it.each(rows)('%s: %s', async (state, command, outcome, then, codes, setting) => {
      const tree = before(state)
      const given = await give(tree, command, setting)
      expect([given.outcome, given.state]).toEqual([outcome, then])
      expect(given.codes.filter((code) => besides?.test(code) !== true).toSorted()).toEqual(codes)
      const changed = touched(tree, given.tree)
      expect(changed.filter((path) => !writes.includes(path))).toEqual([])
      expect(changed.length > 0).toBe(outcome === 'changed')
    })

    it.each(rows.filter(([, , outcome]) => outcome === 'changed'))(
      '%s: %s leaves no new error, and nothing for a second time',
      async (state, command, _outcome, _then, _codes, setting) => {
        const tree = before(state)
        const given = await give(tree, command, setting)
        const old = new Set(await errors(tree, setting))
        expect((await errors(given.tree, setting)).filter((code) => !old.has(code))).toEqual([])
        expect((await errors(given.tree, setting, tree)).filter((code) => !old.has(code))).toEqual([])
        if (again?.test(command) === true) return
        const second = await give(given.tree, command, setting)
        expect([second.outcome, second.tree]).toEqual(['unchanged', given.tree])
      },
    )

    it('report the recorded messages', async () => {
      const given = await Promise.all(rows.map(([state, command, , , , setting]) => give(before(state), command, setting)))
      await expectMessages(
        given.flatMap(({ plan }) => plan.results.flatMap(({ diagnostics }) => diagnostics)),
        'matrix.messages.txt',
      )
    })
  })
}

/** A command that a repository does not allow: where, and why. */
export type Refusal = readonly [where: string, tree: Tree, command: string, codes: string | readonly string[], setting?: Setting]

/** Commands that are refused for exactly these reasons and then write nothing; their messages stand in a file. */
export function describeRefusals({ give }: Scene, file: string, rows: readonly Refusal[]): void {
  describe('what is refused', () => {
    it.each(rows.map((row) => [row[0], row] as const))('%s', async (_, [, tree, command, codes, setting]) => {
      const given = await give(tree, command, setting)
      expect([given.outcome, given.codes]).toEqual(['refused', [codes].flat().map((code) => `${code} error`)])
      expect(given.tree).toEqual(tree)
    })

    it('is refused with the recorded messages', async () => {
      const given = await Promise.all(rows.map(([, tree, command, , setting]) => give(tree, command, setting)))
      await expectMessages(
        given.flatMap(({ result }) => result.diagnostics),
        file,
      )
    })
  })
}
