import { describe, expect, it } from 'vitest'
import { protocols } from '../../src/entry/protocols.ts'
import { examplesOf } from '../examples-of.ts'
import { distinct, part, shownBy } from '../thorough.ts'
import { placeOf } from './actions.ts'
import { expectSameViews } from './views.ts'

describe.each(protocols)('next, status, board and history agree on examples of $name', (protocol) => {
  const examples = protocol.rules.flatMap((rule) =>
    shownBy(examplesOf(rule)).map((example) => ({ code: rule.code, about: example.about, example })),
  )
  // Other examples than those whose next actions are carried out.
  it.each(part(distinct(examples), 3, 1))('$code, $about', async ({ example }) => {
    expect(await expectSameViews(example.head, placeOf(protocol, example))).toBeInstanceOf(Map)
  })
})
