import { describe, expect, it } from 'vitest'
import { runSteps } from '../../../src/core/steps.ts'
import { pathOverMarkLimit } from '../../../src/engine/checking/too-large.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'

const view = (files: Readonly<Record<string, string>>) =>
  memoryTree(files).open({ selectors: [{ glob: '**', level: 'text' }], limit: 1 << 20 })

describe('a tree', () => {
  it.each([
    ['as many marks as are read', { 'a.json': '{"a":1,"b":2}\n' }, undefined],
    ['one more', { 'a.json': '{"a":1,"b":2}\n\n' }, 'a.json'],
    ['one more in the second file', { 'a.json': '{"a":1,"b":2}\n', 'b.md': '\n' }, 'b.md'],
    ['the same file twice', { 'a.json': '{"a":1}\n', 'b.json': '{"a":1}\n', 'c.json': '{"a":1}\n' }, 'c.json'],
  ])('with %s', async (_, files, path) => {
    expect(runSteps(pathOverMarkLimit(await view(files), 4))).toBe(path)
  })
})
