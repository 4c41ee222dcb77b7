import { Probot } from 'probot'
import { afterEach, expect, it, vi } from 'vitest'
import baton from '../../../src/entry/probot.ts'
import { makeLog } from '../../../src/entry/bot/log.ts'
import { fingerprintOf } from '../../../src/entry/bot/private-key.ts'
import { installedApp } from './installed.ts'
import { secret } from './process.ts'
import { atEnd, endAll } from './started.ts'

afterEach(async () => {
  await endAll()
  vi.unstubAllEnvs()
})

it('in the server of another, the log has the fingerprint of the key that Probot was given, and not the key', async () => {
  for (const name of ['BATON_SWEEP', 'BATON_AUDIT']) vi.stubEnv(name, 'off')
  const { github, app } = await installedApp()
  atEnd(() => github.close())
  const lines: string[] = []
  const { forLibraries: log } = makeLog({ level: 'info', secrets: [], to: { write: (line) => void lines.push(line) } })
  const probot = new Probot({ appId: app.id, privateKey: app.privateKey, secret, baseUrl: github.url, log })
  await probot.load(baton)
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ msg: 'starting', queue: 'memory', fingerprint: fingerprintOf(app.privateKey) }),
  ])
  // The App is asked for once, and no token.
  expect(github.log.map(({ operation }) => operation)).toEqual(['GET /app'])
  expect(lines.join('')).not.toContain('BEGIN')
})
