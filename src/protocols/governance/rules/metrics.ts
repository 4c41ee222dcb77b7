import { contradiction } from '../../../core/compared.ts'
import { msg } from '../../../core/message.ts'
import { sumPairs } from '../compared.ts'
import { newestSession, ownerOf } from '../model.ts'
import { mendableIn } from '../reading/mendable.ts'
import { addedSessions, sessions, type GovernanceRules } from './subjects.ts'
import type { FileRecord } from '../../../kit/record.ts'
import { isFreshStart } from '../sessions/steps.ts'
import { newFileAdvice } from './files.ts'
import { overParts, wholeComparison } from '../../../kit/rules.ts'

/** The path of every counter of the metrics. */
function countersIn(file: FileRecord): readonly (readonly string[])[] {
  const fixedPaths = [
    ['iterationCounts', 'plannerChecker'],
    ['iterationCounts', 'validatorFix'],
    ['iterationCounts', 'total'],
    ['agentSpawns', 'total'],
    ['errors', 'total'],
  ]
  const namedPaths = [
    ['agentSpawns', 'byAgent'],
    ['errors', 'byType'],
  ].flatMap((path) => Object.keys(Object(file.value(...path)) as object).map((name) => [...path, name]))
  return [...fixedPaths, ...namedPaths].filter((path) => file.number(...path) !== undefined)
}

export const metricRules: GovernanceRules = {
  name: 'metrics',
  title: 'Metrics and checkpoints',
  rules: [
    overParts(wholeComparison, [
      {
        code: 'GOV_METRICS_MISSING',
        strict: 'error',
        soft: 'warning',
        safe: true,
        summary:
          'A session that has not stopped has no metrics; or the change adds sessions, and the metrics are of none of them.',
        why: 'Errors and turns are counted there, so that a loop is noticed (S1-R04).',
        repair: '`/fix GOV_METRICS_MISSING` writes new ones.',
        *check(comparison) {
          const fix = '/fix GOV_METRICS_MISSING'
          const { now } = comparison
          const { metrics: file } = now
          if (!now.sessions.some(({ isHeld }) => isHeld)) return
          const concerns = addedSessions(comparison)
          const addedPaths = new Set(concerns)
          const newSessions = now.sessions.filter(({ path, isHeld }) => isHeld && addedPaths.has(path))
          const isForeign =
            newSessions.length > 0 &&
            file.data !== undefined &&
            !newSessions.some(({ id }) => id === file.text('sessionId'))
          if (file.exists && !isForeign) return
          const owner = newestSession(now)
          const isRepairable = owner !== undefined && (!file.exists || newSessions.includes(owner))
          yield {
            message: file.exists
              ? msg`Unexpected metrics of ${file.text('sessionId') ?? ''}, expected those of a session that is added`
              : msg`Missing ${file.path}, expected one while a session works`,
            ...(isRepairable
              ? newFileAdvice(fix, file.path, !file.exists && comparison.before?.metrics.exists === true)
              : { hint: msg`Write those of ${(newSessions[0] ?? owner)?.id ?? ''}.` }),
            // Without the base, nothing shows that the session is new.
            ...(isRepairable &&
              file.exists && {
                hint: msg`The command ${fix} writes those of ${owner.id}; on a command line with the ${'--base'} of this check.`,
              }),
            place: file.exists ? file.keyPlace('sessionId') : { path: file.path },
            concerns,
            target: now.brain,
          }
        },
      },
      {
        code: 'GOV_METRICS_SESSION',
        strict: 'warning',
        soft: 'notice',
        summary: 'The metrics belong to a session without a file.',
        why: 'It is unclear what was counted.',
        repair: 'Delete the file: the next session that is started writes its own.',
        *check({ now }) {
          const id = now.metrics.text('sessionId')
          if (id === undefined || ownerOf(now)) return
          const working = newestSession(now)
          yield {
            hint: working
              ? msg`Delete the file; ${'/fix GOV_METRICS_MISSING'} then writes that of ${working.id}, which works.`
              : 'Delete the file: the next session that is started writes its own.',
            message: msg`Unexpected ${'sessionId'} ${id}, expected an existing session`,
            place: now.metrics.keyPlace('sessionId'),
            target: now.brain,
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
              target: now.metricsTarget,
              ...contradiction(pair),
            }
          }
        },
      },
      {
        code: 'GOV_METRICS_REWRITTEN',
        strict: 'error',
        soft: 'error',
        summary:
          'The metrics of a session count less than before, have another `startedAt` or `maxErrors`, or were deleted.',
        why: 'A lower count hides a loop.',
        repair: 'Restore the counts.',
        *check(comparison) {
          const { now, before } = comparison
          const [currentMetrics, previousMetrics] = [now.metrics, before?.metrics]
          if (!before || !previousMetrics?.data) return
          if (!currentMetrics.exists) {
            // While a session works, they are missed anyway.
            if (!now.sessions.some(({ isHeld }) => isHeld) && now.session(previousMetrics.text('sessionId') ?? ''))
              yield {
                message: msg`Missing ${currentMetrics.path}, expected it to be kept`,
                hint: 'Restore the file.',
                place: { path: currentMetrics.path },
                target: now.brain,
              }
            return
          }
          const owner = sessions(comparison).find(({ session }) => session === ownerOf(now))
          const previousId = owner?.before?.id ?? currentMetrics.text('sessionId')
          if (!currentMetrics.data || previousId !== previousMetrics.text('sessionId')) return
          if (owner && isFreshStart(owner)) return
          const mendable = mendableIn(before, previousMetrics, 'metrics')
          const loweredPaths = countersIn(previousMetrics).filter(
            (path) => (currentMetrics.number(...path) ?? 0) < (previousMetrics.number(...path) ?? 0),
          )
          const changedPaths = [['startedAt'], ['limits', 'maxErrors']].filter(
            (path) => previousMetrics.has(...path) && currentMetrics.value(...path) !== previousMetrics.value(...path),
          )
          for (const path of [...loweredPaths, ...changedPaths]) {
            if (mendable.isWrong(...path)) continue
            yield {
              message: msg`Unexpected ${path.join('.')} ${currentMetrics.number(...path) ?? currentMetrics.text(...path) ?? ''}, expected ${previousMetrics.number(...path) ?? previousMetrics.text(...path) ?? ''}`,
              hint: 'Restore the previous version.',
              place: currentMetrics.keyPlace(...path),
              target: now.metricsTarget,
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
          const [total, maxErrors] = [file.number('errors', 'total') ?? 0, file.number('limits', 'maxErrors')]
          if (owner?.isHeld !== true || maxErrors === undefined || total <= maxErrors) return
          yield {
            message: msg`Unexpected number of errors ${total}, expected at most ${maxErrors}`,
            hint: msg`Hand back with ${`/handback ${owner.id} error`}, and start another session.`,
            fix: `/handback ${owner.id} error`,
            place: file.keyPlace('errors', 'total'),
            target: owner.target,
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
              const value = file.text(key)
              if (value === undefined || value === expected) continue
              yield {
                message: msg`Unexpected ${key} ${value}, expected ${expected} as its path says`,
                hint: 'Rename the file, or write what its path says.',
                place: file.keyPlace(key),
                target: brain,
              }
            }
          }
        },
      },
    ]),
  ],
}
