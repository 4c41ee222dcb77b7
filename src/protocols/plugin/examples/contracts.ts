import type { RuleExamples } from '../../../core/rule.ts'
import type { ContractKey } from '../files.ts'
import {
  change,
  checksumOf,
  contractPath,
  inHandoff,
  inProgressSample,
  legacySample,
  sample,
  withStatus,
} from '../examples.ts'

const parameters = contractPath('parameter_spec')
const draft = '# Parameters\n\n- GAIN, perhaps MIX\n'
const plan = checksumOf(sample[contractPath('plan')] ?? '')
const recording = (written: string) => inHandoff(sample, [plan, written])
const draftPath = 'plugins/TinyGain/.ideas/architecture-draft.md'
const withoutPlan = inHandoff(sample, [`  plan: ${checksumOf(sample[contractPath('plan')] ?? '')}\n`, ''])
const without = (key: ContractKey, files = sample) =>
  inHandoff(change(files, { [contractPath(key)]: null }), [checksumOf(sample[contractPath(key)] ?? ''), 'null'])

export const examples: RuleExamples = {
  CONTRACT_MISMATCH: {
    bad: {
      'a contract that was edited': change(sample, { [parameters]: [['default 0', 'default -6']] }),
      'the checksum of a draft': change(inHandoff(sample, [checksumOf(sample[parameters] ?? ''), checksumOf(draft)]), {
        'plugins/TinyGain/.ideas/parameter-spec-draft.md': draft,
      }),
    },
    good: {
      'the files that were recorded': sample,
      'a draft that is not': change(sample, { 'plugins/TinyGain/.ideas/parameter-spec-draft.md': draft }),
    },
  },
  CONTRACT_MALFORMED: {
    bad: { 'a word in place of the digits': recording('sha256:pending'), capitals: recording(plan.toUpperCase()) },
    good: { 'a checksum in quotes': recording(`"${plan}"`) },
  },
  CONTRACT_FILE_MISSING: {
    bad: {
      'a contract that was deleted': change(sample, { [contractPath('creative_brief')]: null }),
      'only a draft is left': change(sample, {
        [contractPath('architecture')]: null,
        [draftPath]: sample[contractPath('architecture')] ?? '',
      }),
    },
    good: { 'every file that is recorded': sample },
  },
  CONTRACT_KEY_MISSING: {
    bad: {
      'no key for the plan': withoutPlan,
      'no key at all': inHandoff(legacySample, ['next_phase: null\n', 'next_phase: null\ncontract_checksums: {}\n']),
    },
    good: { 'all four': sample },
  },
  CONTRACT_UNRECORDED: {
    bad: {
      'a plan that was not recorded': inHandoff(sample, [plan, 'null']),
      'the word null': inHandoff(sample, [plan, '"null"']),
    },
    good: {
      'a plan that is being written in stage 0': withStatus(
        inHandoff(inProgressSample, [plan, 'null'], ['stage: 3', 'stage: 0']),
        '🚧 Stage 3',
        '🚧 Stage 0',
      ),
    },
  },
  CONTRACT_NULL: {
    bad: { 'no architecture': without('architecture'), 'no brief': without('creative_brief') },
    good: {
      'no plan': without('plan'),
      'no architecture yet, in stage 0': withStatus(
        inHandoff(without('architecture', inProgressSample), ['stage: 3', 'stage: 0']),
        '🚧 Stage 3',
        '🚧 Stage 0',
      ),
    },
  },
}
