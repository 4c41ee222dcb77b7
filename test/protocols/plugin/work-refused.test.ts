import { describe, expect, it } from 'vitest'
import { change, contractPath, inProgressSample } from '../../../src/protocols/plugin/examples.ts'
import { plugin } from '../../../src/protocols/plugin/protocol.ts'
import { look, proposed } from '../scene.ts'
import { expectCarriedOut, expectOfferedAsNext } from '../actions.ts'

const place = { protocol: plugin, local: true }
const changed = change(inProgressSample, { [contractPath('parameter_spec')]: [['default 0', 'default -6']] })

describe('work in progress beside a contract that was changed', () => {
  it('can only be handed back unfinished, and says what can be done about the contract', async () => {
    const { actions } = await proposed(changed, place)
    expect(actions).toMatchObject([
      {
        do: 'work',
        run: '/handback TinyGain error|question "…"',
        code: 'CONTRACT_MISMATCH',
        why: expect.stringContaining('`/restore TinyGain contracts` puts the recorded contract back'),
      },
    ])
    await expectCarriedOut(changed, place)
  })

  it('is offered in the same way on a board', async () => {
    const { targets } = await look(changed, { ...place, withTurns: true })
    expect(targets[0]?.turn?.next).toBe('/handback TinyGain error …')
    await expectOfferedAsNext(changed, place)
  })
})
