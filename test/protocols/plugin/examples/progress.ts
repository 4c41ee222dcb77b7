import type { EdgeCases } from '../../../examples-of.ts'
import { hour } from '../../../../src/core/time.ts'
import { inHandoff, inProgressSample, sample } from '../../../../src/protocols/plugin/examples.ts'

const day = 24 * hour

const dated = (written: string) => inHandoff(sample, ['last_updated: 2026-02-02', `last_updated: ${written}`])
const returned = (files: typeof sample, ...lines: string[]) =>
  inHandoff(files, [
    'contract_checksums:',
    `handback:${lines.map((line) => `\n  ${line}`).join('')}\ncontract_checksums:`,
  ])
const reason = 'reason: error'
const description = 'description: "The linker finds no symbol"'
const at = 'at: 2026-02-03T10:00:00Z'
const grant = 'grant: { agent: dsp-agent, since: 2026-02-02T10:00:00Z, until: 2026-02-04T12:00:00Z }\n'
const handback = 'handback: { reason: question, description: Which colour?, at: 2026-02-02T10:00:00Z }\n'

/** Cases at the edges of the rules of `progress.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  PLUGIN_DATE_INVALID: {
    bad: {
      'a day that does not exist': dated('2026-02-30'),
      'another order': dated('02.02.2026'),
      'digits left out': dated('2026-2-2'),
    },
  },
  PLUGIN_HANDBACK_INVALID: {
    bad: {
      'no description': returned(inProgressSample, reason, at),
      'a day without a time': returned(inProgressSample, reason, description, 'at: 2026-02-03'),
      'left over together with a complete stage': returned(sample, reason, description, at),
    },
    good: { null: inHandoff(sample, ['contract_checksums:', 'handback: null\ncontract_checksums:']) },
  },
  PLUGIN_WORK_STALE: {
    good: {
      'a grant with an end, which alone counts': {
        head: inHandoff(inProgressSample, ['contract_checksums:', `${grant}contract_checksums:`]),
        at: '2026-02-04T10:00:00Z',
        staleAfter: day,
      },
      'a complete stage, which the orchestrator holds': { head: sample, staleAfter: hour },
      'a question, which the orchestrator has to answer': {
        head: inHandoff(inProgressSample, ['contract_checksums:', `${handback}contract_checksums:`]),
        staleAfter: hour,
      },
    },
  },
}
