import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { OwnedApp } from '../test/github/app.ts'
import type { GitHub } from '../test/github/server.ts'

type Line = Readonly<Record<string, unknown>>

/** The bot as a process of its own, driven by real webhooks. */
export interface RunningBot {
  readonly url: string
  readonly pid: number
  /** The next line of its log that is of this kind: each is given once. */
  next(isIt: (line: Line) => boolean): Promise<Line>
  stop(): Promise<void>
}

const timeout = 60_000

const root = join(import.meta.dirname, '..')

/** What `npm start` gives Node. */
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: { readonly start: string }
}
const options = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'))

/** Starts `dist/bot.js` for an app of the stand-in: its key and secret were made on the spot. */
export async function startBot(
  github: GitHub,
  app: OwnedApp,
  secret: string,
  dist = join(root, 'dist'),
): Promise<RunningBot> {
  const { host, protocol } = new URL(github.url)
  const child = spawn(process.execPath, [...options, join(dist, 'bot.js')], {
    env: {
      PATH: process.env['PATH'],
      APP_ID: String(app.id),
      PRIVATE_KEY: app.privateKey,
      WEBHOOK_SECRET: secret,
      GHE_HOST: host,
      GHE_PROTOCOL: protocol.replace(':', ''),
      HOST: '127.0.0.1',
      PORT: '0',
      BATON_SWEEP: 'off',
      BATON_AUDIT: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: Line[] = []
  let look = () => {}
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(JSON.parse(line) as Line)
    look()
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))

  const next: RunningBot['next'] = (isIt) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`The bot has not done it in ${timeout / 1000} s: ${JSON.stringify(lines.at(-1))}`)),
        timeout,
      )
      look = () => {
        const index = lines.findIndex(isIt)
        if (index === -1) return
        clearTimeout(late)
        look = () => {}
        resolve(lines.splice(index, 1)[0] as Line)
      }
      void ended.then(() => reject(new Error('The bot has ended.')))
      look()
    })

  const { port } = await next(({ msg }) => msg === 'listening')
  const url = `http://127.0.0.1:${String(port)}`
  app.listen({ url: `${url}/api/github/webhooks`, secret })
  return {
    url,
    pid: child.pid ?? 0,
    next,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
