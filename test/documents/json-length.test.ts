import { expect, it } from 'vitest'
import { maxValues } from '../../src/documents/data.ts'
import { parseJson, parseJsonWithComments } from '../../src/documents/json.ts'

it.each([
  ['JSON', parseJson],
  ['JSON with comments', parseJsonWithComments],
])('%s is read up to 100,000 commas and colons', (_, parse) => {
  const list = (commas: number) => `[${'1,'.repeat(commas)}1]`
  expect(parse(list(maxValues))).toMatchObject({ kind: 'sequence' })
  expect(parse(list(maxValues + 1))).toEqual({
    fault: 'Unexpected length, expected at most `100000` commas and colons',
    start: 2 * maxValues + 2,
    end: 2 * maxValues + 3,
    deep: true,
  })
  expect(parse(`{"a": "${',:'.repeat(maxValues)}"}`)).toMatchObject({ kind: 'mapping' })
})
