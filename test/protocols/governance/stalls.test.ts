import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countsAgree,
  errorHash,
  issuesHash,
  nextCount,
  plannerStalls,
  validatorRepeats,
} from '../../../src/protocols/governance/loops/stalls.ts'

const sha256 = (text: string) => `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`

describe('a hash', () => {
  it('is that of the issues as JSON: a set, its white space folded', () => {
    expect(issuesHash([])).toBe('sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945')
    expect(issuesHash(['b', 'a', 'b', ' ', 'c\t d '])).toBe(sha256('["a","b","c d"]'))
    expect(issuesHash(['e\u0301'])).toBe(sha256('["\u00e9"]'))
    expect(issuesHash(['a|b'])).not.toBe(issuesHash(['a', 'b']))
    // By bytes: in UTF-16 the emoji would come first.
    expect(issuesHash(['\u{1f3b9}', '\uff0c'])).toBe(sha256('["\uff0c","\u{1f3b9}"]'))
  })

  it('is that of an error and its place, in that order', () => {
    expect(errorHash(' Unexpected  token ', 'src/a.ts')).toBe(sha256('["Unexpected token","src/a.ts"]'))
    expect(errorHash('Oops', '')).toBe(sha256('["Oops",""]'))
    expect(errorHash('a', 'b')).not.toBe(errorHash('b', 'a'))
  })

  it('does not depend on the order of issues, nor on their doubles', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (issues) => {
        expect(issuesHash([...issues].reverse().concat(issues))).toBe(issuesHash(issues))
      }),
    )
  })
})

describe('counting', () => {
  const stallsOf = (...scores: readonly number[]) => plannerStalls({ hashes: scores.map(() => 'h'), scores })

  it.each([
    [[], 0],
    [[50, 50], 0],
    [[50, 50, 50], 1],
    [[50, 50, 50, 50], 2],
    [[50, 50, 50, 50, 50], 3],
    [[50, 50, 51], 0],
    [[50, 60, 60], 1],
    [[50, 50, 49, 50], 0],
  ] as const)('cycles with the scores %j: %d stall', (scores, stalls) => {
    expect(stallsOf(...scores)).toBe(stalls)
  })

  it('knows the same issues only where they are three times the same, and not none', () => {
    expect(plannerStalls({ hashes: ['a', 'h', 'h'], scores: [1, 1, 1] })).toBe(0)
    expect(plannerStalls({ hashes: ['h', 'h', 'h', 'a'], scores: [1, 1, 1, 1] })).toBe(0)
    expect(plannerStalls({ hashes: [1, 2, 3].map(() => issuesHash([])), scores: [1, 1, 1] })).toBe(0)
    expect(validatorRepeats(['e', 'e'])).toBe(0)
    expect(validatorRepeats(['e', 'e', 'e'])).toBe(1)
    expect(validatorRepeats(['e', 'e', 'x', 'e', 'e'])).toBe(0)
  })

  it('goes on where the window ends', () => {
    expect([countsAgree(3, 3), countsAgree(9, 3), countsAgree(2, 3), countsAgree(3, 2)]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect([nextCount(3, 3), nextCount(2, 3), nextCount(9, 0)]).toEqual([4, 3, 0])
  })
})
