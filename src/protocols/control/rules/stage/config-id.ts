import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inConfig, sample } from '../../examples.ts'
import type { StageSubject } from '../../subjects.ts'

export const stageConfigId: Rule<StageSubject> = {
  code: 'STAGE_CONFIG_ID',
  strict: 'error',
  soft: 'warning',
  summary: '`id` in `stage-config.yaml` is not the name of its folder.',
  why: 'Half of the tools go by the folder and half by the id, and grant control of different stages.',
  repair: 'Write the name of the folder.',
  examples() {
    return {
      bad: [{ about: 'another name', head: inConfig(['id: explore', 'id: explore-more']) }],
      good: [{ about: 'its own name', head: sample }],
    }
  },
  *check({ stage: { config, name, target } }) {
    const id = config.contract?.id
    if (!id || id.text === name) return
    yield { message: msg`Unexpected id ${id.text}, expected ${name}`, hint: 'Write the name of the folder.', place: id.place, target }
  },
}
