import { contradiction } from '../../../core/compared.ts'
import { msg } from '../../../core/message.ts'
import { sumPairs } from '../compared.ts'
import { newest, ownerOf, about } from '../model.ts'
import { addedSessions, type GovernanceRules } from './subjects.ts'
import type { FileRecord } from '../../../kit/record.ts'
import { isFreshStart } from '../sessions/steps.ts'
import { newFileAdvice } from './advice.ts'
import { over, whole } from '../../../kit/rules.ts'

/** The path of every counter of the metrics. */
function countersIn(file: FileRecord): readonly (readonly string[])[] {
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
  return [...fixed, ...named].filter((path) => file.number(...path) !== undefined)
}

/** Metrics and checkpoints */
export const metricRules: GovernanceRules = {
  name: 'metrics',
  title: 'Metrics and checkpoints',
  rules: [
    over(whole, [
      {
        code: 'GOV_METRICS_MISSING',
        strict: 'error',
        soft: 'warning',
        safe: true,
        summary: 'A session that has not stopped has no metrics; or the change adds sessions, and the metrics are of none of them.',
        why: 'Errors and turns are counted there, so that a loop is noticed (S1-R04).',
        repair: '`/fix GOV_METRICS_MISSING` writes new ones.',
        *check(compared) {
          const fix = '/fix GOV_METRICS_MISSING'
          const { now } = compared
          const { metrics: file } = now
          if (!now.sessions.some(({ held }) => held)) return
          const concerns = addedSessions(compared)
          const isNew = new Set(concerns)
          const added = now.sessions.filter(({ path, held }) => held && isNew.has(path))
          const isForeign = added.length > 0 && file.data !== undefined && !added.some(({ id }) => id === file.text('sessionId'))
          if (file.there && !isForeign) return
          const owner = newest(now)
          const isMended = owner !== undefined && (!file.there || added.includes(owner))
          yield {
            message: file.there
              ? msg`Unexpected metrics of ${file.text('sessionId') ?? ''}, expected those of a session that is added`
              : msg`Missing ${file.path}, expected one while a session works`,
            ...(isMended
              ? newFileAdvice(fix, file.path, !file.there && compared.before?.metrics.there === true)
              : { hint: msg`Write those of ${(added[0] ?? owner)?.id ?? ''}.` }),
            place: file.there ? file.keyPlace('sessionId') : { path: file.path },
            concerns,
            ...about(now.brain),
          }
        },
      },
      {
        code: 'GOV_METRICS_SESSION',
        strict: 'warning',
        soft: 'notice',
        summary: 'The metrics belong to a session without a file.',
        why: 'It is unclear what was counted.',
        hint: 'Delete the file: the next session that is started writes its own.',
        *check({ now }) {
          const id = now.metrics.text('sessionId')
          if (id === undefined || ownerOf(now)) return
          yield {
            message: msg`Unexpected ${'sessionId'} ${id}, expected an existing session`,
            place: now.metrics.keyPlace('sessionId'),
            ...about(now.brain),
          }
        },
      },
      {
        code: 'GOV_METRICS_SUM',
        strict: 'error',
        soft: 'error',
        contradiction: true,
        summary: 'A `total` is not the sum of what it counts.',
        why: 'The limits are compared with the totals (S3-R04).',
        hint: 'Count again.',
        *check({ now }) {
          for (const pair of sumPairs(now)) {
            if (pair.agrees) continue
            const { subject, total, sum } = pair
            yield {
              message: msg`Unexpected total of ${subject}: ${total}, expected ${sum}`,
              place: now.metrics.keyPlace(subject, 'total'),
              ...about(now.metricsTarget),
              ...contradiction(pair),
            }
          }
        },
      },
      {
        code: 'GOV_METRICS_REWRITTEN',
        strict: 'error',
        soft: 'error',
        summary: 'The metrics of a session count less than before, have another `startedAt` or `maxErrors`, or were deleted.',
        why: 'A lower count hides a loop.',
        repair: 'Restore the counts.',
        *check({ now, before }) {
          const [is, was] = [now.metrics, before?.metrics]
          if (!was?.data) return
          if (!is.there) {
            // While a session works, they are missed anyway.
            if (!now.sessions.some(({ held }) => held) && now.session(was.text('sessionId') ?? ''))
              yield {
                message: msg`Missing ${is.path}, expected it to be kept`,
                hint: 'Restore the file.',
                place: { path: is.path },
                ...about(now.brain),
              }
            return
          }
          const owner = ownerOf(now)
          if (!is.data || is.text('sessionId') !== was.text('sessionId')) return
          if (owner && isFreshStart({ session: owner, before: before?.session(owner.id), compared: true })) return
          const lower = countersIn(was).filter((path) => (is.number(...path) ?? 0) < (was.number(...path) ?? 0))
          const other = [['startedAt'], ['limits', 'maxErrors']].filter(
            (path) => was.has(...path) && is.value(...path) !== was.value(...path),
          )
          for (const path of [...lower, ...other]) {
            yield {
              message: msg`Unexpected ${path.join('.')} ${is.number(...path) ?? is.text(...path) ?? ''}, expected ${was.number(...path) ?? was.text(...path) ?? ''}`,
              hint: 'Restore the previous version.',
              place: is.keyPlace(...path),
              ...about(now.metricsTarget),
            }
          }
        },
      },
      {
        code: 'GOV_ERROR_LIMIT',
        strict: 'error',
        soft: 'warning',
        summary: 'A session that has not stopped has had more errors than `maxErrors`.',
        why: 'It repeats the same steps without progress (section 4 of the specification).',
        repair: 'Hand back, and start another session.',
        *check({ now }) {
          const { metrics: file } = now
          const owner = ownerOf(now)
          const [total, most] = [file.number('errors', 'total') ?? 0, file.number('limits', 'maxErrors')]
          if (owner?.held !== true || most === undefined || total <= most) return
          yield {
            message: msg`Unexpected number of errors ${total}, expected at most ${most}`,
            hint: msg`Hand back with ${`/handback ${owner.id} error`}, and start another session.`,
            fix: `/handback ${owner.id} error`,
            place: file.keyPlace('errors', 'total'),
            ...about(owner.target),
          }
        },
      },
      {
        code: 'GOV_CHECKPOINT_ID',
        strict: 'error',
        soft: 'warning',
        summary: 'The `id` of a checkpoint is not the name of its file, or its `phase` not that of its folder.',
        why: 'It was copied or renamed, and restores another state than its name says.',
        repair: 'Make them agree.',
        *check({ now: { checkpoints, brain } }) {
          for (const { file, id, phase } of checkpoints) {
            for (const [key, expected] of [
              ['id', id],
              ['phase', phase],
            ] as const) {
              const written = file.text(key)
              if (written === undefined || written === expected) continue
              yield {
                message: msg`Unexpected ${key} ${written}, expected ${expected} as its path says`,
                hint: 'Rename the file, or write what its path says.',
                place: file.keyPlace(key),
                ...about(brain),
              }
            }
          }
        },
      },
    ]),
  ],
}
