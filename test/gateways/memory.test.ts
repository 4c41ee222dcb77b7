import { describe, expect, it } from 'vitest'
import { memoryTree } from '../../src/gateways/memory.ts'

const everything = { selectors: [{ glob: '**', level: 'text' }], limit: 100 } as const

describe('a tree from memory', () => {
  it('is sorted by code unit, not by letter', async () => {
    const view = await memoryTree({ 'b.md': '', 'a/z': '', 'a.md': '', B: '', '\u{1f3b9}': '', '\uff21': '' }).open(
      everything,
    )
    expect(view.paths).toEqual(['B', 'a.md', 'a/z', 'b.md', '\u{1f3b9}', '\uff21'])
  })

  it('shows nothing at paths that no repository may hold', async () => {
    const names = [
      '.git/config',
      'a/.git/hooks/pre-commit',
      '../a',
      'a/../b',
      './a',
      'a//b',
      '/a',
      'a/',
      'a/..',
      '.git',
      '..',
      '.',
    ]
    const view = await memoryTree(
      Object.fromEntries([...names, '.gitignore', 'a..b/c'].map((name) => [name, 'x'])),
    ).open(everything)
    expect(view.paths).toEqual(['.gitignore', 'a..b/c'])
  })

  it('takes objects without a prototype to heart', async () => {
    const view = await memoryTree(Object.fromEntries([['__proto__', 'x']])).open(everything)
    expect(view.paths).toEqual(['__proto__'])
    expect(view.entry('toString')).toBeUndefined()
  })
})
