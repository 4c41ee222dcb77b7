import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { ProbotOctokit } from 'probot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { githubHost } from '../../../src/gateways/github/host.ts'
import type { Fault } from '../../github/faults.ts'
import { hang } from '../../hang.ts'
import { place, type Place } from './place.ts'

let fixture: Place
let first: string
beforeEach(async () => {
  fixture = await place()
  first = await fixture.hosted.push('main', { a: '1' }, { by: fixture.octocat })
  fixture.takeRequests()
})
afterEach(() => fixture.github.close())

/** Probot's own limits, as it sets them for every app. */
const throttle = {
  onRateLimit: (_: number, { request }: { readonly request: { readonly retryCount: number } }) =>
    request.retryCount <= 2,
  onSecondaryRateLimit: () => undefined,
}

/** With its plugins for retries and throttling on, as in production. */
const probotRequest = (baseUrl = fixture.github.url) =>
  new ProbotOctokit({ auth: { token: fixture.token }, baseUrl, throttle }).request

const commit = (host = fixture.open({ request: probotRequest() })) =>
  host.commit({ branch: 'main', expected: first, message: 'Ours', changes: new Map([['a', '2']]) })

describe("Octokit's own retries", () => {
  const lost: readonly Fault[] = [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 502, after: true },
    { kind: 'reset', after: true },
    { kind: 'something-went-wrong', after: true },
  ]
  it.each(lost)('do nothing for a commit: %j', async (fault) => {
    const { github, takeRequests, waits } = fixture
    github.faults.plan(fault, { times: 9 })
    expect(await commit()).toEqual({ end: 'unclear' })
    expect(takeRequests()).toEqual(['createCommitOnBranch'])
    expect(waits).toEqual([])
  })

  it('do nothing for a query either: we retry that ourselves', async () => {
    const { github, takeRequests, waits, open } = fixture
    github.faults.plan({ kind: 'status', status: 502 })
    expect(await open({ request: probotRequest() }).tip('main')).toBe(first)
    expect(takeRequests()).toHaveLength(2)
    expect(waits).toEqual([1000])
  })

  it('do nothing at a secondary limit', async () => {
    const { github, takeRequests, waits } = fixture
    github.faults.plan({ kind: 'secondary-limit', status: 403, retryAfter: 5 })
    expect(await commit()).toMatchObject({ end: 'made' })
    expect(takeRequests()).toHaveLength(2)
    expect(waits).toEqual([5000])
  })

  it('do not hold back for an hour what is over the limit', async () => {
    const { github, retry } = fixture
    github.faults.plan({ kind: 'primary-limit' }, { times: 9 })
    const request = probotRequest()
    // The deadline of each request passes once GitHub has it, whenever that is.
    const deadline = () => {
      const controller = new AbortController()
      const before = github.log.length
      const received = vi.waitUntil(() => github.log.length > before, { timeout: hang / 2 })
      void received.then(() => controller.abort(new DOMException('too late', 'TimeoutError')))
      return controller.signal
    }
    const hurried = { ...retry, deadline }
    const host = githubHost(request, { owner: 'octocat', repo: 'plugins', ownLogin: 'baton[bot]' }, hurried)
    await expect(host.tip('main')).rejects.toMatchObject({ name: 'Fault' })
  })

  it('send no mutation again after a failure that says that the limit is used up', async () => {
    let count = 0
    const server = createServer((_, response) => {
      count += 1
      response.writeHead(502, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const request = probotRequest(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    expect(
      await commit(githubHost(request, { owner: 'octocat', repo: 'plugins', ownLogin: 'baton[bot]' }, fixture.retry)),
    ).toEqual({
      end: 'unclear',
    })
    expect(count).toBe(1)
    await new Promise((resolve) => server.close(resolve))
  })
})
