import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { events, permissions } from '../../../demo/manifest.ts'
import { startGitHub } from '../../github/server.ts'
import { dist, environmentOf } from './process.ts'
import { atEnd, endAll } from './started.ts'

afterEach(endAll)

describe('a bot that is misconfigured', () => {
  it.each([
    ['APP_ID', ''],
    ['PRIVATE_KEY', ''],
    ['WEBHOOK_SECRET', ''],
    ['PORT', 'http'],
    ['BATON_SWEEP', 'sometimes'],
    ['BATON_AUDIT', 'sometimes'],
  ])('does not start: %s', async (name, value) => {
    const github = await startGitHub()
    atEnd(() => github.close())
    const app = github.app({ slug: 'baton', owner: 'octocat', permissions, events })
    const env = { ...environmentOf(github, app), [name]: value }
    const child = spawn(process.execPath, [join(dist, 'bot.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()))
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(2)
    expect(stderr).toContain(name)
    expect(stderr).not.toContain('    at ')
    expect(github.log).toEqual([])
  })
})
