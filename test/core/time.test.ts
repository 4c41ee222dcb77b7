import { expect, it } from 'vitest'
import { dayOf, isoTime, parseIsoTime } from '../../src/core/time.ts'

it.each([
  ['2026-02-04T10:00Z', '2026-02-04T10:00:00.000Z'],
  ['2026-02-04T10:00:01.25Z', '2026-02-04T10:00:01.250Z'],
  ['2026-02-04T10:00:00+02:00', '2026-02-04T08:00:00.000Z'],
  ['2024-02-29T23:59:59-01:00', '2024-03-01T00:59:59.000Z'],
  ['2026-02-30T10:00:00Z', undefined],
  ['2026-02-29T10:00:00Z', undefined],
  ['2026-02-04T24:00:00Z', undefined],
  ['2026-02-04T10:00:60Z', undefined],
  ['2026-02-04T10:00:00+23:59', '2026-02-03T10:01:00.000Z'],
  ['2026-02-04T10:00:00+24:00', undefined],
  ['on 2026-02-04T10:00:00Z', undefined],
  ['2026-02-04T10:00:00Z or so', undefined],
  // In UTC, these are in the years -1 and 10000.
  ['0000-01-01T00:00:00+01:00', undefined],
  ['9999-12-31T23:59:59-01:00', undefined],
  ['2026-02-04T10:00:00+9999', undefined],
  ['2026-02-04T10:00:00', undefined],
  ['2026-02-04 10:00:00Z', undefined],
  ['٢٠٢٦-02-04T10:00:00Z', undefined],
])('%s names %s', (text, moment) => {
  expect(parseIsoTime(text)).toBe(moment)
})

it.each([
  [0, '1970-01-01T00:00:00.000Z'],
  [-1, '1969-12-31T23:59:59.999Z'],
  [-1e17, '0000-01-01T00:00:00.000Z'],
  [253_402_300_800_000, '9999-12-31T23:59:59.999Z'],
  [8.64e15 + 1, '9999-12-31T23:59:59.999Z'],
  [Infinity, '9999-12-31T23:59:59.999Z'],
  [-Infinity, '0000-01-01T00:00:00.000Z'],
  [Number.NaN, '1970-01-01T00:00:00.000Z'],
])('%s milliseconds are written as %s', (milliseconds, written) => {
  expect(isoTime(milliseconds)).toBe(written)
})

it.each(['UTC', 'Asia/Tokyo'])('a day of an early year has four digits of it in %s', (timeZone) => {
  expect(dayOf('0999-01-05T10:00:00Z', timeZone)).toBe('0999-01-05')
})
