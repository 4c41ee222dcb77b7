import { describe, expect, it } from 'vitest'
import { registryPath, sample } from '../../../../src/protocols/plugin/examples.ts'
import type { Tree } from '../../scene.ts'
import { found, target, usual } from '../scene.ts'

const briefPath = 'plugins/Lush/.ideas/creative-brief.md'
const made = (tree: Tree, words: readonly string[]) => usual.make(tree, words, { at: '2026-02-04T10:00:00Z' })

describe('baton new plugin', () => {
  it('registers an idea, with a brief to fill in', async () => {
    const { result, tree } = await made({}, ['Lush', '--type', 'Audio Effect'])
    expect([result.outcome, result.target, Object.keys(tree).toSorted()]).toEqual([
      'changed',
      'plugin:Lush',
      [registryPath, briefPath],
    ])
    expect(tree[briefPath]).toMatch(/^# Lush\n\n\*\*Type:\*\* Audio Effect\n\n/)
    expect(tree[registryPath]).toContain('- **2026-02-04:** Creative brief created\n')
    expect([(await target(tree, 'Lush'))?.state, await found(tree)]).toEqual(['ideated', []])
  })

  it('changes nothing about the plugins that are there', async () => {
    const { tree } = await made(sample, ['Lush'])
    expect(tree).toMatchObject({
      ...sample,
      [registryPath]: expect.stringContaining('| TinyGain | 🚧 Stage 2') as string,
    })
    expect([(await target(tree, 'TinyGain'))?.state, await found(tree)]).toEqual([
      (await target(sample))?.state,
      await found(sample),
    ])
  })

  it.each([
    [['TinyGain'], 'NEW_EXISTS'],
    [['2Lush'], 'PLUGIN_NAME_INVALID'],
    [['../Lush'], 'PLUGIN_NAME_INVALID'],
    [[], 'COMMAND_USAGE'],
    [['Lush', 'Dust'], 'COMMAND_USAGE'],
    [['Lush', '--kind', 'x'], 'COMMAND_USAGE'],
  ])('refuses %j', async (words, code) => {
    const { result, codes, tree } = await made(sample, words)
    expect([result.outcome, codes, tree]).toEqual(['refused', [`${code} error`], sample])
  })

  it('overwrites no brief', async () => {
    const existingTree = { ...sample, [briefPath]: 'Mine.\n' }
    const { codes, tree } = await made(existingTree, ['Lush'])
    expect([codes, tree]).toEqual([['NEW_EXISTS error'], existingTree])
  })
})
