import { destination, pino, type DestinationStream, type LevelWithSilent, type Logger } from 'pino'
import { harmless, safeError } from './safe-error.ts'

export const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const satisfies readonly LevelWithSilent[]

export type LogLevel = (typeof levels)[number]

/** All that a line may hold besides its message. A field of another name is left out, whichever code gives it to the log. */
const names = [
  // The process.
  ...(['version', 'node', 'queue', 'replica', 'app', 'port'] as const),
  // The delivery, and where it waited.
  ...(['delivery', 'deliveries', 'installation', 'repository', 'number', 'task', 'waited', 'batch'] as const),
  // The outcome.
  ...(['outcome', 'milliseconds', 'requests', 'actor', 'code', 'codes', 'comment', 'command', 'commands', 'commit', 'check'] as const),
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
  ...(['result', 'reason', 'fault', 'hint', 'status', 'request', 'causes', 'stack'] as const),
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
const shortest = 6

/** The error that the log is handed, by itself or under a name that libraries have for it. */
const errorIn = (first: unknown): { readonly error: unknown } | undefined => {
  if (first instanceof Error) return { error: first }
  if (typeof first !== 'object' || first === null) return undefined
  if ('err' in first) return { error: first.err }
  return 'error' in first ? { error: first.error } : undefined
}

/** What is safe to print of what code hands to a log: of an object the fields above, of an error what `safeError` says, texts harmless. */
function sanitizer(secrets: readonly string[]) {
  const secret = secrets.filter(({ length }) => length >= shortest)
  const clean = (text: string) => harmless(text, secret)
  const shown = (value: unknown): Value => {
    if (Array.isArray(value)) return value.map((each) => clean(String(each)))
    if (typeof value === 'string') return clean(value)
    return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
  }
  const fieldsOf = (given: unknown): Fields => {
    const all = (typeof given === 'object' && given !== null ? given : {}) as Readonly<Record<string, unknown>>
    return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(all, name) ? [[name, shown(all[name])]] : [])))
  }
  return (first: unknown, second: unknown): readonly [Fields, string?] => {
    const found = errorIn(first)
    const safe = found && safeError(found.error)
    const message = safe?.message ?? (typeof first === 'string' ? first : second)
    const fields = { ...(found?.error !== first && fieldsOf(first)), ...(safe && fieldsOf(safe)) }
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
 * Makes the log, and the one that libraries are given. Whatever either gets goes through one place, so no line holds a request or an event
 * of a webhook.
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
  const own = logger.child({ name: 'baton' })
  const forLibraries = logger.child({ name: 'probot' })
  // Probot's children would add names, each to those before.
  Object.assign(forLibraries, { child: () => forLibraries })
  return {
    forLibraries,
    log: {
      info: (fields, message) => own.info(fields, message),
      warn: (fields, message) => own.warn(fields, message),
      error: (error, fields = {}) => own.error({ ...fields, err: error }),
      fatal: (error, fields = {}) => own.fatal({ ...fields, err: error }),
    },
  }
}
