import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wayDiagram } from '../../src/render/markdown.ts'
import { hostileText } from './hostile.ts'

const abc = ['a', 'b', 'c', 'd', 'e']
const long = Array.from({ length: 40 }, (_, index) => `s ${index}`)
const lines = (target: Parameters<typeof wayDiagram>[0]) =>
  (wayDiagram(target) ?? '').split('\n').map((line) => line.trim())

/** Everything that a diagram may consist of, line by line. */
const grammar = [
  /^flowchart LR$/,
  /^(s\d+|before|now)\["([A-Za-z0-9 ]|#\d+;)+"\]$/,
  /^(s\d+|before|now) (-->|==>) (s\d+|before|now)$/,
  /^class (s\d+|before|now) (before|now|left)$/,
  /^classDef (before|now|left) [a-z0-9#:,-]+$/,
]

describe('wayDiagram', () => {
  it('draws the states in order, marks those before and now, and makes the step between them thick', () => {
    expect(wayDiagram({ way: abc, before: 'b', state: 'c' })).toMatchSnapshot()
  })

  it('draws a leap, forwards or backwards, beside the way', () => {
    expect(lines({ way: abc, before: 'b', state: 'e' })).toEqual(
      expect.arrayContaining(['s1 --> s2', 's3 --> s4', 's1 ==> s4']),
    )
    expect(lines({ way: abc, before: 'd', state: 'c' })).toEqual(expect.arrayContaining(['s2 --> s3', 's3 ==> s2']))
  })

  it('marks one state where nothing moved, and where nothing was before', () => {
    for (const target of [
      { way: abc, before: 'c', state: 'c' },
      { way: abc, state: 'c' },
    ]) {
      expect(lines(target).filter((line) => line.startsWith('class '))).toEqual(['class s2 now'])
      expect(lines(target).filter((line) => line.includes('==>'))).toEqual([])
    }
  })

  it('lets a state that is not on the way are apart', () => {
    const drawn = lines({ way: abc, before: 'unknown', state: 'c' })
    expect(drawn).toEqual(expect.arrayContaining(['before["unknown #40;before#41;"]', 'before ==> s2', 's1 --> s2']))
    expect(lines({ way: abc, before: 'c', state: 'unknown' })).toEqual(
      expect.arrayContaining(['now["unknown #40;now#41;"]', 's2 ==> now']),
    )
  })

  it.each([
    [
      'in the middle',
      20,
      21,
      ['s 0', '18 more states', 's 19', 's 20 #40;before#41;', 's 21 #40;now#41;', 's 22', '16 more states', 's 39'],
    ],
    ['at the start', 0, 1, ['s 0 #40;before#41;', 's 1 #40;now#41;', 's 2', '36 more states', 's 39']],
    ['at the end', 38, 39, ['s 0', '36 more states', 's 37', 's 38 #40;before#41;', 's 39 #40;now#41;']],
    [
      'beside one other',
      3,
      4,
      ['s 0', 's 1', 's 2', 's 3 #40;before#41;', 's 4 #40;now#41;', 's 5', '33 more states', 's 39'],
    ],
    [
      'far apart',
      5,
      30,
      [
        's 0',
        '3 more states',
        's 4',
        's 5 #40;before#41;',
        's 6',
        '22 more states',
        's 29',
        's 30 #40;now#41;',
        's 31',
        '7 more states',
        's 39',
      ],
    ],
  ])('counts what lies far from the step on a long way: %s', (_, before, now, expected) => {
    const drawn = lines({ way: long, before: `s ${before}`, state: `s ${now}` })
    expect(drawn.flatMap((line) => /\["(.*)"\]$/.exec(line)?.[1] ?? [])).toEqual(expected)
    expect(drawn.filter((line) => /-->|==>/.test(line) && !line.includes('s5 ==> s30'))).toHaveLength(
      expected.length - 1,
    )
  })

  it('cuts a long state, never its mark', () => {
    expect(lines({ way: [], state: 'x'.repeat(100) })).toContain(`now["${'x'.repeat(59)}#8230; #40;now#41;"]`)
  })

  it('is nothing without a way', () => {
    expect(wayDiagram({ state: 'a' })).toBeUndefined()
  })

  it('consists of nothing but boxes, arrows and classes, whatever the states are', () => {
    fc.assert(
      fc.property(
        fc.array(hostileText, { maxLength: 30 }),
        hostileText,
        fc.option(hostileText, { nil: undefined }),
        (way, state, before) => {
          const drawn = lines({ way, state, ...(before !== undefined && { before }) })
          expect(drawn.filter((line) => !grammar.some((form) => form.test(line)))).toEqual([])
          const boxes = new Set(drawn.flatMap((line) => /^(\w+)\["/.exec(line)?.[1] ?? []))
          const used = drawn.flatMap((line) => /^(\w+) [-=]+> (\w+)$/.exec(line)?.slice(1) ?? [])
          expect(used.filter((id) => !boxes.has(id))).toEqual([])
        },
      ),
    )
  })
})
