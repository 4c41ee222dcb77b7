import { describe, expect, it } from 'vitest'
import type { ActionKind } from '../../src/core/action.ts'
import type { StateMachine } from '../../src/kit/states.ts'
import { expectCarriedOut } from './actions.ts'
import { give, type Place, type SceneSetting, type Tree } from './scene.ts'

/**
 * A repository in a state, and the kind of its next action; `undefined`: nothing is left to do. By default of the usual
 * target.
 */
export type Sample = readonly [tree: Tree, next: ActionKind | undefined, setting?: SceneSetting, name?: string]

export interface MachineTable<State extends string> {
  readonly machine: StateMachine<State>
  readonly place: Place
  /** The name of the usual target in commands. */
  readonly name: string
  /** The id of a target by its name. */
  id(name: string): string
  /** Of each state a sample for every next action that the table has for it, or one where there is none. */
  readonly samples: Readonly<Record<State, readonly Sample[]>>
  /** The state of the target, as the table names it. */
  stateIn(tree: Tree, setting: SceneSetting, id: string): Promise<State | undefined>
  /** What makes a move without a command. */
  readonly byHand?: readonly string[]
}

/** Words that end with a text. */
const withText = /^\/(?:handback (?:error|question)|answer|review failed)$/

/**
 * The table of states of a protocol: every state has samples in it, with a next action for each that the table has and
 * for no other, and every move is made by its command.
 */
export function describeMachine<State extends string>(table: MachineTable<State>): void {
  const { machine, place, id, name: usual, samples, stateIn, byHand = [] } = table
  const states = Object.keys(machine.states) as State[]
  const all = states.flatMap((state) =>
    samples[state].map((sample) => [state, sample[1] ?? 'nothing', sample] as const),
  )

  describe(`the table of states of ${place.protocol.name}`, () => {
    it.each(all)('%s: %s', async (state, _, [tree, next, setting = {}, name = usual]) => {
      expect(await stateIn(tree, setting, id(name))).toBe(state)
      const action = (await expectCarriedOut(tree, { ...place, ...setting })).find(
        (candidate) => candidate.target === id(name),
      )
      expect(action?.do).toBe(next)
      const [command, words] = (next === undefined ? undefined : machine.states[state].next[next]) ?? []
      if (command !== undefined) expect(action?.run).toMatch(new RegExp(`^/${command} `))
      if (words?.endsWith('"…"')) expect(action?.run).toContain(words)
    })

    it.each(states)('%s has a sample for each of its next actions, and for no other', (state) => {
      const found = samples[state].flatMap(([, next]) => next ?? [])
      expect([...new Set(found)].toSorted()).toEqual(Object.keys(machine.states[state].next).toSorted())
      expect(samples[state].length).toBeGreaterThan(0)
    })

    const moves = machine.moves.map(({ from, to, by, condition = '' }) => [from, to, by, condition] as const)

    it.each(moves.filter(([, , by]) => by.startsWith('/')))('%s → %s by %s %s', async (from, to, by) => {
      const [command, ...words] = by.split(' ')
      const comment = [command, usual, ...words, ...(withText.test(by) ? ['"As it should be"'] : [])].join(' ')
      const reached = await Promise.all(
        samples[from].map(async ([tree, , setting = {}]) => {
          const result = await give(tree, comment, { ...place, ...setting })
          return result.outcome === 'changed' ? stateIn(result.tree, setting, id(usual)) : result.codes
        }),
      )
      expect(reached).toContain(to)
    })

    it('has no other moves than by commands, but for those that are made by hand', () => {
      expect([...new Set(moves.flatMap(([, , by]) => (by.startsWith('/') ? [] : [by])))]).toEqual(byHand)
    })

    it.each(states)('%s is left by every command that is its next action', (state) => {
      const moved = new Set(machine.moves.flatMap(({ from, by }) => (from === state ? by.split(' ', 1) : [])))
      const commands = Object.values(machine.states[state].next).flatMap((run) => (run ? [`/${run[0]}`] : []))
      // An anchor answers the question of a session, which stays interrupted.
      expect(commands.filter((command) => command !== '/anchor' && !moved.has(command))).toEqual([])
    })
  })
}
