import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, configPath, sample, stagePath } from '../../examples.ts'
import { stageFiles } from '../../files.ts'
import type { StageSubject } from '../../subjects.ts'
import { stageName } from '../../words.ts'

const oldConfig = { [configPath]: null, [stagePath('stage-config.json')]: '{ "stage": { "id": "explore" } }\n' }

export const stageLegacy: Rule<StageSubject> = {
  code: 'STAGE_LEGACY',
  strict: 'warning',
  soft: 'warning',
  summary: 'A stage of an old form: its name does not fit, or it has a `stage-config.json` and no `stage-config.yaml`.',
  why: 'No more can be asked of it than who has control, and no command can address a name that does not fit.',
  repair: 'Compose a new run, or take the folder out with `!glob` in `protocols.control.runs`.',
  examples() {
    return {
      bad: [
        { about: 'a number before the name', head: change(sample, { [stagePath('stage-config.json', '01-explore')]: '{}\n' }) },
        { about: 'a capital', head: change(sample, { [stagePath('notes.md', 'Explore')]: 'Nothing yet.\n' }) },
        { about: 'an old contract', head: change(sample, oldConfig) },
      ],
      good: [
        { about: 'a contract of the present form', head: sample },
        { about: 'both contracts', head: change(sample, { [stagePath('stage-config.json')]: '{}\n' }) },
        { about: 'an old run, taken out', head: change(sample, oldConfig), configuration: { runs: ['**/run-*', '!runs/run-2026-01-*'] } },
      ],
    }
  },
  *check({ stage }) {
    if (!stage.legacy) return
    const config = `${stage.path}/${stageFiles.legacyConfig}`
    const path = stage.paths.includes(config) ? config : (stage.paths[0] ?? stage.path)
    yield {
      message: stageName.test(stage.name)
        ? msg`Unexpected ${stageFiles.legacyConfig}, expected ${stageFiles.config}`
        : msg`Unexpected name ${stage.name} of a stage, expected small letters, digits and ${'-'} behind a letter`,
      hint: msg`Compose a new run, or take it out with a pattern that begins with ${'!'}.`,
      place: { path, line: 1 },
      target: stage.target,
    }
  },
}
