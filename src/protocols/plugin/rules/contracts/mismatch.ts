import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { contractStatus, draftOf, targetId } from '../../facts.ts'
import { change, checksumOf, contractPath, inHandoff, sample } from '../../examples.ts'
import { offer } from '../../offers.ts'
import type { ContractSubject } from '../../subjects.ts'
import { causeOf } from './cause.ts'

const parameters = contractPath('parameter_spec')
const draft = '# Parameters\n\n- GAIN, perhaps MIX\n'

export const mismatch: Rule<ContractSubject> = {
  code: 'CONTRACT_MISMATCH',
  strict: 'error',
  soft: 'error',
  summary: 'A contract is not the file that its recorded checksum was taken of.',
  why: 'Stages that are complete were built against the recorded text. Built against another one, the next stages will not fit to them.',
  repair: '`/checksums NAME` if the contract was changed on purpose, else `/restore NAME contracts`.',
  examples() {
    return {
      bad: [
        { about: 'a contract that was edited', head: change(sample, { [parameters]: [['default 0', 'default -6']] }) },
        {
          about: 'the checksum of a draft',
          head: change(inHandoff(sample, [checksumOf(sample[parameters] ?? ''), checksumOf(draft)]), {
            'plugins/TinyGain/.ideas/parameter-spec-draft.md': draft,
          }),
        },
        { about: 'Windows line endings', head: change(sample, { [parameters]: (sample[parameters] ?? '').replaceAll('\n', '\r\n') }) },
        {
          about: 'the checksum of the file with Windows line endings',
          head: inHandoff(sample, [checksumOf(sample[parameters] ?? ''), checksumOf((sample[parameters] ?? '').replaceAll('\n', '\r\n'))]),
        },
        { about: 'a contract that this change edits', base: sample, head: change(sample, { [parameters]: [['default 0', 'default -6']] }) },
      ],
      good: [
        { about: 'the files that were recorded', head: sample },
        { about: 'a draft that is not', head: change(sample, { 'plugins/TinyGain/.ideas/parameter-spec-draft.md': draft }) },
        {
          about: 'a contract and its checksum in one change',
          head: change(inHandoff(sample, [checksumOf(sample[parameters] ?? ''), checksumOf(draft)]), { [parameters]: draft }),
        },
      ],
    }
  },
  *check(subject) {
    const { plugin, contract, recorded, before } = subject
    if (contractStatus(plugin, contract.key) !== 'mismatch') return
    const cause = causeOf(subject, recorded.sha256)
    // Neither a draft nor another form of the file was ever the contract: its history has none.
    const isOther = draftOf(plugin, recorded.sha256) !== undefined || contract.crlf() === recorded.sha256
    const isChanged = before?.digest?.sha256 === recorded.sha256
    const message = msg`Unexpected checksum of ${contract.path}, expected the recorded ${short(recorded.sha256)}`
    yield {
      message: cause === undefined ? message : `${message}, ${cause}`,
      offers: [
        ...offer(
          'checksums',
          subject,
          `records the file as it is, if that is meant${isChanged ? msg`, which is ${'CONTRACT_CHANGED'}` : ''}`,
        ),
        ...(isOther ? [] : offer('restore contracts', subject, 'takes the recorded one from history, if it is there')),
      ],
      place: recorded.place,
      target: targetId(plugin.name),
      related: [{ path: contract.path, message: 'The contract' }],
    }
  },
}

/** Enough of a checksum to be found in the handoff. */
const short = (sha256 = '') => `sha256:${sha256.slice(0, 12)}…`
