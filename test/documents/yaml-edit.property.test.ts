import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splice, textDocument } from '../../src/documents/text.ts'
import { frontMatter, type FrontMatter } from '../../src/documents/front-matter.ts'
import { type KeyOrder, mappingEdits, type MappingPatch } from '../../src/documents/yaml-edit.ts'
import { toPlainData } from '../../src/documents/yaml.ts'
import { files } from './front-matters.ts'
import { runs } from '../thorough.ts'
import { anyText } from '../any-text.ts'

const order: KeyOrder = {
  plugin: {},
  stage: {},
  phase: {},
  status: {},
  new: {},
  sums: { one: {}, plugin: {}, two: {}, sums: {}, three: {} },
  last: {},
}

const text = fc.oneof(
  fc.constantFrom(
    'x',
    'a b',
    '3.1',
    '3.10',
    '2',
    'true',
    'null',
    '',
    ' ',
    '- a',
    'a: b',
    'a #b',
    '#',
    "it's",
    '"',
    '{ a',
    '2026-02-03',
    '*a',
    '!a',
    '%',
    '@',
    '---',
    ':x',
    'a:',
    '\\',
    'a\nb',
    '💡 é',
    '\ufeff',
    '\u2028',
    'a, b',
    'x]',
    'x}',
    '}',
  ),
  anyText({ maxLength: 12 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
)
const value = fc.oneof(
  text,
  fc.constantFrom(null, true, false, 0, -1, 3.5),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
)
const key = fc.constantFrom(
  'plugin',
  'stage',
  'phase',
  'status',
  'new',
  'sums',
  'last',
  'other',
  'quoted',
  'constructor',
  'one',
  'two',
  'three',
  'a: b',
  '1',
)
const change = fc.oneof(
  { weight: 3, arbitrary: value },
  { weight: 2, arbitrary: fc.constant(undefined) },
  fc.dictionary(key, fc.oneof(value, fc.constant(undefined)), { maxKeys: 3 }),
)
const patches: fc.Arbitrary<MappingPatch> = fc.dictionary(key, change, { maxKeys: 5 })

function frontOf(text: string): FrontMatter | undefined {
  const front = frontMatter(textDocument('a.md', text))
  return front.kind === 'mapping' ? front : undefined
}

/** A file that has front matter, and what it is. */
const readable = files
  .map((text) => ({ text, front: frontOf(text) }))
  .filter((file): file is { text: string; front: FrontMatter } => file.front !== undefined)

const edited = (text: string, front: FrontMatter, patch: MappingPatch) =>
  splice(text, mappingEdits(textDocument('a.md', text), front.mapping, patch, order))

type Data = readonly (readonly [key: string, value: unknown])[]

/** Mappings as lists of their entries, so that any key is as good as another. */
const entriesOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([key, child]): Data[number] => [key, entriesOf(child)])
    : value

const isMapping = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a patch makes of plain data. */
function patchedData(data: object, patch: MappingPatch, order: KeyOrder): object {
  const entries = new Map(Object.entries(data))
  const ranks = Object.keys(order)
  const added = Object.keys(patch).filter((key) => patch[key] !== undefined && !entries.has(key))
  for (const [key, value] of Object.entries(patch)) {
    const before: unknown = entries.get(key)
    if (value === undefined) entries.delete(key)
    else if (isMapping(value))
      entries.set(
        key,
        patchedData(isMapping(before) ? before : {}, value, (Object.hasOwn(order, key) && order[key]) || {}),
      )
    else entries.set(key, value)
  }
  const keys = [...entries.keys()].filter((key) => !added.includes(key))
  for (const key of ranks.filter((key) => added.includes(key))) {
    const nearest = ranks.slice(0, ranks.indexOf(key)).findLast((earlier) => keys.includes(earlier))
    keys.splice(nearest === undefined ? 0 : keys.indexOf(nearest) + 1, 0, key)
  }
  const all = [...keys, ...added.filter((key) => !ranks.includes(key))]
  return Object.fromEntries(all.map((key) => [key, entries.get(key)]))
}

const commonStart = (a: string, b: string) => {
  let length = 0
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length++
  return length
}
const reversed = (text: string) =>
  Array.from({ length: text.length }, (_, index) => text[text.length - 1 - index]).join('')
const isShorterBy1Stretch = (shorter: string, longer: string) =>
  commonStart(shorter, longer) + commonStart(reversed(shorter), reversed(longer)) >= shorter.length

describe('an edit of front matter', () => {
  it('has the new value, keeps the others, and leaves the body', () => {
    fc.assert(
      fc.property(readable, patches, ({ text, front }, patch) => {
        const after = edited(text, front, patch)
        const again = frontOf(after)
        expect(again && entriesOf(toPlainData(again.mapping))).toEqual(
          entriesOf(patchedData(toPlainData(front.mapping) as object, patch, order)),
        )
        expect(again && after.slice(again.end)).toBe(text.slice(front.end))
        expect(after.slice(0, front.start)).toBe(text.slice(0, front.start))
      }),
      { numRuns: runs(60) },
    )
  })

  it('uses the line ending of the file', () => {
    fc.assert(
      fc.property(readable, patches, ({ text, front }, patch) => {
        const after = edited(text, front, patch)
        expect(after).not.toMatch(text.includes('\r') ? /(?<!\r)\n/ : /\r/)
      }),
    )
  })

  it('does nothing the second time', () => {
    fc.assert(
      fc.property(readable, patches, ({ text, front }, patch) => {
        const after = edited(text, front, patch)
        const again = frontOf(after)
        expect(again && edited(after, again, patch)).toBe(after)
      }),
    )
  })

  it('does nothing when the value is there already', () => {
    fc.assert(
      fc.property(readable, ({ text, front }) => {
        const scalars = front.mapping.entries.flatMap(({ key, value }) =>
          value.kind === 'scalar' ? [[key.source, value.value] as const] : [],
        )
        expect(mappingEdits(textDocument('a.md', text), front.mapping, Object.fromEntries(scalars), order)).toEqual([])
      }),
    )
  })

  it('of a value changes that value and no other byte', () => {
    fc.assert(
      fc.property(readable, fc.nat(), value, ({ text, front }, pick, value) => {
        const entry = front.mapping.entries[pick % front.mapping.entries.length]
        fc.pre(
          entry !== undefined &&
            (entry.value.kind === 'scalar' || entry.value.flow) &&
            entry.key.source !== '__proto__',
        )
        const after = edited(text, front, { [entry.key.source]: value })
        const { start, end } = entry.value
        if (after === text) return
        expect(after.slice(0, start)).toBe(text.slice(0, start))
        expect(after.endsWith(text.slice(end))).toBe(true)
        const written = after.slice(start, after.length - (text.length - end))
        expect(written).not.toMatch(start === end ? /^[^ :\r\n]/ : /^\s|\s$/)
        const keepsQuotes = start < end && typeof value === 'string' && text[start] === '"'
        expect(written).toMatch(keepsQuotes ? /^"/ : /^/)
        expect(typeof value === 'string' ? '' : written.trim().replace(/^:\s/, '')).toBe(
          typeof value === 'string' ? '' : String(value),
        )
      }),
    )
  })

  it('that adds a key to a block adds one stretch of text', () => {
    fc.assert(
      fc.property(
        readable,
        key,
        fc.oneof(value, fc.dictionary(key, value, { minKeys: 1, maxKeys: 2 })),
        ({ text, front }, key, value) => {
          fc.pre(!front.mapping.flow && !front.mapping.get(key))
          const after = edited(text, front, { [key]: value })
          expect(after.length).toBeGreaterThan(text.length)
          expect(isShorterBy1Stretch(text, after)).toBe(true)
        },
      ),
    )
  })

  it('that takes a key of a block away takes one stretch of whole lines', () => {
    fc.assert(
      fc.property(readable, fc.nat(), ({ text, front }, pick) => {
        const entry = front.mapping.entries[pick % front.mapping.entries.length]
        fc.pre(
          entry !== undefined &&
            !front.mapping.flow &&
            front.mapping.entries.length > 1 &&
            entry.key.source !== '__proto__',
        )
        const after = edited(text, front, { [entry.key.source]: undefined })
        const eol = textDocument('a.md', text).eol
        expect(isShorterBy1Stretch(after, text)).toBe(true)
        const lines = text.split(eol)
        expect(after.split(eol).every((line) => lines.includes(line))).toBe(true)
      }),
    )
  })
})
