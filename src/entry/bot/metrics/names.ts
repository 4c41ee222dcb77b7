/** What a metric is: counted, set, or put into buckets. */
interface Metric {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly labels: readonly string[]
  readonly help: string
  readonly buckets?: readonly number[]
  /**
   * How the values of several processes become one. A gauge has the same value on each of them, unless it says
   * otherwise.
   */
  readonly across?: 'sum' | 'min'
  /** It is there only where the queue is in Redis. */
  readonly redis?: true
}

const seconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

const job = ['wish', 'outcome'] as const

/** All metrics, by their names without `baton_`. */
export const metrics = {
  build_info: {
    kind: 'gauge',
    across: 'sum',
    labels: ['version', 'node', 'queue'],
    help: 'The version of the bot, always 1',
  },
  deliveries_total: {
    kind: 'counter',
    labels: ['event', 'result'],
    help: 'Deliveries: taken (202), ignored (200, nothing to do), refused (400, 401, 413), unavailable (503)',
  },
  delivery_seconds: {
    kind: 'histogram',
    labels: ['event', 'result'],
    help: 'Time until a delivery was answered',
    buckets: seconds,
  },
  jobs_total: {
    kind: 'counter',
    labels: job,
    help: 'Tasks that ended; of a comment that came more than once, all but one are repeated',
  },
  job_seconds: { kind: 'histogram', labels: job, help: 'Time from the start of a task to its end', buckets: seconds },
  job_wait_seconds: { kind: 'histogram', labels: job, help: 'Time that a task waited', buckets: seconds },
  batch_items: {
    kind: 'histogram',
    labels: job,
    help: 'Tasks that were done together',
    buckets: [1, 2, 5, 10, 20, 50, 100],
  },
  refusals_total: { kind: 'counter', labels: ['code'], help: 'Tasks with the outcome refused, by the first code' },
  queue_items: { kind: 'gauge', labels: ['queue'], help: 'Tasks that wait or are under way' },
  queue_lanes: { kind: 'gauge', labels: ['queue'], help: 'Lanes with such tasks' },
  queue_oldest_seconds: { kind: 'gauge', labels: ['queue'], help: 'Age of the oldest of these tasks' },
  places_taken: { kind: 'gauge', across: 'sum', labels: ['queue'], help: 'Batches that this process is working on' },
  lanes_taken_over_total: {
    kind: 'counter',
    labels: [],
    help: 'Lanes that this process took over from one that ended, was frozen or had lost Redis',
    redis: true,
  },
  lanes_lost_total: {
    kind: 'counter',
    labels: [],
    help: 'Lanes that this process no longer had at their end, because it was frozen or Redis was away',
    redis: true,
  },
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
    across: 'min',
    labels: ['resource'],
    help: 'Remaining part of the rate limit of the installation that has the least',
  },
  github_waits_total: {
    kind: 'counter',
    labels: ['limit'],
    help: 'Waits: GitHub demanded one (primary, secondary), or no more could be created (content)',
  },
  content_oldest_seconds: {
    kind: 'gauge',
    labels: [],
    help: 'Age of the oldest task that waits because its installation may create no more for now; 0 if none waits',
  },
  cache_lookups_total: { kind: 'counter', labels: ['shelf', 'result'], help: 'Lookups of the cache' },
  sweep_seconds: { kind: 'histogram', labels: [], help: 'Time that the sweep of a repository took', buckets: seconds },
  sweep_success_timestamp_seconds: {
    kind: 'gauge',
    labels: [],
    help: 'When the last sweep without a failed query ended, on any of the processes',
  },
  sweep_found_total: { kind: 'counter', labels: ['what'], help: 'Work that was done because a sweep found it' },
  sweep_failed_total: { kind: 'counter', labels: ['what'], help: 'Queries of sweeps that failed' },
  audit_success_timestamp_seconds: {
    kind: 'gauge',
    labels: [],
    help: 'When the last audit ended, on any of the processes',
  },
  redis_up: {
    kind: 'gauge',
    across: 'min',
    labels: [],
    help: 'Whether Redis takes what this process writes',
    redis: true,
  },
  redis_command_seconds: {
    kind: 'histogram',
    labels: [],
    help: 'Time until Redis answered',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, ...seconds.slice(0, 7)],
    redis: true,
  },
} as const satisfies Readonly<Record<string, Metric>>

/**
 * How the values of several processes become one: what each counts is added up, and what all know alike is what any of
 * them shows.
 */
export const acrossProcesses = ({ kind, across }: Metric): 'sum' | 'min' | 'max' =>
  across ?? (kind === 'gauge' ? 'max' : 'sum')

export type MetricName = keyof typeof metrics

export type NameOf<Kind extends Metric['kind']> = {
  [Name in MetricName]: (typeof metrics)[Name]['kind'] extends Kind ? Name : never
}[MetricName]

export type LabelsOf<Name extends MetricName> = Readonly<Record<(typeof metrics)[Name]['labels'][number], string>>
