import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A proxy in front of a Redis. */
export interface RedisProxy {
  readonly url: string
  /** Each answer comes so many milliseconds later from now on. */
  delay(milliseconds: number): void
  /** Cuts all connections when so many more commands have come; then it is a proxy again. */
  cutAfter(commands: number): void
  close(): void
}

const commandsIn = (data: Buffer) => data.toString('latin1').match(/(?:^|\r\n)\*\d+(?=\r\n\$)/g)?.length ?? 0

export async function redisProxy(url: string): Promise<RedisProxy> {
  const port = Number(new URL(url).port)
  const sockets = new Set<Socket>()
  let late = 0
  let commandsLeft = Infinity
  const server = createServer((client) => {
    const redis = connect(port, '127.0.0.1')
    // What comes first goes first, whatever the delay is by then.
    let sent: Promise<unknown> = Promise.resolve()
    for (const socket of [client, redis]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        redis.destroy()
      })
    }
    client.on('data', (data: Buffer) => {
      commandsLeft -= commandsIn(data)
      redis.write(data)
      if (commandsLeft > 0) return
      commandsLeft = Infinity
      for (const socket of sockets) socket.destroy()
    })
    redis.on('data', (data: Buffer) => {
      const waited = pause(late)
      sent = sent.then(() => waited).then(() => client.write(data))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delay: (milliseconds) => void (late = milliseconds),
    cutAfter: (commands) => void (commandsLeft = commands),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
