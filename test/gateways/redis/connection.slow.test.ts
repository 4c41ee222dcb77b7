import { createServer, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { Fault } from '../../../src/core/fault.ts'
import { connectRedis, UnusableRedis } from '../../../src/gateways/redis/connection.ts'
import { isWithoutServer, startRedis } from './server.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const password = 'hunter2hunter2'

/** Why a Redis cannot be used. */
const why = async (url: string): Promise<string> => {
  const error: unknown = await connectRedis(url, 1).then(
    (connection) => {
      connection.close()
      return 'it can'
    },
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UnusableRedis)
  expect(String(error)).not.toContain(password)
  return (error as Error).message
}

describe.skipIf(isWithoutServer)('a Redis', () => {
  const started = async (...settings: readonly string[]) => {
    const server = await startRedis(...settings)
    ends.push(() => server.close())
    return server.url
  }

  it('that asks for a password is not used without one, nor with another one', async () => {
    const url = await started('--requirepass', 'another one')
    expect(await why(url)).toContain('Redis asks for a password (NOAUTH). Put it into REDIS_URL')
    expect(await why(url.replace('//', `//:${password}@`))).toContain(
      'Redis refuses the user or the password in REDIS_URL (WRONGPASS). Put',
    )
    const connection = await connectRedis(url.replace('//', '//:another%20one@'), 1)
    connection.close()
  })

  it('whose user lacks a right is not used, and the right is named; with those that are named it is', async () => {
    const url = await started()
    const admin = await connectRedis(url, 1)
    ends.push(() => admin.close())
    const as = async (...rights: readonly string[]) => {
      await admin.commands.call('ACL', ['SETUSER', 'baton', 'reset', 'on', `>${password}`, ...rights])
      return url.replace('//', `//baton:${password}@`)
    }
    const needed =
      'may not do what Baton needs (NOPERM). Allow it +@all, or +@all -@dangerous +info +config|get, on all keys that begin with {baton:'
    expect(await why(await as('~*', '+@all', '-info'))).toContain(needed)
    expect(await why(await as('~other:*', '+@all'))).toContain(needed)
    const connection = await connectRedis(await as('~{baton:*', '+@all', '-@dangerous', '+info', '+config|get'), 1)
    connection.close()
  })

  it('that is a replica, or has no such database, is not used', async () => {
    const url = await started()
    expect(await why(`${url}/99`)).toBe(
      'Redis has no database of the number in REDIS_URL (ERR). Take the number behind the port out of it, or put in one that the server has.',
    )
    const replica = await started('--replicaof', '127.0.0.1', new URL(url).port)
    expect(await why(replica)).toContain(
      'is a replica, which takes nothing (READONLY). Put the address of the primary into REDIS_URL.',
    )
  })

  it('that may remove what waits is not used, and the line that mends it is named', async () => {
    expect(await why(await started('--maxmemory-policy', 'allkeys-lru'))).toBe(
      'Redis may remove commands that wait (maxmemory-policy allkeys-lru). Write into its redis.conf: maxmemory-policy noeviction',
    )
  })

  it('whose policy cannot be read is used, and it is known that it cannot', async () => {
    const hidden = await connectRedis(await started('--rename-command', 'CONFIG', ''), 1)
    ends.push(() => hidden.close())
    expect(hidden.isPolicyUnknown).toBe(true)
    const open = await connectRedis(await started(), 1)
    ends.push(() => open.close())
    expect(open.isPolicyUnknown).toBe(false)
  })
})

describe('a server', () => {
  /** Answers as a Redis of some version does, as far as it is asked. */
  const ofVersion = async (version: string) => {
    const info = `# Server\r\nredis_version:${version}\r\n`
    const server = createServer((socket) => {
      socket.on('data', (data) => {
        for (const [, command = ''] of data.toString().matchAll(/^\*\d+\r\n\$\d+\r\n(\w+)/gm)) {
          const answers: Readonly<Record<string, string>> = { info: `$${info.length}\r\n${info}`, ping: '+PONG' }
          socket.write(`${answers[command.toLowerCase()] ?? '-ERR unknown command'}\r\n`)
        }
      })
      socket.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    ends.push(() => server.close())
    return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it.each(['5.0.14', '6.0.20'])('of version %s is too old', async (version) => {
    expect(await why(await ofVersion(version))).toBe(
      `Redis ${version} is too old. Baton needs Redis 6.2 or newer, or Valkey.`,
    )
  })

  it.each([
    ['redis', 'If it uses TLS at this port, write rediss:// for redis://.'],
    ['rediss', 'If it does not use TLS at this port, write redis:// for rediss://.'],
  ])('that does not speak %s is named with the other one', async (protocol, advice) => {
    const server = createServer((socket) => socket.on('error', () => undefined).on('data', () => socket.destroy()))
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    ends.push(() => server.close())
    expect(await why(`${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`)).toContain(advice)
  })

  it('without TLS, where TLS is expected, says nothing, and may be there at the next start', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined).resume())
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    ends.push(() => server.close())
    const refusal = connectRedis(`rediss://127.0.0.1:${(server.address() as AddressInfo).port}`, 1)
    await expect(refusal).rejects.toMatchObject({
      name: 'Fault',
      message: expect.stringContaining('If it does not use TLS at this port, write redis:// for rediss://.'),
    })
  })

  it('that is not there is named with the reason, after some seconds, and may be there at the next start', async () => {
    const refusal = connectRedis(`redis://:${password}@127.0.0.1:1`, 1).catch((error: unknown) => error)
    expect(await refusal).toBeInstanceOf(Fault)
    expect(String(await refusal)).not.toContain(password)
    expect(await refusal).toHaveProperty(
      'message',
      'Redis at 127.0.0.1:1 cannot be reached (ECONNREFUSED). Check REDIS_URL, and whether the server runs.',
    )
  })
})
