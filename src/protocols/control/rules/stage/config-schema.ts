import type { Rule } from '../../../../core/rule.ts'
import { change, inConfig, sample, stagePath } from '../../examples.ts'
import { stageConfigShape } from '../../schema.ts'
import type { StageSubject } from '../../subjects.ts'
import { misfitFindings } from '../misfits.ts'

const nextConfig = stagePath('stage-config.yaml', 'specify')

export const stageConfigSchema: Rule<StageSubject> = {
  code: 'STAGE_CONFIG_SCHEMA',
  strict: 'warning',
  soft: 'notice',
  summary: 'A key of `stage-config.yaml` is missing, of the wrong type or form.',
  why: 'The tools that run the stage read it by this shape, and leave out what does not fit.',
  repair: 'Write what is expected there; unknown keys are allowed.',
  examples() {
    return {
      bad: [
        { about: 'no name', head: inConfig(['name: Explore\n', '']) },
        { about: 'a word that is a truth value', head: inConfig(['name: Explore', 'name: on']) },
        { about: 'a day', head: inConfig(['name: Explore', 'name: 2026-01-20']) },
        { about: 'an input elsewhere', head: inConfig(['path: inputs/brief.md', 'path: briefs/brief.md']) },
        { about: 'a list that is a mapping', head: inConfig(['optional: []', 'optional: { name: a }']) },
        { about: 'a source without its stage', head: change(sample, { [nextConfig]: [['    from_stage: explore\n', '']] }) },
        {
          about: 'a parameter in two forms',
          head: change(sample, { [nextConfig]: [['output_parameter: total', 'output_parameter: total\n  source: x.json\n  query: a']] }),
        },
        {
          about: 'a published value that is no JSON',
          head: inConfig(['source: run/output-data/findings.json', 'source: run/output-files/report.md']),
        },
        { about: 'no prompts', head: inConfig(['prompt:\n  entry: prompt/wf.md\n  main: prompt/main.md\n', '']) },
      ],
      good: [
        { about: 'keys of its own', head: inConfig(['name: Explore', 'name: Explore\nowner: octocat']) },
        { about: 'no optional inputs', head: inConfig(['  optional: []\n', '']) },
      ],
    }
  },
  *check({ stage: { config, target } }) {
    if (config.contract && config.file.data)
      yield* misfitFindings(stageConfigShape, config.file.data, 'Write what is expected there; unknown keys are allowed.', target)
  },
}
