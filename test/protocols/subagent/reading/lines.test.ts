import { describe, expect, it } from 'vitest'
import { textDocument } from '../../../../src/documents/text.ts'
import {
  fieldsIn,
  parseLabel,
  itemAt,
  linesOf,
  membership,
  sectionsWithTitle,
} from '../../../../src/protocols/subagent/reading/lines.ts'

const lines = (text: string) => linesOf(textDocument('a.md', text))
/** The numbers of the lines that say something. */
const saying = (text: string) => {
  const { document, isRead } = lines(text)
  return Array.from({ length: document.lineCount }, (_, index) => index + 1).filter(
    (line) => document.line(line) !== '' && isRead(line),
  )
}
const comments = (text: string) => {
  const { document, isComment } = lines(text)
  return Array.from({ length: document.lineCount }, (_, index) => index + 1).filter(isComment)
}

describe('what counts in a text', () => {
  it('is not what is in a fence', () => {
    expect(saying('a\n```\nb\n```\nc')).toEqual([1, 5])
    expect(saying('a\n~~~text\nb\n```\n~~~\nc')).toEqual([1, 6])
    expect(saying('a\n````\n```\nb\n````\nc')).toEqual([1, 6])
    expect(saying('- a\n  ```\n  b\n  ```\n- c')).toEqual([1, 5])
    expect(saying('- ```\n  b\n  ```\n- c')).toEqual([4])
    expect(saying('a\n```\nb')).toEqual([1])
  })

  it('is what is only indented, or only looks like a fence', () => {
    expect(saying('a\n\n    b\n\nc')).toEqual([1, 3, 5])
    expect(saying('`` a\n``\nb')).toEqual([1, 2, 3])
    expect(saying('a\n\n    b\n    ```\n\nc')).toContain(3)
  })

  it('begins again after each fence', () => {
    expect(saying('```\na\n```\n\n    b\n\n```\nc\n```\nd')).toEqual([5, 10])
    expect(saying('```\na\n```\n```\nb\n```\nc')).toEqual([7])
  })

  it('is not what is in a comment', () => {
    expect(saying('a\n\n<!-- b -->\n\nc')).toEqual([1, 5])
    expect(saying('a\n\n<!--\nb\n\nc\n-->\n\nd')).toEqual([1, 9])
    expect(comments('<!-- a\n--> <!-- b -->\n')).toEqual([1, 2])
    expect(comments('<div>\n<!-- a\nb\n-->\nc\n</div>')).toEqual([2, 3, 4])
    expect(comments('<div>\n<!-- a --> <!-- b\nc\n--> <!-- d\ne\n-->\nf\n</div>')).toEqual([2, 3, 4, 5, 6])
    expect(comments('<div>\n<!-- a\n\nb -->\n</div>')).toEqual([2])
  })

  it('is HTML that is no comment', () => {
    expect(saying('<div>\na\n</div>')).toEqual([1, 2, 3])
    expect(comments('<div>\n<!-- a -->\nb\n</div>\n')).toEqual([2])
  })

  it('is not what is quoted', () => {
    expect(saying('a\n\n> b\n> c\n\nd')).toEqual([1, 6])
    expect(saying('- a\n  > b\n\nc')).toEqual([1, 4])
  })

  it('has no headings but those with #', () => {
    expect(lines('# a\n\nb\n===\n\n  ## c\n').headings.map(({ line }) => line)).toEqual([1, 6])
  })
})

describe('an item of a list', () => {
  it.each([
    ['- a', { indent: 0, bullet: '-', start: 2, text: 'a' }],
    ['  *  a  ', { indent: 2, bullet: '*', start: 5, text: 'a' }],
    ['\t+ a', { indent: 1, bullet: '+', start: 3, text: 'a' }],
    ['123456789. a', { indent: 0, bullet: '123456789.', start: 11, text: 'a' }],
    ['-\ta', { indent: 0, bullet: '-', start: 2, text: 'a' }],
  ])('is %j', (text, item) => {
    expect(itemAt(lines(text), 1)).toEqual({ line: 1, ...item })
  })

  it.each(['-a', 'a - b', '1) a', '1234567890. a', '', '---', '> - a', '-'])('is not %j', (text) => {
    expect(itemAt(lines(text), 1)).toBeUndefined()
  })
})

describe('a section', () => {
  it('goes on to the next heading of its or a higher level', () => {
    const all = lines('# A\na\n## **B** b\nb\n### C\nc\n## B\nd\n# E\ne')
    const found = sectionsWithTitle(all, (title) => title.startsWith('b'))
    expect(found).toEqual([
      { from: 4, end: 7 },
      { from: 8, end: 9 },
    ])
    const isIn = membership(all, found)
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter(isIn)).toEqual([4, 5, 6, 8])
    expect(sectionsWithTitle(all, (title) => title === 'e')).toEqual([{ from: 10, end: 11 }])
  })
})

describe('a labelled value', () => {
  it.each([
    ['Name: value', 'name', 'value'],
    ['**Name**: value', 'name', 'value'],
    ['**Name:** value', 'name', 'value'],
    ['**Name** : value', 'name', 'value'],
    ['__Name__: value', 'name', 'value'],
    ['__Name:__ value', 'name', 'value'],
    [' Name : a: b ', 'name', 'a: b'],
    ['** Name **: value', 'name', 'value'],
    ['Name:', 'name', ''],
    [`${'n'.repeat(60)}: value`, 'n'.repeat(60), 'value'],
  ])('%j is %s', (text, name, value) => {
    expect(parseLabel(text)).toEqual({ name, value })
  })

  it.each(['Name', '**Name** value', '**Name', ': value', '**: value', `${'n'.repeat(61)}: value`, ''])(
    'is not %j',
    (text) => {
      expect(parseLabel(text)).toBeUndefined()
    },
  )
})

describe('the fields between two lines', () => {
  const fields = (text: string, from = 1, end = 99) => {
    const all = lines(text)
    return fieldsIn(all, from, Math.min(end, all.document.lineCount + 1), new Set(['a', 'b'])).map(
      ({ name, values, line }) => [line, name, ...values],
    )
  }

  it('go on in what is nested in them', () => {
    expect(fields('- A: 1\n  - 2\n    3\n\n    - c: 4\n- B: 5')).toEqual([
      [1, 'a', '1', '2\n3', 'c: 4'],
      [6, 'b', '5'],
    ])
  })

  it('go on in the lines of their paragraph, indented or not', () => {
    expect(fields('- A: 1\n  2\n3\n\n4')).toEqual([[1, 'a', '1\n2\n3']])
    expect(fields('- A:\n  1\n\n  2\n  3')).toEqual([[1, 'a', '1', '2\n3']])
    expect(fields('- A: 1\n  - 2\n3\n- B: 4\n---\n5')).toEqual([
      [1, 'a', '1', '2\n3'],
      [4, 'b', '4'],
    ])
    expect(fields('- A: 1\nB: 2')).toEqual([[1, 'a', '1']])
    expect(fields('- A: 1\n# c\nd')).toEqual([[1, 'a', '1']])
  })

  it('end at what is beside or before them', () => {
    expect(fields('  - A: 1\n  - c\n    d')).toEqual([[1, 'a', '1']])
    expect(fields('  - A: 1\n- c\n    d')).toEqual([[1, 'a', '1']])
    expect(fields('  - A: 1\n\n  c\n    d')).toEqual([[1, 'a', '1']])
    expect(fields('  - A: 1\n\n    c')).toEqual([[1, 'a', '1', 'c']])
  })

  it('leave out what does not count', () => {
    expect(fields('- A: 1\n  ```\n  - B: 2\n  ```\n  > 3\n\n  4')).toEqual([[1, 'a', '1', '4']])
  })

  it('have their names, and lie between the lines', () => {
    expect(fields('- A: 1\n- C: 2\n- B: 3\n- A: 4', 2, 4)).toEqual([[3, 'b', '3']])
  })

  it('may be nested in each other', () => {
    expect(fields('- A: 1\n  - B: 2\n  - 3\n- 4')).toEqual([
      [1, 'a', '1'],
      [2, 'b', '2'],
    ])
  })
})
