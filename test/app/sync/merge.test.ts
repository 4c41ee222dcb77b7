import { describe, expect, it } from 'vitest'
import { mergedTree } from '../../../src/app/sync/merge.ts'

const tree = (files: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(files).map(([path, sha]) => [
      path,
      { mode: sha.endsWith('x') ? '100755' : '100644', type: 'blob' as const, sha },
    ]),
  )

const merge = (
  base: Readonly<Record<string, string>>,
  ours: Readonly<Record<string, string>>,
  theirs: Readonly<Record<string, string>>,
) => {
  const { takenFromBase: taken, conflicts } = mergedTree({ base: tree(base), ours: tree(ours), theirs: tree(theirs) })
  return {
    taken: Object.fromEntries([...taken].map(([path, entry]) => [path, entry && `${entry.mode} ${entry.sha}`])),
    conflicts,
  }
}

describe('what two commits hold', () => {
  it('is taken from the side that changed it', () => {
    const base = { same: '1', mine: '1', yours: '1', gone: '1' }
    const merged = merge(
      base,
      { same: '1', mine: '2', yours: '1', gone: '1' },
      { same: '1', mine: '1', yours: '2x', new: '3' },
    )
    expect(merged).toEqual({ taken: { yours: '100755 2x', new: '100644 3', gone: null }, conflicts: [] })
  })

  it('conflicts where both changed it, each to something else', () => {
    expect(merge({ a: '1', b: '1', c: '1' }, { a: '2', b: '2' }, { a: '3', b: '2', c: '2' })).toEqual({
      taken: {},
      conflicts: ['a', 'c'],
    })
    expect(merge({}, { a: '1' }, { a: '2' })).toEqual({ taken: {}, conflicts: ['a'] })
  })

  it('conflicts where one has a file and the other a folder', () => {
    expect(merge({}, { a: '1' }, { 'a/b/c': '2' }).conflicts).toEqual(['a/b/c'])
    expect(merge({ a: '1' }, { a: '1' }, { 'a/b': '2' })).toEqual({
      taken: { 'a/b': '100644 2', a: null },
      conflicts: [],
    })
  })
})
