import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commonEnds } from '../../src/documents/common-ends.ts'

it('two files share as many bytes at their ends as one by one, and none of them twice', () => {
  const bytes = fc.uint8Array({ max: 2, maxLength: 12 })
  fc.assert(
    fc.property(bytes, bytes, (first, second) => {
      const least = Math.min(first.length, second.length)
      let start = 0
      while (start < least && first[start] === second[start]) start++
      let end = 0
      while (end < least - start && first.at(-1 - end) === second.at(-1 - end)) end++
      expect(commonEnds(first, second)).toEqual({ start, end })
    }),
  )
})
