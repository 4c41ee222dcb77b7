import { describe, expect, it } from 'vitest'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'
import { Fault } from '../../../src/core/fault.ts'
import { QueueUnavailable } from '../../../src/core/lanes.ts'
import { retryReason, outages } from '../../../src/entry/bot/outages.ts'
import { Failure, faultOf, lostAnswer } from '../../../src/gateways/github/requests/failure.ts'

/** An error as Octokit throws it; without an answer, its status is made up. */
const requestError = (status: number, headers?: Readonly<Record<string, string>>) =>
  Object.assign(new Error('x'), { status, ...(headers && { response: { headers, data: {} } }) })

describe('work that failed is tried again after', () => {
  it.each<[about: string, error: unknown, reason: 'unanswered' | 'refused' | undefined]>([
    ['an answer of 502', faultOf(new Failure(502, 'bad gateway')), 'unanswered'],
    ['no answer', faultOf(new Failure(500, lostAnswer.late)), 'unanswered'],
    ['a limit', faultOf(new Failure(403, 'slow down', { 'retry-after': '60' })), 'unanswered'],
    ['the hour’s requests are used up', faultOf(new Failure(403, 'x', { 'x-ratelimit-remaining': '0' })), 'unanswered'],
    ['no token, since there was no answer', requestError(500), 'unanswered'],
    ['no token, since GitHub failed', requestError(503, {}), 'unanswered'],
    ['no permission', faultOf(new Failure(403, 'Resource not accessible by integration')), 'refused'],
    ['nothing there', faultOf(new Failure(404, 'Not Found')), 'refused'],
    ['a key that is not accepted', requestError(401, {}), undefined],
    ['a fault without a request', new Fault('x'), undefined],
    ['a queue that is away', new QueueUnavailable(), undefined],
    ['a fault of the program', new TypeError('x'), undefined],
    ['no error', 'x', undefined],
  ])('%s: %s', (_, error, reason) => expect(retryReason(error)).toBe(reason))
})

it('a lane is tried again three times, each time later, and after that from the beginning', async () => {
  const now = 1_000_000
  const { retryAt } = outages(
    memoryNotes(() => now),
    () => now,
  )
  const waits = async (lane: string, count: number) => {
    const times: (number | undefined)[] = []
    for (let index = 0; index < count; index++) times.push(await retryAt(lane))
    return times.map((time) => time && time - now)
  }
  expect(await waits('r7#3', 5)).toEqual([10_000, 30_000, 60_000, undefined, 10_000])
  expect(await waits('r7#4', 1)).toEqual([10_000])
})
