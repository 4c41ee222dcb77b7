import { describe, expect, it } from 'vitest'
import { change, contractPath, handoffPath, registryPath, sample } from '../../../../src/protocols/plugin/examples.ts'
import { describeRefusals } from '../../matrix.ts'
import { found, give, target, usual, handoffOf } from '../scene.ts'

const begun = (await give(sample, '/accept TinyGain')).tree
const withQuestion = (await give(begun, '/handback TinyGain question Which skin?')).tree as Readonly<
  Record<string, string>
>
const failed = (await give(begun, '/handback TinyGain error No compiler')).tree

describe('/answer', () => {
  it('keeps the answer, drops the question and grants control again', async () => {
    const answered = await give(withQuestion, '/answer TinyGain The dark one', { at: '2026-02-05T10:00:00Z' })

    expect(answered).toMatchObject({ outcome: 'changed', codes: [], changed: [handoffPath] })
    expect(handoffOf(answered.tree)).toBe(
      handoffOf(begun)
        .replace('2026-02-04', '2026-02-05')
        .replace(
          '- Keep the knob linear\n',
          '- Keep the knob linear\n- **Question (2026-02-05):** Which skin?\n- **Answer (2026-02-05):** The dark one\n',
        ),
    )
    expect(await target(answered.tree, 'TinyGain')).toMatchObject({ holder: 'agent' })
    expect(await found(answered.tree, { at: '2026-02-05T10:00:00Z' })).toEqual([])
  })

  it('is given once', async () => {
    const answered = await give(withQuestion, '/answer TinyGain The dark one')

    expect(await give(answered.tree, '/answer TinyGain The dark one')).toMatchObject({
      outcome: 'unchanged',
      result: { reply: '`TinyGain` has this answer already: the agent holds it.' },
    })
    expect(await give(answered.tree, '/answer TinyGain The light one')).toMatchObject({
      outcome: 'refused',
      codes: ['PLUGIN_NOT_ASKED error'],
    })
    expect(await give(answered.tree, '/answer TinyGain The dark one', { at: '2026-02-05T10:00:00Z' })).toMatchObject({
      codes: ['PLUGIN_NOT_ASKED error'],
    })
  })

  it('is text', async () => {
    const answered = await give(withQuestion, '/answer TinyGain <b>dark</b> --- or "light\tthen"')

    expect(handoffOf(answered.tree)).toContain('- **Answer (2026-02-04):** &lt;b>dark&lt;/b> --- or light then\n')
  })
})

describeRefusals(usual, 'answer.messages.txt', [
  ['there is no question', begun, '/answer TinyGain Dark', 'PLUGIN_NOT_ASKED'],
  ['there was an error', failed, '/answer TinyGain Dark', 'PLUGIN_NOT_ASKED'],
  [
    'a question is left over',
    change(withQuestion, { [handoffPath]: [['status: in_progress', 'status: complete']] }),
    '/answer TinyGain Dark',
    'PLUGIN_NOT_ASKED',
  ],
  ['it is empty', withQuestion, '/answer TinyGain', 'PLUGIN_OPTION_INVALID'],
  ['it has an option', withQuestion, '/answer TinyGain Dark --stage 3', 'PLUGIN_OPTION_INVALID'],
  [
    'a contract was changed',
    { ...withQuestion, [contractPath('plan')]: 'Other.\n' },
    '/answer TinyGain Dark',
    'CONTRACT_MISMATCH',
  ],
  [
    'the two places contradict each other',
    change(withQuestion, { [registryPath]: [['| 🚧 Stage 3 |', '| ✅ Working |']] }),
    '/answer TinyGain Dark',
    'REGISTRY_STATUS_DRIFT',
  ],
  ['the plugin is unknown', withQuestion, '/answer Amber Dark', 'PLUGIN_UNKNOWN'],
])
