import type { RuleExamples } from '../../../core/rule.ts'
import {
  archived,
  change,
  entry,
  histories,
  inSession,
  interruptedSample,
  resumedSample,
  sample,
  session,
  sessionPath,
  state,
  statePath,
  stopped,
} from '../examples.ts'

const working = inSession(histories.working)
const stop = (history: readonly unknown[]) =>
  change(inSession(histories.interrupted, stopped()), {
    [statePath]: state({ history: [entry('task:Begin', '07:40'), ...history] }),
  })
const full = {
  ...working,
  ...change({}, { [statePath]: state({ history: Array.from({ length: 50 }, () => entry('warn:general', '07:40')) }) }),
}

export const examples: RuleExamples = {
  GOV_RESUME_TOO_EARLY: {
    bad: {
      'an hour exactly': {
        base: interruptedSample,
        head: resumedSample('2026-02-04T10:00:00.000Z', '2026-02-04T10:00:00.000Z'),
      },
      'a fresh start at once': { base: interruptedSample, head: resumedSample('09:10') },
    },
    good: {
      'a millisecond more': {
        base: interruptedSample,
        head: resumedSample('2026-02-04T10:00:00.001Z', '2026-02-04T10:00:00.001Z'),
      },
    },
  },
  GOV_RESUME_EXPIRED: {
    bad: {
      '48 hours exactly': {
        base: interruptedSample,
        head: resumedSample('2026-02-06T09:00:00.000Z', '2026-02-06T09:00:00.000Z'),
      },
    },
    good: {
      'a millisecond less': {
        base: interruptedSample,
        head: resumedSample('2026-02-06T08:59:59.999Z', '2026-02-06T08:59:59.999Z'),
      },
      'a fresh start': { base: interruptedSample, head: resumedSample('2026-02-06T09:00:00.000Z') },
    },
  },
  GOV_RESUME_UNMARKED: {
    bad: {
      'no time': { base: interruptedSample, head: resumedSample('11:00') },
      'another time': { base: interruptedSample, head: resumedSample('11:00', '10:30') },
    },
    good: { 'the time': { base: interruptedSample, head: resumedSample('11:00', '11:00') } },
  },
  GOV_IDLE_MISSING: {
    bad: {
      'no time': change(interruptedSample, { [sessionPath()]: session(histories.interrupted, { violationCount: 0 }) }),
    },
    good: { 'a time': interruptedSample, 'it works': sample },
  },
  GOV_SESSION_UNARCHIVED: {
    bad: {
      'no entry': { base: working, head: stop([]) },
      'the entry of another session': { base: working, head: stop([archived('ses_2')]) },
    },
    good: {
      'an entry': { base: working, head: stop([archived()]) },
      'a full history': {
        base: full,
        head: { ...full, ...change({}, { [sessionPath()]: session(histories.interrupted, stopped()) }) },
      },
    },
  },
}
