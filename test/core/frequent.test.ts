import { expect, it } from 'vitest'
import { mostFrequent } from '../../src/core/grouped.ts'

it.each<[values: readonly string[], most: string | undefined]>([
  [[], undefined],
  [['a'], 'a'],
  [['a', 'b', 'b'], 'b'],
  [['b', 'a', 'a', 'b'], 'b'],
  [['', '', 'a'], ''],
  [['__proto__', 'a', '__proto__'], '__proto__'],
])('of %j comes most often %j', (values, mostCommon) => {
  expect(mostFrequent(values)).toBe(mostCommon)
})
