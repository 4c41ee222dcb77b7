import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toPlainData } from '../../src/documents/data.ts'
import { parseJsonWithComments } from '../../src/documents/json.ts'
import { withElement, withMember, withoutPart } from '../../src/documents/json-settings.ts'

const note = fc.constantFrom('', ' // note', ' /* "note", */')
const eols = fc.constantFrom('\n', '\r\n')
const texts = fc
  .record({
    names: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }),
    notes: fc.array(note, { minLength: 10, maxLength: 10 }),
    isTrailing: fc.boolean(),
    eol: eols,
    unit: fc.constantFrom('  ', '\t'),
  })
  .map(({ names, notes, isTrailing, eol, unit }) => {
    const lines = names.map((name, index) => {
      const comma = index < names.length - 1 || isTrailing ? ',' : ''
      return `${unit}"${name}": [${index}]${notes[index * 2]?.includes('//') ? '' : notes[index * 2]}${comma}${notes[index * 2 + 1]}`
    })
    return `{${notes[9]}${eol}${lines.join(eol)}${eol}}${eol}`
  })

const data = (text: string) => {
  const root = parseJsonWithComments(text)
  return 'fault' in root ? root : toPlainData(root)
}

describe('settings with comments', () => {
  it('hold what is added, and are as before when it is taken out', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const added = withMember(text, ['servers', 'baton'], { command: 'x', args: [] })
        expect(data(added)).toEqual({ ...(data(text) as object), servers: { baton: { command: 'x', args: [] } } })
        expect(withMember(added, ['servers', 'baton'], { command: 'x', args: [] })).toBe(added)
        expect(withoutPart(added, ['servers', 'baton'])).toBe(text)
      }),
    )
  })

  it('keep what was added after it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const later = withMember(withMember(text, ['baton'], 1), ['z'], 2)
        expect(withoutPart(later, ['baton'])).toBe(withMember(text, ['z'], 2))
      }),
    )
  })

  it.each([
    ['{"a":1}', '{"a":1, "list": [{ "x": 1 }]}'],
    ['{}', '{\n  "list": [\n    {\n      "x": 1\n    }\n  ]\n}'],
    ['{"list": []}', '{"list": [{ "x": 1 }]}'],
    ['{"list": [1]}', '{"list": [1, { "x": 1 }]}'],
    ['{\n\t"list": [\n\t\t1, // one\n\t],\n}', '{\n\t"list": [\n\t\t1, // one\n\t\t{\n\t\t\t"x": 1\n\t\t},\n\t],\n}'],
  ])('of %j become %j', (before, after) => {
    expect(withElement(before, ['list'], { x: 1 })).toBe(after)
  })

  it.each([
    ['{"list": [1, 2, 3]}', 0, '{"list": [ 2, 3]}'],
    ['{"list": [1, 2, 3]}', 1, '{"list": [1, 3]}'],
    ['{"list": [1, 2, 3]}', 2, '{"list": [1, 2]}'],
    ['{"list": [1, /* mine */ 2]}', 1, '{"list": [1 /* mine */]}'],
    ['{"list": [/* mine */ 2]}', 0, '{"list": [/* mine */]}'],
    ['{"list": [2]}', 0, '{}'],
    ['{"a": 1, "list": [2]}', 0, '{"a": 1}'],
  ])('of %j lose element %d', (before, index, after) => {
    expect(withoutPart(before, ['list', index])).toBe(after)
  })
})
