import type { RuleExamples } from '../../../core/rule.ts'
import { hour } from '../../../core/time.ts'
import {
  besideSession,
  change,
  compactedSample,
  compaction,
  emptySample,
  entry,
  histories,
  inSession,
  interruptedSample,
  metrics,
  metricsPath,
  namedSession,
  sample,
  session,
  sessionPath,
  stall,
  stallPath,
  state,
  statePath,
  time,
} from '../examples.ts'

const addedWith = (phase: string) =>
  change(emptySample, {
    [sessionPath()]: session(histories.beginning, { phase }),
    [stallPath()]: stall(),
    [metricsPath]: metrics(),
  })
const without = change(sample, { [sessionPath()]: null, [stallPath()]: null, [metricsPath]: null })
const longAfter = (at: string) =>
  change(without, { [statePath]: state({ history: [entry('task:Begin', '07:40'), entry('task:Later', at)] }) })
const afresh = change(interruptedSample, {
  [sessionPath()]: session([...histories.interrupted, ['beginning', '2026-02-06T09:00:00.000Z']], {
    violationCount: 0,
  }),
})

export const examples: RuleExamples = {
  GOV_SESSION_NAME: {
    bad: { 'a blank': namedSession('ses 2'), 'a letter that looks alike': namedSession('s\u0435s_2') },
    good: { 'an id': namedSession('ses_3dc0c95faffe3NIlS1TByTFtF9') },
  },
  GOV_SESSION_ID: {
    bad: { 'the id of another session': namedSession('ses_2', { sessionId: 'ses_1' }) },
    good: { 'its own': namedSession('ses_2') },
  },
  GOV_SESSION_CASE: { bad: { two: namedSession('SES_1') }, good: { another: namedSession('SES_2') } },
  GOV_SESSION_LEGACY: {
    bad: {
      'one that works': besideSession({
        sessionId: 'ses_2',
        createdAt: time('08:00'),
        lastUpdated: time('08:10'),
        phase: 'build',
        language: { communication: 'english', documents: 'english' },
      }),
      'one that stopped': besideSession({ lastUpdated: time('08:10'), idleAt: time('08:20') }),
    },
    good: { 'one that says it': sample },
  },
  GOV_SESSION_RECORD: {
    bad: { 'a record': besideSession({ status: 'active', updatedAt: time('08:10') }) },
    good: { 'a session': sample },
  },
  GOV_PHASE_MISMATCH: {
    bad: { 'another phase': { base: emptySample, head: addedWith('plan') } },
    good: {
      'the same': { base: emptySample, head: addedWith('build') },
      'it is older': {
        base: inSession(histories.working, { phase: 'plan' }),
        head: inSession([...histories.working, ['compacted', '08:30']], { ...compaction(), phase: 'plan' }),
      },
    },
  },
  GOV_SESSION_DELETED: {
    bad: {
      'one that works': { base: sample, head: without },
      'a week exactly': { base: sample, head: longAfter('2026-02-11T08:05:00.000Z') },
    },
    good: { 'more than a week': { base: sample, head: longAfter('2026-02-11T08:05:00.001Z') } },
  },
  GOV_SESSION_REWRITTEN: {
    bad: {
      'another beginning': { base: sample, head: inSession(histories.working, { createdAt: time('07:59') }) },
      'an earlier state': {
        base: sample,
        head: inSession([
          ['beginning', '08:00'],
          ['between_turn', '08:06'],
        ]),
      },
    },
    good: {
      appended: { base: sample, head: compactedSample },
      'a fresh start': { base: interruptedSample, head: afresh },
    },
  },
  GOV_SESSION_STALE: {
    bad: { 'two days and a minute': { head: sample, at: '2026-02-06T08:06:00Z', staleAfter: 48 * hour } },
    good: {
      'two days': { head: sample, at: '2026-02-06T08:05:00Z', staleAfter: 48 * hour },
      'no audit': { head: sample, at: '2026-12-24T00:00:00Z' },
    },
  },
}
