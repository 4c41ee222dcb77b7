import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  readBotEnvironment,
  readSetupEnvironment,
  variableNames,
  wantsSetup,
  withSaved,
} from '../../../src/entry/bot/environment.ts'
import { Fault } from '../../../src/core/fault.ts'
import { ConfigurationError } from '../../../src/entry/bot/configuration-error.ts'
import { fingerprintOf } from '../../../src/entry/bot/private-key.ts'
import { unreached } from '../../../src/entry/bot/reach.ts'
import { redisAddress } from '../../../src/entry/bot/redis-address.ts'
import {
  checkOptions,
  misspeltVariables,
  savedVariables,
  whereLookedFor,
} from '../../../src/entry/bot/saved-variables.ts'
import { startFailure } from '../../../src/entry/bot/start-failure.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 })
const pem = { type: 'pkcs1', format: 'pem' } as const
const key = rsa.privateKey.export(pem).toString()
const fine = { APP_ID: '12', PRIVATE_KEY: key, WEBHOOK_SECRET: 'a secret' }

/** Keys that are none of an App's, each with a part of its text that no message may repeat. */
const publicKey = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const locked = rsa.privateKey
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'words' })
  .toString()
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
const old = `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n${'A'.repeat(64)}\n-----END RSA PRIVATE KEY-----\n`

describe('the environment of the bot', () => {
  it('is on its page, every variable of it', () => {
    const source = readFileSync('src/entry/bot/environment.ts', 'utf8')
    const variables = new Set(source.match(/\b[A-Z]{2,}(?:_[A-Z]+)+\b|\b(?:PORT|HOST)\b/g))
    expect(variables).toContain('BATON_AT_ONCE')
    const page = readFileSync('docs/operating.md', 'utf8')
    expect([...variables].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })

  it('has defaults', () => {
    expect(readBotEnvironment(fine)).toEqual({
      appId: 12,
      privateKey: key,
      secrets: ['a secret'],
      port: 3000,
      host: undefined,
      baseUrl: 'https://api.github.com',
      logLevel: 'info',
      metrics: 'off',
      logActor: true,
      atOnce: 8,
      sweep: 900_000,
      audit: 86_400_000,
      redis: undefined,
    })
  })

  it.each([
    [
      { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
      { port: 0, host: '127.0.0.1', logLevel: 'warn' },
    ],
    [{ BATON_METRICS: 'on' }, { metrics: 'on' }],
    [{ BATON_METRICS: '9464' }, { metrics: 9464 }],
    [{ BATON_SWEEP: 'off' }, { sweep: undefined }],
    [{ BATON_SWEEP: '1s' }, { sweep: 1000 }],
    [{ BATON_SWEEP: '2h' }, { sweep: 7_200_000 }],
    [{ BATON_AUDIT: 'off' }, { audit: undefined }],
    [{ BATON_AUDIT: '6h' }, { audit: 21_600_000 }],
    // Longer than a timer can be set to.
    [{ BATON_AUDIT: '90000d' }, { audit: 2 ** 31 - 1 }],
    [{ GHE_HOST: 'github.example.com' }, { baseUrl: 'https://github.example.com/api/v3' }],
    [{ GHE_HOST: '127.0.0.1:80', GHE_PROTOCOL: 'http' }, { baseUrl: 'http://127.0.0.1:80/api/v3' }],
    [{ PRIVATE_KEY: key.replaceAll('\n', String.raw`\n`) }, { privateKey: key }],
    [{ PRIVATE_KEY: Buffer.from(key).toString('base64') }, { privateKey: key }],
    [{ WEBHOOK_SECRET_PREVIOUS: 'the one before' }, { secrets: ['a secret', 'the one before'] }],
    [
      { BATON_LOG_ACTOR: 'off', BATON_AT_ONCE: '16' },
      { logActor: false, atOnce: 16 },
    ],
    [{}, { redis: undefined }],
    [{ REDIS_URL: 'redis://:password@127.0.0.1' }, { redis: 'redis://:password@127.0.0.1' }],
    [
      { REDIS_URL: 'rediss://baton:p%40ss@redis.example.com:6380/2' },
      { redis: 'rediss://baton:p%40ss@redis.example.com:6380/2' },
    ],
    // Set and empty, as compose files leave it.
    [
      { PORT: '', LOG_LEVEL: '', GHE_HOST: '', REDIS_URL: '' },
      { port: 3000, logLevel: 'info', baseUrl: 'https://api.github.com', redis: undefined },
    ],
  ])('reads %j', (extraEnv, expected) => {
    expect(readBotEnvironment({ ...fine, ...extraEnv })).toMatchObject(expected)
  })

  it('knows the fingerprint of the key, as GitHub shows it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'baton-key-'))
    try {
      const path = join(folder, 'key.pem')
      writeFileSync(path, key)
      // GitHub's documentation, "Verifying private keys".
      const shown = execFileSync(
        'sh',
        ['-c', `openssl rsa -in '${path}' -pubout -outform DER | openssl sha256 -binary | openssl base64`],
        {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      )
      expect(fingerprintOf(readBotEnvironment(fine).privateKey)).toBe(`SHA256:${shown.trim()}`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('reads the key from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'baton-key-'))
    try {
      const path = join(folder, 'key.pem')
      writeFileSync(path, key)
      expect(readBotEnvironment({ ...fine, PRIVATE_KEY: undefined, PRIVATE_KEY_PATH: path }).privateKey).toBe(key)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it.each([
    [{ APP_ID: undefined, PRIVATE_KEY: undefined, WEBHOOK_SECRET: undefined }, 'Start the bot with --setup'],
    [{ BATON_METRICS: 'yes' }, 'Unexpected BATON_METRICS yes'],
    [{ BATON_METRICS: '99999' }, 'Unexpected BATON_METRICS 99999'],
    [{ BATON_METRICS: '3000' }, 'Unexpected BATON_METRICS 3000, which is the port of the webhooks'],
    [{ BATON_METRICS: '9464', PORT: '9464' }, 'Unexpected BATON_METRICS 9464, which is the port of the webhooks'],
    [{ APP_ID: undefined }, 'Missing APP_ID'],
    [{ APP_ID: 'twelve' }, 'Unexpected APP_ID of 6 characters'],
    [{ PRIVATE_KEY: undefined }, 'Missing PRIVATE_KEY or PRIVATE_KEY_PATH'],
    [
      { PRIVATE_KEY_PATH: 'key.pem' },
      'PRIVATE_KEY and PRIVATE_KEY_PATH are both set. Keep the one that holds the key to use',
    ],
    [
      { PRIVATE_KEY: 'abc' },
      'PRIVATE_KEY is not a private key: it is 3 characters long and holds neither a PEM block nor one in base64.',
    ],
    [{ PRIVATE_KEY: publicKey }, 'PRIVATE_KEY is a public key or a certificate.'],
    [{ PRIVATE_KEY: Buffer.from(publicKey).toString('base64') }, 'PRIVATE_KEY is a public key or a certificate.'],
    [{ PRIVATE_KEY: locked }, 'PRIVATE_KEY is a private key with a password'],
    [{ PRIVATE_KEY: old }, 'PRIVATE_KEY is a private key with a password'],
    [{ PRIVATE_KEY: curve }, 'PRIVATE_KEY is a private key, but not an RSA key'],
    [{ PRIVATE_KEY: key.slice(0, 200) }, 'PRIVATE_KEY holds a PEM block that cannot be read'],
    [{ PRIVATE_KEY: key.replaceAll('\n', ' ') }, 'PRIVATE_KEY holds a PEM block that cannot be read'],
    [{ PRIVATE_KEY: '/run/secrets/baton.pem' }, 'PRIVATE_KEY is a path. Set PRIVATE_KEY_PATH to it instead.'],
    [{ PRIVATE_KEY: 'key.pem' }, 'PRIVATE_KEY is a path. Set PRIVATE_KEY_PATH to it instead.'],
    [
      { PRIVATE_KEY: undefined, PRIVATE_KEY_PATH: key },
      'PRIVATE_KEY_PATH holds a key, not a path. Set PRIVATE_KEY to it instead.',
    ],
    [
      { PRIVATE_KEY: undefined, PRIVATE_KEY_PATH: 'package.json' },
      'The file that PRIVATE_KEY_PATH names is not a private key',
    ],
    [{ PRIVATE_KEY: undefined, PRIVATE_KEY_PATH: '/nowhere/key.pem' }, 'cannot be read: /nowhere/key.pem'],
    [{ PRIVATE_KEY: undefined, PRIVATE_KEY_PATH: '/dev/null' }, 'cannot be read: /dev/null: it is a pipe or device'],
    [{ PRIVATE_KEY: undefined, PRIVATE_KEY_PATH: '/' }, 'cannot be read: /: it is a folder'],
    [{ WEBHOOK_SECRET: undefined }, 'Missing WEBHOOK_SECRET'],
    [{ WEBHOOK_SECRET: '' }, 'Missing WEBHOOK_SECRET'],
    [{ WEBHOOK_SECRET: '  ' }, 'Missing WEBHOOK_SECRET'],
    [{ PORT: 'http' }, 'Unexpected PORT http'],
    [{ PORT: '65536' }, 'Unexpected PORT 65536'],
    [{ BATON_SWEEP: '15' }, 'Unexpected BATON_SWEEP 15'],
    [{ BATON_AUDIT: 'daily' }, 'Unexpected BATON_AUDIT daily'],
    [{ BATON_SWEEP: '0m' }, 'Unexpected BATON_SWEEP 0m'],
    [{ BATON_AT_ONCE: '0' }, 'Unexpected BATON_AT_ONCE 0, expected a number from 1 to 100'],
    [{ BATON_AT_ONCE: '101' }, 'Unexpected BATON_AT_ONCE 101'],
    [{ BATON_LOG_ACTOR: 'no' }, 'Unexpected BATON_LOG_ACTOR no, expected one of on, off'],
    [{ LOG_LEVEL: 'loud' }, 'Unexpected LOG_LEVEL loud, expected one of trace, debug'],
    [{ GHE_HOST: 'https://octocat:password@github.example.com' }, 'Unexpected GHE_HOST, expected the name of a host'],
    [{ GHE_HOST: 'ghe.example.com:99999' }, 'Unexpected GHE_HOST, expected the name of a host'],
    [{ GHE_HOST: '[::1' }, 'Unexpected GHE_HOST, expected the name of a host'],
    [{ GHE_HOST: '::1' }, 'Unexpected GHE_HOST, expected the name of a host'],
    [{ GHE_HOST: ':80' }, 'Unexpected GHE_HOST, expected the name of a host'],
    [{ GHE_HOST: '1.2.3.999' }, 'Unexpected GHE_HOST, expected the name of a host'],
    [{ GHE_HOST: 'github.example.com', GHE_PROTOCOL: 'ftp' }, 'Unexpected GHE_PROTOCOL ftp'],
  ])('refuses %j', (extraEnv, why) => {
    const read = () => readBotEnvironment({ ...fine, ...extraEnv })
    expect(read).toThrow(ConfigurationError)
    expect(read).toThrow(why)
    // No message repeats a key, or an address with a password.
    expect(read).not.toThrow(/password@|[A-Za-z0-9+/]{40}/)
  })
})

describe('what is wrong at the start', () => {
  it('is named all at once', () => {
    const wrong = {
      ...fine,
      APP_ID: 'x',
      WEBHOOK_SECRET: '',
      PORT: 'http',
      GHE_HOST: 'a/b',
      REDIS_URL: 'x',
      BATON_SWEEP: '1',
      BATON_AUDIT: '1',
    }
    let message = ''
    try {
      readBotEnvironment(wrong)
    } catch (error) {
      message = (error as Error).message
    }
    const names = message.split('\n').map((line) => /[A-Z]{3,}(?:_[A-Z]+)*|PORT/.exec(line)?.[0])
    expect(names).toEqual(['APP_ID', 'WEBHOOK_SECRET', 'PORT', 'GHE_HOST', 'REDIS_URL', 'BATON_SWEEP', 'BATON_AUDIT'])
  })

  it('is named before an App is registered', () => {
    const names = ['PORT', 'GHE_HOST', 'REDIS_URL', 'LOG_LEVEL', 'BATON_METRICS', 'BATON_SWEEP', 'BATON_URL']
    const wrongVariables = Object.fromEntries(names.map((name) => [name, 'x/y']))
    expect(() => readSetupEnvironment(wrongVariables)).toThrow(new RegExp(names.join('.*\\n.*')))
  })

  const system = (syscall: string, code: string, port?: number) =>
    Object.assign(new Error(code), { syscall, code, port })
  it.each<[error: Error, variables: Readonly<Record<string, string>>, message: string, isMisconfigured: boolean]>([
    [system('listen', 'EADDRINUSE', 3000), {}, 'The port 3000 is in use (EADDRINUSE). Set PORT to another one', true],
    [system('listen', 'EADDRINUSE', 9464), { BATON_METRICS: '9464' }, 'Set BATON_METRICS to another one', true],
    [system('listen', 'EACCES', 80), { PORT: '80' }, 'Set PORT to one above 1023', true],
    [system('listen', 'EADDRNOTAVAIL', 3000), { HOST: '192.0.2.1' }, 'the address in HOST (EADDRNOTAVAIL)', true],
    [system('getaddrinfo', 'ENOTFOUND'), { HOST: 'nowhere.example.com' }, 'the address in HOST (ENOTFOUND)', true],
    [new Fault('GitHub cannot be reached.'), {}, 'The bot cannot be started: GitHub cannot be reached.', false],
    [new ConfigurationError('Missing X.'), { GHE_HOST: 'github.example.com' }, 'Missing X.', true],
  ])('%s with %j is shown with its variable', (error, variables, message, isMisconfigured) => {
    const found = startFailure(error, variables)
    expect(found.message).toContain(message)
    expect(found.isMisconfigured).toBe(isMisconfigured)
  })

  const failed = (code?: string) =>
    Object.assign(new Error('x', { cause: Object.assign(new Error('y'), { code }) }), {
      status: 500,
      request: { method: 'GET', url: 'https://github.example.com/api/v3/app' },
    })
  const hosted = 'https://api.github.com'
  const own = 'https://github.example.com/api/v3'
  it.each<[error: Error, baseUrl: string, message: string, mayPass: boolean]>([
    [failed(), own, 'can reach github.example.com. Check GHE_HOST and GHE_PROTOCOL.', true],
    [
      failed('ENOTFOUND'),
      hosted,
      'finds no address of api.github.com: check its network and its DNS. If your GitHub is',
      true,
    ],
    [failed('ECONNREFUSED'), hosted, 'Behind a proxy, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.', true],
    [
      failed('DEPTH_ZERO_SELF_SIGNED_CERT'),
      hosted,
      'name the PEM file of the authority that signed it in NODE_EXTRA_CA_CERTS',
      false,
    ],
    [
      failed('ERR_SSL_WRONG_VERSION_NUMBER'),
      own,
      'github.example.com does not speak HTTPS. Check the port in GHE_HOST, or',
      false,
    ],
    [
      Object.assign(failed(), { status: 503, response: {} }),
      own,
      'GitHub answered 503 to GET /api/v3/app. The fault is on the side of',
      true,
    ],
  ])('%s of a request to %s is what to check', (error, baseUrl, message, mayPass) => {
    expect(unreached(error, baseUrl)).toMatchObject({ message: expect.stringContaining(message) as unknown, mayPass })
  })

  it('is none where GitHub answered', () => {
    expect(unreached(Object.assign(failed(), { status: 401, response: {} }), own)).toBe(undefined)
  })
})

describe('the file .env', () => {
  const inFolder = (text: string | undefined, look: (folder: string) => void) => {
    const folder = mkdtempSync(join(tmpdir(), 'baton-env-'))
    try {
      if (text !== undefined) writeFileSync(join(folder, '.env'), text)
      look(folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  it.each([
    ['\uFEFFAPP_ID=12\r\nPORT=3001\r\n', { APP_ID: '12', PORT: '3001' }, 'the bot has read APP_ID, PORT.'],
    ['APP_ID: 12\n', {}, 'has no variable of the bot. A line of it is NAME=value.'],
    ['OTHER=1\n', { OTHER: '1' }, 'has no variable of the bot. A line of it is NAME=value.'],
    [undefined, {}, 'There is no file '],
  ])('%j is read, and named where a variable is missing', (text, expected, where) => {
    inFolder(text, (folder) => {
      const saved = savedVariables(folder)
      expect(saved).toEqual(expected)
      expect(whereLookedFor(folder, saved)).toContain(where)
      expect(whereLookedFor(folder, saved)).toContain(join(folder, '.env'))
    })
  })

  it('and the environment may have names that are almost right', () => {
    expect(
      misspeltVariables({
        REDIS_URI: 'x',
        WEBHOOK_SECRETS: 'y',
        HOSTNAME: 'z',
        PATH: '/',
        HOME: '/',
        SHELL: 'sh',
        LOGNAME: 'me',
        BATON_PORT: 'tcp://10.0.0.1:80',
        REDIS_PORT: 'x',
      }),
    ).toEqual([
      'REDIS_URI is set, which the bot does not know. Did you mean REDIS_URL?',
      'WEBHOOK_SECRETS is set, which the bot does not know. Did you mean WEBHOOK_SECRET?',
    ])
    expect(misspeltVariables({ REDIS_URL: 'x', REDIS_URI: 'x', ...fine })).toEqual([])
  })

  it('knows every variable that is documented', () => {
    const page = readFileSync('docs/operating.md', 'utf8')
    const [, table = ''] = /## Environment\n([^]*?)\n## /.exec(page) ?? []
    const rows = table.split('\n').filter((line) => line.startsWith('| `'))
    const documented = rows.flatMap((row) =>
      Array.from(row.split('|')[1]?.matchAll(/`(\w+)`/g) ?? [], ([, name]) => name),
    )
    expect([...variableNames].toSorted()).toEqual(documented.toSorted())
  })

  it.each([
    [['--setpu'], 'Unknown option --setpu.'],
    [['--setup', 'now'], 'Unknown option now.'],
  ])('is all that there is beside --setup: %j is refused', (words, message) => {
    expect(() => checkOptions(words)).toThrow(message)
    expect(() => checkOptions(['--setup'])).not.toThrow()
    expect(() => checkOptions([])).not.toThrow()
  })

  const saved = { APP_ID: '12', PRIVATE_KEY: 'saved' }
  it.each([
    [{}, saved],
    [{ APP_ID: '', PRIVATE_KEY: '' }, saved],
    [{ APP_ID: '13' }, { ...saved, APP_ID: '13' }],
    [{ PRIVATE_KEY: 'set' }, { APP_ID: '12', PRIVATE_KEY: 'set' }],
    [{ PRIVATE_KEY_PATH: 'key.pem' }, { APP_ID: '12', PRIVATE_KEY_PATH: 'key.pem' }],
  ])('counts less than %j', (variables, expected) => {
    expect(withSaved(saved, variables)).toEqual(expected)
  })
})

describe('the registration of the App', () => {
  const saved = { APP_ID: '12' }
  it.each<[what: string, given: Parameters<typeof wantsSetup>, expected: boolean]>([
    ['--setup', [true, false, {}, {}], true],
    ['--setup beside a file .env', [true, false, {}, saved], true],
    ['no credentials on a terminal', [false, true, { PORT: '3000' }, {}], true],
    ['empty variables on a terminal', [false, true, { APP_ID: '', WEBHOOK_SECRET: '' }, {}], true],
    ['no credentials elsewhere', [false, false, {}, {}], false],
    ['a file .env on a terminal', [false, true, {}, saved], false],
    ...['APP_ID', 'PRIVATE_KEY', 'PRIVATE_KEY_PATH', 'WEBHOOK_SECRET'].map(
      (name): [string, Parameters<typeof wantsSetup>, boolean] => [
        `${name} on a terminal`,
        [false, true, { [name]: 'x' }, {}],
        false,
      ],
    ),
  ])('begins by itself or not: %s', (_, args, expected) => {
    expect(wantsSetup(...args)).toBe(expected)
  })

  it.each(['APP_ID', 'PRIVATE_KEY', 'PRIVATE_KEY_PATH', 'WEBHOOK_SECRET'])(
    'is refused where %s would count more',
    (name) => {
      expect(() => wantsSetup(true, true, { [name]: 'a value of ours' }, {})).toThrow(
        `${name} is set, and would count more`,
      )
      expect(() => wantsSetup(true, true, { [name]: 'a value of ours' }, {})).not.toThrow('a value of ours')
    },
  )

  it.each([
    [
      {},
      { port: 3000, baseUrl: 'https://api.github.com', webUrl: 'https://github.com', publicUrl: undefined, saved: {} },
    ],
    [
      { PORT: '80', BATON_URL: 'https://baton.example.com', GHE_HOST: 'github.example.com' },
      {
        port: 80,
        baseUrl: 'https://github.example.com/api/v3',
        webUrl: 'https://github.example.com',
        publicUrl: 'https://baton.example.com',
        saved: { GHE_HOST: 'github.example.com' },
      },
    ],
  ])('reads %j', (variables, expected) => {
    expect(readSetupEnvironment(variables)).toMatchObject(expected)
  })
})

describe('BATON_URL', () => {
  it.each([
    ['https://baton.example.com/', 'https://baton.example.com'],
    ['https://example.com/baton/api/github/webhooks/', 'https://example.com/baton'],
    ['http://localhost:3000/api/github/webhooks', 'http://localhost:3000'],
  ])('%s is %s', (text, address) => {
    expect(readSetupEnvironment({ BATON_URL: text }).publicUrl).toBe(address)
  })

  it.each([
    ['baton.example.com', 'BATON_URL is no URL, expected one such as https://baton.example.com.'],
    ['http://baton.example.com', 'BATON_URL must begin with https://'],
    ['https://octocat:password@baton.example.com', 'BATON_URL must have no password'],
  ])('%s is refused', (text, message) => {
    expect(() => readSetupEnvironment({ BATON_URL: text })).toThrow(message)
  })
})

describe('REDIS_URL', () => {
  it.each([
    ['redis://127.0.0.1', ''],
    ['rediss://baton:p%40ss@redis.example.com:6380/2', 'p@ss'],
    ['redis://redis.example.com?db=2&family=6', ''],
  ])('is used as it is: %s', (url, password) => {
    expect(redisAddress(url)).toEqual({ url, password })
  })

  it.each([
    [
      'redis.example.com',
      'Unexpected REDIS_URL, expected an address such as rediss://:PASSWORD@redis.example.com:6379.',
    ],
    ['redis://:pass/word@redis.example.com:6379', 'In a password, write / as %2F'],
    ['redis://baton:12/word@redis.example.com:6379', 'its password ends too early. In a password, write / as %2F'],
    ['redis://baton:12#word@redis.example.com:6379', '# as %23'],
    ['https://:password@redis.example.com', 'Unexpected REDIS_URL, expected an address that begins with redis://'],
    ['redis://', 'REDIS_URL names no host'],
    ['redis://redis.example.com:6379/abc', 'Unexpected REDIS_URL: its database is not a number'],
    ['redis://redis.example.com:6379/-1', 'Unexpected REDIS_URL: its database is not a number'],
    ['redis://redis.example.com:6379/1/2', 'Unexpected REDIS_URL: its database is not a number'],
    ['redis://redis.example.com:6379?db=abc', 'Unexpected REDIS_URL: its database is not a number'],
    ['redis://redis.example.com/1?tls=1&db=2&retryStrategy=x', 'it has tls, retryStrategy behind ?, expected db or'],
    ['redis://redis.example.com?p4ssw-rd', 'it has something behind ?, expected db or family alone.'],
    ['redis://redis.example.com?family=5', 'its family is not a version of IP'],
    ['redis://redis.example.com#1', 'it has a part behind #, which means nothing.'],
    ['redis://:password%ff@redis.example.com', 'The password in REDIS_URL cannot be read'],
  ])('that cannot be used is not repeated: %s', (url, message) => {
    expect(() => redisAddress(url)).toThrow(message)
    expect(() => redisAddress(url)).toThrow(ConfigurationError)
  })
})
