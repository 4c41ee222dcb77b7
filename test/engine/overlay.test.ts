import { describe, expect, it } from 'vitest'
import { overlay } from '../../src/engine/overlay.ts'
import { memoryTree } from '../../src/gateways/memory.ts'
import { filesOf } from '../../src/protocols/declared/reading/files.ts'

const limit = 1024 * 1024
const view = await memoryTree({ 'a.md': '# A\n', 'b.md': '# B\n' }).open({
  selectors: [{ glob: '*.md', level: 'text' }],
  limit,
})

describe('a view with changes', () => {
  it('is read again only in the files that a change writes', () => {
    const before = filesOf(view)(limit)
    const after = filesOf(overlay(view, new Map([['a.md', '# Other\n']])))(limit)
    expect(before('b.md')).toBeDefined()
    expect(after('b.md')).toBe(before('b.md'))
    expect(after('a.md')).toMatchObject({ document: { text: '# Other\n' } })
  })

  it.each([
    ['a file is written that is there', [['a.md', '']], ['a.md', 'b.md'], true],
    ['a file is new', [['aa.md', '']], ['a.md', 'aa.md', 'b.md'], false],
    ['a file is gone', [['a.md', null]], ['b.md'], false],
  ] as const)('has the same list of paths only where none is new or gone: %s', (_, changes, paths, isSame) => {
    const after = overlay(view, new Map(changes))
    expect(after.paths).toEqual(paths)
    expect(after.paths === view.paths).toBe(isSame)
  })
})
