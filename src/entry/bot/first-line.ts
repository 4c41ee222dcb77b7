import { hostname } from 'node:os'
import packageJson from '../../../package.json' with { type: 'json' }
import { unusedProxy } from './proxy.ts'
import type { Log } from './log.ts'
import { fingerprintOf } from './private-key.ts'

interface Start {
  readonly queue: 'memory' | 'redis'
  /** Names this start of the process. */
  readonly boot: string
  readonly privateKey: string
}

/** Logs the first line: what runs here. And a proxy that is set and not used, in a second one. */
export function introduce(log: Pick<Log, 'info' | 'warn'>, { queue, boot, privateKey }: Start): void {
  const replica = `${hostname()}/${boot}`
  log.info(
    {
      version: packageJson.version,
      node: process.versions.node,
      queue,
      replica,
      fingerprint: fingerprintOf(privateKey),
    },
    'starting',
  )
  const proxy = unusedProxy(process.env, process.versions.node, process.execArgv)
  if (proxy !== undefined) log.warn({}, proxy)
}
