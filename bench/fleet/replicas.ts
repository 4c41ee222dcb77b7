import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

export type Line = Readonly<Record<string, unknown>>

/** A bot as one of several. */
interface Replica {
  readonly child: ChildProcess
  readonly port: number
}

/** What the processes of some bots have used, those that ended included. */
interface Usage {
  /** Seconds. */
  cpu: number
  /** The most memory that one of them has held, in bytes. */
  peak: number
}

const ticks = 100

/** What a process has used so far; Linux alone says it. */
function usageOf(pid: number): Usage {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const peak = Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
    return { cpu: (Number(fields[11]) + Number(fields[12])) / ticks, peak }
  } catch {
    return { cpu: 0, peak: 0 }
  }
}

/** Several bots, which are killed and replaced. */
export interface Replicas {
  /** The ports of those that listen. */
  ports(): readonly number[]
  start(): Promise<void>
  /** Kills the oldest, and starts another one. */
  replace(): Promise<void>
  /** Freezes the newest for so many milliseconds, in which another one stands in for it. */
  freeze(milliseconds: number): Promise<void>
  /** Takes what was used since the last call. */
  takeUsage(): Usage
  stop(): Promise<void>
}

/**
 * @param env what each is started with
 * @param heard gets each line of their logs
 */
export function replicas(words: readonly string[], env: NodeJS.ProcessEnv, heard: (line: Line) => void): Replicas {
  const running: Replica[] = []
  const ended: Usage = { cpu: 0, peak: 0 }
  let before = 0

  const leave = ({ child }: Replica) => {
    const { cpu, peak } = usageOf(child.pid ?? 0)
    ended.cpu += cpu
    ended.peak = Math.max(ended.peak, peak)
  }
  const start = async () => {
    const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const port = await new Promise<number>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (text) => {
        const line = JSON.parse(text) as Line
        heard(line)
        if (line['msg'] === 'listening') resolve(Number(line['port']))
      })
      child.on('exit', (code, signal) => signal ?? reject(new Error(`A bot has ended with ${code}.`)))
    })
    running.push({ child, port })
  }

  /** As a service manager does: a start without Redis ends, and is tried again. */
  const restart = async () => {
    for (let isUp = false; !isUp;)
      isUp = await start().then(
        () => true,
        () => pause(1000, false),
      )
  }

  return {
    ports: () => running.map(({ port }) => port),
    start,
    async replace() {
      const oldest = running.shift()
      if (oldest) {
        leave(oldest)
        oldest.child.kill('SIGKILL')
      }
      await restart()
    },
    async freeze(milliseconds) {
      const frozen = running.pop()
      if (!frozen) return
      frozen.child.kill('SIGSTOP')
      await restart()
      await pause(milliseconds)
      frozen.child.kill('SIGCONT')
      running.push(frozen)
    },
    takeUsage() {
      const all = running.map(({ child }) => usageOf(child.pid ?? 0))
      const cpu = all.reduce((sum, usage) => sum + usage.cpu, ended.cpu)
      const used = { cpu: cpu - before, peak: Math.max(ended.peak, ...all.map(({ peak }) => peak)) }
      before = cpu
      ended.peak = 0
      return used
    },
    async stop() {
      await Promise.all(
        running.splice(0).map(async ({ child }) => {
          const exited = once(child, 'exit')
          child.kill('SIGTERM')
          await exited
        }),
      )
    },
  }
}

/** One address in front of several bots. */
interface Balancer {
  readonly url: string
  /** Takes how long each delivery that was accepted took since the last call, in milliseconds. */
  takeTimes(): readonly number[]
  close(): void
}

/** Hands each request to the next of several ports, and to another one where that does not answer, as proxies do. */
export async function balancer(ports: () => readonly number[]): Promise<Balancer> {
  const times: number[] = []
  let next = 0
  const send = (port: number, { method, url, headers }: IncomingMessage, body: Buffer) =>
    new Promise<number>((resolve, reject) => {
      const sent = httpRequest({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
        answer.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  const server = createServer((request, response) => {
    const began = performance.now()
    const answer = async () => {
      const body = await buffer(request)
      for (let attempt = 0; attempt < 5; attempt++) {
        const all = ports()
        const port = all[(next += 1) % all.length]
        const status = port === undefined ? 0 : await send(port, request, body).catch(() => 0)
        if (status === 0) continue
        if (status === 202) times.push(performance.now() - began)
        return status
      }
      return 502
    }
    void answer().then((status) => response.writeHead(status).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/github/webhooks`,
    takeTimes: () => times.splice(0),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
