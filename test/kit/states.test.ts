import { describe, expect, it } from 'vitest'
import {
  diagramOf,
  distance,
  isLegal,
  moveBetween,
  movesBy,
  movesTo,
  propose,
  statesReachedFrom,
  type TargetMove,
} from '../../src/kit/states.ts'

type State = 'new' | 'used' | 'broken' | 'gone'
const moves: readonly TargetMove<State>[] = [
  { from: 'new', to: 'used', by: '/use' },
  { from: 'used', to: 'broken', by: '/drop' },
  { from: 'used', to: 'gone', by: '/drop', condition: 'from high above' },
  { from: 'used', to: 'gone', by: '/throw' },
  { from: 'broken', to: 'used', by: '/mend', condition: 'with glue' },
]
const states: readonly State[] = ['new', 'used', 'broken', 'gone']

describe('moves', () => {
  it('come from a table of what is reached', () => {
    expect(movesTo<State>({ new: ['used'], used: ['broken', 'gone'] })).toEqual([
      { from: 'new', to: 'used' },
      { from: 'used', to: 'broken' },
      { from: 'used', to: 'gone' },
    ])
    expect(states.map((state) => statesReachedFrom({ moves }, state))).toEqual([
      ['used'],
      ['broken', 'gone', 'gone'],
      ['used'],
      [],
    ])
  })

  it('come from what commands do, where they do anything that leads elsewhere', () => {
    const effects = {
      off: { press: 'do', kick: 'do', look: 'do' },
      on: { press: 'same', kick: 'do', look: 'do' },
    } as const
    expect(
      movesBy<'off' | 'on', 'press' | 'kick' | 'look'>(effects, {
        press: [{ to: 'on', by: '/press' }],
        kick: [
          { to: 'on', by: '/kick' },
          { to: 'off', by: '/kick hard' },
        ],
      }),
    ).toEqual([
      { from: 'off', to: 'on', by: '/press' },
      { from: 'off', to: 'on', by: '/kick' },
      { from: 'on', to: 'off', by: '/kick hard' },
    ])
  })

  it('are legal where they are listed and their condition holds; staying is', () => {
    const legal = (holds?: (condition: string) => boolean) =>
      states.map((from) => states.filter((to) => isLegal({ moves }, from, to, holds)))
    expect(legal()).toEqual([['new', 'used'], ['used', 'broken', 'gone'], ['broken'], ['gone']])
    expect(legal((condition) => condition === 'with glue')[2]).toEqual(['used', 'broken'])
    expect([moveBetween({ moves }, 'broken', 'used')?.condition, moveBetween({ moves }, 'used', 'new')]).toEqual([
      'with glue',
      undefined,
    ])
  })

  it('are counted from any state to any', () => {
    expect(states.map((from) => states.map((to) => distance({ moves }, from, to)))).toEqual([
      [0, 1, 2, 2],
      [undefined, 0, 1, 1],
      [undefined, 1, 0, 2],
      [undefined, undefined, undefined, 0],
    ])
  })
})

it('a state machine is drawn with one arrow between two states', () => {
  const drawn = diagramOf<State>({
    initial: 'new',
    moves: [...moves, { from: 'new', to: 'used', by: '/lend' }],
  })
  expect(drawn.split('\n')).toEqual([
    'stateDiagram-v2',
    '  state "new" as s0',
    '  state "used" as s1',
    '  state "broken" as s2',
    '  state "gone" as s3',
    '  [*] --> s0',
    '  s0 --> s1 : /use, /lend',
    '  s1 --> s2 : /drop',
    '  s1 --> s3 : /drop from high above, /throw',
    '  s2 --> s1 : /mend with glue',
  ])
})

describe('the next action of a state', () => {
  const holder = 'orchestrator'
  const states = {
    new: { holder, next: { accept: ['accept'], wait: null } },
    used: { holder: 'agent', next: { work: ['handback', 'success'] } },
    broken: { holder, next: { mend: null } },
    gone: { holder, next: {} },
  } as const

  it('is the one of the table, with what the files add', () => {
    expect(propose<State>({ states }, 'new', 'accept', { read: ['a.md'] })).toEqual({
      do: 'accept',
      run: ['accept'],
      read: ['a.md'],
    })
    expect(propose<State>({ states }, 'new', 'wait', { why: 'Soon' })).toEqual({ do: 'wait', why: 'Soon' })
    expect(propose<State>({ states }, 'used', 'work')).toEqual({ do: 'work', run: ['handback', 'success'] })
  })

  it('is never one that the table does not have', () => {
    expect(() => propose<State>({ states }, 'gone', 'accept')).toThrow(RangeError)
  })
})
