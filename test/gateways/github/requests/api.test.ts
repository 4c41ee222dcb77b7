import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Fault } from '../../../../src/core/fault.ts'
import { api } from '../../../../src/gateways/github/requests/api.ts'
import { usualRetry } from '../../../../src/gateways/github/requests/send.ts'

const reports: string[] = []
const retry = { ...usualRetry, random: () => 0, sleep: () => Promise.resolve(), report: (sentence: string) => reports.push(sentence) }

/** An API that answers every request with this. */
const answering = (data: unknown) =>
  api(() => Promise.resolve({ headers: {}, data }), '/graphql', { owner: 'octocat', repo: 'plugins' }, retry)

const forbidden = (...path: readonly string[]) => ({ type: 'FORBIDDEN', path, message: 'Resource not accessible by integration' })

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
    expect(answers.tip).toMatchObject({ message: expect.stringContaining('GitHub does not show the query for `ref`: `403`') as string })
  })
})

it('an answer without the documented form is no silence, in the log and in the end', async () => {
  reports.length = 0
  await expect(answering({ id: 1 }).get('/zen', {}, z.object({ text: z.string() }))).rejects.toMatchObject({
    message: 'GitHub’s answer to `/zen` is not of the documented form.',
    hint: 'See what stands between this program and GitHub: a proxy, or the address of the API.',
  })
  expect(reports).toEqual(
    [1, 2, 4].map((seconds) => `GitHub’s answer to \`/zen\` is not of the documented form. It is sent again in ${seconds} s.`),
  )
})
