import { describe, expect, it } from 'vitest'
import { Fault } from '../../../src/core/fault.ts'
import { msg } from '../../../src/core/message.ts'
import { harmless, safeError } from '../../../src/entry/bot/safe-error.ts'
import { makeLog } from '../../../src/entry/bot/log.ts'
import { ConfigurationError } from '../../../src/entry/bot/configuration-error.ts'
import { Failure, failureOf, faultOf, lostAnswer } from '../../../src/gateways/github/requests/failure.ts'

const secret = 'the secret of the webhook'

/** The log, and what it printed. */
function log() {
  const printed: string[] = []
  const made = makeLog({ level: 'trace', secrets: [secret, 'short'], to: { write: (line) => void printed.push(line) } })
  return { ...made, printed, last: () => JSON.parse(printed.at(-1) ?? '{}') as Record<string, unknown> }
}

const words = 'some words of mine'

/** An error as Octokit throws it: with the request and its body in it. */
const requestError = (message = words) =>
  Object.assign(new Error(`${message} - https://docs.github.com`), {
    name: 'HttpError',
    status: 422,
    request: {
      method: 'POST',
      url: 'https://octocat:password@github.example.com/api/v3/repos/octocat/plugins/issues/1/comments?q=words',
      headers: { authorization: 'token ghs_0123456789abcdef' },
      body: { body: words },
    },
    response: { status: 422, data: { message: words, errors: [{ value: words }] } },
  })

/** What GitHub answers where the key that signed a request is none of the App's. */
const keyRefused = (path: string) =>
  Object.assign(requestError('A JSON web token could not be decoded'), {
    status: 401,
    request: { method: 'POST', url: `https://github.example.com/api/v3${path}` },
  })

const refusedKeyHint = expect.stringMatching(
  /a key whose fingerprint is on the page of the App; the line `starting` /,
) as unknown

/** Its stack still has the message that it was made with. */
const changed = new TypeError(`\n    at ${words}:1:1`)
if (changed.stack !== undefined) changed.message = 'else'

const unanswered = [
  new Failure(500, lostAnswer.late),
  failureOf(Object.assign(requestError(), { status: 500, response: undefined })),
] as const

/** Errors that hold what no line may, each as some library throws it. */
const errors: readonly (readonly [string, unknown, Readonly<Record<string, unknown>>])[] = [
  [
    'of a request',
    requestError(),
    { msg: 'GitHub answered 422 to POST /api/v3/repos/octocat/plugins/issues/1/comments.', status: 422 },
  ],
  [
    'with an event of a webhook in it',
    Object.assign(
      new AggregateError([Object.assign(new Error(words), { event: { payload: words, signature: words } })], words),
      {
        event: { id: '1', name: 'issue_comment', payload: { comment: { body: words } } },
      },
    ),
    { msg: 'A fault of Baton itself: AggregateError.', causes: ['Error'] },
  ],
  [
    'of text that is not JSON',
    new SyntaxError(`Unexpected token 's', "${words}" is not valid JSON`),
    { msg: 'A fault of Baton itself: SyntaxError.' },
  ],
  [
    'that quotes what it was given',
    new TypeError(`Cannot use 'in' operator to search for 'a' in ${words}`),
    { fault: false },
  ],
  [
    'whose message looks like a place',
    new TypeError(`\n    at ${words} (file:///x.js:1:1)\n    at ${words}:1:1`),
    { fault: false },
  ],
  ['whose message was changed', changed, { stack: [] }],
  [
    'that comes from one',
    new Error('Outer', { cause: new RangeError(words, { cause: requestError() }) }),
    { causes: ['RangeError', 'HttpError'] },
  ],
  [
    'of ours, with the words of others',
    new Fault(msg`GitHub refuses the request: ${422}, ${words}.`, {
      hint: msg`Look at ${words}.`,
      cause: requestError(),
    }),
    { msg: 'GitHub refuses the request: `422`, `…`.', hint: 'Look at `…`.', status: 422, fault: true },
  ],
  [
    'of the gateway',
    faultOf(new Failure(403, words, {}, requestError())),
    { status: 403, hint: expect.stringContaining('Compare the permissions of the token, or of the App') },
  ],
  [
    'of the gateway, which says what was requested',
    faultOf(new Failure(502, words, {}, requestError()).of('POST /repos/{owner}/{repo}/git/commits'), msg`${words}`),
    { msg: 'GitHub does not answer `…`: `…`.', status: 502, operation: 'POST /repos/{owner}/{repo}/git/commits' },
  ],
  [
    'of the gateway, which had no answer',
    faultOf(unanswered[0].of('pullRequest, ref'), msg`the query for ${['pullRequest', 'ref']}`),
    {
      msg: 'GitHub does not answer the query for `…`, `…`: there was no answer in time.',
      operation: 'pullRequest, ref',
    },
  ],
  [
    'of the network',
    faultOf(unanswered[1].of('GET /zen'), msg`/zen`),
    { operation: 'GET /zen', causes: ['Failure', 'HttpError'] },
  ],
  [
    'of a token for which the key is refused',
    faultOf(failureOf(keyRefused('/app/installations/1/access_tokens'))),
    {
      msg: expect.stringContaining('GitHub does not accept the private key of the App'),
      hint: refusedKeyHint,
      status: 401,
    },
  ],
  [
    'of a query of the App for which the key is refused',
    keyRefused('/app/hook/deliveries'),
    {
      msg: expect.stringContaining('GitHub does not accept the private key of the App'),
      hint: refusedKeyHint,
      status: 401,
    },
  ],
  [
    'of a token that is refused',
    faultOf(failureOf(keyRefused('/repos/octocat/app'))),
    { msg: 'GitHub does not accept the token.', status: 401 },
  ],
  [
    'of an address with a password',
    Object.assign(
      new TypeError(`Request cannot be constructed from a URL that includes credentials: redis://:${words}@10.0.0.1`),
      {
        code: 'ERR_INVALID_URL',
      },
    ),
    { msg: 'A fault of Baton itself: ERR_INVALID_URL.' },
  ],
  [
    'of the system',
    Object.assign(new Error(words), { code: 'ECONNREFUSED', syscall: 'connect', address: '127.0.0.1', port: 1 }),
    { msg: 'connect ECONNREFUSED 127.0.0.1:1', fault: true },
  ],
  [
    'of Redis, which refuses',
    Object.assign(new Error(`NOPERM this user has no permissions to access one of the keys of ${words}`), {
      name: 'ReplyError',
    }),
    {
      msg: 'The user in REDIS_URL may not do what Baton needs (NOPERM).',
      hint: expect.stringContaining('+@all'),
      fault: true,
    },
  ],
  [
    'of Redis, which does not understand',
    Object.assign(new Error(`ERR value is not an integer: ${words}`), { name: 'ReplyError' }),
    { msg: 'A fault of Baton itself: ReplyError.', fault: false },
  ],
  ['that is none', words, { msg: 'A fault of Baton itself: string.' }],
  ['that is nothing', undefined, { msg: 'A fault of Baton itself: undefined.' }],
  [
    'with a name of words',
    Object.assign(new Error(words), { name: words }),
    { msg: 'A fault of Baton itself: object.' },
  ],
  [
    'that is its own cause',
    Object.assign(new Error(words), {
      get cause() {
        return this
      },
    }),
    { fault: false },
  ],
]

describe('the log', () => {
  it.each(errors)('has nothing of an error %s but what is safe', (_, error, expected) => {
    const { log: ownLog, forLibraries, printed, last } = log()
    ownLog.error(error, { deliveries: ['1'] })
    expect(last()).toMatchObject({ level: 'error', name: 'baton', deliveries: ['1'], ...expected })
    ownLog.fatal(error)
    if (error instanceof Error) forLibraries.error(error)
    forLibraries.error({ err: error, event: { payload: words }, body: words, query: words }, 'It failed')
    expect(printed.join('')).not.toMatch(/words|password|ghs_/)
  })

  it('has no status where there was no answer', () => {
    const { log: ownLog, last } = log()
    for (const failure of unanswered) {
      ownLog.error(faultOf(failure))
      expect(last()).not.toHaveProperty('status')
    }
    ownLog.error(faultOf(new Failure(502, 'Server Error')))
    expect(last()).toHaveProperty('status', 502)
  })

  it('has nothing of what libraries hand it but their sentence', () => {
    const { forLibraries, printed, last } = log()
    forLibraries.debug(
      { query: words, variables: { body: words }, body: words, headers: { authorization: words } },
      'GitHub request: POST /graphql - 200',
    )
    expect(last()).toEqual({
      level: 'debug',
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      name: 'probot',
      msg: 'GitHub request: POST /graphql - 200',
    })
    forLibraries.child({ name: 'octokit', event: words }, {}).warn('%s is deprecated', words)
    expect(last()).toMatchObject({ name: 'probot', msg: '%s is deprecated' })
    forLibraries.info(
      `Asked https://octocat:${words.replaceAll(' ', '')}@github.example.com with ${secret} and Bearer 0123456789`,
    )
    expect(last()['msg']).toBe('Asked https://…@github.example.com with … and Bearer …')
    expect(printed.join('')).not.toContain(words)
    // No name twice in one line.
    for (const line of printed) expect(line.match(/"name":/g)).toHaveLength(1)
  })

  it('logs the fields of a job', () => {
    const { log: ownLog, last } = log()
    ownLog.info({
      delivery: '1',
      codes: ['TARGET_UNKNOWN'],
      milliseconds: 3,
      again: true,
      actor: undefined,
      left: ['plugin:A'],
    })
    expect(last()).toMatchObject({
      level: 'info',
      delivery: '1',
      codes: ['TARGET_UNKNOWN'],
      milliseconds: 3,
      again: true,
      left: ['plugin:A'],
    })
    expect(last()).not.toHaveProperty('actor')
    ownLog.warn({ notes: [msg`It cannot be seen: ${words}`], why: `${secret} was seen` }, 'said')
    expect(last()).toMatchObject({ notes: ['It cannot be seen: `…`'], why: '… was seen', msg: 'said' })
  })

  it('keeps to its level', () => {
    const printed: string[] = []
    const { log: ownLog, forLibraries } = makeLog({
      level: 'warn',
      secrets: [],
      to: { write: (line) => void printed.push(line) },
    })
    ownLog.info({}, 'no')
    forLibraries.debug('no')
    expect(printed).toEqual([])
    ownLog.error(new ConfigurationError('It is wrong'))
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({ msg: 'It is wrong', fault: true })
  })
})

describe('a text of ours', () => {
  it('logs of a request neither its content nor its subject', () => {
    expect(
      harmless(
        'GET https://github.example.com/api/v3/repos/octocat/plugins/collaborators/mona/permission?q=words - 200',
      ),
    ).toBe('GET https://github.example.com/api/v3/repos/octocat/plugins/collaborators/…/permission - 200')
    expect(harmless('GET https://github.example.com/search?q=words+of+mine - 200')).toBe(
      'GET https://github.example.com/search - 200',
    )
  })

  it('is cut', () => {
    expect(harmless('x'.repeat(10_000))).toBe(`${'x'.repeat(500)}…`)
  })

  it.each([
    ['a webhook token ghp_0123456789abcdef here', 'a webhook token … here'],
    ['github_pat_11AAAA_bb', '…'],
    ['eyJhbGciOi.eyJpc3Mi.c2ln end', '… end'],
    [`sha256=${'0a'.repeat(32)}`, '…'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- end', '… end'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE cut off', '…'],
    ['redis://default:pa/ss@word@10.0.0.1:6379/0', 'redis://…@10.0.0.1:6379/0'],
    ['https://github.example.com/api/v3', 'https://github.example.com/api/v3'],
    [
      '`123` `1a2b3c4` `2026-02-04T10:00:00.000Z` `contents: write` `a branch` `x',
      '`123` `1a2b3c4` `2026-02-04T10:00:00.000Z` `contents: write` `…` `…`',
    ],
  ])('%s', (text, expected) => {
    expect(harmless(text)).toBe(expected)
  })

  it('is harmless though it is hostile', () => {
    for (const piece of ['`', '://', '-----BEGIN', 'eyJ.', 'bearer ', 'sha256=', 'gho_', '@'])
      expect(harmless(piece.repeat(20_000)).length).toBeLessThanOrEqual(501)
  })
})

it('an error that has seen a key does not print it', () => {
  const { message, causes } = safeError(new Error('-----BEGIN RSA PRIVATE KEY-----'))
  expect([message, causes]).toEqual(['A fault of Baton itself: Error.', []])
})
