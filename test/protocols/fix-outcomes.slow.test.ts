import { describe, expect, it } from 'vitest'
import { protocols } from '../../src/entry/protocols.ts'
import { sample as declaredSample } from '../../src/protocols/declared/examples.ts'
import { examplesOf } from '../examples-of.ts'
import { isThorough } from '../thorough.ts'
import { workflowOf } from './declared/scene.ts'
import { codes, give, look, open, placeOf } from './scene.ts'

const subjects = [
  ...protocols.map((protocol) => ({ name: protocol.name as string, protocolOf: () => protocol })),
  { name: 'declared workflows', protocolOf: workflowOf },
]

describe.each(subjects)('`/fix` in files of $name', ({ protocolOf }) => {
  const { rules } = protocolOf({ head: declaredSample })

  it.each(rules.map(({ code }) => code))(
    'repairs at once all that it can, is never refused, and is no change to find fault with: %s',
    async (code) => {
      const { bad } = examplesOf({ code })
      for (const example of isThorough ? bad : bad.slice(0, 1)) {
        const place = placeOf(protocolOf(example), example)
        const base = example.base && (await open(example.base, place))
        const first = await give(example.head, '/fix', place, { base })
        expect([example.about, first.outcome]).not.toContain('refused')
        const alone = await look(first.tree, place, 'strict')
        const unchanged = await look(example.head, place, 'auto', example.head)
        const changed = await look(first.tree, place, 'auto', example.head)
        const expectedCodes = new Set([...alone.diagnostics, ...unchanged.diagnostics].map(({ code }) => code))
        const added = changed.diagnostics.filter(
          ({ code, severity }) => severity !== 'notice' && !expectedCodes.has(code),
        )
        expect([example.about, ...codes(added)]).toEqual([example.about])
        const second = await give(first.tree, '/fix', place, { base })
        expect([example.about, second.outcome, second.tree]).toEqual([example.about, 'unchanged', first.tree])
      }
    },
  )
})
