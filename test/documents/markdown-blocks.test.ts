import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { blockParser, blocksOf, parseBlocks } from '../../src/documents/markdown.ts'
import { runs } from '../thorough.ts'

const library = new MarkdownIt('commonmark', { maxNesting: 1000 }).enable('table')
library.validateLink = () => true
library.core.ruler.enableOnly(['normalize', 'block'])

const inTables = /^(?:thead|tbody|th|td)_|^(?:tr|table)_close$/

/** The library's own blocks, without the cells of tables and without paragraphs. */
function expectedOf(text: string) {
  let open = ''
  return library.parse(text.replaceAll(/\r(?!\n)/g, ' '), {}).flatMap(({ type, tag, nesting, level, map, content }) => {
    if (type === 'inline' && open !== 'heading_open') return []
    open = type
    if (inTables.test(type) || type.startsWith('paragraph_')) return []
    return [{ type, tag, nesting, level, map, content }]
  })
}

const scraps = [
  '# ',
  '## a #',
  '- ',
  '1. ',
  '2) ',
  '> ',
  '```',
  '~~~',
  '<!--',
  '-->',
  '<div>',
  '</div>',
  '<a b="c">',
  '|',
  'a | b',
  '|---|',
  '--|--',
  '---',
  '===',
  '***',
  'a',
  ' ',
  '    ',
  '\t',
  '\n',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  '[a]: b',
  '"c"',
  '[a]: javascript:b',
  '\\',
  '💡',
  '\u2028',
]

describe('the blocks of a text', () => {
  it('are those of the library', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...scraps), { maxLength: 40 }).map((parts) => parts.join('')),
        (text) => {
          fc.pre(expectedOf(text).every(({ level }) => level < 20))
          expect(
            blocksOf(text).map(({ type, tag, nesting, level, map, content }) => ({
              type,
              tag,
              nesting,
              level,
              map,
              content,
            })),
          ).toEqual(expectedOf(text))
        },
      ),
      { numRuns: runs(100) },
    )
  })

  it('are few, however many cells a table is filled up with', () => {
    const table = `${'|a'.repeat(256)}|\n${'|-'.repeat(256)}|\n${'|b\n'.repeat(250)}`
    expect(parseBlocks(blockParser(), table).map(({ type }) => type)).toEqual(['table_open', 'table_close'])
    const cells = parseBlocks(
      blockParser((cell) => cell === 'b'),
      `${table}\n# c`,
    )
    expect(cells.filter(({ type }) => type === 'inline').map(({ content }) => content)).toEqual([
      ...Array.from({ length: 250 }, () => 'b'),
      'c',
    ])
    expect(cells.at(-1)).toMatchObject({ type: 'heading_close', level: 0 })
  })

  it('do not depend on where links lead', () => {
    expect(blocksOf('[a]: javascript:b\n===\n')).toMatchObject([{ type: 'reference_definition' }])
  })
})
