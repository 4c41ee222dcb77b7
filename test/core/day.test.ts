import { describe, expect, it } from 'vitest'
import { dayOf } from '../../src/core/time.ts'

describe('the day of a moment', () => {
  it.each([
    ['2026-02-04T23:30:00Z', 'UTC', '2026-02-04'],
    ['2026-02-04T23:30:00Z', 'Europe/Berlin', '2026-02-05'],
    ['2026-02-04T00:30:00Z', 'America/New_York', '2026-02-03'],
    ['2026-02-04T23:30:00-02:00', 'UTC', '2026-02-05'],
  ])('%s in %s is %s', (at, timeZone, day) => {
    expect(dayOf(at, timeZone)).toBe(day)
  })
})
