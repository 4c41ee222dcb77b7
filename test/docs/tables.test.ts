import { describe, expect, it } from 'vitest'
import { pages, partsOf, textOf } from './pages.ts'

/** Cells that are hard to read: a list belongs below a table, not in it. */
const crowded = (page: string): readonly string[] =>
  partsOf(page)
    .prose.filter((line) => line.startsWith('|'))
    .flatMap((line) => line.split(/(?<!\\)\|/))
    .filter((cell) => cell.split('](').length > 11 || cell.replaceAll(/\]\([^)]*\)/g, ']').length > 500)

describe('a cell of a table', () => {
  it('would be found crowded', () => {
    expect(crowded(`| a | ${'[b](c.md) '.repeat(11)} |\n| d | ${'e'.repeat(500)} |`)).toHaveLength(2)
  })

  it.each(pages.filter((path) => path.startsWith('docs/') || path === 'README.md'))(
    'of %s has at most ten links and 500 characters',
    (path) => {
      expect(crowded(textOf(path))).toEqual([])
    },
  )
})
