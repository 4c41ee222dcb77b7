import { describe, expect, it } from 'vitest'
import { instantOf, laterTimestamp, timestampOf } from '../../../src/protocols/handover/reading/values.ts'

const noon = Date.parse('2026-01-20T12:00:00Z')

describe('a timestamp', () => {
  it.each([
    '2026-01-20T12:00:00Z',
    '2026-01-20T12:00',
    '2026-01-20T12:00:00.0',
    '2026-01-20T13:00:00+01:00',
    '2026-01-20T06:30-05:30',
    '2026-01-21T02:00:00+14:00',
    '2026-01-19T23:45:00-12:15',
  ])('names a moment: %s', (text) => {
    expect(instantOf(text)).toBe(noon)
  })

  it('is a midnight without a time, and knows fractions', () => {
    expect(instantOf('2026-01-20')).toBe(noon - 12 * 3_600_000)
    expect(instantOf('2026-01-20T12:00:00.25Z')).toBe(noon + 250)
  })

  it.each([
    '',
    '2026-01-20 12:00:00Z',
    '2026-02-29',
    '2026-01-20T24:00:00Z',
    '2026-01-20T12:60:00Z',
    '2026-01-20T12:00:60Z',
    '2026-01-20T12:00:00+24:00',
    '2026-01-20T12:00:00+01:60',
    '2026-01-20T12:00:00+0100',
    '2026-01-20T12:00:00z',
    '2026-01-20T12:00:00Z\n',
    '20260120T120000Z',
  ])('is not: %j', (text) => {
    expect(instantOf(text)).toBeUndefined()
  })

  it('is written in UTC, with milliseconds only where there are some', () => {
    expect(timestampOf('2026-01-20T13:00:00+01:00')).toBe('2026-01-20T12:00:00Z')
    expect(timestampOf('2026-01-20T12:00:00.120Z')).toBe('2026-01-20T12:00:00.120Z')
  })

  it('is later than one of another zone, or that cannot be read', () => {
    expect(laterTimestamp('2026-01-20T12:00:00Z', '2026-01-20T12:30:00+01:00')).toBe('2026-01-20T12:00:00Z')
    expect(laterTimestamp('2026-01-20T12:00:00Z', '2026-01-20T11:30:00-01:00')).toBe('2026-01-20T11:30:00-01:00')
    expect(laterTimestamp('2026-01-20T12:00:00Z', 'yesterday')).toBe('2026-01-20T12:00:00Z')
  })
})
