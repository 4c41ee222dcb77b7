import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Misconfigured, readBotEnvironment } from '../../../src/entry/bot/environment.ts'

const key = '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\n'
const fine = { APP_ID: '12', PRIVATE_KEY: key, WEBHOOK_SECRET: 'a secret' }

describe('the environment of the bot', () => {
  it('has defaults', () => {
    expect(readBotEnvironment(fine)).toEqual({
      appId: 12,
      privateKey: key,
      secret: 'a secret',
      port: 3000,
      host: undefined,
      baseUrl: 'https://api.github.com',
      logLevel: 'info',
      sweep: 900_000,
      audit: 86_400_000,
    })
  })

  it.each([
    [
      { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
      { port: 0, host: '127.0.0.1', logLevel: 'warn' },
    ],
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
  ])('reads %j', (more, expected) => {
    expect(readBotEnvironment({ ...fine, ...more })).toMatchObject(expected)
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
    [{ APP_ID: undefined }, 'Missing APP_ID'],
    [{ APP_ID: 'twelve' }, 'Missing APP_ID'],
    [{ PRIVATE_KEY: undefined }, 'Missing PRIVATE_KEY or PRIVATE_KEY_PATH'],
    [{ PRIVATE_KEY: 'no key' }, 'Missing PRIVATE_KEY or PRIVATE_KEY_PATH'],
    [{ PRIVATE_KEY: undefined, PRIVATE_KEY_PATH: '/nowhere/key.pem' }, 'cannot be read: /nowhere/key.pem'],
    [{ WEBHOOK_SECRET: undefined }, 'Missing WEBHOOK_SECRET'],
    [{ WEBHOOK_SECRET: '' }, 'Missing WEBHOOK_SECRET'],
    [{ PORT: 'http' }, 'Unexpected PORT http'],
    [{ PORT: '65536' }, 'Unexpected PORT 65536'],
    [{ BATON_SWEEP: '15' }, 'Unexpected BATON_SWEEP 15'],
    [{ BATON_AUDIT: 'daily' }, 'Unexpected BATON_AUDIT daily'],
    [{ BATON_SWEEP: '0m' }, 'Unexpected BATON_SWEEP 0m'],
  ])('refuses %j', (more, why) => {
    const read = () => readBotEnvironment({ ...fine, ...more })
    expect(read).toThrow(Misconfigured)
    expect(read).toThrow(why)
  })
})
