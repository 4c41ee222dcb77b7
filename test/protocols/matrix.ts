import { describe, expect, it } from 'vitest'
import type { StateMachine } from '../../src/kit/states.ts'
import type { Mode } from '../../src/core/report.ts'
import { memo, memoBy } from '../../src/core/once.ts'
import { expectMessages } from './messages.ts'
import { firstOfEach, isThorough, part } from '../thorough.ts'
import { conventions, inConvention } from './conventions.ts'
import type { Scene, SceneSetting, Tree } from './scene.ts'

/**
 * A command in a state: the outcome, the state then, and its diagnostics, as `CODE severity`; its own setting, if any.
 */
export type Row = readonly [
  state: string,
  command: string,
  outcome: string,
  then: string | undefined,
  codes: readonly string[],
  own?: SceneSetting,
]

/** Of each state of a table the repositories in it, by the names that the rows of a matrix have for them. */
export type Samples<State extends string> = Readonly<Record<State, Readonly<Record<string, Tree>>>>

/** The same by name alone. */
export const treesOf = (samples: Samples<string>): Readonly<Record<string, Tree>> =>
  Object.fromEntries(Object.values(samples).flatMap((trees) => Object.entries(trees)))

interface Matrix<State extends string> {
  /** The protocol's table of states. */
  readonly machine: StateMachine<State>
  /** The commands of the protocol, each of which has a row for every state of the table. */
  readonly commands: readonly { readonly name: string }[]
  /** Those without rows since they do not depend on the state, each with the reason. */
  readonly stateless?: Readonly<Record<string, string>>
  readonly states: Samples<State>
  /** Repositories in none of them. */
  readonly outside?: Readonly<Record<string, Tree>>
  readonly rows: readonly Row[]
  /** The only files that commands write. */
  readonly writes: readonly string[]
  /** Files that transitions replace or remove by the specification: no person writes them. */
  readonly transient?: RegExp
  readonly setting?: SceneSetting
  /** Codes that are no part of the matrix. */
  readonly besides?: RegExp
  /** The findings, as `CODE severity`, that a command brings about by its nature. */
  readonly adds?: Readonly<Record<string, readonly string[]>>
  /** What is recorded again each time, so that the same command again is no `unchanged`. */
  readonly again?: RegExp
}

const reasons: ReadonlySet<string> = new Set(['success', 'error', 'question', 'qualified', 'failed'])

/** The command of a row with its words that are no free text. */
const kindOf = ([, command]: readonly [state: string, command: string, ...unknown[]]): string =>
  command
    .split(' ')
    .filter((word) => /^(?:\/|--)/.test(word) || reasons.has(word))
    .join(' ')

/**
 * How a check compares what a command has written. What a soft check finds, a strict one finds too, but for what has
 * become old.
 */
const modes: readonly Mode[] = isThorough ? ['strict', 'soft'] : ['strict']

/** Whether no line of a file is left in what replaces it. */
function isReplaced(before: Tree[string] | undefined, after: Tree[string] | undefined): boolean {
  const lines = new Set(String(after ?? '').split('\n'))
  return (
    before !== undefined &&
    !String(before)
      .split('\n')
      .some((line) => /[\p{L}\p{N}]/u.test(line) && lines.has(line))
  )
}

/**
 * The outcome of every command in every state of a protocol. What is changed brings no new error, and the same command
 * again changes nothing; what is refused, or changes nothing, writes nothing.
 */
export function describeMatrix<State extends string>({ give, diagnose }: Scene, matrix: Matrix<State>): void {
  const {
    machine,
    commands,
    stateless = {},
    states,
    outside,
    rows: table,
    writes,
    transient,
    setting: common = {},
    besides,
    again,
    adds = {},
  } = matrix
  const trees = { ...treesOf(states), ...outside }
  const rows = table.map(
    ([state, command, outcome, then, codes, rowSetting]) =>
      [state, command, outcome, then, codes, rowSetting ? { ...common, ...rowSetting } : common] as const,
  )
  const before = (state: string): Tree => trees[state] ?? expect.fail(`There is no state ${state}`)
  /** What comes of a row: several tests look at it. */
  const givenBy = memoBy(async ([state, command, , , , setting]: (typeof rows)[number]) => {
    const { outcome, state: then, codes, tree, result, plan } = await give(before(state), command, setting)
    return {
      outcome,
      then,
      codes,
      tree,
      discards: result.discards,
      diagnostics: plan.results.flatMap(({ diagnostics }) => diagnostics),
    }
  })
  /** The errors and warnings of a repository in a mode, each code with its severity. */
  const problems = async (tree: Tree, setting: SceneSetting, mode: Mode, base?: Tree) =>
    (await diagnose(tree, { ...setting, mode, base }))
      .filter(({ severity }) => severity !== 'notice')
      .map(({ code, severity }) => `${code} ${severity}`)
  const problemPair = (tree: Tree, setting: SceneSetting, mode: Mode, base: Tree) =>
    Promise.all([problems(tree, setting, mode), problems(tree, setting, mode, base)])
  // Many rows begin with the same repository, and several tests look at the same row.
  const foundBefore = memo((setting: SceneSetting) =>
    memoBy((state: string) => memoBy((mode: Mode) => problemPair(before(state), setting, mode, before(state)))),
  )
  const foundAfter = memoBy((row: (typeof rows)[number]) =>
    memoBy(async (mode: Mode) => problemPair((await givenBy(row)).tree, row[5], mode, before(row[0]))),
  )
  const beyond = (knownCodes: readonly string[], found: readonly string[]) =>
    [...new Set(found)].filter((code) => !knownCodes.includes(code))
  const touched = (oldTree: Tree, newTree: Tree) =>
    [...new Set([...Object.keys(oldTree), ...Object.keys(newTree)])].filter(
      (path) => String(oldTree[path]) !== String(newTree[path]),
    )

  describe('commands by state', () => {
    it('has every state of the table, and a row for every repository', () => {
      expect(Object.keys(states).toSorted()).toEqual(Object.keys(machine.states).toSorted())
      expect(Object.values<object>(states).filter((stateTrees) => Object.keys(stateTrees).length === 0)).toEqual([])
      expect(Object.keys(trees).filter((name) => !rows.some(([state]) => state === name))).toEqual([])
    })

    it('has a row for every command in every state, or a reason why the state does not matter', () => {
      const rowKeys = new Set(rows.map(([state, command]) => `${state} ${command.split(' ', 1)[0]}`))
      const missing = commands
        .filter(({ name }) => !Object.hasOwn(stateless, name))
        .flatMap(({ name }) => Object.keys(machine.states).map((state) => [state as State, `/${name}`] as const))
        .filter(([state, command]) => !Object.keys(states[state]).some((tree) => rowKeys.has(`${tree} ${command}`)))
        .map((cell) => cell.join(': '))
      expect(missing).toEqual([])
      const names = new Set(commands.map(({ name }) => name))
      expect(
        Object.keys(stateless).filter(
          (name) => !names.has(name) || [...rowKeys].some((key) => key.endsWith(` /${name}`)),
        ),
      ).toEqual([])
    })

    it('has a row for every move of the table that a command makes', () => {
      const made = (from: State, by: string) => {
        const [command, ...words] = by.split(' ')
        return rows.some(([state, line, outcome]) => {
          const lineWords = line.split(' ')
          return (
            outcome === 'changed' &&
            state in states[from] &&
            lineWords[0] === command &&
            words.every((word) => lineWords.includes(word))
          )
        })
      }
      const byCommand = machine.moves.filter(({ by }) => by.startsWith('/'))
      expect(byCommand.filter(({ from, by }) => !made(from, by))).toEqual([])
    })

    it.each(rows.map((row) => [row[0], row[1], row] as const))('%s: %s', async (_state, _command, row) => {
      const [state, command, outcome, then, codes] = row
      const tree = before(state)
      const result = await givenBy(row)
      expect([result.outcome, result.then]).toEqual([outcome, then])
      expect(result.codes.filter((code) => besides?.test(code) !== true).toSorted()).toEqual(codes)
      const changed = touched(tree, result.tree)
      expect(changed.filter((path) => !writes.includes(path))).toEqual([])
      expect(changed.length > 0).toBe(outcome === 'changed')
      const replaced = command.includes('--anyway')
        ? []
        : changed.filter((path) => isReplaced(tree[path], result.tree[path]))
      expect(replaced.filter((path) => result.discards?.includes(path) !== true)).toEqual([])
    })

    const changing = rows.filter(([, , outcome]) => outcome === 'changed')

    it.each(changing.map((row) => [row[0], row[1], row] as const))(
      '%s: %s adds no error and no warning but its own, and does nothing for a second time',
      async (state, command, row) => {
        const [, , , , , setting] = row
        const result = await givenBy(row)
        for (const mode of modes) {
          const [was, wasCompared] = await foundBefore(setting)(state)(mode)
          const [is, compared] = await foundAfter(row)(mode)
          const knownCodes = [...was, ...result.codes, ...(adds[command] ?? [])]
          expect([mode, beyond(knownCodes, is)]).toEqual([mode, []])
          expect([mode, beyond([...knownCodes, ...wasCompared], compared)]).toEqual([mode, []])
        }
        if (again?.test(command) === true) return
        const second = await give(result.tree, command, setting)
        expect([second.outcome, second.tree]).toEqual(['unchanged', result.tree])
      },
    )

    it.each(conventions)('follow the conventions of files: $name', async (convention) => {
      for (const row of part(firstOfEach(changing, kindOf), 3, conventions.indexOf(convention))) {
        const [state, command, , then, , setting] = row
        const original = before(state)
        const tree = inConvention(original, writes, convention)
        if (!tree) continue
        const label = [state, command] as const
        const result = await give(tree, command, setting)
        expect([...label, result.outcome, result.state]).toEqual([...label, 'changed', then])
        // A way of writing is no problem, nor does it become one by what a command writes.
        for (const mode of modes) {
          const [was] = await foundBefore(setting)(state)(mode)
          const [is, compared] = await foundAfter(row)(mode)
          expect([...label, mode, beyond(was, await problems(tree, setting, mode))]).toEqual([...label, mode, []])
          expect([...label, mode, beyond(is, await problems(result.tree, setting, mode))]).toEqual([...label, mode, []])
          expect([...label, mode, beyond(compared, await problems(result.tree, setting, mode, tree))]).toEqual([
            ...label,
            mode,
            [],
          ])
        }
        for (const path of touched(tree, result.tree)) {
          const [was, is] = [tree[path], result.tree[path]]
          if (
            typeof was !== 'string' ||
            typeof is !== 'string' ||
            (transient?.test(path) === true && path.endsWith('.json'))
          )
            continue
          if (result.result.discards?.includes(path) === true) continue
          // A file with nothing in this way shows no convention.
          if (was !== original[path])
            expect([...label, path, convention.breaches(path, is)]).toEqual([...label, path, []])
        }
      }
    })

    it('report the recorded messages', async () => {
      const results = await Promise.all(rows.map((row) => givenBy(row)))
      await expectMessages(
        results.flatMap(({ diagnostics }) => diagnostics),
        'matrix.messages.txt',
      )
    })
  })
}

/** A command that a repository does not allow: where, and why. */
export type Refusal = readonly [
  where: string,
  tree: Tree,
  command: string,
  codes: string | readonly string[],
  setting?: SceneSetting,
]

/** Commands that are refused for exactly these reasons and then write nothing; their messages are in a file. */
export function describeRefusals({ give }: Scene, file: string, rows: readonly Refusal[]): void {
  describe('what is refused', () => {
    it.each(rows.map((row) => [row[0], row] as const))('%s', async (_, [, tree, command, codes, setting]) => {
      const result = await give(tree, command, setting)
      expect([result.outcome, result.codes]).toEqual(['refused', [codes].flat().map((code) => `${code} error`)])
      expect(result.tree).toEqual(tree)
    })

    it('is refused with the recorded messages', async () => {
      const results = await Promise.all(rows.map(([, tree, command, , setting]) => give(tree, command, setting)))
      await expectMessages(
        results.flatMap(({ result }) => result.diagnostics),
        file,
      )
    })
  })
}
