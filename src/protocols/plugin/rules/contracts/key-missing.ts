import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { contractKeys } from '../../contracts.ts'
import { checksumOf, contractPath, inHandoff, legacySample, sample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { offer } from '../../offers.ts'
import type { HandoffSubject } from '../../subjects.ts'

const withoutPlan = inHandoff(sample, [`  plan: ${checksumOf(sample[contractPath('plan')] ?? '')}\n`, ''])

export const keyMissing: Rule<HandoffSubject> = {
  code: 'CONTRACT_KEY_MISSING',
  strict: 'error',
  soft: 'warning',
  summary: 'One or more of the four keys of `contract_checksums` are absent.',
  why: 'A contract that is not recorded can change without anybody noticing.',
  repair: '`/checksums NAME` adds the keys that are missing.',
  examples() {
    return {
      bad: [
        { about: 'no key for the plan', head: withoutPlan },
        { about: 'no key at all', head: inHandoff(legacySample, ['next_phase: null\n', 'next_phase: null\ncontract_checksums: {}\n']) },
      ],
      good: [{ about: 'all four', head: sample }],
    }
  },
  *check({ handoff: { checksums, legacy }, plugin, model }) {
    const missing = contractKeys.filter((key) => checksums.recorded[key].state === 'absent')
    if (legacy || checksums.state !== 'mapping' || missing.length === 0) return
    yield {
      message: msg`Missing keys in ${'contract_checksums'}: ${missing}`,
      offers: offer('checksums', { plugin, model }, 'adds them, with `null` where there is no file'),
      place: checksums.place,
      target: targetId(plugin.name),
      related: missing.flatMap((key) => {
        const { file, path } = plugin.contracts[key]
        return file === 'absent' ? [] : [{ path, message: 'The contract' }]
      }),
    }
  },
}
