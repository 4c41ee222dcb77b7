import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { atStage, sample, withContract } from '../../examples.ts'
import { contractFiles, contractKeys } from '../../contracts.ts'
import { targetId } from '../../facts.ts'
import { isPlanned } from '../../states.ts'
import type { RevisionSubject } from '../../subjects.ts'

const brief = '# TinyGain\n\nTwo knobs.\n'
const researching = atStage(0, 'in_progress', 'null')

export const contractChanged: Rule<RevisionSubject> = {
  code: 'CONTRACT_CHANGED',
  strict: 'warning',
  soft: 'warning',
  summary: 'The recorded checksum of a contract changed after stage 0 was complete.',
  why: 'Stages that are already built were built against the old contract.',
  repair: 'Look whether what is built still fits. `/restore NAME contracts` brings the old contract back once the old checksum is written.',
  examples() {
    return {
      bad: [
        { about: 'a contract was changed, and its checksum with it', base: sample, head: withContract(sample, 'creative_brief', brief) },
      ],
      good: [
        { about: 'a contract that is still being written', base: researching, head: withContract(researching, 'creative_brief', brief) },
        { about: 'the same checksums', base: sample, head: sample },
      ],
    }
  },
  *check({ plugin, handoff, before, model }) {
    if (!isPlanned(before, model.stages)) return
    for (const key of contractKeys) {
      const now = handoff.checksums.recorded[key]
      const then = before.checksums.recorded[key].sha256
      if (then === undefined || now.sha256 === undefined || now.sha256 === then) continue
      yield {
        message: msg`Unexpected checksum of ${contractFiles[key]}, expected the one from before the change`,
        hint: 'What is built already was built against the old contract: look whether it still fits.',
        place: now.place,
        target: targetId(plugin.name),
      }
    }
  },
}
