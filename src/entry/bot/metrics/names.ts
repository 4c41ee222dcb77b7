/** What a metric is: counted, set, or put into buckets. */
interface Metric {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly labels: readonly string[]
  readonly help: string
  readonly buckets?: readonly number[]
  /** It is there only where the queue is in Redis. */
  readonly redis?: true
}

const seconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

const job = ['wish', 'outcome'] as const

/** All metrics, by their names without `baton_`. */
export const metrics = {
  build_info: { kind: 'gauge', labels: ['version', 'node', 'queue'], help: 'The version of the bot, always 1' },
  deliveries_total: { kind: 'counter', labels: ['event', 'result'], help: 'Deliveries of the webhook' },
  delivery_seconds: { kind: 'histogram', labels: ['event', 'result'], help: 'Time until a delivery was answered', buckets: seconds },
  jobs_total: { kind: 'counter', labels: job, help: 'Tasks that ended' },
  job_seconds: { kind: 'histogram', labels: job, help: 'Time from the start of a task to its end', buckets: seconds },
  job_wait_seconds: { kind: 'histogram', labels: job, help: 'Time that a task waited', buckets: seconds },
  batch_items: { kind: 'histogram', labels: job, help: 'Tasks that were done together', buckets: [1, 2, 5, 10, 20, 50, 100] },
  refusals_total: { kind: 'counter', labels: ['code'], help: 'Refused commands by the first code' },
  queue_items: { kind: 'gauge', labels: ['queue'], help: 'Tasks that wait or are under way' },
  queue_lanes: { kind: 'gauge', labels: ['queue'], help: 'Lanes with such tasks' },
  queue_oldest_seconds: { kind: 'gauge', labels: ['queue'], help: 'Age of the oldest of these tasks' },
  places_taken: { kind: 'gauge', labels: ['queue'], help: 'Batches that this process is working on' },
  lanes_taken_over_total: { kind: 'counter', labels: [], help: 'Lanes taken over from a process that ended', redis: true },
  lanes_lost_total: { kind: 'counter', labels: [], help: 'Lanes that another process took over from this one', redis: true },
  lanes_mended_total: { kind: 'counter', labels: [], help: 'Lanes that had waited without a token', redis: true },
  items_aside: { kind: 'gauge', labels: [], help: 'Tasks put aside after five attempts', redis: true },
  github_requests_total: { kind: 'counter', labels: ['api', 'operation', 'status'], help: 'Requests to GitHub' },
  github_request_seconds: {
    kind: 'histogram',
    labels: ['api', 'operation', 'status'],
    help: 'Time until GitHub answered',
    buckets: seconds,
  },
  github_rate_remaining_ratio: {
    kind: 'gauge',
    labels: ['resource'],
    help: 'Remaining part of the rate limit of the installation that has the least',
  },
  github_waits_total: { kind: 'counter', labels: ['limit'], help: 'Answers by which GitHub demanded a wait' },
  cache_lookups_total: { kind: 'counter', labels: ['shelf', 'result'], help: 'Lookups of the cache' },
  sweep_seconds: { kind: 'histogram', labels: [], help: 'Time that the sweep of a repository took', buckets: seconds },
  sweep_success_timestamp_seconds: { kind: 'gauge', labels: [], help: 'Last sweep in which no query failed, or the start of the process' },
  sweep_found_total: { kind: 'counter', labels: ['what'], help: 'Lost work that sweeps found' },
  sweep_failed_total: { kind: 'counter', labels: ['what'], help: 'Queries of sweeps that failed' },
  audit_success_timestamp_seconds: { kind: 'gauge', labels: [], help: 'Last audit that ended, or the start of the process' },
  redis_up: { kind: 'gauge', labels: [], help: 'Whether Redis answers', redis: true },
  redis_command_seconds: {
    kind: 'histogram',
    labels: [],
    help: 'Time until Redis answered',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, ...seconds.slice(0, 7)],
    redis: true,
  },
} as const satisfies Readonly<Record<string, Metric>>

export type MetricName = keyof typeof metrics

export type NameOf<Kind extends Metric['kind']> = {
  [Name in MetricName]: (typeof metrics)[Name]['kind'] extends Kind ? Name : never
}[MetricName]

export type LabelsOf<Name extends MetricName> = Readonly<Record<(typeof metrics)[Name]['labels'][number], string>>
