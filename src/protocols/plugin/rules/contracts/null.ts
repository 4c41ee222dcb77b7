import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import type { ContractKey } from '../../contracts.ts'
import { change, checksumOf, contractPath, inHandoff, inProgressSample, sample, withStatus } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { isPlanned } from '../../states.ts'
import type { ContractSubject } from '../../subjects.ts'

const without = (key: ContractKey, files = sample) =>
  inHandoff(change(files, { [contractPath(key)]: null }), [checksumOf(sample[contractPath(key)] ?? ''), 'null'])

export const contractNull: Rule<ContractSubject> = {
  code: 'CONTRACT_NULL',
  strict: 'warning',
  soft: 'warning',
  summary: 'A contract other than the plan does not exist, neither as a file nor as a checksum, though stage 0 is complete.',
  why: 'Brief, parameters and architecture are what the stages are built against. Only the plan of a simple plugin may be left out.',
  repair: 'Write the contract and record it with `/checksums NAME`.',
  examples() {
    return {
      bad: [
        { about: 'no architecture', head: without('architecture') },
        { about: 'no brief', head: without('creative_brief') },
      ],
      good: [
        { about: 'no plan', head: without('plan') },
        {
          about: 'no architecture yet, in stage 0',
          head: withStatus(inHandoff(without('architecture', inProgressSample), ['stage: 3', 'stage: 0']), '🚧 Stage 3', '🚧 Stage 0'),
        },
      ],
    }
  },
  *check({ handoff, plugin, model, contract, recorded }) {
    if (contract.key === 'plan' || recorded.state !== 'null' || contract.file !== 'absent' || !isPlanned(handoff, model.stages)) return
    yield {
      message: msg`Unexpected ${contract.key} ${null} after stage 0, expected a contract`,
      hint: msg`Write ${contract.path}, and record its checksum.`,
      place: recorded.place,
      target: targetId(plugin.name),
      related: [{ path: contract.path, message: 'The contract, which is not there' }],
    }
  },
}
