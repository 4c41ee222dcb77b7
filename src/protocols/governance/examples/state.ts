import type { RuleExamples } from '../../../core/rule.ts'
import {
  anchor,
  change,
  configPath,
  emptySample,
  entry,
  inConfig,
  inState,
  interruptedSample,
  lacking,
  sample,
  state,
  statePath,
  time,
} from '../examples.ts'

const anchors = (length: number) =>
  inState({ anchors: Array.from({ length }, (_, index) => anchor(index + 1, 'normal')) })
const history = (length: number) => inState({ history: Array.from({ length }, () => entry('task:Begin')) })
const entries = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => entry(`task:${from + index}`, '08:00'))
const inHistory = (from: number, to: number) => change(sample, { [statePath]: state({ history: entries(from, to) }) })

export const examples: RuleExamples = {
  GOV_STATE_MISSING: {
    bad: { 'no state file': lacking(statePath) },
    good: { 'no session': change(emptySample, { [statePath]: null }) },
  },
  GOV_CONFIG_MISSING: {
    bad: {
      'no configuration': lacking(configPath),
      'a session is added without one': {
        base: change(emptySample, { [configPath]: null }),
        head: lacking(configPath),
      },
    },
    good: { 'no session': change(emptySample, { [configPath]: null }) },
  },
  GOV_CONFIG_INCOMPLETE: {
    bad: { 'no version': inConfig({ version: undefined }), 'an empty version': inConfig({ version: '' }) },
    good: { 'an empty hierarchy': inConfig({ hierarchy: {} }) },
  },
  GOV_ANCHORS_LIMIT: { bad: { '21 anchors': anchors(21) }, good: { '20 anchors': anchors(20) } },
  GOV_HISTORY_LIMIT: { bad: { '51 entries': history(51) }, good: { '50 entries': history(50) } },
  GOV_STATE_REWRITTEN: {
    bad: {
      'another beginning': { base: sample, head: inState({ initialized: time('07:10') }) },
      'a lower count': { base: sample, head: inState({ validationCount: 2 }) },
    },
    good: {
      'a higher count': { base: sample, head: inState({ validationCount: 4 }) },
      'it is new': { base: change(emptySample, { [statePath]: null }), head: emptySample },
    },
  },
  GOV_HISTORY_REWRITTEN: {
    bad: {
      'an entry went': { base: inHistory(1, 5), head: inHistory(2, 6) },
      'it begins again': { base: inHistory(1, 5), head: inHistory(6, 6) },
    },
    good: {
      appended: { base: inHistory(1, 5), head: inHistory(1, 7) },
      'it is full': { base: inHistory(1, 50), head: inHistory(4, 53) },
    },
  },
  GOV_ARCHIVE_ENTRY: {
    bad: {
      'no number': change(sample, {
        [statePath]: state({ history: [entry('session_idle:ses_9:violations=undefined')] }),
      }),
      'nothing but the id': change(sample, { [statePath]: state({ history: [entry('session_idle:ses_9')] }) }),
    },
    good: {
      'the number': interruptedSample,
      'a session that is gone': change(sample, {
        [statePath]: state({ history: [entry('session_idle:ses_9:violations=7')] }),
      }),
    },
  },
}
