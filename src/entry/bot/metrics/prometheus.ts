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

export interface Metrics {
  readonly meter: Meter
  /** All figures, in OpenMetrics where the request asks for it. */
  page(request: Pick<IncomingMessage, 'headers'>): Promise<Page>
}

type Series = Counter | Gauge | Histogram

/** Starts all metrics at nothing known; those of Redis are there only where it is used. */
export function prometheus({ version, node, queue }: Build): Metrics {
  const plainRegistry = new Registry()
  const openMetricsRegistry = new Registry<OpenMetricsContentType>()
  openMetricsRegistry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  const series = new Map<string, Series>()
  const makers = { counter: Counter, gauge: Gauge, histogram: Histogram }
  for (const [name, metric] of Object.entries(metrics)) {
    if ('redis' in metric && queue !== 'redis') continue
    const { kind, labels, help } = metric
    const buckets = 'buckets' in metric ? { buckets: [...metric.buckets] } : {}
    const instrument = new makers[kind]({
      name: `baton_${name}`,
      help,
      labelNames: [...labels],
      registers: [plainRegistry],
      ...buckets,
    })
    // It would begin at 0, which is not known to be true.
    if (instrument instanceof Gauge && labels.length === 0) instrument.remove()
    series.set(name, instrument)
  }
  collectDefaultMetrics({ register: plainRegistry })
  for (const metric of plainRegistry.getMetricsAsArray())
    // OpenMetrics has counters without `_total`, and prom-client takes it off the name of the metric itself: here that
    // is a name of its own.
    openMetricsRegistry.registerMetric(Object.create(plainRegistry.getSingleMetric(metric.name) as Series) as Series)

  const measures: (() => void | Promise<void>)[] = []
  const meter: Meter = {
    count: (name, labels, amount = 1) => (series.get(name) as Counter | undefined)?.inc(labels, amount),
    set(name, labels, value) {
      const gauge = series.get(name) as Gauge | undefined
      if (value === undefined) gauge?.remove(labels)
      else gauge?.set(labels, value)
    },
    observe: (name, labels, value) => (series.get(name) as Histogram | undefined)?.observe(labels, value),
    before: (measure) => void measures.push(measure),
  }
  meter.set('build_info', { version, node, queue }, 1)

  return {
    meter,
    async page({ headers }) {
      // What cannot be measured while Redis is away must not hide that it is, nor take as long as all of it together.
      await Promise.allSettled(measures.map(async (measure) => await measure()))
      const registry = headers.accept?.includes('application/openmetrics-text') ? openMetricsRegistry : plainRegistry
      return {
        status: 200,
        headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
        body: await registry.metrics(),
      }
    },
  }
}
