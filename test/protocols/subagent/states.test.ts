import { describe, expect, it } from 'vitest'
import { distance } from '../../../src/kit/states.ts'
import { higherProfile } from '../../../src/protocols/subagent/model.ts'
import { matchesWildcard } from '../../../src/protocols/subagent/reading/tasks.ts'
import {
  holderOf,
  lookalikeOf,
  markersOf,
  parseMarker,
  sessionMoves,
  sessionStates,
  stateOf,
  stepsBetween,
  happyPath,
  type TaskState,
} from '../../../src/protocols/subagent/states.ts'

describe('a mark', () => {
  it('is one of those that the profile has', () => {
    expect((['contract-1.0.0', 'v1-3.x', 'v2'] as const).map((profile) => markersOf(profile).join(''))).toEqual([
      ' /Px',
      ' /PxF',
      ' /PxFC',
    ])
  })

  it('is known, known but for its case, or not known', () => {
    expect([' ', '/', 'P', 'x'].map((mark) => parseMarker(mark, 'contract-1.0.0'))).toEqual(
      [' ', '/', 'P', 'x'].map((marker) => ({ marker, miscased: false })),
    )
    expect(['p', 'X'].map((mark) => parseMarker(mark, 'contract-1.0.0'))).toEqual(
      ['P', 'x'].map((marker) => ({ marker, miscased: true })),
    )
    expect(['F', 'C', '', '  ', 'xx', '✓'].map((mark) => parseMarker(mark, 'contract-1.0.0'))).toEqual(
      Array.from({ length: 6 }, () => ({ marker: undefined, miscased: false })),
    )
    expect([parseMarker('f', 'v1-3.x'), parseMarker('c', 'v1-3.x'), parseMarker('c', 'v2')]).toEqual([
      { marker: 'F', miscased: true },
      { marker: undefined, miscased: false },
      { marker: 'C', miscased: true },
    ])
  })

  it.each([
    ['хХχ×✓✔✕✗☑Ｘ', 'x'],
    ['РрΡρＰ', 'P'],
    ['∕⁄╱⧸／', '/'],
    ['\u00a0\u3000', ' '],
  ])('%s is only seen as one', (marks, expected) => {
    for (const mark of marks) expect([mark, lookalikeOf(mark, 'contract-1.0.0')]).toEqual([mark, expected])
  })

  it('looks like nothing else', () => {
    expect(['?', 'Ｆ', '', '-'].map((mark) => lookalikeOf(mark, 'contract-1.0.0'))).toEqual(Array.from({ length: 4 }))
    expect(lookalikeOf('Ｆ', 'v1-3.x')).toBe('F')
  })
})

describe('the steps of a task', () => {
  const counts = (kind: 'implementation' | 'planning', profile: 'contract-1.0.0' | 'v1-3.x' | 'v2') =>
    Object.fromEntries(
      markersOf(profile).map((from) => [
        from,
        markersOf(profile)
          .map((to) => stepsBetween(from, to, kind, profile) ?? '-')
          .join(' '),
      ]),
    )

  it('are counted from any marker to any', () => {
    expect(counts('implementation', 'contract-1.0.0')).toEqual({
      ' ': '0 1 2 3',
      '/': '1 0 1 2',
      P: '1 2 0 1',
      x: '- - - 0',
    })
    expect(counts('planning', 'contract-1.0.0')).toEqual({ ' ': '0 1 - 1', '/': '1 0 - 1', P: '1 1 0 1', x: '- - - 0' })
    expect(counts('implementation', 'v1-3.x')).toEqual({
      ' ': '0 1 2 3 4',
      '/': '1 0 1 2 3',
      P: '1 2 0 1 2',
      x: '- - - 0 1',
      F: '- - - - 0',
    })
    expect(counts('planning', 'v1-3.x')).toMatchObject({ x: '- - - 0 1', F: '- - - - 0', ' ': '0 1 - 1 2' })
    expect(counts('implementation', 'v2')).toEqual({
      ' ': '0 1 2 3 2 1',
      '/': '2 0 1 2 1 1',
      P: '2 1 0 1 1 2',
      x: '- - - 0 - -',
      F: '1 1 2 3 0 2',
      C: '- - - - - 0',
    })
    expect(counts('planning', 'v2')).toMatchObject({
      ' ': '0 1 2 1 2 1',
      '/': '1 0 1 1 1 1',
      x: '- - - 0 - -',
      C: '- - - - - 0',
    })
  })
})

describe('the state of a task', () => {
  it('is what its marker shows, and at [/] what the agent reported', () => {
    expect(([' ', '/', 'P', 'x', 'F', 'C', undefined] as const).map((marker) => stateOf(marker, undefined))).toEqual([
      'not started',
      'in progress',
      'review pending',
      'completed',
      'failed',
      'cancelled',
      'unknown',
    ])
    expect([
      stateOf('/', 'blocked'),
      stateOf('/', 'stopped'),
      stateOf('P', 'blocked'),
      stateOf(undefined, 'blocked'),
    ]).toEqual(['blocked', 'stopped', 'review pending', 'unknown'])
  })

  it('is held by the agent in progress alone', () => {
    const all: readonly TaskState[] = [
      'not started',
      'in progress',
      'blocked',
      'stopped',
      'review pending',
      'completed',
      'failed',
      'cancelled',
    ]
    expect(all.filter((state) => holderOf(state) === 'agent')).toEqual(['in progress'])
  })

  it('is on a way, which planning goes without a review', () => {
    expect(happyPath('blocked', 'implementation')).toEqual([
      'not started',
      'in progress',
      'blocked',
      'review pending',
      'completed',
    ])
    expect(happyPath('stopped', 'implementation')).toEqual([
      'not started',
      'in progress',
      'stopped',
      'review pending',
      'completed',
    ])
    for (const state of ['not started', 'in progress', 'completed'] as const)
      expect(happyPath(state, 'planning')).toEqual(['not started', 'in progress', 'completed'])
    expect((['failed', 'cancelled', 'unknown'] as const).map((state) => happyPath(state, 'implementation'))).toEqual(
      Array.from({ length: 3 }),
    )
  })
})

describe('the states of a session of v2', () => {
  it('lead to all others, but not back to its beginning', () => {
    const unreached = sessionStates.flatMap((from) =>
      sessionStates.flatMap((to) => (distance(sessionMoves, from, to) === undefined ? [`${from} → ${to}`] : [])),
    )
    const later = sessionStates.filter((state) => state !== 'INITIALIZING')
    expect(unreached).toEqual(
      later.flatMap((from) => [`${from} → INITIALIZING`, ...(from === 'PLANNING' ? [] : [`${from} → PLANNING`])]),
    )
  })
})

describe('of two profiles', () => {
  it('the later one holds', () => {
    expect(higherProfile('v2', 'v1-3.x')).toBe('v2')
    expect(higherProfile('contract-1.0.0', 'v1-3.x')).toBe('v1-3.x')
    expect(higherProfile('contract-1.0.0', 'contract-1.0.0')).toBe('contract-1.0.0')
  })
})

describe('a pattern in which only * is special', () => {
  it.each([
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/a/b.ts', true],
    ['src/*.ts', 'src/.ts', true],
    ['src/*.ts', 'lib/src/a.ts', false],
    ['src/*.ts', 'src/a.tsx', false],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['a*b*c', 'a-b-c', true],
    ['a*b*c', 'abc', true],
    ['a*b*c', 'a-c', false],
    ['a*bc*c', 'abc', false],
    ['a*bc*c', 'abcc', true],
    ['*bb*bb*', 'bbb', false],
    ['*bb*bb*', 'bbbb', true],
    ['*', '', true],
    ['src/a.ts', 'src/a.ts', true],
    ['s.c/*', 'src/a', false],
  ])('%s and %s: %s', (pattern, text, fits) => {
    expect(matchesWildcard(pattern, text)).toBe(fits)
  })
})
