import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  emptySample,
  histories,
  inCheckpoint,
  inMetrics,
  interruptedSample,
  metrics,
  metricsPath,
  sample,
  session,
  sessionPath,
  stall,
  stallPath,
} from '../examples.ts'

export const examples: RuleExamples = {
  GOV_METRICS_MISSING: {
    bad: {
      none: change(sample, { [metricsPath]: null }),
      'those of another session': {
        base: sample,
        head: change(sample, {
          [sessionPath('ses_2')]: session(histories.beginning, { sessionId: 'ses_2' }),
          [stallPath('ses_2')]: stall(),
        }),
      },
    },
    good: {
      'no session at work': change(interruptedSample, { [metricsPath]: null }),
      'those of the new session': {
        base: sample,
        head: change(sample, {
          [sessionPath('ses_2')]: session(histories.beginning, { sessionId: 'ses_2' }),
          [stallPath('ses_2')]: stall(),
          [metricsPath]: metrics({ sessionId: 'ses_2' }),
        }),
      },
    },
  },
  GOV_METRICS_SESSION: {
    bad: { 'another id': change(emptySample, { [metricsPath]: metrics({ sessionId: 'ses_9' }) }) },
    good: { 'its session': sample },
  },
  GOV_METRICS_SUM: {
    bad: {
      iterations: inMetrics({ iterationCounts: { plannerChecker: 2, validatorFix: 1, total: 2 } }),
      spawns: inMetrics({ agentSpawns: { total: 2, byAgent: { planner: 1 } } }),
    },
    good: { 'the sums': sample },
  },
  GOV_METRICS_REWRITTEN: {
    bad: {
      'fewer errors': { base: sample, head: inMetrics({ errors: { total: 0, byType: {}, recent: [] } }) },
      'a higher limit': { base: sample, head: inMetrics({ limits: { maxErrors: 30 } }) },
    },
    good: {
      'one more': { base: sample, head: inMetrics({ agentSpawns: { total: 2, byAgent: { planner: 1, checker: 1 } } }) },
      'a fresh start': {
        base: interruptedSample,
        head: change(interruptedSample, {
          [sessionPath()]: session([...histories.interrupted, ['beginning', '2026-02-06T09:00:00.000Z']], {
            violationCount: 0,
          }),
          [metricsPath]: metrics({
            startedAt: '2026-02-06T09:00:00.000Z',
            errors: { total: 0, byType: {}, recent: [] },
          }),
        }),
      },
    },
  },
  GOV_ERROR_LIMIT: {
    bad: { '21 of 20': inMetrics({ errors: { total: 21, byType: { validator_fix: 21 }, recent: [] } }) },
    good: {
      '20 of 20': inMetrics({ errors: { total: 20, byType: { validator_fix: 20 }, recent: [] } }),
      'it stopped': change(interruptedSample, {
        [metricsPath]: metrics({ errors: { total: 21, byType: { validator_fix: 21 }, recent: [] } }),
      }),
    },
  },
  GOV_CHECKPOINT_ID: {
    bad: { 'another id': inCheckpoint({ id: 'cp-2' }), 'another phase': inCheckpoint({ phase: 'plan' }) },
    good: { both: inCheckpoint({}) },
  },
}
