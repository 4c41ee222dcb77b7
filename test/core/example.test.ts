import { describe, expect, it } from 'vitest'
import { change } from '../../src/core/example.ts'

const files = { 'a.md': 'one two one', 'b.md': 'b' }

describe('a changed repository', () => {
  it('has texts edited in order, the first place of each alone', () => {
    const edits = [
      ['one', 'three'],
      ['three', '$& four'],
    ] as const
    expect(change(files, { 'a.md': edits })).toEqual({ 'a.md': '$& four two one', 'b.md': 'b' })
  })

  it('has files added, replaced and removed, and leaves the first as it was', () => {
    expect(change(files, { 'a.md': null, 'b.md': 'B', 'c.md': '' })).toEqual({ 'b.md': 'B', 'c.md': '' })
    expect(files).toEqual({ 'a.md': 'one two one', 'b.md': 'b' })
  })

  it.each(['a.md', 'c.md'])('cannot be made by an edit of what is not there: %s', (path) => {
    expect(() => change(files, { [path]: [['five', 'six']] })).toThrow(
      `An example edits "five", which is not in ${path}`,
    )
  })
})
