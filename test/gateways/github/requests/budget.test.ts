import { describe, expect, it } from 'vitest'
import { budget } from '../../../../src/gateways/github/requests/send.ts'

const headers = (remaining: number, resource = 'core') => ({
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': '1770000000',
  'x-ratelimit-resource': resource,
})

describe('a budget', () => {
  let now = 1_769_999_000_000
  const { note, require } = budget(() => now)

  it('allows everything before anything is known', () => {
    expect(() => require('core', 300)).not.toThrow()
    note({})
    expect(() => require('core', 300)).not.toThrow()
  })

  it('leaves what is to be left, of each kind, until the hour is over', () => {
    note(headers(301))
    expect(() => require('core', 300)).not.toThrow()
    note(headers(300))
    expect(() => require('core', 300)).toThrow(
      "Of GitHub's rate limit for this token `300` requests are left until `2026-02-02T02:40:00.000Z`, too few for this.",
    )
    expect(() => require('core', 20)).not.toThrow()
    expect(() => require('graphql', 300)).not.toThrow()
    note(headers(0, 'graphql'))
    expect(() => require('graphql', 0)).toThrow('Of GitHub')
    expect(() => require('core', 0)).not.toThrow()
    now = 1_770_000_000_000
    expect(() => require('graphql', 0)).not.toThrow()
  })
})
