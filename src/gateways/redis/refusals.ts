/** What Redis answers where the operator has something to repair. */
export interface RedisRefusal {
  /** The word that Redis begins its answer with. */
  readonly code: string
  /** What is wrong. */
  readonly message: string
  /** What mends it. */
  readonly hint: string
}

/** By what Redis answers. The words of servers that are too old are here too, so that a start can say so. */
const refusals: readonly (readonly [answer: RegExp, message: string, hint: string])[] = [
  [
    /NOAUTH|no password/i,
    'Redis asks for a password',
    'Put it into REDIS_URL, as in redis://:PASSWORD@redis.example.com:6379.',
  ],
  [
    /WRONGPASS|invalid password|without any password/i,
    'Redis refuses the user or the password in REDIS_URL',
    'Put the user and the password of the server into it, each special character as %XX.',
  ],
  [
    /NOPERM/,
    'The user in REDIS_URL may not do what Baton needs',
    'Allow it +@all, or +@all -@dangerous +info +config|get, on all keys that begin with {baton: (ACL SETUSER).',
  ],
  [
    /DB index/i,
    'Redis has no database of the number in REDIS_URL',
    'Take the number behind the port out of it, or put in one that the server has.',
  ],
  [
    /READONLY/,
    'The Redis in REDIS_URL is a replica, which takes nothing',
    'Put the address of the primary into REDIS_URL.',
  ],
  [
    /NOREPLICAS/,
    'Redis has too few replicas, and so takes nothing',
    'Start them, or lower min-replicas-to-write in its redis.conf.',
  ],
  [/OOM/, 'Redis is full', 'Give it more memory: maxmemory in its redis.conf.'],
  [
    /MISCONF/,
    'Redis cannot write to its disk, and so takes nothing',
    'See the log of Redis, and make room on its disk.',
  ],
]

/** What is wrong by an answer of Redis; `undefined` where it is none, or a fault of Baton's own. */
export function redisRefusal(error: unknown): RedisRefusal | undefined {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return undefined
  const [, message, hint] = refusals.find(([answer]) => answer.test(error.message)) ?? []
  if (message === undefined || hint === undefined) return undefined
  const code = /\b(?:NOAUTH|WRONGPASS|NOPERM|READONLY|NOREPLICAS|OOM|MISCONF)\b/.exec(error.message)?.[0] ?? 'ERR'
  return { code, message: `${message} (${code}).`, hint }
}
