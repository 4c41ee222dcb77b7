import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, contractPath, sample } from '../../examples.ts'
import { contractStatus, draftOf, targetId } from '../../facts.ts'
import { offer } from '../../offers.ts'
import type { ContractSubject } from '../../subjects.ts'
import { causeOf } from './cause.ts'

const draftPath = 'plugins/TinyGain/.ideas/architecture-draft.md'

export const fileMissing: Rule<ContractSubject> = {
  code: 'CONTRACT_FILE_MISSING',
  strict: 'error',
  soft: 'error',
  summary: 'The checksum of a contract is recorded, and the file is not there.',
  why: 'The text that the plugin is built against is gone: the next stage would be built from memory.',
  repair: '`/restore NAME contracts` takes the recorded file from history.',
  examples() {
    return {
      bad: [
        { about: 'a contract that was deleted', head: change(sample, { [contractPath('creative_brief')]: null }) },
        {
          about: 'only a draft is left',
          head: change(sample, { [contractPath('architecture')]: null, [draftPath]: sample[contractPath('architecture')] ?? '' }),
        },
        { about: 'a contract that this change deletes', base: sample, head: change(sample, { [contractPath('architecture')]: null }) },
      ],
      good: [{ about: 'every file that is recorded', head: sample }],
    }
  },
  *check(subject) {
    const { plugin, contract, recorded } = subject
    if (contractStatus(plugin, contract.key) !== 'missing') return
    const cause = causeOf(subject, recorded.sha256)
    const draft = draftOf(plugin, recorded.sha256)
    const message = msg`Missing contract ${contract.path}, expected the file of the recorded checksum`
    yield {
      message: cause === undefined ? message : `${message}, ${cause}`,
      ...(draft === undefined
        ? { offers: offer('restore contracts', subject, 'takes the recorded file from history, if it is there') }
        : { hint: msg`Put ${draft} in its place: that is the file that was recorded.` }),
      place: recorded.place,
      target: targetId(plugin.name),
      related: [{ path: contract.path, message: 'The contract, which is not there' }],
    }
  },
}
