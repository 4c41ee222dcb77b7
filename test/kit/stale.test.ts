import { expect, it } from 'vitest'
import { staleFor } from '../../src/kit/grant.ts'

const hour = 3_600_000
const at = '2026-02-04T10:00:00Z'
const now = Date.parse(at)
const audit = (milliseconds: number) => ({ at, staleness: { milliseconds, lastCommit: () => undefined } })

it.each([
  ['longer than it may', audit(48 * hour), now - 49 * hour, { since: '2026-02-02T09:00Z', allowed: '48h' }],
  ['just as long as it may', audit(48 * hour), now - 48 * hour, undefined],
  ['below an hour', audit(hour / 2), now - 0.75 * hour, { since: '2026-02-04T09:15Z', allowed: '30m' }],
  ['an hour and a half', audit(1.5 * hour), now - 2 * hour, { since: '2026-02-04T08:00Z', allowed: '90m' }],
  ['two weeks', audit(336 * hour), now - 337 * hour, { since: '2026-01-21T09:00Z', allowed: '14d' }],
  ['the beginning is unknown', audit(hour), undefined, undefined],
  ['a moment that is none', audit(hour), Number.NaN, undefined],
  ['no audit', { at }, 0, undefined],
])('reports a silence: %s', (_, context, since, found) => {
  expect(staleFor(context, since)).toEqual(found)
})
