import { describe, expect, it } from 'vitest'
import type { View } from '../../../src/core/view.ts'
import { covers, touchTester } from '../../../src/engine/checking/judge.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'

interface Things {
  readonly files?: Readonly<Record<string, string>>
  readonly links?: Readonly<Record<string, string>>
  readonly submodules?: readonly string[]
}

function view({ files = {}, links = {}, submodules = [] }: Things, limit = 100): Promise<View> {
  const named = Object.fromEntries(submodules.map((path) => [path, '']))
  const tree = memoryTree({ ...files, ...links, ...named }, { links: Object.keys(links), submodules })
  return tree.open({
    selectors: [
      { glob: 'names/**', level: 'name' },
      { glob: 'digests/**', level: 'digest' },
      { glob: '**/*.md', level: 'text' },
    ],
    limit,
  })
}

async function touched(before: Things, now: Things, path: string): Promise<boolean> {
  return touchTester(await view(now), await view(before), [])(path)
}

describe('with a base, what is touched', () => {
  const changes: readonly (readonly [what: string, before: Things, now: Things, path: string])[] = [
    ['an added file', {}, { files: { 'a.md': '1' } }, 'a.md'],
    ['a deleted file', { files: { 'a.md': '1' } }, {}, 'a.md'],
    ['the old name of a renamed file', { files: { 'a.md': '1' } }, { files: { 'b.md': '1' } }, 'a.md'],
    ['the new name of a renamed file', { files: { 'a.md': '1' } }, { files: { 'b.md': '1' } }, 'b.md'],
    ['a changed text of the same length', { files: { 'a.md': '1' } }, { files: { 'a.md': '2' } }, 'a.md'],
    ['a longer text', { files: { 'a.md': '1' } }, { files: { 'a.md': '12' } }, 'a.md'],
    ['a changed line ending', { files: { 'a.md': 'a\n' } }, { files: { 'a.md': 'a\r\n' } }, 'a.md'],
    ['a file above the limit', { files: { 'a.md': 'x'.repeat(200) } }, { files: { 'a.md': 'y'.repeat(200) } }, 'a.md'],
    [
      'a file of which only the digest is known',
      { files: { 'digests/a': '1' } },
      { files: { 'digests/a': '2' } },
      'digests/a',
    ],
    ['a file that became a link', { files: { 'a.md': 'b.md' } }, { links: { 'a.md': 'b.md' } }, 'a.md'],
    [
      'a file of which only the name is known, and that became a link',
      { files: { 'names/a': 'b' } },
      { links: { 'names/a': 'b' } },
      'names/a',
    ],
    ['a link that became a file', { links: { 'a.md': 'b.md' } }, { files: { 'a.md': 'b.md' } }, 'a.md'],
    ['a link that leads elsewhere', { links: { 'a.md': 'b.md' } }, { links: { 'a.md': '../c.md' } }, 'a.md'],
    [
      'a link that leads elsewhere, in as many letters',
      { links: { 'a.md': 'b.md' } },
      { links: { 'a.md': 'c.md' } },
      'a.md',
    ],
    ['a folder’s link that does', { links: { names: 'one' } }, { links: { names: 'two' } }, 'names'],
    ['a file that became a submodule', { files: { 'a.md': '' } }, { submodules: ['a.md'] }, 'a.md'],
    ['a name that inherited properties have', {}, { files: { 'constructor/a.md': '1' } }, 'constructor/a.md'],
  ]
  it.each(changes)('is %s', async (_, before, now, path) => {
    expect(await touched(before, now, path)).toBe(true)
  })

  const untouchedCases: readonly (readonly [what: string, before: Things, now: Things, path: string])[] = [
    ['the same text', { files: { 'a.md': '1' } }, { files: { 'a.md': '1' } }, 'a.md'],
    ['another file', { files: { 'a.md': '1', 'b.md': '1' } }, { files: { 'a.md': '1', 'b.md': '2' } }, 'a.md'],
    ['the same large file', { files: { 'a.md': 'x'.repeat(200) } }, { files: { 'a.md': 'x'.repeat(200) } }, 'a.md'],
    ['the same link', { links: { 'a.md': 'b.md' } }, { links: { 'a.md': 'b.md' } }, 'a.md'],
    ['what is in neither', {}, {}, 'a.md'],
  ]
  it.each(untouchedCases)('is not %s', async (_, before, now, path) => {
    expect(await touched(before, now, path)).toBe(false)
  })

  it('answers the same a second time', async () => {
    const is = touchTester(
      await view({ files: { 'a.md': '1', 'b.md': '1' } }),
      await view({ files: { 'a.md': '1' } }),
      [],
    )
    expect(['a.md', 'b.md', 'a.md', 'b.md'].map(is)).toEqual([false, true, false, true])
  })

  it('does not depend on what was named', async () => {
    const is = touchTester(await view({ files: { 'a.md': '1' } }), await view({ files: { 'a.md': '1' } }), ['a.md'])
    expect(is('a.md')).toBe(false)
  })
})

describe('without a base, what is touched', () => {
  it('is what was named', async () => {
    const is = touchTester(await view({ files: { 'a.md': '1' } }), undefined, ['a.md', 'folder'])
    expect(['a.md', 'b.md', 'folder/c.md', 'folder'].map(is)).toEqual([true, false, true, true])
  })

  it('is empty when nothing changed', async () => {
    expect(touchTester(await view({ files: { 'a.md': '1' } }), undefined, [])('a.md')).toBe(false)
  })
})

describe('a named path', () => {
  it.each([
    ['a', 'a'],
    ['a', 'a/b'],
    ['a', 'a/b/c'],
    ['.', 'a'],
    ['.', 'a/b'],
  ])('%s covers %s', (named, path) => {
    expect(covers(named, path)).toBe(true)
  })

  it.each([
    ['a', 'ab'],
    ['a', 'ab/c'],
    ['a/b', 'a'],
    ['b', 'a/b'],
    ['a', './a'],
  ])('%s does not cover %s', (named, path) => {
    expect(covers(named, path)).toBe(false)
  })
})
