import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Fault } from '../../../../src/core/fault.ts'
import { Failure } from '../../../../src/gateways/github/requests/failure.ts'
import { api } from '../../../../src/gateways/github/requests/api.ts'
import { usualRetry, type RetryOptions } from '../../../../src/gateways/github/requests/send.ts'

const reports: string[] = []
const operations: unknown[] = []
const retry: RetryOptions = {
  ...usualRetry,
  random: () => 0,
  sleep: () => Promise.resolve(),
  report(sentence, { operation }) {
    reports.push(sentence)
    operations.push(operation)
  },
}

/** An API that answers every request with this. */
const answering = (data: unknown) =>
  api(() => Promise.resolve({ headers: {}, data }), '/graphql', { owner: 'octocat', repo: 'plugins' }, retry)

const forbidden = (...path: readonly string[]) => ({
  type: 'FORBIDDEN',
  path,
  message: 'Resource not accessible by integration',
})

describe('a query that GitHub refuses', () => {
  it.each([
    ['id isPrivate issueOrPullRequest(number: 7) { id }', 'issueOrPullRequest'],
    ['defaultBranchRef { target { oid } }', 'defaultBranchRef'],
  ])('is named by the field that says most: %s', async (fields, name) => {
    const asked = answering({ data: null, errors: [forbidden('repository')] }).query(fields, z.object({}))
    await expect(asked).rejects.toMatchObject({
      message: `GitHub does not show the query for \`${name}\`: \`403\`, \`Resource not accessible by integration\`.`,
    })
  })

  it('is named where it is one of several parts, also if none was answered', async () => {
    const part = (fields: string) => ({ fields, form: z.object({ id: z.string() }), variables: {} })
    const parts = { heads: part('pullRequests(first: 1) { id }'), tip: part('ref(name: "main") { id }') }
    const answers = await answering({ data: { heads: { id: 'a' } }, errors: [forbidden('tip')] }).each(parts)
    expect(answers.heads).toEqual({ id: 'a' })
    expect(answers.tip).toBeInstanceOf(Fault)
    expect(answers.tip).toMatchObject({
      message: expect.stringContaining('GitHub does not show the query for `ref`: `403`') as string,
    })
  })
})

it('an answer without the documented form is no silence, in the log and in the end', async () => {
  reports.length = 0
  await expect(answering({ id: 1 }).get('/zen', {}, z.object({ text: z.string() }))).rejects.toMatchObject({
    message: 'GitHub’s answer to `/zen` is not of the documented form.',
    hint: 'See what stands between this program and GitHub: a proxy, or the address of the API.',
  })
  expect(reports).toEqual(
    [1, 2, 4].map(
      (seconds) => `GitHub’s answer to \`/zen\` is not of the documented form. It is sent again in ${seconds} s.`,
    ),
  )
})

describe('a failure', () => {
  const github = api(
    () => Promise.reject(new Failure(502, 'Server Error')),
    '/graphql',
    { owner: 'octocat', repo: 'plugins' },
    retry,
  )
  const form = z.object({})
  const failing: Readonly<Record<string, readonly [operation: string, () => Promise<unknown>]>> = {
    get: [
      'GET /repos/{owner}/{repo}/pulls/{number}',
      () => github.get('/repos/{owner}/{repo}/pulls/{number}', { number: 7 }, form),
    ],
    find: ['GET /zen', () => github.find('/zen', {}, form, [404])],
    page: ['GET /zen', () => github.page('/zen', {}, form)],
    revisit: ['GET /zen', () => github.revisit('/zen', {}, form, 'a')],
    read: ['GET /zen', () => github.read('/zen', {}, () => Promise.resolve())],
    query: ['ref', () => github.query('id ref(name: "main") { id }', form)],
    ask: ['viewer', () => github.ask('viewer { login }', form)],
  }

  it.each(Object.entries(failing))(
    'of %s is reported with its operation, and so is the end',
    async (_, [operation, call]) => {
      operations.length = 0
      await expect(call()).rejects.toMatchObject({ cause: { operation } })
      expect(operations).toEqual([operation, operation, operation])
    },
  )

  it('of several queries names the fields of all', async () => {
    operations.length = 0
    const part = (fields: string) => ({ fields, form, variables: {} })
    const answers = await github.each({
      heads: part('pullRequests(first: 1) { id }'),
      tip: part('ref(name: "main") { id }'),
    })
    expect(answers.tip).toMatchObject({ cause: { operation: 'ref' } })
    expect(operations.slice(0, 3)).toEqual(Array(3).fill('pullRequests, ref'))
  })

  it('of what is sent once has its operation', async () => {
    await expect(github.post('/repos/{owner}/{repo}/git/refs', {}, form)).rejects.toMatchObject({
      operation: 'POST /repos/{owner}/{repo}/git/refs',
    })
    const mutation = (field: string) => ({ field, input: {}, select: 'clientMutationId' })
    await expect(
      github.mutate([mutation('addComment'), mutation('addReaction'), mutation('addComment')]),
    ).rejects.toMatchObject({
      operation: 'addComment, addReaction',
    })
    const errors = [{ type: 'FORBIDDEN', path: ['e1'], message: 'No' }]
    expect(
      await answering({ data: { e0: {} }, errors }).mutate([mutation('addComment'), mutation('addReaction')]),
    ).toMatchObject([{}, { operation: 'addReaction' }])
  })
})
