import { describe, expect, it } from 'vitest'
import {
  contractPath,
  handoffPath,
  notesPath,
  oldHandoffPath,
  registryPath,
  sample,
} from '../../../src/protocols/plugin/examples.ts'
import { plugin } from '../../../src/protocols/plugin/protocol.ts'
import { viewOf } from './scene.ts'

const draft = 'plugins/TinyGain/.ideas/parameter-spec-draft.md'
const code = 'plugins/TinyGain/CMakeLists.txt'
const files = {
  ...sample,
  [draft]: '# Draft\n',
  [code]: 'project(TinyGain)\n',
  'plugins/shared/README.md': '# Shared\n',
  'README.md': '# All\n',
}

describe('a file', () => {
  const owners = async (path: string) => {
    const context = { at: '2026-02-04T10:00:00Z', day: '2026-02-04', limit: 1024 }
    return plugin.read({ head: await viewOf(files), base: await viewOf({}) }, undefined, context).owners(path)
  }

  it.each([
    registryPath,
    handoffPath,
    oldHandoffPath,
    notesPath,
    contractPath('plan'),
    contractPath('creative_brief'),
    draft,
  ])('holds state of its plugin: %s', async (path) => {
    expect(await owners(path)).toEqual(['plugin:TinyGain'])
  })

  it.each([code, 'plugins/shared/README.md', 'plugins/Amber/.continue-here.md', 'plugins/TinyGain', 'README.md'])(
    'holds none: %s',
    async (path) => {
      expect(await owners(path)).toEqual([])
    },
  )
})
