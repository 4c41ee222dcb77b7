import { expect, it } from 'vitest'
import { lostDeliveries } from '../../../src/app/deliveries/lost.ts'

const attempt = (id: number, guid: string, status: number) => ({
  id,
  guid,
  status_code: status,
  delivered_at: '2026-02-04T10:00:00Z',
})

it('asks again for what never arrived, in the order in which it was sent, by its last attempt, and not forever', () => {
  const all = [
    attempt(9, 'given up', 500),
    attempt(8, 'given up', 0),
    attempt(7, 'given up', 503),
    attempt(6, 'twice', 503),
    attempt(5, 'mended', 202),
    attempt(4, 'mended', 0),
    attempt(3, 'twice', 0),
    attempt(2, 'taken', 200),
    attempt(1, 'lost', 502),
  ]
  expect(lostDeliveries(all)).toEqual([1, 6])
})
