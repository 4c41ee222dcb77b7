import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { align, chunks, conflictDiff } from '../../src/documents/line-diff.ts'

const lists = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '', '-'), { maxLength: 25 })

describe('an alignment', () => {
  it('pairs what is equal, in order, and all of it where the lists are', () => {
    fc.assert(
      fc.property(lists, lists, (one, other) => {
        const pairs = [...align(one, other)].flatMap((there, at) => (there === -1 ? [] : [[at, there] as const]))
        for (const [at, there] of pairs) expect(one[at]).toBe(other[there])
        expect(pairs.map(([, there]) => there)).toEqual(pairs.map(([, there]) => there).toSorted((a, b) => a - b))
        expect(new Set(pairs.map(([, there]) => there)).size).toBe(pairs.length)
        expect([...align(one, one)]).toEqual(one.map((_, index) => index))
      }),
    )
  })

  it('finds what stays around one insertion wherever that is', () => {
    fc.assert(
      fc.property(lists, fc.nat(), (list, at) => {
        const changed = (list as string[]).toSpliced(at % (list.length + 1), 0, 'new')
        expect([...align(list, changed)].every((there) => there !== -1)).toBe(true)
      }),
    )
  })

  it('takes no longer for lists that have next to nothing in common', () => {
    const count = 200_000
    const one = Array.from({ length: count }, (_, index) => String(index % 7))
    const other = Array.from({ length: count }, (_, index) => String((index * index) % 11))
    expect(align(one, other)).toHaveLength(count)
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
        for (const chunk of all.filter(({ stable }) => stable)) expect(ours.slice(...chunk.ours)).toEqual(theirs.slice(...chunk.theirs))
      }),
    )
  })

  it('are marked where two versions differ, each whole', () => {
    fc.assert(
      fc.property(lists, lists, (ours, theirs) => {
        const mine: string[] = []
        const others: string[] = []
        let side = 0
        for (const line of conflictDiff(ours, theirs)) {
          if (line === '<<<<<<< ours') side = 1
          else if (line === '=======') side = 2
          else if (line === '>>>>>>> theirs') side = 0
          else {
            if (side !== 2) mine.push(line)
            if (side !== 1) others.push(line)
          }
        }
        expect([mine, others]).toEqual([ours, theirs])
      }),
    )
  })
})
