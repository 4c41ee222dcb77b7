import type { RuleExamples } from '../../../core/rule.ts'
import {
  anchor,
  compactedSample,
  entry,
  histories,
  inCheckpoint,
  inConfig,
  inMetrics,
  inSession,
  inState,
  sample,
} from '../examples.ts'

const without = (key: string) => ({ [key]: undefined })
const long = (length: number) => '\u{1f3b9}'.repeat(length)

export const examples: RuleExamples = {
  GOV_FIELD_MISSING: {
    bad: {
      'no phase': inState(without('phase')),
      'an anchor without a priority': inState({ anchors: [anchor(1, 'high', without('priority'))] }),
    },
    good: {
      'everything that may be absent is': inState({
        lastValidation: undefined,
        validationCount: undefined,
        anchors: undefined,
        history: undefined,
      }),
      'a checkpoint': inCheckpoint({}),
    },
  },
  GOV_FIELD_TYPE: {
    bad: {
      'a phase that is a number': inState({ phase: 3.1 }),
      'half a validation': inState({ validationCount: 2.5 }),
    },
    good: {
      'a context size that is a text': inSession(histories.working, { contextSize: 'unknown' }),
      'no validation yet': inState({ lastValidation: null }),
    },
  },
  GOV_FIELD_VALUE: {
    bad: {
      'another framework': inState({ framework: 'idum' }),
      'a version of two numbers': inState({ version: '0.3' }),
    },
    good: {
      'another zone and a fraction': inState({ lastValidation: '2026-02-04T09:30:00.5+02:00' }),
      'a free phase': inState({ phase: 'Phase 1 - COMPLETE' }),
    },
  },
  GOV_TEXT_LIMIT: {
    bad: {
      'an anchor of 1,001 characters': inState({ anchors: [anchor(2, 'normal', { content: long(1001) })] }),
      'an action of 201': inState({ history: [entry(long(201))] }),
    },
    good: {
      '1,000 characters, each of two units': inState({ anchors: [anchor(2, 'normal', { content: long(1000) })] }),
    },
  },
  GOV_UNKNOWN_KEY: {
    bad: {
      'two keys of another version': inState({ session: { current: null }, governance: {} }),
      'a depth that is no longer counted': inSession(histories.working, { delegationDepth: 2 }),
    },
    good: {
      'the configuration': inConfig({ enforcement: {} }),
      'names of agents': inMetrics({ agentSpawns: { total: 1, byAgent: { 'some-agent': 1 } } }),
    },
  },
  GOV_STATE_UNKNOWN: {
    bad: {
      resumed: inSession([
        ['beginning', '08:00'],
        ['resumed', '08:05'],
      ]),
      capitals: inSession([['BEGINNING', '08:00']]),
    },
    good: { 'between turns': sample, compacted: compactedSample },
  },
}
