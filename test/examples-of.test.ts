import { describe, expect, it } from 'vitest'
import codes from '../src/core/codes.json' with { type: 'json' }
import { edges, shown } from './examples-of.ts'

describe('examples', () => {
  const knownCodes = [
    'CONFIG_INVALID',
    'MERGE_CONFLICT',
    'TREE_TOO_LARGE',
    ...codes.engine,
    ...Object.keys(codes.rules),
  ]

  it('are there for every rule, and for nothing else', () => {
    expect(Object.keys(shown).toSorted()).toEqual(knownCodes.toSorted())
    expect(Object.keys(edges).filter((code) => !knownCodes.includes(code))).toEqual([])
  })

  it('are no more than two of each kind: further ones are cases at the edges', () => {
    const sizes = Object.entries(shown).map(
      ([code, { bad, good }]) => [code, Object.keys(bad).length, Object.keys(good).length] as const,
    )
    expect(sizes.filter(([, bad, good]) => bad > 2 || good > 2)).toEqual([])
  })

  it('are not shown under a name that a case at the edge has too', () => {
    const twice = Object.entries(edges).flatMap(([code, { bad = {}, good = {} }]) =>
      [
        ...Object.keys(bad).filter((about) => shown[code]?.bad[about]),
        ...Object.keys(good).filter((about) => shown[code]?.good[about]),
      ].map((about) => [code, about]),
    )
    expect(twice).toEqual([])
  })
})
