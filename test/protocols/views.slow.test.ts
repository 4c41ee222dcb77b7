import { describe, expect, it } from 'vitest'
import { protocols } from '../../src/entry/protocols.ts'
import { examplesOf } from '../examples-of.ts'
import { shownBy } from '../thorough.ts'
import { placeOf } from './actions.ts'
import { expectSameViews } from './views.ts'

describe.each(protocols)('next, status, board and history agree on examples of $name', (protocol) => {
  it.each(protocol.rules.map((rule) => [rule.code, rule] as const))('%s', async (_, rule) => {
    for (const example of shownBy(examplesOf(rule))) {
      const lane = await expectSameViews(example.head, placeOf(protocol, example)).catch((error: unknown) => {
        throw new Error(`${example.about}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
      })
      expect(lane).toBeInstanceOf(Map)
    }
  })
})
