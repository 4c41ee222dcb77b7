import { expect, it } from 'vitest'
import { parseIsoTime } from '../../src/core/time.ts'

it.each([
  ['2026-02-04T10:00Z', '2026-02-04T10:00:00.000Z'],
  ['2026-02-04T10:00:01.25Z', '2026-02-04T10:00:01.250Z'],
  ['2026-02-04T10:00:00+02:00', '2026-02-04T08:00:00.000Z'],
  ['2024-02-29T23:59:59-01:00', '2024-03-01T00:59:59.000Z'],
  ['2026-02-30T10:00:00Z', undefined],
  ['2026-02-29T10:00:00Z', undefined],
  ['2026-02-04T24:00:00Z', undefined],
  ['2026-02-04T10:00:60Z', undefined],
  ['2026-02-04T10:00:00+24:00', undefined],
  ['2026-02-04T10:00:00', undefined],
  ['2026-02-04 10:00:00Z', undefined],
  ['٢٠٢٦-02-04T10:00:00Z', undefined],
])('%s names %s', (text, moment) => {
  expect(parseIsoTime(text)).toBe(moment)
})
