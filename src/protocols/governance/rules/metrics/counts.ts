import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, inMetrics, interruptedSample, metrics, metricsPath, sample, session, sessionPath, time, ways } from '../../examples.ts'
import type { JsonFile } from '../../reading/json-file.ts'
import { startsAfresh } from '../../steps.ts'
import { about, type Compared } from '../../subjects.ts'
import { ownerOf } from '../../owner.ts'

function sumOf(counts: unknown): number | undefined {
  const all: readonly unknown[] = typeof counts === 'object' && counts !== null ? Object.values(counts) : [undefined]
  const numbers = all.filter((count) => typeof count === 'number')
  return numbers.length === all.length ? numbers.reduce((sum, count) => sum + count, 0) : undefined
}

/** Each total, and what it is the sum of. */
function* sums(file: JsonFile): Iterable<readonly [key: string, sum: number | undefined]> {
  const [planner, validator] = [file.number('iterationCounts', 'plannerChecker'), file.number('iterationCounts', 'validatorFix')]
  yield ['iterationCounts', planner !== undefined && validator !== undefined ? planner + validator : undefined]
  yield ['agentSpawns', sumOf(file.value('agentSpawns', 'byAgent'))]
  yield ['errors', sumOf(file.value('errors', 'byType'))]
}

export const metricsSum: Rule<Compared> = {
  code: 'GOV_METRICS_SUM',
  strict: 'error',
  soft: 'error',
  summary: 'A `total` is not the sum of what it counts.',
  why: 'The limits are held against the totals (S3-R04).',
  repair: 'Count again.',
  examples() {
    return {
      bad: [
        { about: 'iterations', head: inMetrics({ iterationCounts: { plannerChecker: 2, validatorFix: 1, total: 2 } }) },
        { about: 'spawns', head: inMetrics({ agentSpawns: { total: 2, byAgent: { planner: 1 } } }) },
        { about: 'errors', head: inMetrics({ errors: { total: 0, byType: { validator_fix: 1 }, recent: [] } }) },
      ],
      good: [{ about: 'the sums', head: sample }],
    }
  },
  *check({ now: { metrics: file, metricsTarget } }) {
    for (const [key, sum] of sums(file)) {
      const total = file.number(key, 'total')
      if (total === undefined || sum === undefined || total === sum) continue
      yield {
        message: msg`Unexpected total of ${key}: ${total}, expected ${sum}`,
        hint: 'Count again.',
        place: file.place(key, 'total'),
        ...about(metricsTarget),
      }
    }
  },
}

/** Every counter of the metrics by its path. */
function countersOf(file: JsonFile): ReadonlyMap<string, number> {
  const fixed = [
    ['iterationCounts', 'plannerChecker'],
    ['iterationCounts', 'validatorFix'],
    ['iterationCounts', 'total'],
    ['agentSpawns', 'total'],
    ['errors', 'total'],
  ]
  const named = [
    ['agentSpawns', 'byAgent'],
    ['errors', 'byType'],
  ].flatMap((path) => Object.keys(Object(file.value(...path)) as object).map((name) => [...path, name]))
  return new Map(
    [...fixed, ...named].flatMap((path) => {
      const count = file.number(...path)
      return count === undefined ? [] : [[JSON.stringify(path), count] as const]
    }),
  )
}

export const metricsRewritten: Rule<Compared> = {
  code: 'GOV_METRICS_REWRITTEN',
  strict: 'error',
  soft: 'error',
  summary: 'The metrics of a session count less than before, or have another `startedAt` or `maxErrors`.',
  why: 'Who counts less hides a loop.',
  repair: 'Put the counts back.',
  examples() {
    return {
      bad: [
        { about: 'fewer errors', base: sample, head: inMetrics({ errors: { total: 0, byType: {}, recent: [] } }) },
        { about: 'a higher limit', base: sample, head: inMetrics({ limits: { maxErrors: 30 } }) },
        { about: 'another beginning', base: sample, head: inMetrics({ startedAt: time('08:01') }) },
      ],
      good: [
        { about: 'one more', base: sample, head: inMetrics({ agentSpawns: { total: 2, byAgent: { planner: 1, checker: 1 } } }) },
        {
          about: 'a fresh start',
          base: interruptedSample,
          head: change(interruptedSample, {
            [sessionPath()]: session([...ways.interrupted, ['beginning', '2026-02-06T09:00:00.000Z']], { violationCount: 0 }),
            [metricsPath]: metrics({ startedAt: '2026-02-06T09:00:00.000Z', errors: { total: 0, byType: {}, recent: [] } }),
          }),
        },
      ],
    }
  },
  *check({ now, before }) {
    const [is, was] = [now.metrics, before?.metrics]
    const owner = ownerOf(now)
    if (!was?.data || !is.data || is.text('sessionId') !== was.text('sessionId')) return
    if (owner && startsAfresh({ session: owner, before: before?.session(owner.id), compared: true })) return
    const counters = countersOf(is)
    const lower = [...countersOf(was)]
      .filter(([path, count]) => (counters.get(path) ?? 0) < count)
      .map(([path]) => JSON.parse(path) as string[])
    const other = [['startedAt'], ['limits', 'maxErrors']].filter((path) => was.has(...path) && is.value(...path) !== was.value(...path))
    for (const path of [...lower, ...other]) {
      yield {
        message: msg`Unexpected ${path.join('.')} ${is.number(...path) ?? is.text(...path) ?? ''}, expected ${was.number(...path) ?? was.text(...path) ?? ''}`,
        hint: 'Put back what stood there.',
        place: is.place(...path),
        ...about(now.metricsTarget),
      }
    }
  },
}

export const errorLimit: Rule<Compared> = {
  code: 'GOV_ERROR_LIMIT',
  strict: 'error',
  soft: 'warning',
  summary: 'A session that has not stopped has had more errors than `maxErrors`.',
  why: 'It goes round in circles (section 4 of the specification).',
  repair: 'Hand back, and start another session.',
  examples() {
    return {
      bad: [{ about: '21 of 20', head: inMetrics({ errors: { total: 21, byType: { validator_fix: 21 }, recent: [] } }) }],
      good: [
        { about: '20 of 20', head: inMetrics({ errors: { total: 20, byType: { validator_fix: 20 }, recent: [] } }) },
        {
          about: 'it stopped',
          head: change(interruptedSample, { [metricsPath]: metrics({ errors: { total: 21, byType: { validator_fix: 21 }, recent: [] } }) }),
        },
      ],
    }
  },
  *check({ now }) {
    const { metrics: file } = now
    const owner = ownerOf(now)
    const [total, most] = [file.number('errors', 'total') ?? 0, file.number('limits', 'maxErrors')]
    if (owner?.held !== true || most === undefined || total <= most) return
    yield {
      message: msg`Unexpected number of errors ${total}, expected at most ${most}`,
      hint: msg`Hand back with ${`/handback ${owner.id} error`}, and start another session.`,
      fix: `/handback ${owner.id} error`,
      place: file.place('errors', 'total'),
      ...about(owner.target),
    }
  },
}
