import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../src/core/fault.ts'
import { splice, type Splice } from '../../src/documents/text.ts'
import { anyText } from '../any-text.ts'

const at = (start: number, end: number, text: string): Splice => ({ start, end, text })

describe('splices', () => {
  it.each<[about: string, splices: readonly Splice[], made: string]>([
    ['none', [], 'abcdef'],
    ['one', [at(1, 3, 'X')], 'aXdef'],
    ['at both ends', [at(0, 0, '<'), at(6, 6, '>')], '<abcdef>'],
    ['in any order', [at(4, 5, 'Y'), at(1, 2, 'X')], 'aXcdYf'],
    ['beside each other', [at(2, 4, 'Y'), at(0, 2, 'X')], 'XYef'],
    ['that take away', [at(0, 2, ''), at(5, 6, '')], 'cde'],
    ['that add at one place, in the order given', [at(3, 3, '1'), at(3, 3, '2'), at(3, 3, '3')], 'abc123def'],
    ['that add before what is replaced', [at(3, 5, 'X'), at(3, 3, '1')], 'abc1Xf'],
    ['that add after what is replaced', [at(3, 3, '1'), at(1, 3, 'X')], 'aX1def'],
    ['that add within what goes, after it', [at(2, 2, '1'), at(1, 3, '')], 'a1def'],
  ])('%s', (_, splices, made) => {
    expect(splice('abcdef', splices)).toBe(made)
  })

  it.each<[about: string, splices: readonly Splice[]]>([
    ['overlap', [at(1, 3, ''), at(2, 4, '')]],
    ['want the same', [at(1, 3, 'X'), at(1, 3, 'X')]],
    ['add within what another replaces', [at(1, 3, 'Y'), at(2, 2, 'X')]],
    ['are nested', [at(0, 6, ''), at(2, 3, '')]],
    ['end before they begin', [at(3, 2, '')]],
    ['begin before the text', [at(-1, 0, '')]],
    ['end after the text', [at(6, 7, '')]],
  ])('that %s are a fault', (_, splices) => {
    expect(() => splice('abcdef', splices)).toThrow(Fault)
  })

  it('change nothing but their stretches', () => {
    const cuts = fc
      .uniqueArray(fc.nat(20), { minLength: 2, maxLength: 10 })
      .map((cuts) => cuts.toSorted((a, b) => a - b))
    fc.assert(
      fc.property(anyText({ minLength: 20, maxLength: 30 }), cuts, fc.string(), (text, cuts, instead) => {
        const splices = cuts.flatMap((start, index) =>
          index % 2 === 0 && cuts[index + 1] !== undefined ? [at(start, cuts[index + 1] ?? 0, instead)] : [],
        )
        const keptParts = [0, ...splices.map(({ end }) => end)].map((from, index) =>
          text.slice(from, splices[index]?.start),
        )
        expect(splice(text, splices.toReversed())).toBe(keptParts.join(instead))
      }),
    )
  })
})
