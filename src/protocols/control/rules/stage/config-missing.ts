import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, configPath, sample } from '../../examples.ts'
import { stageFiles } from '../../files.ts'
import type { StageSubject } from '../../subjects.ts'

export const stageConfigMissing: Rule<StageSubject> = {
  code: 'STAGE_CONFIG_MISSING',
  strict: 'warning',
  soft: 'notice',
  summary: 'A stage has no `stage-config.yaml`.',
  why: 'Nobody can tell what the stage needs and what it must give.',
  repair: 'Compose the run anew, or write the contract.',
  examples() {
    return {
      bad: [{ about: 'no contract', head: change(sample, { [configPath]: null }) }],
      good: [{ about: 'a contract', head: sample }],
    }
  },
  *check({ stage: { config, path, paths, target } }) {
    if (config.file.there) return
    yield {
      message: msg`Missing ${stageFiles.config} in ${path}`,
      hint: 'Compose the run anew, or write what the stage needs and gives.',
      place: { path: paths[0] ?? path, line: 1 },
      target,
      concerns: [config.file.path],
    }
  },
}
