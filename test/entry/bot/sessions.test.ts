import { expect, it } from 'vitest'
import { LaneTaken } from '../../../src/core/lanes.ts'
import { mayChange, withBeforeHook } from '../../../src/entry/bot/sessions.ts'
import type { Request } from '../../../src/gateways/github/requests/send.ts'

const graphql = '/graphql'

it.each([
  [{ method: 'GET', url: '/repos/{owner}/{repo}' }, false],
  [{ method: 'POST', url: graphql, query: 'query ($owner: String!) { repository { id } }' }, false],
  [
    {
      method: 'POST',
      url: graphql,
      query: 'mutation ($e0: AddReactionInput!) { e0: addReaction(input: $e0) { subject { id } } }',
    },
    true,
  ],
  [{ method: 'POST', url: graphql }, true],
  [{ method: 'POST', url: '/repos/{owner}/{repo}/git/commits' }, true],
  [{ method: 'PATCH', url: '/repos/{owner}/{repo}/git/refs/{ref}' }, true],
  [{ method: 'PUT', url: '/repos/{owner}/{repo}/pulls/{pull_number}/merge' }, true],
  [{ method: 'DELETE', url: '/repos/{owner}/{repo}/git/refs/{ref}' }, true],
])('a request may change something: %j: %s', (options, changes) => {
  expect(mayChange(options)).toBe(changes)
})

it('a request is not sent where what precedes it rejects', async () => {
  const sent: unknown[] = []
  const request = Object.assign((options: unknown) => Promise.resolve(void sent.push(options)), {
    endpoint: { DEFAULTS: { baseUrl: 'https://api.github.com' } },
  }) as unknown as Request
  const hold = { isOurs: true }
  const guarded = withBeforeHook(request, (options) =>
    hold.isOurs || !mayChange(options) ? Promise.resolve() : Promise.reject(new LaneTaken()),
  )
  await guarded({ method: 'POST', url: '/first' })
  hold.isOurs = false
  await expect(guarded({ method: 'POST', url: '/second' })).rejects.toThrow(LaneTaken)
  await guarded({ method: 'GET', url: '/third' })
  expect(sent).toMatchObject([{ url: '/first' }, { url: '/third' }])
  expect(guarded.endpoint).toBe(request.endpoint)
})
