import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../../../src/gateways/github/requests/failure.ts'
import {
  budget,
  sender,
  serverOf,
  type Request,
  usualRetry,
  waitAfter,
} from '../../../../src/gateways/github/requests/send.ts'

const { signal } = new AbortController()
const retry = { ...usualRetry, deadline: () => signal }

/** Sends through what answers so. */
const sendBy = (answer: () => Promise<Awaited<ReturnType<Request>>>) =>
  sender(
    Object.assign(answer, { endpoint: { DEFAULTS: { baseUrl: 'https://api.github.com' } } }),
    retry,
    budget(retry.now),
    0,
  )

const zen = { method: 'GET', url: '/zen' }
const listeners = () => getEventListeners(signal, 'abort')

describe('a request that is over', () => {
  it('is forgotten by its deadline, which is kept until its time is over', async () => {
    const sent = sendBy(() => Promise.resolve({ headers: {}, data: 'x' }))(zen)
    expect(listeners()).toHaveLength(1)
    expect(await sent).toEqual({ headers: {}, data: 'x' })
    expect(listeners()).toEqual([])
  })

  it('is so too where it failed', async () => {
    await expect(sendBy(() => Promise.reject(new Error('It is broken.')))(zen)).rejects.toThrow('It is broken.')
    expect(listeners()).toEqual([])
  })
})

describe('the wait after a failure', () => {
  const now = Date.UTC(2026, 0, 1)
  const usedUp = (seconds: number) => ({
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(now / 1000 + seconds),
  })
  it.each([
    ['too many requests, whatever the text: a minute', new Failure(429, 'Too many requests'), 60_000],
    ['a limit that is over in half a minute', new Failure(403, 'API rate limit exceeded', usedUp(30)), 31_000],
    ['a limit that is over by this clock', new Failure(429, 'API rate limit exceeded', usedUp(-5)), 1000],
    ['a limit that is over in an hour', new Failure(429, 'API rate limit exceeded', usedUp(3600)), undefined],
    ['a limit whose end is unknown', new Failure(429, 'x', { 'x-ratelimit-remaining': '0' }), undefined],
    ['a refusal by the last request of the hour', new Failure(404, 'Not Found', usedUp(30)), undefined],
  ])('%s', (_, failure, wait) => expect(waitAfter(failure, 1, 'making', now)).toBe(wait))
})

describe('the address of the pages of a host', () => {
  it.each([
    ['https://api.github.com', 'https://github.com'],
    ['https://api.example.ghe.com', 'https://example.ghe.com'],
    ['https://github.example.com/api/v3', 'https://github.example.com'],
    ['https://api.example.com/api/v3', 'https://api.example.com'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('%s: %s', (api, pages) => expect(serverOf(api)).toBe(pages))
})
