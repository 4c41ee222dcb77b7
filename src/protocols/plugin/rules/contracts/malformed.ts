import type { Finding } from '../../../../core/diagnostic.ts'
import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { contractKeys } from '../../contracts.ts'
import { checksumOf, contractPath, inHandoff, legacySample, sample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { capitalsOf } from '../../handoff.ts'
import { offer } from '../../offers.ts'
import type { HandoffSubject } from '../../subjects.ts'
import { causeOf } from './cause.ts'

const plan = checksumOf(sample[contractPath('plan')] ?? '')
const recording = (written: string) => inHandoff(sample, [plan, written])

export const malformed: Rule<HandoffSubject> = {
  code: 'CONTRACT_MALFORMED',
  strict: 'error',
  soft: 'error',
  summary: 'A recorded checksum is neither `sha256:` and 64 lower-case hex digits nor `null`, or `contract_checksums` is no mapping.',
  why: 'It looks as if the contract was sealed, and nothing can be verified by it.',
  repair: '`/checksums NAME` records the contracts as they are.',
  examples() {
    return {
      bad: [
        { about: 'a word in place of the digits', head: recording('sha256:pending') },
        { about: 'capitals', head: recording(plan.toUpperCase()) },
        {
          about: 'capitals, of the file with Windows line endings',
          head: recording(checksumOf((sample[contractPath('plan')] ?? '').replaceAll('\n', '\r\n')).toUpperCase()),
        },
        { about: 'a digit too few', head: recording(plan.slice(0, -1)) },
        { about: 'digits without a prefix', head: recording(plan.slice('sha256:'.length)) },
        { about: 'an empty text', head: recording('""') },
        {
          about: 'a list in place of the four keys',
          head: inHandoff(legacySample, ['next_phase: null\n', 'next_phase: null\ncontract_checksums: [pending]\n']),
        },
        {
          about: 'a word in place of the four keys',
          head: inHandoff(legacySample, ['next_phase: null\n', 'next_phase: null\ncontract_checksums: pending\n']),
        },
      ],
      good: [{ about: 'a checksum in quotes', head: recording(`"${plan}"`) }],
    }
  },
  *check({ handoff: { checksums }, plugin, model }): Iterable<Finding> {
    const about = { offers: offer('checksums', { plugin, model }, 'records the contracts as they are'), target: targetId(plugin.name) }
    if (checksums.state === 'malformed') {
      const message = msg`Unexpected ${'contract_checksums'} ${checksums.written}, expected the keys ${contractKeys}`
      yield { message, place: checksums.place, ...about }
    }
    for (const key of contractKeys) {
      const { state, written, place } = checksums.recorded[key]
      if (state !== 'malformed') continue
      const contract = plugin.contracts[key]
      const sha256 = capitalsOf(written)
      const cause = contract.digest && contract.digest.sha256 === sha256 ? 'that of the file' : causeOf({ plugin, contract }, sha256)
      const message = msg`Unexpected checksum ${written}, expected ${'sha256:'} and 64 lower-case hex digits, or ${null}`
      yield {
        message: cause === undefined ? message : `${message}: it is ${cause}${written === written.toLowerCase() ? '' : ', in capitals'}`,
        place,
        ...about,
        related: [{ path: contract.path, message: 'The contract' }],
      }
    }
  },
}
