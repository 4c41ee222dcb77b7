import { describe, expect, it } from 'vitest'
import type { YamlMapping } from '../../src/documents/yaml.ts'
import { isNull, recordOf } from '../../src/kit/record.ts'
import {
  filledText,
  isBlank,
  isUnwritten,
  writtenFlag,
  writtenNumber,
  writtenText,
  writtenValue,
} from '../../src/kit/written.ts'

describe('a value of YAML as it is written', () => {
  const names = 'abcdefghijkx'.split('')
  const keys = recordOf(
    'a: 007\nb: "007"\nc: ~\nd:\ne: "null"\nf: true\ng: "true"\nh: -1.50\ni: "  "\nj: [1]\nk: Null\n',
    'yaml-1.2',
  )
  const mapping = keys.mapping() as YamlMapping
  const node = (key: string) => mapping.get(key)?.value

  it('has the text that is there', () => {
    expect(names.map((key) => writtenText(node(key)))).toEqual([
      '007',
      '007',
      undefined,
      undefined,
      'null',
      'true',
      'true',
      '-1.50',
      '  ',
      undefined,
      'Null',
      undefined,
    ])
  })

  it('is filled in where it is neither blank nor null', () => {
    const filled = ['a', 'b', 'e', 'f', 'g', 'h']
    expect(names.filter((key) => filledText(node(key)) !== undefined)).toEqual(filled)
    expect(filledText(node('e'))).toBe('null')
  })

  it('is a number or a truth value only without quotes', () => {
    expect(['a', 'b', 'f', 'g', 'h'].map((key) => [writtenNumber(node(key)), writtenFlag(node(key))])).toEqual([
      [7, undefined],
      [undefined, undefined],
      [undefined, true],
      [undefined, undefined],
      [-1.5, undefined],
    ])
  })

  it('may be nothing, or blank', () => {
    expect(names.filter((key) => isUnwritten(node(key)))).toEqual(['c', 'd', 'x'])
    expect(names.filter((key) => writtenValue(mapping, key) === undefined)).toEqual(['c', 'd', 'x'])
    expect(mapping.entries.filter(({ value }) => isBlank(value)).map(({ key }) => key.source)).toEqual(['c', 'd', 'i'])
    expect(mapping.entries.filter(({ value }) => isNull(value)).map(({ key }) => key.source)).toEqual(['c', 'd', 'k'])
  })
})
