import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { elementsBetween, outline, sections } from '../../src/documents/markdown.ts'
import { textDocument } from '../../src/documents/text.ts'
import { runs } from '../thorough.ts'
import { anyText } from '../any-text.ts'

const outlineOf = (text: string, from?: number) => outline(textDocument('a.md', text), from)
const kindsOf = (text: string) => {
  const document = textDocument('a.md', text)
  const { kindOf } = outline(document)
  return Array.from({ length: document.lineCount }, (_, index) => kindOf(index + 1))
}

describe('headings', () => {
  it.each<[about: string, text: string, headings: readonly (readonly [level: number, text: string, line: number])[]]>([
    [
      'of each level',
      '# a\n## b\n### c\n#### d\n##### e\n###### f\n####### g\n',
      [
        [1, 'a', 1],
        [2, 'b', 2],
        [3, 'c', 3],
        [4, 'd', 4],
        [5, 'e', 5],
        [6, 'f', 6],
      ],
    ],
    ['without a blank', '#a\n#\n', [[1, '', 2]]],
    [
      'with closing marks',
      '## a ##\n## b #c\n## d \\#\n',
      [
        [2, 'a', 1],
        [2, 'b #c', 2],
        [2, 'd \\#', 3],
      ],
    ],
    ['indented', '   # a\n    # b\n', [[1, 'a', 1]]],
    [
      'underlined',
      'a\n===\n\nb\nc\n---\n',
      [
        [1, 'a', 1],
        [2, 'b\nc', 4],
      ],
    ],
    ['underlined by one mark', 'a\n-\n', [[2, 'a', 1]]],
    ['a rule is none', '\n---\n\n***\n', []],
    ['that end a paragraph', 'a\n# b\nc\n', [[1, 'b', 2]]],
    ['in fences', '```\n# a\n```\n# b\n~~~\n# c\n', [[1, 'b', 4]]],
    ['in fences of more marks', '````\n```\n# a\n```\n````\n# b\n', [[1, 'b', 6]]],
    ['in comments', '<!--\n# a\n\n# b\n-->\n# c\n', [[1, 'c', 6]]],
    ['in a comment without end', '# a\n<!-- b\n\n# c\n', [[1, 'a', 1]]],
    ['after a comment in one line', '<!-- # a -->\n# b\n', [[1, 'b', 2]]],
    ['in HTML, which a blank line ends', '<div>\n# a\n\n# b\n</div>\n', [[1, 'b', 4]]],
    [
      'in quotes',
      '> # a\n# b\n> c\n# d\n',
      [
        [1, 'b', 2],
        [1, 'd', 4],
      ],
    ],
    ['in lists', '- # a\n\n  # b\n\n# c\n', [[1, 'c', 5]]],
    [
      'with CRLF',
      '# a\r\n\r\nb\r\n===\r\n',
      [
        [1, 'a', 1],
        [1, 'b', 3],
      ],
    ],
    ['with a byte-order mark', '\ufeff# a\n', [[1, 'a', 1]]],
    ['with emphasis and code', '### **TinyGain** `x`\n', [[3, '**TinyGain** `x`', 1]]],
    ['after a CR alone', 'a\r# b\n# c\n', [[1, 'c', 2]]],
  ])('%s', (_, text, headings) => {
    expect(outlineOf(text).headings).toEqual(headings.map(([level, text, line]) => ({ level, text, line })))
  })

  it('are counted in lines of the whole file', () => {
    const text = '---\r\n# a\r\n---\r\n# b\r\n\r\n```\r\n# c\r\n```\r\n'
    expect(outlineOf(text, 4)).toMatchObject({ headings: [{ text: 'b', line: 4 }] })
    expect([3, 4, 5, 6, 7, 8, 9].map(outlineOf(text, 4).kindOf)).toEqual([
      'text',
      'text',
      'text',
      'code',
      'code',
      'code',
      'text',
    ])
    expect(outlineOf(text, 99)).toMatchObject({ headings: [], tables: [], items: [] })
  })
})

describe('tables', () => {
  const table = '| a | b |\n|---|---|\n| c | d |\n'

  it.each<[about: string, text: string, tables: readonly (readonly [header: number, rows: readonly number[]])[]]>([
    ['with rows', `${table}| e | f |\n`, [[1, [3, 4]]]],
    ['without rows', 'a | b\n--|--\n', [[1, []]]],
    ['of one column', '| a |\n|---|\n| b |\n', [[1, [3]]]],
    ['with aligned columns', '|a|b|\n|:-:|--:|\n|c|d|\n', [[1, [3]]]],
    ['with shorter and longer rows', '| a | b |\n|---|---|\n| c\n| d | e | f |\n', [[1, [3, 4]]]],
    ['with a row without pipes', `${table}e\n\nf\n`, [[1, [3, 4]]]],
    [
      'that end at other blocks',
      `${table}# e\n${table}> f\n\n${table}- g\n`,
      [
        [1, [3]],
        [5, [7]],
        [10, [12]],
      ],
    ],
    ['that go on with a paragraph of a quote', `> e\n${table}`, []],
    [
      'two of them',
      `${table}\n${table}`,
      [
        [1, [3]],
        [5, [7]],
      ],
    ],
    ['after a paragraph', `x\n${table}`, [[2, [4]]]],
    ['with fewer columns in the delimiter row', '| a | b |\n|---|\n| c | d |\n', []],
    ['with more columns in the delimiter row', '| a | b |\n|---|---|---|\n| c | d |\n', []],
    ['with other text in the delimiter row', '| a | b |\n|---|-x-|\n', []],
    ['without a delimiter row', '| a | b |\n| c | d |\n', []],
    ['with escaped pipes', 'a \\| b | c\n--|--\n', [[1, []]]],
    ['in fences', `\`\`\`\n${table}\`\`\`\n`, []],
    ['in indented code', table.replace(/^/gm, '    '), []],
    ['in comments', `<!--\n${table}-->\n`, []],
    ['in HTML', `<div>\n${table}\n</div>\n`, []],
    ['in quotes', table.replace(/^(?=.)/gm, '> '), []],
    ['in quotes of lists', table.replace(/^(?=.)/gm, '  > ').replace(' ', '-'), []],
    ['in lists', `- x\n\n${table.replace(/^(?=.)/gm, '  ')}`, [[3, [5]]]],
    ['on the line of a list item', `- ${table.replace(/\n(?=.)/g, '\n  ')}\n${table}`, [[5, [7]]]],
    ['after a byte-order mark', `\ufeff${table}`, [[1, [3]]]],
    ['with CRLF', table.replaceAll('\n', '\r\n'), [[1, [3]]]],
  ])('%s', (_, text, tables) => {
    expect(outlineOf(text).tables).toEqual(tables.map(([header, rows]) => ({ header, rows })))
  })
})

describe('list items', () => {
  it.each<
    [
      about: string,
      text: string,
      items: readonly (readonly [line: number, end: number, depth: number, ordered: boolean])[],
    ]
  >([
    [
      'of one list',
      '- a\n- b\n',
      [
        [1, 2, 0, false],
        [2, 3, 0, false],
      ],
    ],
    [
      'with a number',
      '1. a\n2) b\n',
      [
        [1, 2, 0, true],
        [2, 3, 0, true],
      ],
    ],
    [
      'in each other',
      '- a\n  1. b\n     - c\n- d\n',
      [
        [1, 4, 0, false],
        [2, 4, 1, true],
        [3, 4, 2, false],
        [4, 5, 0, false],
      ],
    ],
    [
      'with blank lines between',
      '- a\n\n  b\n\n- c\n\n\nd\n',
      [
        [1, 4, 0, false],
        [5, 6, 0, false],
      ],
    ],
    [
      'with nothing',
      '-\n-\n',
      [
        [1, 2, 0, false],
        [2, 3, 0, false],
      ],
    ],
    ['that are continued', '- a\nb\n\nc\n', [[1, 3, 0, false]]],
    [
      'with fences',
      '- ```\n  - a\n  ```\n- b\n',
      [
        [1, 4, 0, false],
        [4, 5, 0, false],
      ],
    ],
    [
      'with a fence that their end ends',
      '- ```\n  a\n\n- b\n',
      [
        [1, 3, 0, false],
        [4, 5, 0, false],
      ],
    ],
    ['in fences', '```\n- a\n```\n', []],
    ['in comments', '<!--\n- a\n-->\n', []],
    ['in quotes', '> - a\n', []],
    ['after quotes', '> - a\n\n- b\n', [[3, 4, 0, false]]],
    ['no item without a blank', '-a\n**b:** c\n1.d\n', []],
    [
      'with CRLF',
      '- a\r\n  - b\r\n',
      [
        [1, 3, 0, false],
        [2, 3, 1, false],
      ],
    ],
  ])('%s', (_, text, items) => {
    expect(outlineOf(text).items).toEqual(items.map(([line, end, depth, ordered]) => ({ line, end, depth, ordered })))
  })

  it('hide nothing after them, however deep they are', () => {
    for (const deep of ['- '.repeat(400), '> '.repeat(400), '1. '.repeat(400), '> - '.repeat(200)]) {
      const text = `${deep}x\n\n# a\n\n| b | c |\n|---|---|\n\n\`\`\`\n# d\n\`\`\`\n`
      expect(outlineOf(text)).toMatchObject({ headings: [{ text: 'a', line: 3 }], tables: [{ header: 5 }] })
      expect(outlineOf(text).kindOf(9)).toBe('code')
    }
  })
})

describe('what a line belongs to', () => {
  it.each<[text: string, kinds: string]>([
    ['a\n\nb\n', 'text text text'],
    ['a\n```js\nb\n```\nc\n', 'text code code code text'],
    ['```\na\n', 'code code'],
    ['~~~\n```\n~~~\na\n', 'code code code text'],
    ['a\n\n    b\n\n    c\nd\n', 'text text code code code text'],
    ['a\n    b\n', 'text text'],
    ['<!-- a\n\nb -->\nc\n', 'html html html text'],
    ['<!-- a\n\nb\n', 'html html html'],
    ['a <!-- b\n\nc -->\n', 'text text text'],
    ['<details>\na\n\nb\n', 'html html text text'],
    ['> a\nb\n\nc\n', 'quote quote text text'],
    ['> ```\n> a\n> ```\n> b\n', 'code code code quote'],
    ['> <!-- a -->\n> > b\n', 'html quote'],
    ['- ```\n  a\n  ```\n', 'code code code'],
    ['- > a\n- b\n', 'quote text'],
    ['| a |\n|---|\n', 'text text'],
    ['\ufeff```\r\na\r\n```\r\nb', 'code code code text'],
  ])('%j', (text, kinds) => {
    expect(kindsOf(text).join(' ')).toBe(kinds)
  })

  it('is text where there is no line', () => {
    const { kindOf } = outlineOf('```\n')
    expect([kindOf(0), kindOf(2), kindOf(99)]).toEqual(['text', 'text', 'text'])
  })
})

describe('sections', () => {
  const document = textDocument('a.md', '# a\n## b\n### c\ntext\n## d\n# e\n### f\ntext')
  const endsOf = (level: number) =>
    sections(outline(document), document, level).map(({ heading, end }) => [heading.text, end])

  it('go to the next heading of their level or a higher one', () => {
    expect(endsOf(1)).toEqual([
      ['a', 6],
      ['e', 9],
    ])
    expect(endsOf(2)).toEqual([
      ['b', 5],
      ['d', 6],
    ])
    expect(endsOf(3)).toEqual([
      ['c', 5],
      ['f', 9],
    ])
    expect(endsOf(4)).toEqual([])
  })
})

describe('elements between two lines', () => {
  it('are those that begin there', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30)), fc.nat(35), fc.nat(35), (lines, from, end) => {
        const sorted = lines.toSorted((a, b) => a - b).map((line) => ({ line }))
        expect(elementsBetween(sorted, from, end)).toEqual(sorted.filter(({ line }) => line >= from && line < end))
      }),
    )
  })
})

describe('any text', () => {
  const scraps = [
    '# ',
    '- ',
    '1. ',
    '> ',
    '```',
    '~~~',
    '<!--',
    '-->',
    '<div>',
    '|',
    '|---|',
    '---',
    '===',
    'a',
    ' ',
    '    ',
    '\t',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '[a]: b',
    '\\',
    '💡',
    '\ufeff',
    '\0',
    '\u2028',
  ]

  it('has an outline whose lines are in the file and in order', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText(),
          fc.array(fc.constantFrom(...scraps), { maxLength: 60 }).map((parts) => parts.join('')),
        ),
        (text) => {
          const document = textDocument('a.md', text)
          const { headings, tables, items } = outline(document)
          const rows = tables.flatMap(({ header, rows }) => [header, ...rows])
          for (const lines of [headings.map(({ line }) => line), items.map(({ line }) => line), rows]) {
            expect(lines).toEqual(lines.toSorted((a, b) => a - b))
            for (const line of lines) expect(line >= 1 && line <= document.lineCount).toBe(true)
          }
          for (const { line, end } of items) expect(end > line && end <= document.lineCount + 1).toBe(true)
        },
      ),
      { numRuns: runs(50) },
    )
  })
})
