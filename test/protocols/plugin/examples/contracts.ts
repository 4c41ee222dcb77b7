import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  checksumOf,
  contractPath,
  inHandoff,
  inProgressSample,
  legacySample,
  sample,
} from '../../../../src/protocols/plugin/examples.ts'

const parameters = contractPath('parameter_spec')
const draft = '# Parameters\n\n- GAIN, perhaps MIX\n'
const plan = checksumOf(sample[contractPath('plan')] ?? '')
const recording = (written: string) => inHandoff(sample, [plan, written])

/** Cases at the edges of the rules of `contracts.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  CONTRACT_MISMATCH: {
    bad: {
      'Windows line endings': change(sample, { [parameters]: (sample[parameters] ?? '').replaceAll('\n', '\r\n') }),
      'the checksum of the file with Windows line endings': inHandoff(sample, [
        checksumOf(sample[parameters] ?? ''),
        checksumOf((sample[parameters] ?? '').replaceAll('\n', '\r\n')),
      ]),
      'a contract that this change edits': {
        base: sample,
        head: change(sample, { [parameters]: [['default 0', 'default -6']] }),
      },
      'while work is in progress': change(inProgressSample, { [parameters]: [['default 0', 'default -6']] }),
    },
    good: {
      'a contract and its checksum in one change': change(
        inHandoff(sample, [checksumOf(sample[parameters] ?? ''), checksumOf(draft)]),
        {
          [parameters]: draft,
        },
      ),
    },
  },
  CONTRACT_MALFORMED: {
    bad: {
      'capitals, of the file with Windows line endings': recording(
        checksumOf((sample[contractPath('plan')] ?? '').replaceAll('\n', '\r\n')).toUpperCase(),
      ),
      'a digit too few': recording(plan.slice(0, -1)),
      'digits without a prefix': recording(plan.slice('sha256:'.length)),
      'an empty text': recording('""'),
      'a list in place of the four keys': inHandoff(legacySample, [
        'next_phase: null\n',
        'next_phase: null\ncontract_checksums: [pending]\n',
      ]),
      'a word in place of the four keys': inHandoff(legacySample, [
        'next_phase: null\n',
        'next_phase: null\ncontract_checksums: pending\n',
      ]),
    },
  },
  CONTRACT_FILE_MISSING: {
    bad: {
      'a contract that this change deletes': {
        base: sample,
        head: change(sample, { [contractPath('architecture')]: null }),
      },
    },
  },
}
