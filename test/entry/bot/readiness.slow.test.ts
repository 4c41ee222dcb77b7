import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../github/faults.ts'
import { freePort } from '../../gateways/redis/server.ts'
import { dist, environmentOf, listening, startBot } from './process.ts'
import { installedApp } from './installed.ts'
import { atEnd, endAll } from './started.ts'

afterEach(endAll)

const refused = 'github: GET /app failed\n'

async function answerOf(url: string, options?: RequestInit): Promise<string> {
  const answer = await fetch(url, options).catch(() => undefined)
  return answer === undefined ? 'none' : `${answer.status} ${await answer.text()}`
}

/** Waits until an address has an answer. */
async function until(url: string, expected: string): Promise<void> {
  while ((await answerOf(url)) !== expected) await pause(50)
}

describe('a bot that starts while GitHub does not answer', () => {
  const begin = async (times: number, fault: Fault = { kind: 'status', status: 503 }, trouble = refused) => {
    const { github, app } = await installedApp()
    atEnd(() => github.close())
    github.faults.plan(fault, { operation: 'GET /app', times })
    const port = await freePort()
    const env = { ...environmentOf(github, app), PORT: String(port) }
    const child = spawn(process.execPath, [join(dist, 'bot.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    atEnd(() => child.kill('SIGKILL'))
    const url = `http://127.0.0.1:${port}`
    await until(`${url}/readyz`, `503 starting\n${trouble}`)
    return { app, child, url }
  }

  it('is alive before a query of GitHub is given up', async () => {
    const { child, url } = await begin(99, { kind: 'silence' }, '')
    expect(await answerOf(`${url}/livez`)).toBe('200 alive\n')
    expect(String(child.stdout.read())).not.toContain('It is asked again')
  })

  it('is alive and not ready, and accepts deliveries once GitHub answers', async () => {
    const { app, child, url } = await begin(2)
    expect(await answerOf(`${url}/livez`)).toBe('200 alive\n')
    expect(await answerOf(`${url}/api/github/webhooks`, { method: 'POST' })).toBe('503 starting\n')
    await listening(child, app)
    expect(await answerOf(`${url}/readyz`)).toBe('200 ready\n')
    expect(await answerOf(`${url}/api/github/webhooks`, { method: 'POST' })).toBe('400 no delivery id\n')
  })

  it('ends on a signal', async () => {
    const { child } = await begin(99)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

it('a bot whose key GitHub refuses is not ready, and accepts no deliveries', async () => {
  const { github, octocat, repository, app, main } = await installedApp()
  atEnd(() => github.close())
  let isRefusing = false
  const { hostname, port: githubPort } = new URL(github.url)
  const proxy = createServer((request, response) => {
    const { method, url: path = '', headers } = request
    if (isRefusing && path.startsWith('/api/v3/app')) {
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end('{"message":"A JSON web token could not be decoded"}')
      return
    }
    const sent = httpRequest({ hostname, port: githubPort, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    request.pipe(sent)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  atEnd(() => {
    proxy.close()
    proxy.closeAllConnections()
  })
  const bot = await startBot(github, app, { GHE_HOST: `127.0.0.1:${(proxy.address() as AddressInfo).port}` })
  atEnd(() => bot.end('SIGKILL'))
  expect(await answerOf(`${bot.url}/readyz`)).toBe('200 ready\n')

  isRefusing = true
  await repository.push('work', { 'README.md': '# Work\n' }, { by: octocat, parent: main })
  await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
  await until(`${bot.url}/readyz`, `503 ${refused}`)
  expect(await answerOf(`${bot.url}/livez`)).toBe('200 alive\n')
  expect(await answerOf(`${bot.url}/api/github/webhooks`, { method: 'POST' })).toBe(`503 ${refused}`)
})
