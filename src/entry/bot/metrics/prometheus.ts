import type { IncomingMessage } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type OpenMetricsContentType } from 'prom-client'
import type { Page } from '../html.ts'
import type { Meter } from './meter.ts'
import { metrics } from './names.ts'

interface Build {
  readonly version: string
  readonly node: string
  readonly queue: 'memory' | 'redis'
}

/** Figures for Prometheus. */
export interface Metrics {
  readonly meter: Meter
  /** All figures, in OpenMetrics where the request asks for it. */
  page(request: Pick<IncomingMessage, 'headers'>): Promise<Page>
}

type Series = Counter | Gauge | Histogram

/** Starts all metrics at nothing; those of Redis are there only where it is used. */
export function prometheus({ version, node, queue }: Build): Metrics {
  const plain = new Registry()
  const open = new Registry<OpenMetricsContentType>()
  open.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  const series = new Map<string, Series>()
  const makers = { counter: Counter, gauge: Gauge, histogram: Histogram }
  for (const [name, metric] of Object.entries(metrics)) {
    if ('redis' in metric && queue !== 'redis') continue
    const { kind, labels, help } = metric
    const buckets = 'buckets' in metric ? { buckets: [...metric.buckets] } : {}
    series.set(name, new makers[kind]({ name: `baton_${name}`, help, labelNames: [...labels], registers: [plain], ...buckets }))
  }
  collectDefaultMetrics({ register: plain })
  for (const each of plain.getMetricsAsArray()) open.registerMetric(plain.getSingleMetric(each.name) as Series)

  const measures: (() => void | Promise<void>)[] = []
  const meter: Meter = {
    count: (name, labels, more = 1) => (series.get(name) as Counter | undefined)?.inc(labels, more),
    set: (name, labels, value) => (series.get(name) as Gauge | undefined)?.set(labels, value),
    observe: (name, labels, value) => (series.get(name) as Histogram | undefined)?.observe(labels, value),
    before: (measure) => void measures.push(measure),
  }
  meter.set('build_info', { version, node, queue }, 1)
  const began = Date.now() / 1000
  meter.set('sweep_success_timestamp_seconds', {}, began)
  meter.set('audit_success_timestamp_seconds', {}, began)

  return {
    meter,
    async page({ headers }) {
      // What cannot be measured while Redis is away must not hide that it is.
      for (const measure of measures)
        await Promise.resolve()
          .then(measure)
          .catch(() => undefined)
      const registry = headers.accept?.includes('application/openmetrics-text') ? open : plain
      return { status: 200, headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' }, body: await registry.metrics() }
    },
  }
}
