import packageJson from '../../../package.json' with { type: 'json' }
import type { Log } from './log.ts'
import { replicaName } from './queue.ts'
import { fingerprintOf } from './private-key.ts'

type Variables = Readonly<Record<string, string | undefined>>

const proxies = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'] as const

/** Whether a version of Node can use a proxy by itself: from 22.21 and 24.5 on. */
function canUseProxy(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21)
}

/**
 * The warning that a proxy is set which the requests to GitHub do not go through; `undefined`: none is, or they do.
 *
 * @param version of Node
 * @param options that Node was started with
 */
export function unusedProxy(variables: Variables, version: string, options: readonly string[]): string | undefined {
  const name = proxies.find((candidate) => variables[candidate])
  if (name === undefined) return undefined
  if (!canUseProxy(version)) return `${name} is set and not used: Node ${version} uses no proxy. Use Node 24.`
  const isOn =
    variables['NODE_USE_ENV_PROXY'] === '1' ||
    [...options, ...(variables['NODE_OPTIONS'] ?? '').split(' ')].includes('--use-env-proxy')
  return isOn ? undefined : `${name} is set and not used: set NODE_USE_ENV_PROXY to 1 too.`
}

interface Start {
  readonly queue: 'memory' | 'redis'
  /** Names this start of the process. */
  readonly boot: string
  readonly privateKey: string
}

/** Logs the first line: what runs here. And a proxy that is set and not used, in a second one. */
export function introduce(log: Pick<Log, 'info' | 'warn'>, { queue, boot, privateKey }: Start): void {
  const replica = replicaName(boot)
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
