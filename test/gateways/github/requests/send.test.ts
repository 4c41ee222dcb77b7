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

it('too many requests are a limit of a minute, whatever the text of the answer', () => {
  expect(waitAfter(new Failure(429, 'Too many requests'), 1, 'making')).toBe(60_000)
  const usedUp = { 'x-ratelimit-remaining': '0' }
  expect(waitAfter(new Failure(429, 'API rate limit exceeded', usedUp), 1, 'making')).toBeUndefined()
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
