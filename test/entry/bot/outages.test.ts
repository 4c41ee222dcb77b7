import { describe, expect, it } from 'vitest'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'
import { Fault } from '../../../src/core/fault.ts'
import { QueueUnavailable } from '../../../src/core/lanes.ts'
import { isOutage, outages } from '../../../src/entry/bot/outages.ts'
import { Failure, faultOf, lostAnswer } from '../../../src/gateways/github/requests/failure.ts'

/** An error as Octokit throws it; without an answer, its status is made up. */
const requestError = (status: number, headers?: Readonly<Record<string, string>>) =>
  Object.assign(new Error('x'), { status, ...(headers && { response: { headers, data: {} } }) })

describe('an error that is over when GitHub answers again', () => {
  it.each<[about: string, error: unknown, isIt: boolean]>([
    ['an answer of 502', faultOf(new Failure(502, 'bad gateway')), true],
    ['no answer', faultOf(new Failure(500, lostAnswer.late)), true],
    ['a limit', faultOf(new Failure(403, 'slow down', { 'retry-after': '60' })), true],
    ['the hour’s requests are used up', faultOf(new Failure(403, 'x', { 'x-ratelimit-remaining': '0' })), true],
    ['no token, since there was no answer', requestError(500), true],
    ['no token, since GitHub failed', requestError(503, {}), true],
    ['no permission', faultOf(new Failure(403, 'Resource not accessible by integration')), false],
    ['nothing there', faultOf(new Failure(404, 'Not Found')), false],
    ['a key that is not accepted', requestError(401, {}), false],
    ['a fault without a request', new Fault('x'), false],
    ['a queue that is away', new QueueUnavailable(), false],
    ['a fault of the program', new TypeError('x'), false],
    ['no error', 'x', false],
  ])('%s: %s', (_, error, isIt) => expect(isOutage(error)).toBe(isIt))
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
