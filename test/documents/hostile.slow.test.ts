import { describe, expect, it } from 'vitest'
import { frontMatter } from '../../src/documents/front-matter.ts'
import { outline, cellsOf } from '../../src/documents/markdown.ts'
import { textDocument } from '../../src/documents/text.ts'
import { parseYaml } from '../../src/documents/yaml.ts'
import { beginningOf, superlinear } from '../steps/steps.ts'

const readers = 'test/steps/readers.ts'
const length = 1 << 18
const filled = (unit: string) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const lines = (line: (index: number) => string) => Array.from({ length: 30_000 }, (_, index) => line(index)).join('')

type Case<More extends readonly string[]> = readonly [about: string, text: string, ...more: More]

/** What is read of each of these, at two lengths. */
const beginnings = (cases: readonly Case<readonly string[]>[]) =>
  Object.fromEntries(cases.map(([about, text]) => [about, beginningOf(text)]))

// What is quadratic, or keeps what it finds wrong, takes all memory for these.
describe('much hostile text', () => {
  const yaml: readonly Case<[read: string]>[] = [
    ['double quotes', filled('"'), 'Unexpected'],
    ['double quotes without end on each line', filled('a: "x\n'), 'Unexpected'],
    ['commas', `[${filled(',')}`, 'Unexpected'],
    ['escapes that are none', `a: "${filled('\\q')}"`, 'Unexpected YAML'],
    ['closing brackets', filled(']'), 'Unexpected YAML'],
    ['opening brackets', filled('['), 'Unexpected nesting'],
    ['lists in lists', filled('- '), 'Unexpected nesting'],
    [
      'mappings in mappings',
      Array.from({ length: 1400 }, (_, level) => `${' '.repeat(level)}a:\n`).join(''),
      'Unexpected nesting',
    ],
    ['aliases', lines((index) => `a${index}: &a${index} [*a${index - 1}, *a${index - 1}]\n`), 'Unexpected alias'],
    ['tags', filled('! '), 'Unexpected tag'],
    ['documents', filled('--- a\n'), 'Unexpected second document'],
    ['the same key', filled('a: 1\n'), 'Unexpected length'],
    ['other keys', lines((index) => `key${index}: 1\n`), 'Unexpected length'],
    ['keys without values', filled('a\n: '), 'Unexpected'],
    ['items', filled('- a\n'), 'Unexpected length'],
    ['items in brackets', `[${filled('a,')}]`, 'Unexpected length'],
    ['blank lines', filled('\n'), 'Unexpected length'],
    ['blanks', filled(' '), 'scalar'],
    ['one word', filled('a'), 'scalar'],
    ['words on many lines', `a: ${filled('x\n  ')}`, 'mapping'],
    ['a block', `a: |\n${filled(' x\n')}`, 'mapping'],
    ['blank lines of a block', `a: |\n${filled('\n')}`, 'Unexpected length'],
  ]
  it.each(yaml)('as YAML: %s', (_, text, read) => {
    const node = parseYaml(text)
    expect('fault' in node ? node.fault : node.kind).toMatch(new RegExp(`^${read}`))
  })

  const fronts: readonly Case<[kind: string]>[] = [
    ['blank lines', `---\n${filled('\n')}\n---\n`, 'invalid'],
    ['blank lines with tabs', `---\n${filled('\t\n')}\n---\n`, 'invalid'],
    ['line separators', `---\n${filled('\u2028')}\n---\n`, 'invalid'],
    ['vertical tabs', `---\n${filled('\v\n')}\n---\n`, 'invalid'],
    ['nearly enough blank lines', `---\n${filled(`${'\n'.repeat(98)}#`)}\n---\n`, 'invalid'],
    ['comments', `---\n${filled('# a\n')}\n---\n`, 'invalid'],
    ['blanks after the fence', `---${filled(' ')}\n---\n`, 'invalid'],
    ['dashes', filled('-'), 'none'],
    ['fences', filled('---\n'), 'invalid'],
    ['no fence', `---\n${filled('a\n')}`, 'invalid'],
    ['blank lines in the body', `---\na: 1\n---\n${filled('\n')}`, 'mapping'],
  ]
  it.each(fronts)('as front matter: %s', (_, text, kind) => {
    expect(frontMatter(textDocument('a.md', text)).kind).toBe(kind)
  })

  const markdown: readonly Case<[]>[] = [
    ['quotes in quotes', filled('> ')],
    ['lists in lists', filled('- ')],
    ['lists in quotes', filled('> - ')],
    ['a deep quote that goes on', '> '.repeat(1000) + filled('a\n')],
    ['a deep list that goes on', '- '.repeat(1000) + filled('a\n')],
    ['lists that become deeper', Array.from({ length: 1000 }, (_, level) => `${'  '.repeat(level)}- a\n`).join('')],
    ['items', filled('- a\n')],
    ['items with blank lines', filled('- a\n\n')],
    ['comments in items', filled('- <!--\n')],
    ['fences', filled('```\n')],
    ['fences of growing length', Array.from({ length: 1400 }, (_, index) => `${'`'.repeat(index + 3)}\n`).join('')],
    ['HTML that does not end', `<a${filled(" b='")}`],
    ['HTML in a paragraph', filled('a\n<b c\n')],
    ['a paragraph', filled('a\n')],
    ['headings', filled('#\n')],
    ['delimiter rows', filled('a|b\n-|-|-\n')],
    ['a wide table', `|${'a|'.repeat(1000)}\n|${'-|'.repeat(1000)}\n${filled('a\n')}`],
    ['link definitions', filled('[a]: b "\n')],
    ['a link to a long host', `[a]: http://${lines((index) => String.fromCodePoint(0x4e00 + (index % 20_000)))}/`],
    ['lines that end in CR', filled('# a\r')],
  ]
  it.each(markdown)('as Markdown: %s', (_, text) => {
    const document = textDocument('a.md', text)
    const { headings, kindOf } = outline(document)
    expect(headings.every(({ line }) => kindOf(line) === 'text')).toBe(true)
  })

  const units = ['|', '\\|', ' ', 'a', '| ']
  it.each(units)('as a line of a table: %j', (unit) => {
    const cells = cellsOf(filled(unit))
    expect(cells.length).toBe({ '|': length - 1, '| ': length / 2 - 1, ' ': 0 }[unit] ?? 1)
  })

  it('is read in steps that grow with its length alone', async () => {
    const slow = [
      await superlinear('src/documents/yaml.ts', 'parseYaml', beginnings(yaml)),
      await superlinear(readers, 'readFrontMatter', beginnings(fronts)),
      await superlinear(readers, 'readOutline', beginnings(markdown)),
      await superlinear('src/documents/markdown.ts', 'cellsOf', beginnings(units.map((unit) => [unit, filled(unit)]))),
    ]
    expect(slow.flat()).toEqual([])
  })
})
