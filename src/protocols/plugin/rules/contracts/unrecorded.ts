import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { checksumOf, contractPath, inHandoff, inProgressSample, sample, withStatus } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { offer } from '../../offers.ts'
import { isPlanned } from '../../states.ts'
import type { ContractSubject } from '../../subjects.ts'

const plan = checksumOf(sample[contractPath('plan')] ?? '')

export const unrecorded: Rule<ContractSubject> = {
  code: 'CONTRACT_UNRECORDED',
  strict: 'error',
  soft: 'warning',
  summary: 'A contract is there, stage 0 is complete, and its checksum is `null`.',
  why: 'The plugin is built against a text that can change without anybody noticing.',
  repair: '`/checksums NAME` records it.',
  examples() {
    return {
      bad: [
        { about: 'a plan that nobody recorded', head: inHandoff(sample, [plan, 'null']) },
        { about: 'the word null', head: inHandoff(sample, [plan, '"null"']) },
      ],
      good: [
        {
          about: 'a plan that is being written in stage 0',
          head: withStatus(inHandoff(inProgressSample, [plan, 'null'], ['stage: 3', 'stage: 0']), '🚧 Stage 3', '🚧 Stage 0'),
        },
      ],
    }
  },
  *check({ handoff, plugin, model, contract, recorded }) {
    if (recorded.state !== 'null' || contract.file !== 'there' || !isPlanned(handoff, model.stages)) return
    yield {
      message: msg`Unexpected ${contract.key} ${null}, expected the checksum of ${contract.path}`,
      offers: offer('checksums', { plugin, model }, 'records it'),
      place: recorded.place,
      target: targetId(plugin.name),
      related: [{ path: contract.path, message: 'The contract' }],
    }
  },
}
