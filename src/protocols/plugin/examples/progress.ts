import type { RuleExamples } from '../../../core/rule.ts'
import { hour } from '../../../core/time.ts'
import { inHandoff, inProgressSample, sample } from '../examples.ts'

const day = 24 * hour

const dated = (written: string) => inHandoff(sample, ['last_updated: 2026-02-02', `last_updated: ${written}`])
const onDay = (day: string) => inHandoff(sample, ['last_updated: 2026-02-02', `last_updated: ${day}`])
const mode = (written: string) => inHandoff(sample, ['orchestration_mode: true', `orchestration_mode: ${written}`])
const returned = (files: typeof sample, ...lines: string[]) =>
  inHandoff(files, [
    'contract_checksums:',
    `handback:${lines.map((line) => `\n  ${line}`).join('')}\ncontract_checksums:`,
  ])
const reason = 'reason: error'
const code = 'code: BUILD_FAILED'
const description = 'description: "The linker finds no symbol"'
const at = 'at: 2026-02-03T10:00:00Z'

export const examples: RuleExamples = {
  PLUGIN_DATE_INVALID: {
    bad: { 'a time': dated('2026-02-02T13:00:00Z'), 'a time after a blank': dated('2026-02-02 15:30:00') },
    good: { 'a day in quotes': dated('"2026-02-02"') },
  },
  PLUGIN_DATE_FUTURE: {
    bad: {
      'two days ahead': { head: onDay('2026-02-06'), at: '2026-02-04T10:00:00Z' },
      'a typo in the year': onDay('2062-02-02'),
    },
    good: {
      tomorrow: { head: onDay('2026-02-05'), at: '2026-02-04T10:00:00Z' },
      'tomorrow, at the end of a year': { head: onDay('2026-01-01'), at: '2025-12-31T23:00:00Z' },
    },
  },
  PLUGIN_ORCHESTRATION_MODE: { bad: { false: mode('false'), 'a text': mode('"true"') }, good: { true: mode('True') } },
  PLUGIN_HANDBACK_INVALID: {
    bad: {
      'a text in place of keys': inHandoff(inProgressSample, [
        'contract_checksums:',
        'handback: build failed\ncontract_checksums:',
      ]),
      'a reason that there is not': returned(inProgressSample, 'reason: success', description, at),
    },
    good: {
      'an error with a code': returned(inProgressSample, reason, code, description, at),
      'a question': returned(inProgressSample, 'reason: question', 'description: Which sample rate?', at),
    },
  },
  PLUGIN_WORK_STALE: {
    bad: {
      'a day and more after the day that the handoff names': {
        head: inProgressSample,
        at: '2026-02-04T10:00:00Z',
        staleAfter: day,
      },
    },
    good: {
      'not longer than that': { head: inProgressSample, at: '2026-02-04T00:00:00Z', staleAfter: day },
      'no audit': { head: inProgressSample, at: '2026-12-24T00:00:00Z' },
    },
  },
}
