import { describe, expect, it } from 'vitest'
import {
  change,
  contractPath,
  handoffPath,
  inHandoff,
  inRegistry,
  notesPath,
  notesSample,
  oldHandoffPath,
  registryPath,
  workingSample,
} from '../../../../src/protocols/plugin/examples.ts'
import { describeRefusals } from '../../matrix.ts'
import type { Tree } from '../../scene.ts'
import { diagnose, found, give, target, usual } from '../scene.ts'

const line = '- **2026-02-04:** Installed to system folders\n'
const installed = (tree: Tree) =>
  change(tree as Readonly<Record<string, string>>, {
    [registryPath]: [
      ['| ✅ Working |', '| 📦 Installed |'],
      ['**Status:** ✅ Working', '**Status:** 📦 Installed'],
    ],
  })

describe('/install', () => {
  it('marks both places, writes the timeline and deletes the handoff', async () => {
    const result = await give(workingSample, '/install TinyGain')

    expect(result).toMatchObject({ outcome: 'changed', codes: [], changed: [`-${handoffPath}`, registryPath] })
    expect(result.tree[handoffPath]).toBeUndefined()
    expect(result.tree[registryPath]).toBe(
      String(installed(workingSample)[registryPath])
        .replace('2026-02-02 |', '2026-02-04 |')
        .replace('Updated:** 2026-02-02', 'Updated:** 2026-02-04')
        .replace('\n\n**Last Updated', `\n${line}\n**Last Updated`),
    )
    expect(await target(result.tree, 'TinyGain')).toMatchObject({ state: 'installed', holder: 'orchestrator' })
    expect(await found(result.tree, { base: workingSample })).toEqual([])
    expect(await give(result.tree, '/install TinyGain', { at: '2026-02-05T10:00:00Z' })).toMatchObject({
      outcome: 'unchanged',
    })
  })

  it('needs no handoff', async () => {
    const result = await give(change(workingSample, { [handoffPath]: null }), '/install TinyGain')

    expect(result).toMatchObject({ outcome: 'changed', changed: [registryPath] })
  })

  it('works in notes', async () => {
    const notes = change(notesSample, {
      [registryPath]: [['🚧 Stage 2', '✅ Working']],
      [notesPath]: [['🚧 Stage 2', '✅ **Working**']],
      [handoffPath]: null,
    })
    const result = await give(notes, '/install TinyGain')

    expect(result.tree[notesPath]).toBe(String(notes[notesPath]).replace('✅ **Working**', '📦 **Installed**') + line)
    expect(result.tree[registryPath]).toContain('| TinyGain | 📦 Installed | 0.1.0 | 2026-02-04 |')
  })

  it('deletes handoffs at both places', async () => {
    const withBothHandoffs = { ...workingSample, [oldHandoffPath]: String(workingSample[handoffPath]) }

    expect((await give(withBothHandoffs, '/install TinyGain')).changed).toEqual([
      `-${handoffPath}`,
      `-${oldHandoffPath}`,
      registryPath,
    ])
  })

  it('keeps what is left over as evidence of a contract that was changed', async () => {
    const changed = change(installed(workingSample), { [contractPath('plan')]: 'Other.\n' })
    expect(await give(changed, '/install TinyGain')).toMatchObject({
      outcome: 'refused',
      codes: ['CONTRACT_MISMATCH error'],
    })
    const stale = (await diagnose(changed)).find(({ code }) => code === 'PLUGIN_STALE_HANDOFF')
    expect(stale).toBeDefined()
    expect(stale?.fix).toBeUndefined()
  })

  it('deletes what is left over of one that is installed', async () => {
    const leftOver = installed(workingSample)
    const result = await give(leftOver, '/install TinyGain')

    expect(result).toMatchObject({ outcome: 'changed', changed: [`-${handoffPath}`] })
    expect(result.result.reply).toBe('`TinyGain` is installed: its handoff is no longer needed.')
    expect(await give(result.tree, '/install TinyGain')).toMatchObject({ outcome: 'unchanged' })
    expect(
      await give(
        change(leftOver, { [handoffPath]: '# Old notes\n', [contractPath('plan')]: 'Other.\n' }),
        '/install TinyGain',
      ),
    ).toMatchObject({ changed: [`-${handoffPath}`] })
  })
})

describeRefusals(usual, 'install.messages.txt', [
  [
    'work goes on',
    inHandoff(workingSample, ['workflow_complete', 'complete'], ['next_action: install', 'next_action: install']),
    '/install TinyGain',
    'PLUGIN_NOT_WORKING',
  ],
  [
    'the registry does not say that it works',
    inRegistry(
      workingSample,
      ['| ✅ Working |', '| 🚧 Stage 5 |'],
      ['**Status:** ✅ Working', '**Status:** 🚧 Stage 5'],
    ),
    '/install TinyGain',
    'PLUGIN_NOT_WORKING',
  ],
  ['there is no registry', change(workingSample, { [registryPath]: null }), '/install TinyGain', 'PLUGIN_NOT_WORKING'],
  [
    'the two places contradict each other',
    inRegistry(workingSample, ['| ✅ Working |', '| 📦 Installed |']),
    '/install TinyGain',
    'REGISTRY_STATUS_DRIFT',
  ],
  [
    'a contract was changed',
    change(workingSample, { [contractPath('plan')]: 'Other.\n' }),
    '/install TinyGain',
    'CONTRACT_MISMATCH',
  ],
  [
    'one that is installed is worked on again',
    inHandoff(installed(workingSample), ['stage: 5', 'stage: 2'], ['workflow_complete', 'in_progress']),
    '/install TinyGain',
    'PLUGIN_NOT_WORKING',
  ],
  [
    'what is left over cannot be read',
    inHandoff(installed(workingSample), ['stage: 5', 'stage: [']),
    '/install TinyGain',
    'PLUGIN_YAML_INVALID',
  ],
  [
    'there are two rows',
    inRegistry(workingSample, ['| TinyGain |', '| TinyGain | ✅ Working | | |\n| TinyGain |']),
    '/install TinyGain',
    'REGISTRY_DUPLICATE',
  ],
  ['there are more words', workingSample, '/install TinyGain now', 'PLUGIN_OPTION_INVALID'],
])
