import { defined } from '../../core/defined.ts'
import { Fault } from '../../core/fault.ts'
import { QueueUnavailable } from '../../core/lanes.ts'
import { Failure, isAnswered, isKeyRefused, refusedKey } from '../../gateways/github/requests/failure.ts'
import { redisRefusal } from '../../gateways/redis/refusals.ts'
import { ConfigurationError } from './configuration-error.ts'

/** An error as it may be in the log. */
export interface SafeError {
  readonly message: string
  /** Whether the environment or the operator caused it; otherwise it is a fault of Baton's own. */
  readonly fault: boolean
  readonly hint?: string | undefined
  /** What GitHub answered. */
  readonly status?: number
  /** The request to GitHub: method and path, without a query. */
  readonly request?: string
  /** The operation of GitHub's API that failed. */
  readonly operation?: string
  /** What it comes from, the nearest first: names and codes alone. */
  readonly causes: readonly string[]
  /** Where it was thrown; of unforeseen errors. */
  readonly stack?: readonly string[]
}

/** How far back causes are followed, and how many frames are shown. */
const limits = { causes: 5, frames: 12 }

type Parts = Readonly<Record<string, unknown>>

const partsOf = (value: unknown): Parts => (typeof value === 'object' && value !== null ? (value as Parts) : {})
const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.$-]{1,80}$/.test(value) ? value : undefined

/** What a system error says of itself; nothing of what is neither text nor number. */
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** What an error is called: its code, where the system gave it one, otherwise its name. */
const nameOf = (error: unknown): string =>
  wordOf(partsOf(error)['code']) ?? wordOf(partsOf(error)['name']) ?? typeof error

function causesOf(error: unknown): readonly string[] {
  const causes: string[] = []
  for (let current = partsOf(error); causes.length < limits.causes;) {
    const errors = current['errors']
    const next = current['cause'] ?? (Array.isArray(errors) ? (errors as readonly unknown[])[0] : undefined)
    if (next === undefined) break
    causes.push(nameOf(next))
    current = partsOf(next)
  }
  return causes
}

/** Whether Octokit made it of a request; where it was not answered, its status is made up. */
const isRequestError = (error: unknown): boolean => 'request' in partsOf(error)

/** The status of the answer that an error is about: its own or that of what it comes from. */
function statusOf(error: unknown): number | undefined {
  const answeredError = [error, partsOf(error)['cause']].find(
    (candidate) => typeof partsOf(candidate)['status'] === 'number',
  )
  const { status, response } = partsOf(answeredError)
  const isMadeUp =
    answeredError instanceof Failure
      ? !isAnswered(answeredError)
      : isRequestError(answeredError) && response === undefined
  return isMadeUp ? undefined : (status as number | undefined)
}

/** The request, by Octokit's error, without the query and without a host that may hold a password. */
function requestOf(error: unknown): string | undefined {
  const { method, url } = partsOf(partsOf(error)['request'])
  if (wordOf(method) === undefined || typeof url !== 'string') return undefined
  const [, path] = /^(?:[a-z]+:\/\/[^/]*)?(\/[\w./-]{0,200})/.exec(url) ?? []
  return path === undefined ? undefined : `${textOf(method)} ${path}`
}

/** What failed on GitHub, by the gateway's own word. */
const failedOperationOf = (error: unknown): string | undefined =>
  [error, partsOf(error)['cause']].find((candidate) => candidate instanceof Failure)?.operation

/** Octokit's errors without the words of either side. */
function requestMessage(error: unknown): string {
  const status = statusOf(error)
  const request = requestOf(error) ?? 'a request'
  if (status !== undefined) return `GitHub answered ${status} to ${request}.`
  // Of what it comes from, a code of the system says something, and a class of errors nothing.
  const codes = causesOf(error).filter((cause) => /^[A-Z\d_]+$/.test(cause))
  return [`GitHub cannot be reached for ${request}`, ...codes.slice(-1)].join(': ').concat('.')
}

/** Frames say where, and nothing of what was worked on. The message precedes them, and may look like some. */
function framesOf(error: unknown): readonly string[] {
  const stack = textOf(partsOf(error)['stack'])
  const message = textOf(partsOf(error)['message'])
  const [name = ''] = /^[\w$.]+/.exec(stack) ?? []
  const head = message === '' ? name : `${name}: ${message}`
  if (!stack.startsWith(`${head}\n`)) return []
  return stack
    .slice(head.length)
    .split('\n')
    .filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line))
    .slice(0, limits.frames)
    .map((line) => line.trim().slice('at '.length))
}

/** What the system says of itself: what failed, how, and at which address; never what was sent. */
function systemMessage(error: unknown): string | undefined {
  const { syscall, code, address, port, hostname } = partsOf(error)
  if (wordOf(syscall) === undefined || wordOf(code) === undefined) return undefined
  const place = [address ?? hostname, port].map(textOf).filter((part) => part !== '')
  return [syscall, code]
    .map(textOf)
    .concat(place.length > 0 ? place.join(':') : [])
    .join(' ')
}

/**
 * Any error as it may be in the log: the only way there. Messages of Baton are kept; those of libraries quote what they
 * were given (a comment, an answer, an address with a password), and so of these only what they are called, what GitHub
 * answered, and where it was.
 */
export function safeError(error: unknown): SafeError {
  const status = statusOf(error)
  const request = requestOf(error)
  const operation = failedOperationOf(error)
  const details = { causes: causesOf(error), ...defined({ status, request, operation }) }
  if (error instanceof Fault) return { ...details, message: error.message, fault: true, hint: error.hint }
  if (error instanceof ConfigurationError || error instanceof QueueUnavailable)
    return { ...details, message: error.message, fault: true }
  const refusal = redisRefusal(error)
  if (refusal) return { ...details, message: refusal.message, hint: refusal.hint, fault: true }
  if (isKeyRefused(error)) return { ...details, ...refusedKey, fault: true }
  if (isRequestError(error)) return { ...details, message: requestMessage(error), fault: true }
  const system = systemMessage(error)
  if (system !== undefined) return { ...details, message: system, fault: true }
  return { ...details, message: `A fault of Baton itself: ${nameOf(error)}.`, fault: false, stack: framesOf(error) }
}

/** Longer texts are cut before anything looks at them, and once more for the log. */
const maxCharacters = { read: 4000, shown: 500 }

/** What no line may hold, wherever it came from. */
const secretPatterns: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN[^]*?(?:-----END[^-]{0,80}-----|$)/g, '…'],
  [/\b(?:gh[a-z]_|github_pat_)\w+/g, '…'],
  [/\beyJ[\w-]+\.[\w-]*(?:\.[\w-]*)?/g, '…'],
  [/\bsha(?:1|256)=[0-9a-f]+/gi, '…'],
  // The request and whom it is about are private.
  [/(\bhttps?:\/\/[^\s?]*)\?\S*/g, '$1'],
  [/\/(collaborators|members|memberships|users)\/[^\s/]+/g, '/$1/…'],
  [/\b(bearer|basic|token) [\w.~+/=-]{8,}/gi, '$1 …'],
  // A password may hold a `/` that is not encoded.
  [/:\/\/[^\s`'"<>]*@/g, '://…@'],
]

/** Values that say nothing of what people wrote: words of Baton itself, numbers, commits, moments, permissions. */
const harmlessValue =
  /^(?:starting|baton audit|\d{1,20}|[0-9a-f]{7,64}|\d{4}-\d\d-\d\dT[\d:.]+Z|[a-z_-]{1,40}: (?:read|write|admin))$/

/**
 * A text by Baton as it may be in the log. Its sentences stay; the values in them, which are shown as code, came from
 * files, comments and other people's answers, and only those stay that are surely none of their words. Tokens,
 * signatures, keys and passwords go wherever they are.
 */
export function harmless(text: string, secrets: readonly string[] = []): string {
  let line = text.slice(0, maxCharacters.read)
  for (const value of secrets) line = line.replaceAll(value, '…')
  for (const [pattern, replacement] of secretPatterns) line = line.replace(pattern, replacement)
  line = line.replace(/`([^`]*)(?:`|$)/g, (_, value: string) => (harmlessValue.test(value) ? `\`${value}\`` : '`…`'))
  return line.length > maxCharacters.shown ? `${line.slice(0, maxCharacters.shown)}…` : line
}
