import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import type { WatchedRun } from '../watched.ts'
import { dist, environmentOf } from './process.ts'
import { atEnd, endAll } from './started.ts'
import { startGitHub } from '../../github/server.ts'

afterEach(endAll)

/** The files of `dist/` that a bot loads until it listens. */
async function loadedBy(extraEnv: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const github = await startGitHub()
  atEnd(() => github.close())
  const app = github.app({ slug: 'baton', owner: 'octocat', permissions: {}, events: [] })
  const watched = pathToFileURL(join(import.meta.dirname, '../watched.ts')).href
  const env = { ...environmentOf(github, app), NODE_OPTIONS: `--import=${watched}`, ...extraEnv }
  const child = spawn(process.execPath, [join(dist, 'bot.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()))
  child.stdout.on('data', (piece: Buffer) => piece.toString().includes('"listening"') && child.kill('SIGTERM'))
  await new Promise((resolve) => child.on('close', resolve))
  const { loaded } = JSON.parse(errors.trimEnd().split('\n').at(-1) ?? '') as WatchedRun
  return loaded.filter((url) => url.includes('/dist/'))
}

it('the heap of the bot grows in small steps, however much memory the machine has', async () => {
  const shows = `import v8 from 'node:v8'
    import { syncBuiltinESMExports } from 'node:module'
    v8.setFlagsFromString = (flag) => process.stderr.write(flag + '\\n')
    syncBuiltinESMExports()`
  const words = [
    `--import=data:text/javascript,${encodeURIComponent(shows)}`,
    join(import.meta.dirname, '../../../src/entry/bot.ts'),
  ]
  const child = spawn(process.execPath, words, { env: {}, stdio: ['ignore', 'ignore', 'pipe'] })
  expect(await text(child.stderr)).toMatch(/^--heap-growing-percent=\d+\n/)
})

describe('what dist/bot.js loads', () => {
  it.each([
    [{}, false],
    [{ BATON_METRICS: 'on' }, true],
  ])('with %j has prom-client or not, and nothing of the set-up pages', async (extraEnv, measures) => {
    const files = await loadedBy(extraEnv)
    expect(files.length).toBeGreaterThan(1)
    expect(files.some((url) => url.endsWith('/prom-client.js'))).toBe(measures)
    expect(files.some((url) => url.endsWith('/opentelemetry-api.js'))).toBe(measures)
    expect(files.filter((url) => readFileSync(new URL(url), 'utf8').includes('Register the App on GitHub'))).toEqual([])
  })
})
