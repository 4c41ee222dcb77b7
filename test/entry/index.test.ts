import { expect, it } from 'vitest'
import { board, check, run } from '../../src/entry/index.ts'
import { sample } from '../../src/protocols/plugin/examples.ts'

it.each(['2026-02-30T10:00:00Z', '2026-02-04', 'now', ''])(
  'the library takes no moment that does not exist: %j',
  async (at) => {
    await expect(check(sample, { at })).rejects.toThrow(RangeError)
    await expect(board(sample, { at })).rejects.toThrow(RangeError)
    await expect(run('/accept TinyGain', sample, { at, actor: 'octocat' })).rejects.toThrow(RangeError)
  },
)

it('the library writes the moment that it is given', async () => {
  const { changes } = await run('/accept TinyGain', sample, { at: '2026-02-04T10:00:00Z', actor: 'octocat' })
  expect([...changes.values()].join()).toContain('2026-02-04')
})

it('the library makes the board of files, and none where their configuration cannot be read', async () => {
  const at = '2026-02-04T10:00:00Z'
  const { counts, targets } = await board(sample, { at })
  expect(counts).toMatchObject({ ready: 1, errors: 0 })
  expect(targets).toMatchObject([
    { id: 'plugin:TinyGain', lane: 'ready', agent: 'dsp-agent', next: '/accept TinyGain' },
  ])
  expect((await board({}, { at })).targets).toEqual([])
  await expect(board({ ...sample, '.github/baton.yml': 'version: [' }, { at })).rejects.toThrow(Error)
})
