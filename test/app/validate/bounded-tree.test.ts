import { describe, expect, it } from 'vitest'
import type { Selection, Tree } from '../../../src/core/view.ts'
import { boundedTree, TreeTooLarge } from '../../../src/app/validate/bounded-tree.ts'
import { maxBytes, maxMarks } from '../../../src/engine/checking/too-large.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'

const mebibyte = 1 << 20
const text = (glob: string): Selection => ({ selectors: [{ glob, level: 'text' }], limit: mebibyte })
const files = (count: number, content: string) =>
  memoryTree(
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${String(index).padStart(3, '0')}.md`, content])),
  )

/** A tree, bounded; what was read of it and whether a turn was waited for. */
function bounded(tree: Tree) {
  const log: string[] = []
  const open: Tree['open'] = (selection) => {
    log.push(selection.selectors.some(({ level }) => level === 'text') ? 'read' : 'listed')
    return tree.open(selection)
  }
  const turn = () => Promise.resolve(void log.push('turn'))
  return { log, tree: boundedTree({ ...tree, open }, turn) }
}

describe('a bounded tree', () => {
  it('that is small waits for nothing', async () => {
    const { log, tree } = bounded(files(2, 'a'.repeat(mebibyte / 2)))
    expect((await tree.open(text('*.md'))).paths).toHaveLength(2)
    expect(log).toEqual(['listed', 'read'])
  })

  it('that is large waits for its turn before it is read', async () => {
    const { log, tree } = bounded(files(3, 'a'.repeat(mebibyte / 2)))
    await tree.open(text('*.md'))
    expect(log).toEqual(['listed', 'turn', 'read'])
  })

  it.each([
    ['files that are not selected', text('000.*')],
    ['files of which only the digest is read', { selectors: [{ glob: '*.md', level: 'digest' }], limit: mebibyte }],
    ['files above the limit of one', { ...text('*.md'), limit: mebibyte / 4 }],
  ] as const)('does not count %s', async (_, selection) => {
    const { log, tree } = bounded(files(8, 'a'.repeat(mebibyte / 2)))
    await tree.open(selection)
    expect(log).not.toContain('turn')
  })

  it('of too many bytes is not read at all', async () => {
    const { log, tree } = bounded(files(maxBytes / mebibyte + 1, 'a'.repeat(mebibyte)))
    const refused = tree.open(text('*.md'))
    await expect(refused).rejects.toThrow(TreeTooLarge)
    await expect(refused).rejects.toMatchObject({ diagnostic: { code: 'TREE_TOO_LARGE', path: '064.md' } })
    expect(log).toEqual(['listed'])
  })

  it('of too many marks is refused, with its name', async () => {
    const { tree } = bounded(memoryTree({ 'a.md': '\n'.repeat(maxMarks), 'b.md': '\n' }, { name: 'commit 1a2b3c4' }))
    await expect(tree.open(text('*.md'))).rejects.toMatchObject({
      diagnostic: {
        code: 'TREE_TOO_LARGE',
        path: 'b.md',
        message: expect.stringContaining('commit 1a2b3c4') as string,
      },
    })
  })
})
