import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commonEnds } from '../../src/documents/common-ends.ts'

it('two files share as many bytes at their ends as one by one, and none of them twice', () => {
  const bytes = fc.uint8Array({ max: 2, maxLength: 12 })
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const least = Math.min(one.length, other.length)
      let start = 0
      while (start < least && one[start] === other[start]) start++
      let end = 0
      while (end < least - start && one.at(-1 - end) === other.at(-1 - end)) end++
      expect(commonEnds(one, other)).toEqual({ start, end })
    }),
  )
})
