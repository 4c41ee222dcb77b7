import { expect, it } from 'vitest'
import { protocols } from '../../src/entry/protocols.ts'
import { change, handoffPath, notesPath, notesSample, registryPath } from '../../src/protocols/plugin/examples.ts'
import { give, look, proposed } from '../protocols/scene.ts'

const protocol = protocols.find(({ name }) => name === 'plugin') ?? expect.fail('There is no protocol plugin')
const place = { protocol, at: '2026-02-04T10:00:00Z' }

it('next, the board and a refused command name the repair of an error that is not in the way itself, rather than explain one that has none', async () => {
  // Installed by its row, in development by its notes, and without a handoff: the handoff cannot be made again, the
  // registry can be synced.
  const tree = change(notesSample, {
    [handoffPath]: null,
    [registryPath]: [
      ['🚧 Stage 2', '📦 Installed'],
      ['0.1.0', '1.0.0'],
    ],
    [notesPath]: [['🚧 Stage 2', '🚧 Stage 0']],
  })
  const [action] = (await proposed(tree, place)).actions
  expect([action?.do, action?.run]).toEqual(['mend', '/sync TinyGain'])
  const refused = await give(tree, '/accept TinyGain', place)
  expect([refused.outcome, refused.result.diagnostics.map(({ code, fix }) => [code, fix])]).toEqual([
    'refused',
    [
      ['REGISTRY_STATUS_DRIFT', '/sync TinyGain'],
      ['PLUGIN_HANDOFF_MISSING', undefined],
    ],
  ])
  const { targets } = await look(tree, { ...place, withTurns: true })
  expect(targets.map(({ turn, first }) => [turn?.next, first?.code])).toEqual([
    ['/sync TinyGain', 'REGISTRY_STATUS_DRIFT'],
  ])
  const synced = await give(tree, action?.run ?? '', place)
  expect(synced.outcome).toBe('changed')
  expect((await proposed(synced.tree, place)).actions).toEqual([])
})
