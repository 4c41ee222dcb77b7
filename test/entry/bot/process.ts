import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { GitHub } from '../../github/server.ts'
import type { OwnedApp } from '../../github/app.ts'
import { waitLimit } from '../../hang.ts'

/** The built bot as a process, beside a stand-in for GitHub. */
export interface BotProcess {
  readonly child: ChildProcess
  /** Lines of its log. */
  readonly lines: readonly Readonly<Record<string, unknown>>[]
  /** Everything that it has printed, on either output. */
  printed(): string
  readonly url: string
  /** Settles when a line of the log is one that is looked for. */
  until(isIt: (line: Readonly<Record<string, unknown>>) => boolean): Promise<Readonly<Record<string, unknown>>>
  /** Ends it, and gives its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

export const secret = 'a secret of the webhook'

export const dist = join(import.meta.dirname, '../../../dist')

/** The environment that a bot of this app is started with. */
export const environmentOf = (github: GitHub, app: OwnedApp): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  APP_ID: String(app.id),
  PRIVATE_KEY: app.privateKey,
  WEBHOOK_SECRET: secret,
  GHE_HOST: new URL(github.url).host,
  GHE_PROTOCOL: 'http',
  PORT: '0',
  HOST: '127.0.0.1',
  BATON_SWEEP: 'off',
  BATON_AUDIT: 'off',
  NO_PROXY: '127.0.0.1',
})

/** Starts the bot and waits until it listens; the app's deliveries go to it from then on. */
export const startBot = (
  github: GitHub,
  app: OwnedApp,
  extraEnv: Readonly<Record<string, string>> = {},
): Promise<BotProcess> =>
  listening(
    spawn(process.execPath, [join(dist, 'bot.js')], {
      env: { ...environmentOf(github, app), ...extraEnv },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
    app,
  )

/** Waits until a bot that was started listens; the app's deliveries go to it from then on. */
export async function listening(
  child: ChildProcessByStdio<null, Readable, Readable>,
  app: OwnedApp,
): Promise<BotProcess> {
  const lines: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  let rest = ''
  let errors = ''
  let printed = ''
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()))
  child.stdout.on('data', (piece: Buffer) => {
    printed += piece.toString()
    const all = (rest + piece.toString()).split('\n')
    rest = all.pop() ?? ''
    for (const line of all) if (line.startsWith('{')) lines.push(JSON.parse(line) as Record<string, unknown>)
    for (const look of waiting) look()
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  child.on('close', () => {
    for (const look of waiting) look()
  })

  const until: BotProcess['until'] = (isIt) =>
    new Promise((resolve, reject) => {
      const give = (act: () => void) => {
        clearTimeout(late)
        waiting.delete(look)
        act()
      }
      const look = () => {
        const found = lines.find(isIt)
        if (found) give(() => resolve(found))
        else if (child.exitCode !== null)
          give(() =>
            reject(new Error(`The bot has ended with ${child.exitCode}:\n${errors}\n${JSON.stringify(lines)}`)),
          )
      }
      const late = setTimeout(
        () => give(() => reject(new Error(`The bot did not say so:\n${JSON.stringify(lines)}\n${errors}`))),
        waitLimit,
      )
      waiting.add(look)
      look()
    })

  const { port } = await until(({ msg }) => msg === 'listening')
  const url = `http://127.0.0.1:${String(port)}`
  app.listen({ url: `${url}/api/github/webhooks`, secret })
  return {
    child,
    lines,
    printed: () => printed + errors,
    url,
    until,
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}
