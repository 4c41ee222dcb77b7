import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { checksumOf, contractPath, change, inHandoff, sample } from '../../examples.ts'
import { contractKeys } from '../../contracts.ts'
import { targetId } from '../../facts.ts'
import type { RevisionSubject } from '../../subjects.ts'

const recordedPlan = `  plan: ${checksumOf(sample[contractPath('plan')] ?? '')}\n`
const withoutPlan = change(inHandoff(sample, [recordedPlan, '  plan: null\n']), { [contractPath('plan')]: null })

export const checksumRemoved: Rule<RevisionSubject> = {
  code: 'CONTRACT_CHECKSUM_REMOVED',
  strict: 'error',
  soft: 'error',
  summary: 'A checksum of a contract that was recorded is gone.',
  why: 'Without it the contract can be changed and nobody will notice: it is the simplest way to hide that it was.',
  repair: 'Write the checksum again as it was before the change.',
  examples() {
    return {
      bad: [{ about: 'a plan that is gone, and its checksum with it', base: sample, head: withoutPlan }],
      good: [
        { about: 'another checksum that was never there', base: withoutPlan, head: withoutPlan },
        {
          about: 'the keys in another order',
          base: sample,
          head: inHandoff(sample, [recordedPlan, ''], ['contract_checksums:\n', `contract_checksums:\n${recordedPlan}`]),
        },
      ],
    }
  },
  *check({ plugin, handoff, before }) {
    const { checksums } = handoff
    if (checksums.state === 'malformed') return
    const removed = contractKeys.filter((key) => before.checksums.recorded[key].sha256 !== undefined)
    const finding = (keys: readonly string[], place: typeof handoff.top) => ({
      message: msg`Missing checksum of ${keys}, expected what was recorded before the change`,
      hint: 'Write it again as it was before the change.',
      place,
      target: targetId(plugin.name),
    })
    const absent = removed.filter((key) => checksums.recorded[key].state === 'absent')
    if (absent.length > 0) yield finding(absent, handoff.top)
    for (const key of removed) {
      const { state, place } = checksums.recorded[key]
      if (state === 'null') yield finding([key], place)
    }
  },
}
