import { Fault } from '../../../core/fault.ts'
import { msg } from '../../../core/message.ts'
import { isoTime, minute } from '../../../core/time.ts'
import { untrusted } from '../../certificates.ts'

export type Headers = Readonly<Record<string, string | number | undefined>>

/** GitHub refused, failed, or did not answer to the end. */
export class Failure extends Error {
  override readonly name = 'Failure'
  /** As in HTTP; 500 where there was no answer that could be read. */
  readonly status: number
  readonly headers: Headers
  /** Its type in GraphQL, if it has one. */
  readonly type: string | undefined
  /** What failed, without values: a route, the field of a mutation, the fields of a query. */
  operation: string | undefined

  constructor(status: number, message: string, headers: Headers = {}, cause?: unknown, type?: string) {
    super(message, { cause })
    this.status = status
    this.headers = headers
    this.type = type
  }

  /** Records which operation failed, unless one is recorded already. */
  of(operation: string): this {
    this.operation ??= operation
    return this
  }
}

interface RequestError extends Error {
  readonly status: number
  readonly response?: { readonly headers: Headers; readonly data: unknown }
}

const isRequestError = (error: unknown): error is RequestError =>
  error instanceof Error && 'status' in error && typeof error.status === 'number'

/** GraphQL's limit as Octokit's throttling plugin throws it: with the answer, and no status. */
const isThrottled = (error: unknown): error is Error & { readonly response: { readonly headers: Headers } } =>
  error instanceof Error && !('status' in error) && 'response' in error

/** An error of Octokit as a failure; every other error is thrown on. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (isThrottled(error)) return new Failure(429, error.message, error.response.headers, error)
  if (!isRequestError(error)) throw error
  const { data, headers } = error.response ?? {}
  const message = typeof data === 'object' && data !== null && 'message' in data ? String(data.message) : error.message
  return new Failure(error.status, message, headers, error)
}

const isLimit = ({ status }: Failure) => status === 403 || status === 429

/** Too many requests an hour: over at a known time (GitHub's documentation, "Rate limits for the REST API"). */
export const isPrimaryLimit = (failure: Failure): boolean =>
  isLimit(failure) &&
  failure.headers['retry-after'] === undefined &&
  String(failure.headers['x-ratelimit-remaining']) === '0'

/**
 * How GitHub words it where no header shows it: in an answer with status 200 to a query, or for one of several
 * mutations.
 */
const secondaryLimitForm = /secondary rate limit|submitted too quickly/i

/** Too many at once, or too quickly: GitHub says how long to wait, or else a minute is the least (the same page). */
export const isSecondaryLimit = (failure: Failure): boolean =>
  isLimit(failure) &&
  (failure.headers['retry-after'] !== undefined ||
    secondaryLimitForm.test(failure.message) ||
    (failure.status === 429 && !isPrimaryLimit(failure)))

/** Whether GitHub had no time for it: nothing was done. */
export const isLimited = (failure: Failure): boolean => isPrimaryLimit(failure) || isSecondaryLimit(failure)

/** When GitHub takes requests again after it had no time for one, in milliseconds since 1970; `undefined`: it had. */
export function limitedUntil(failure: Failure, now: number): number | undefined {
  if (!isLimited(failure)) return undefined
  if (isPrimaryLimit(failure)) return Number(failure.headers['x-ratelimit-reset'] ?? 0) * 1000
  const seconds = Number(failure.headers['retry-after'] ?? Number.NaN)
  return now + (Number.isNaN(seconds) ? minute : seconds * 1000)
}

/** Whether the request may have been carried out in spite of it: the answer was lost, or is not one. */
export const isUnclear = ({ status }: Failure): boolean => status >= 500

/**
 * The error types of GraphQL as HTTP statuses (GitHub's documentation, "Rate limits and query limits for the GraphQL
 * API").
 */
const statuses: Readonly<Record<string, number>> = {
  FORBIDDEN: 403,
  INSUFFICIENT_SCOPES: 403,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
}

/** The type of a failure of GitHub itself inside a query; it may also have none. */
const githubFaults: ReadonlySet<string | undefined> = new Set([undefined, 'INTERNAL', 'SERVICE_UNAVAILABLE', 'TIMEOUT'])

/** An error of GraphQL as a failure: with the status that the REST API would give it. */
export function graphqlFailure(
  { type, message }: { readonly type?: string | undefined; readonly message: string },
  headers: Headers,
): Failure {
  const status = statuses[type ?? ''] ?? (secondaryLimitForm.test(message) ? 429 : githubFaults.has(type) ? 500 : 422)
  return new Failure(status, message, headers, undefined, type)
}

const resetOf = ({ headers }: Failure) => isoTime(Number(headers['x-ratelimit-reset'] ?? 0) * 1000)

/** The header by which GitHub says which permission would do: `pull_requests=read`. */
export const acceptedPermissions = 'x-accepted-github-permissions'

/** The permission that each route takes, by its beginning; the first that fits counts. */
const permissionByRoute: readonly (readonly [route: RegExp, permission: string])[] = [
  [/^\/orgs\//, 'members'],
  [/^\/repos\/\{owner\}\/\{repo\}\/(?:commits\/\{ref\}\/)?check-runs/, 'checks'],
  [/^\/repos\/\{owner\}\/\{repo\}\/issues/, 'issues'],
  [/^\/repos\/\{owner\}\/\{repo\}\/pulls/, 'pull_requests'],
  [/^\/repos\/\{owner\}\/\{repo\}\/collaborators/, 'metadata'],
  [/^\/repos\/\{owner\}\/\{repo\}\//, 'contents'],
]

/** The permission that an operation of REST takes (GitHub's documentation, "Permissions required for GitHub Apps"). */
function permissionOf(operation: string): string | undefined {
  const [method, route = ''] = operation.split(' ')
  const [, permission] = permissionByRoute.find(([form]) => form.test(route)) ?? []
  return permission && `${permission}=${method === 'GET' ? 'read' : 'write'}`
}

/**
 * The permissions that would do, as GitHub names them; where it names none, the one that the route takes. It hides what
 * a token may not read at all.
 */
const acceptedBy = ({ status, headers, operation = '' }: Failure): string | number | undefined =>
  headers[acceptedPermissions] ?? permissionOf(operation) ?? (status === 404 ? 'contents=read' : undefined)

/** Whether it is unknown which permission a token lacks that GitHub refuses: GraphQL does not say it. */
export const namesNoPermission = (failure: Failure): boolean =>
  failure.status === 403 && !isLimited(failure) && acceptedBy(failure) === undefined

/**
 * What to do where a permission is missing. One that GitHub names is as a workflow writes it: `pull-requests: read`.
 */
function permissionHint(failure: Failure): string {
  const accepted = acceptedBy(failure)
  if (accepted === undefined)
    return 'Compare the permissions of the token, or of the App, with those that its documentation lists.'
  const permission = String(accepted).replaceAll('=', ': ').replaceAll('_', '-')
  return msg`Give the token, or the App, the permission ${permission}.`
}

/** The message of an answer that could be read and has not the form that the documentation gives. */
export const brokenAnswer = 'the answer is broken'

/** What went wrong, if GitHub did not say it. */
export const lostAnswer = {
  late: 'there was no answer in time',
  brokenOff: 'the answer broke off',
  foreign: 'the answer does not match the request',
} as const

const lostAnswers: ReadonlySet<string> = new Set(Object.values(lostAnswer))

/** Whether GitHub answered at all: otherwise the status is made up. */
export const isAnswered = ({ message, cause }: Failure): boolean =>
  !lostAnswers.has(message) && !(isRequestError(cause) && cause.response === undefined)

/** How many causes of an error are looked at. */
const maxCauses = 5

/** The codes of the system by which a request got no answer. */
function networkCodesOf(failure: Failure): string {
  const codes: string[] = []
  let error: unknown = isAnswered(failure) ? undefined : failure.cause
  for (let count = 0; error instanceof Error && count < maxCauses; count++, error = error.cause)
    if ('code' in error) codes.push(String(error.code))
  return codes.join(' ')
}

/** The words of a failure; those of others as code. */
const reasonIn = ({ message }: Failure): string => (lostAnswers.has(message) ? message : msg`${message}`)

/**
 * What a request failed with, as a sentence.
 *
 * @param request by `msg`
 */
export function failureSentence(failure: Failure, request: string): string {
  if (failure.message === brokenAnswer) return `GitHub’s answer to ${request} is not of the documented form.`
  return `GitHub ${isLimited(failure) ? 'has no time for' : 'does not answer'} ${request}: ${reasonIn(failure)}.`
}

/** What is signed with the private key of an App: queries about the App itself, and the tokens of its installations. */
const signedByApp = /^https?:\/\/[^/]+(?:\/api\/v3)?\/app(?:[/?]|$)/

/** Whether requests to an address are signed with the private key of an App. */
export const isSignedByApp = (url: string): boolean => signedByApp.test(url)

/** Whether GitHub refuses the private key of the App, by an error of Octokit. */
export function isKeyRefused(error: unknown): boolean {
  if (!(error instanceof Error && 'request' in error) || !('status' in error) || error.status !== 401) return false
  const { url } = error.request as { readonly url?: unknown }
  return typeof url === 'string' && isSignedByApp(url)
}

/** What that means, and what the operator can do. */
export const refusedKey = {
  message:
    'GitHub does not accept the private key of the App: it was deleted there, or the clock of this machine is minutes off.',
  hint: 'Start the bot with a key whose fingerprint is on the page of the App; the line `starting` of the log has the fingerprint of the one in use.',
}

/** The meanings of failures for the operator; the first that applies counts. */
const meanings: readonly {
  readonly applies: (failure: Failure) => boolean
  /** `request`: what was requested. */
  readonly message: (failure: Failure, subject: string) => string
  readonly hint: (failure: Failure) => string
}[] = [
  {
    applies: isPrimaryLimit,
    message: (failure) => msg`GitHub's rate limit for this token is used up until ${resetOf(failure)}.`,
    hint: () => 'Run it again then.',
  },
  {
    applies: isSecondaryLimit,
    message: () => 'GitHub refuses further requests for now, since there were too many at once.',
    hint: () => 'Run it again in some minutes.',
  },
  { applies: ({ cause }) => isKeyRefused(cause), message: () => refusedKey.message, hint: () => refusedKey.hint },
  {
    applies: ({ status }) => status === 401,
    message: () => 'GitHub does not accept the token.',
    hint: () => msg`Give a token that is valid; in a workflow, ${'${{ github.token }}'}.`,
  },
  {
    applies: ({ status }) => status === 403 || status === 404,
    message: ({ status, message }, request) => `GitHub does not show ${request}: ${msg`${status}, ${message}`}.`,
    hint: permissionHint,
  },
  {
    applies: ({ message }) => message === brokenAnswer,
    message: failureSentence,
    hint: () => 'See what stands between this program and GitHub: a proxy, or the address of the API.',
  },
  {
    applies: (failure) => untrusted.test(networkCodesOf(failure)),
    message: failureSentence,
    hint: () =>
      msg`The certificate is not trusted here: name the PEM file of the authority that signed it in ${'NODE_EXTRA_CA_CERTS'}, in a workflow in ${'env'} of the step.`,
  },
  {
    applies: (failure) => networkCodesOf(failure).includes('ENOTFOUND'),
    message: failureSentence,
    hint: () => 'This machine finds no such host: check the address of the API, and the DNS.',
  },
  {
    applies: ({ status }) => status >= 500,
    message: failureSentence,
    hint: () => 'Run it again later.',
  },
]

/** What a failure means for the operator, and what they can do. */
export function faultOf(failure: Failure, request = 'what was requested'): Fault {
  const meaning = meanings.find(({ applies }) => applies(failure))
  const { status, message } = failure
  return new Fault(meaning?.message(failure, request) ?? msg`GitHub refuses the request: ${status}, ${message}.`, {
    ...(meaning && { hint: meaning.hint(failure) }),
    cause: failure,
  })
}
