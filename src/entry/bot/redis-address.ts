import { ConfigurationError } from './configuration-error.ts'

interface RedisAddress {
  readonly url: string
  /** The log must not show it. */
  readonly password: string
}

/**
 * What was set as the address of a Redis; it is not repeated, since it may hold a password. @throws ConfigurationError
 * where it is none
 */
export function redisAddress(url: string): RedisAddress {
  const expected = 'expected an address such as rediss://:PASSWORD@redis.example.com:6379.'
  const escapes = url.includes('@') ? ' In a password, write / as %2F, ? as %3F, # as %23 and @ as %40.' : ''
  if (!URL.canParse(url)) throw new ConfigurationError(`Unexpected REDIS_URL, ${expected}${escapes}`)
  const { protocol, hostname, password, pathname, search, hash } = new URL(url)
  if (protocol !== 'redis:' && protocol !== 'rediss:')
    throw new ConfigurationError('Unexpected REDIS_URL, expected an address that begins with redis:// or rediss://.')
  if (`${pathname}${search}${hash}`.includes('@'))
    throw new ConfigurationError(`Unexpected REDIS_URL: its password ends too early.${escapes}`)
  const databases = [pathname.slice(1), new URLSearchParams(search).get('db') ?? '']
  if (!databases.every((database) => /^\d*$/.test(database)))
    throw new ConfigurationError(
      'Unexpected REDIS_URL: its database is no number. Take it out, or write the number of one that the server has behind the port.',
    )
  if (hostname === '') throw new ConfigurationError(`REDIS_URL names no host, ${expected}`)
  try {
    return { url, password: decodeURIComponent(password) }
  } catch {
    throw new ConfigurationError(
      'The password in REDIS_URL cannot be read: write each of its special characters as %XX.',
    )
  }
}
