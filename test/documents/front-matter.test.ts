import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import matter from 'gray-matter'
import { describe, expect, it } from 'vitest'
import { frontMatter, type FrontMatter } from '../../src/documents/front-matter.ts'
import { textDocument } from '../../src/documents/text.ts'
import { toPlainData } from '../../src/documents/yaml.ts'
import { runs } from '../thorough.ts'
import { anyText } from '../any-text.ts'

const read = (text: string) => frontMatter(textDocument('a.md', text))

function frontOf(text: string): FrontMatter {
  const front = read(text)
  if (front.kind !== 'mapping') throw new Error(JSON.stringify(front))
  return front
}

/** The text at fault, and the first words of its finding. */
function faultOf(text: string): readonly [fault: string, at: string] | undefined {
  const front = read(text)
  return front.kind === 'invalid' ? [front.fault, text.slice(front.start, front.end)] : undefined
}

describe('front matter', () => {
  it.each<[about: string, text: string, closing: number]>([
    ['LF', '---\na: 1\nb: x\n---\nbody\n', 4],
    ['CRLF', '---\r\na: 1\r\nb: x\r\n---\r\nbody\r\n', 4],
    ['a byte-order mark', '\ufeff---\na: 1\nb: x\n---\n', 4],
    ['blanks after the fences', '--- \t\na: 1\nb: x\n---\t \nbody', 4],
    ['nothing after the closing fence', '---\na: 1\nb: x\n---', 4],
    ['many blank lines', `---\na: 1${'\n'.repeat(90)}b: x\n---\n`, 93],
    ['blank lines and comments', '---\n\n# why\na: 1\n\nb: x # c\n\n---\n', 8],
    ['fences in the body', '---\na: 1\nb: x\n---\n---\nc: 1\n---\n', 4],
    ['fences further in', '---\na: 1\nb: x # ---\n---\n', 4],
    ['braces', '---\n{ a: 1, b: x }\n---\n', 3],
  ])('with %s', (_, text, closing) => {
    const front = frontOf(text)
    expect(toPlainData(front.mapping)).toEqual({ a: 1, b: 'x' })
    expect(front).toMatchObject({ closing, body: closing + 1 })
    expect(text.slice(front.start, front.end)).toMatch(/^(?!-)[^]*\n$/)
    expect(text.slice(front.end)).toMatch(/^---[ \t]*(?:\r?\n|$)/)
  })

  it.each<[about: string, text: string]>([
    ['an empty file', ''],
    ['a byte-order mark alone', '\ufeff'],
    ['a heading', '# Resume Point\n'],
    ['a blank line before it', '\n---\na: 1\n---\n'],
    ['a blank before it', ' ---\na: 1\n---\n'],
    ['two dashes', '--\na: 1\n--\n'],
    ['four dashes', '----\na: 1\n----\n'],
    ['dashes that are apart', '- - -\na: 1\n- - -\n'],
    ['a rule further down', 'text\n\n---\na: 1\n---\n'],
    ['two byte-order marks', '\ufeff\ufeff---\na: 1\n---\n'],
    ['plus signs', '+++\na = 1\n+++\n'],
    ['braces', '{ "a": 1 }\n'],
  ])('is not there: %s', (_, text) => {
    expect(read(text)).toEqual({ kind: 'none' })
  })

  it.each<[about: string, text: string, fault: string, at: string]>([
    ['no end', '---\na: 1\n', 'Unexpected end of the file', '---'],
    ['nothing but a fence', '---', 'Unexpected end of the file', '---'],
    ['an end that is further in', '---\na: 1\n ---\n', 'Unexpected end of the file', '---'],
    ['other text on the closing line', '---\na: 1\n---b\n---\n', 'Unexpected `---b`', '---'],
    ['more dashes on the closing line', '---\na: 1\n-----\n', 'Unexpected `-----`', '---'],
    ['nothing', '---\n---\n', 'Unexpected front matter, expected keys with values', ''],
    ['blanks', '---\n \n\n---\n', 'Unexpected front matter, expected keys with values', ' \n\n'],
    ['comments', '---\n# a: 1\n---\n', 'Unexpected front matter, expected keys with values', '# a: 1\n'],
    ['a text', '---\nbody\n---\n', 'Unexpected front matter, expected keys with values', 'body\n'],
    ['a list', '---\n- a\n---\n', 'Unexpected front matter, expected keys with values', '- a\n'],
    ['a syntax error', '---\nok: 1\na: [\n---\n', 'Unexpected YAML', ''],
    ['duplicate keys', '\ufeff---\r\na: 1\r\na: 2\r\n---\r\n', 'Unexpected second key `a`', 'a'],
    ['an alias bomb', '---\na: &a [x]\nb: &b [*a, *a]\n---\n', 'Unexpected alias `*a`', '*a'],
    ['another document', '---\na: 1\n...\nb: 2\n---\n', 'Unexpected second document', ''],
    ['a byte-order mark after the fence', '---\n\ufeffa: 1\n---\n', 'Unexpected character `U+FEFF`', '\ufeff'],
    ['line endings that only some readers see', '---\na: 1\rb: 2\n---\n', 'Unexpected character `U+000D`', '\r'],
    [
      'blank lines without end',
      `---\na: 1\n${'\n'.repeat(100)}b: 1\n---\n`,
      'Unexpected front matter, expected fewer than a hundred blanks',
      '---',
    ],
  ])('is invalid: %s', (_, text, fault, at) => {
    const found = faultOf(text)
    expect(found?.[0].slice(0, fault.length)).toBe(fault)
    expect(found?.[1]).toBe(at)
  })

  it('is not bothered by blank lines of the body', () => {
    expect(toPlainData(frontOf(`---\na: 1\n---\n${'\n'.repeat(5000)}`).mapping)).toEqual({ a: 1 })
  })

  it('fails again where it failed once, and leaves nothing after', () => {
    const text = '---\na: [\n---\nbody\n'
    expect(read(text)).toMatchObject({ kind: 'invalid' })
    expect(read(text)).toEqual(read(text))
    expect(Object.keys((matter as unknown as { readonly cache: object }).cache)).toEqual([])
  })
})

describe('front matter that asks to be run', () => {
  const file = join(tmpdir(), `front-matter-${process.pid}`)
  const payload = `{ a: (globalThis.frontMatterRan = true, require('node:fs').writeFileSync(${JSON.stringify(file)}, 'ran'), 1) }`
  const ran = () => [existsSync(file), 'frontMatterRan' in globalThis]

  it.each([
    'js',
    'JS',
    'javascript',
    'JavaScript',
    ' js',
    '\tjs',
    'coffee',
    'cson',
    'json',
    'toml',
    'yaml',
    ' yaml',
    'yml',
    '\u00a0',
    '-js',
    '\rjs',
  ])('in %j is not', (language) => {
    const text = `---${language}\n${payload}\n---\nbody\n`
    const front = read(text)
    expect(ran()).toEqual([false, false])
    expect(front.kind).toBe(language === '-js' ? 'none' : 'invalid')
    expect(front).toMatchObject(language === '-js' ? {} : { start: 0, end: 3 + language.length })
  })

  it('is not, though the splitter could', () => {
    const text = `---js\n({ a: (globalThis.frontMatterRan = true) })\n---\n`
    matter(text, {})
    expect(ran()).toEqual([false, true])
    Reflect.deleteProperty(globalThis, 'frontMatterRan')
  })
})

describe('any bytes', () => {
  const scraps = [
    '---',
    '---\n',
    '--- \n',
    '---js\n',
    '\n',
    '\r\n',
    '\r',
    'a: 1\n',
    'b: "x"\n',
    '# c\n',
    '\ufeff',
    ' ',
    '{',
    '[',
    '"',
    '&a',
    '*a',
    '!t',
    '%x',
    '💡',
    '\0',
    '|\n',
    '...\n',
  ]

  it('are front matter, none, or a fault with a place in the file', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText(),
          anyText().map((text) => `---\n${text}\n---\n`),
          fc.array(fc.constantFrom(...scraps), { maxLength: 30 }).map((parts) => parts.join('')),
          fc.array(fc.constantFrom(...scraps), { maxLength: 30 }).map((parts) => `---\n${parts.join('')}\n---\n`),
        ),
        (text) => {
          const front = read(text)
          if (front.kind === 'none') return
          expect(front.start).toBeGreaterThanOrEqual(0)
          expect(front.end).toBeGreaterThanOrEqual(front.start)
          expect(front.end).toBeLessThanOrEqual(text.length)
        },
      ),
      { numRuns: runs(50) },
    )
  })
})
