import { expect, it } from 'vitest'
import type { FileRecord } from '../../../src/kit/record.ts'
import { isInherited } from '../../../src/protocols/governance/reading/inheritance.ts'

const anchors = Array.from({ length: 5 }, (_, index) => ({ id: 'anchor-1', content: `Text ${index}` }))

it('looks for many elements of a list in one reading of the base', () => {
  let readings = 0
  const list = (elements: readonly unknown[]) => {
    readings++
    return elements
  }
  const file = (elements: readonly unknown[]) =>
    ({ list: () => list(elements), value: (_: string, index: number) => elements[index] }) as unknown as FileRecord
  const [head, base] = [file(anchors), file(anchors.slice(0, 3).toReversed())]
  const found = anchors.map((_, index) => isInherited(head, base, ['anchors', index, 'type']))
  expect([found, readings]).toEqual([[true, true, true, false, false], 1])
})
