import { ConfigurationError } from './configuration-error.ts'

/** The name of a parameter. What does not look like one may be a part of a password. */
const shownName = (name: string): string => (/^[a-z]{1,30}$/i.test(name) ? name : 'something')

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
  const parameters = new URLSearchParams(search)
  const unknown = [...parameters.keys()].filter((name) => name !== 'db' && name !== 'family')
  if (hash !== '' || unknown.length > 0)
    throw new ConfigurationError(
      `Unexpected REDIS_URL: ${hash === '' ? `it has ${unknown.map(shownName).join(', ')} behind ?, expected db or family alone` : 'it has a part behind #, which means nothing'}.`,
    )
  if (![null, '0', '4', '6'].includes(parameters.get('family')))
    throw new ConfigurationError('Unexpected REDIS_URL: its family is not a version of IP: 4, 6, or 0 for either.')
  const databases = [pathname.slice(1), parameters.get('db') ?? '']
  if (!databases.every((database) => /^\d*$/.test(database)))
    throw new ConfigurationError(
      'Unexpected REDIS_URL: its database is not a number. Take it out, or write the number of one that the server has behind the port.',
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
