import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { align, chunks, conflictDiff } from '../../src/documents/line-diff.ts'

const lists = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '', '-'), { maxLength: 25 })

describe('an alignment', () => {
  it('pairs what is equal, in order, and all of it where the lists are', () => {
    fc.assert(
      fc.property(lists, lists, (first, second) => {
        const pairs = [...align(first, second)].flatMap((otherIndex, at) =>
          otherIndex === -1 ? [] : [[at, otherIndex] as const],
        )
        for (const [at, otherIndex] of pairs) expect(first[at]).toBe(second[otherIndex])
        expect(pairs.map(([, otherIndex]) => otherIndex)).toEqual(
          pairs.map(([, otherIndex]) => otherIndex).toSorted((a, b) => a - b),
        )
        expect(new Set(pairs.map(([, otherIndex]) => otherIndex)).size).toBe(pairs.length)
        expect([...align(first, first)]).toEqual(first.map((_, index) => index))
      }),
    )
  })

  it('finds what stays around one insertion wherever that is', () => {
    fc.assert(
      fc.property(lists, fc.nat(), (list, at) => {
        const changed = (list as string[]).toSpliced(at % (list.length + 1), 0, 'new')
        expect([...align(list, changed)].every((otherIndex) => otherIndex !== -1)).toBe(true)
      }),
    )
  })

  it('takes no longer for lists that have next to nothing in common', () => {
    const count = 200_000
    const first = Array.from({ length: count }, (_, index) => String(index % 7))
    const second = Array.from({ length: count }, (_, index) => String((index * index) % 11))
    expect(align(first, second)).toHaveLength(count)
  })
})

describe('three lists', () => {
  it('are parted without losing anything of them', () => {
    fc.assert(
      fc.property(lists, lists, lists, (base, ours, theirs) => {
        const all = [...chunks({ base, ours, theirs })]
        expect(all.flatMap((chunk) => base.slice(...chunk.base))).toEqual(base)
        expect(all.flatMap((chunk) => ours.slice(...chunk.ours))).toEqual(ours)
        expect(all.flatMap((chunk) => theirs.slice(...chunk.theirs))).toEqual(theirs)
        for (const chunk of all.filter(({ stable }) => stable))
          expect(ours.slice(...chunk.ours)).toEqual(theirs.slice(...chunk.theirs))
      }),
    )
  })

  it('are marked where two versions differ, each whole', () => {
    fc.assert(
      fc.property(lists, lists, (ours, theirs) => {
        const mine: string[] = []
        const otherLines: string[] = []
        let side = 0
        for (const line of conflictDiff(ours, theirs)) {
          if (line === '<<<<<<< ours') side = 1
          else if (line === '=======') side = 2
          else if (line === '>>>>>>> theirs') side = 0
          else {
            if (side !== 2) mine.push(line)
            if (side !== 1) otherLines.push(line)
          }
        }
        expect([mine, otherLines]).toEqual([ours, theirs])
      }),
    )
  })
})
