import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageOf, boardData } from '../../src/render/board.ts'
import { answerSchemas } from '../../src/render/answer.schema.ts'
import { stringify } from '../../src/render/plain.ts'
import { board, empty, hostileBoard } from './boards.ts'

describe('the age of a state', () => {
  it.each([
    ['2026-02-04T10:00:00Z', '0 min'],
    ['2026-02-04T09:01:00Z', '59 min'],
    ['2026-02-04T09:00:00Z', '1 h'],
    ['2026-02-04T08:38:00Z', '1 h 22 min'],
    ['2026-02-03T10:00:01Z', '23 h 59 min'],
    ['2026-02-03T10:00:00Z', '1 d'],
    ['2026-01-29T09:00:00Z', '6 d'],
    ['2026-02-05T10:00:00Z', '0 min'],
  ])('%s: %s', (at, age) => expect(ageOf(at, '2026-02-04T10:00:00Z')).toBe(age))
})

describe('the board as JSON', () => {
  it.each([board, empty])('is as its schema says', (shown) => {
    expect(answerSchemas.board.shape.parse(JSON.parse(stringify(boardData(shown))))).toMatchObject({
      version: 1,
      counts: shown.counts,
    })
    expect(JSON.parse(JSON.stringify(boardData(shown)))).toEqual({
      version: 1,
      ...(JSON.parse(JSON.stringify(shown)) as object),
    })
  })
})

describe('whatever is in a name or a value', () => {
  it('is data in JSON', () => {
    fc.assert(
      fc.property(hostileBoard, (shown) => {
        const text = stringify(boardData(shown), true)
        expect(text.trimEnd().split('\n')).toHaveLength(1)
        expect(answerSchemas.board.shape.safeParse(JSON.parse(text)).success).toBe(true)
      }),
    )
  })
})
