import { destination, pino, type DestinationStream, type LevelWithSilent, type Logger } from 'pino'
import { harmless, safeError } from './safe-error.ts'

export const levels = [
  'trace',
  'debug',
  'info',
  'warn',
  'error',
  'fatal',
  'silent',
] as const satisfies readonly LevelWithSilent[]

export type LogLevel = (typeof levels)[number]

/** The only fields that a line may have besides its message, whichever code passes others to the log. */
const names = [
  // The process.
  ...(['version', 'node', 'queue', 'replica', 'fingerprint', 'app', 'port', 'metrics'] as const),
  // The delivery, and where it waited.
  ...(['delivery', 'deliveries', 'installation', 'repository', 'number', 'lane', 'task', 'waited', 'batch'] as const),
  // The outcome.
  ...([
    'outcome',
    'milliseconds',
    'requests',
    'actor',
    'code',
    'codes',
    'comment',
    'command',
    'commands',
    'commit',
    'check',
  ] as const),
  ...([
    'again',
    'pull',
    'sync',
    'left',
    'why',
    'action',
    'dashboard',
    'findings',
    'notes',
    'comments',
    'heads',
    'groups',
    'failed',
    'attempt',
  ] as const),
  // What went wrong.
  ...(['result', 'reason', 'fault', 'hint', 'status', 'request', 'operation', 'causes', 'stack'] as const),
] as const

type Value = string | number | boolean | readonly string[] | undefined

/** What a line of the log says besides its message. */
export type Fields = Readonly<Partial<Record<(typeof names)[number], Value>>>

/** The bot's log: a JSON object on each line. */
export interface Log {
  info(fields: Fields, message?: string): void
  warn(fields: Fields, message?: string): void
  error(error: unknown, fields?: Fields): void
  fatal(error: unknown, fields?: Fields): void
}

interface LogOptions {
  readonly level: LogLevel
  /** Texts that no line may hold. */
  readonly secrets: readonly string[]
  /** Default: standard output, written at once, so that nothing is lost when the process ends. */
  readonly to?: DestinationStream
}

/** Shorter texts than this are no secrets, but words that are needed. */
const minSecretLength = 6

/** The error that the log is handed, by itself or under a name that libraries have for it. */
const errorIn = (first: unknown): { readonly error: unknown } | undefined => {
  if (first instanceof Error) return { error: first }
  if (typeof first !== 'object' || first === null) return undefined
  if ('err' in first) return { error: first.err }
  return 'error' in first ? { error: first.error } : undefined
}

/**
 * What is safe to print of what code hands to a log: of an object the fields above, of an error what `safeError` says,
 * texts harmless.
 */
function sanitizer(secrets: readonly string[]) {
  const secret = secrets.filter(({ length }) => length >= minSecretLength)
  const clean = (text: string) => harmless(text, secret)
  const sanitizeValue = (value: unknown): Value => {
    if (Array.isArray(value)) return value.map((item) => clean(String(item)))
    if (typeof value === 'string') return clean(value)
    return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
  }
  const fieldsOf = (value: unknown): Fields => {
    const values = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>
    return Object.fromEntries(
      names.flatMap((name) => (Object.hasOwn(values, name) ? [[name, sanitizeValue(values[name])]] : [])),
    )
  }
  return (first: unknown, second: unknown): readonly [Fields, string?] => {
    const errorHolder = errorIn(first)
    const safeFields = errorHolder && safeError(errorHolder.error)
    const message = safeFields?.message ?? (typeof first === 'string' ? first : second)
    const fields = { ...(errorHolder?.error !== first && fieldsOf(first)), ...(safeFields && fieldsOf(safeFields)) }
    return typeof message === 'string' ? [fields, clean(message)] : [fields]
  }
}

/** The bot's log as a part of another program's, which decides on form and level. */
export function logWithin(logger: Pick<Logger, 'info' | 'warn' | 'error' | 'fatal'>, secrets: readonly string[]): Log {
  const sanitize = sanitizer(secrets)
  return {
    info: (fields, message) => logger.info(...sanitize(fields, message)),
    warn: (fields, message) => logger.warn(...sanitize(fields, message)),
    error: (error, fields = {}) => logger.error(...sanitize({ ...fields, err: error }, undefined)),
    fatal: (error, fields = {}) => logger.fatal(...sanitize({ ...fields, err: error }, undefined)),
  }
}

/**
 * Makes the log, and the one that libraries are given. Whatever either gets goes through one place, so no line holds a
 * request or an event of a webhook.
 */
export function makeLog({ level, secrets, to = destination({ dest: 1, sync: true }) }: LogOptions): {
  readonly log: Log
  readonly forLibraries: Logger
} {
  const sanitize = sanitizer(secrets)
  const logger = pino(
    {
      level,
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        logMethod(parameters, method) {
          const [first, second] = parameters as readonly unknown[]
          method.apply(this, [...sanitize(first, second)])
        },
      },
    },
    to,
  )
  const ownLogger = logger.child({ name: 'baton' })
  const forLibraries = logger.child({ name: 'probot' })
  // Probot's children would add names, each to those before.
  Object.assign(forLibraries, { child: () => forLibraries })
  return {
    forLibraries,
    log: {
      info: (fields, message) => ownLogger.info(fields, message),
      warn: (fields, message) => ownLogger.warn(fields, message),
      error: (error, fields = {}) => ownLogger.error({ ...fields, err: error }),
      fatal: (error, fields = {}) => ownLogger.fatal({ ...fields, err: error }),
    },
  }
}
