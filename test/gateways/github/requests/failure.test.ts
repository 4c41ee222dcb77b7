import { describe, expect, it } from 'vitest'
import { failureOf, faultOf } from '../../../../src/gateways/github/requests/failure.ts'

/** An error as Octokit throws it where a request has no answer, with the causes behind it. */
function unanswered(...codes: readonly string[]): Error {
  let cause: Error | undefined
  for (const code of codes.toReversed()) cause = Object.assign(new Error(`failed: ${code}`, { cause }), { code })
  return Object.assign(new Error('fetch failed', { cause }), { status: 500 })
}

describe('what a failure means', () => {
  it.each([
    [['UND_ERR', 'DEPTH_ZERO_SELF_SIGNED_CERT'], /^The certificate is not trusted here: .*`NODE_EXTRA_CA_CERTS`/],
    [['CERT_HAS_EXPIRED'], /^The certificate is not trusted here/],
    [['ENOTFOUND'], /^This machine finds no such host/],
    [['ECONNRESET'], /^Run it again later\.$/],
    [['EAI_AGAIN'], /^Run it again later\.$/],
    [[], /^Run it again later\.$/],
  ])('without an answer, by the codes of its causes: %s', (codes, hint) => {
    expect(faultOf(failureOf(unanswered(...codes))).hint).toMatch(hint)
  })

  it('is GitHub’s own fault where there is an answer, whatever it says', () => {
    const answered = Object.assign(unanswered('ENOTFOUND'), { response: { headers: {}, data: {} } })
    expect(faultOf(failureOf(answered)).hint).toBe('Run it again later.')
  })

  it('ends where causes lead in a circle', () => {
    const error = unanswered('ENOTFOUND')
    ;(error.cause as Error).cause = error
    expect(faultOf(failureOf(error)).hint).toMatch(/no such host/)
  })
})
