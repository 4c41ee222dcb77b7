import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  heartbeatDataIn,
  memoryComment,
  keyOf,
  memoryIn,
  type HeartbeatData,
  type Memory,
} from '../../../src/engine/audit/memory.ts'
import { anyText } from '../../any-text.ts'

const moment = '2026-02-04T10:00:00.000Z'
const counts = { failed: true, error: 12, warning: 3, notice: 0, targets: 1000 }

const memory: Memory = {
  version: 1,
  commit: 'a'.repeat(40),
  at: moment,
  holds: moment,
  set: '0123456789ab',
  files: 'fedcba9876543210',
  counts,
  fingerprints: ['0123456789ab'],
  began: 'a'.repeat(40),
  paths: ['PLUGINS.md'],
  ended: 'no',
  turns: [moment],
}

describe('what the text of the issue remembers', () => {
  it('comes out as it went in, whatever is around it, and ends its comment nowhere else', () => {
    fc.assert(
      fc.property(fc.array(anyText()), fc.string(), (paths, around) => {
        const line = memoryComment({ ...memory, paths })
        expect(line).toMatch(/^<!-- baton: memory [A-Za-z0-9+/=]+ -->$/)
        expect(memoryIn(`${around.replaceAll('<', '')}\n${line}\n${around}`)).toEqual({ ...memory, paths })
      }),
      { numRuns: 200, seed: 7 },
    )
  })

  it.each([
    ['nothing', 'An issue'],
    ['no end', memoryComment(memory).slice(0, -4)],
    ['no JSON', '<!-- baton: memory bm9uZQ== -->'],
    ['another version', memoryComment({ ...memory, version: 2 as 1 })],
    ['a commit that is none', memoryComment({ ...memory, commit: 'main' })],
    ['a time that is none', memoryComment({ ...memory, at: 'yesterday' })],
    ['something missing', memoryComment({ ...memory, turns: undefined as never })],
  ])('is empty when there is %s', (_, text) => {
    expect(memoryIn(text)).toBeUndefined()
  })
})

describe('the key of a heartbeat', () => {
  const beat: HeartbeatData = { version: 1, at: moment, holds: moment, set: '0123456789ab', counts }

  it('comes out as it went in, and is short', () => {
    expect(heartbeatDataIn(keyOf(beat))).toEqual(beat)
    expect(heartbeatDataIn(keyOf({ ...beat, counts: { ...counts, failed: false } }))?.counts.failed).toBe(false)
    expect(keyOf(beat).length).toBeLessThan(150)
    const withBoard = { ...beat, board: 'abcdef012345' }
    expect(heartbeatDataIn(keyOf(withBoard))).toEqual(withBoard)
    expect(memoryIn(memoryComment({ ...memory, board: 'abcdef012345' }))?.board).toBe('abcdef012345')
  })

  it.each(['', 'a'.repeat(40), 'audit 2 x', keyOf(beat).replace('12', 'many'), keyOf(beat).replace(moment, 'now')])(
    'is nothing in %j',
    (key) => {
      expect(heartbeatDataIn(key)).toBeUndefined()
    },
  )
})
