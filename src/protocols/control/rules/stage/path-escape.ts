import type { Comparison } from '../../../../core/context.ts'
import type { Rule } from '../../../../core/rule.ts'
import type { Finding } from '../../../../core/diagnostic.ts'
import { msg } from '../../../../core/message.ts'
import { change, inConfig, inWorkflow, sample, stagePath } from '../../examples.ts'
import type { ControlModel } from '../../model.ts'
import { inside } from '../../paths.ts'
import { escapes, type Written } from '../../reading/contract.ts'

const nextConfig = stagePath('stage-config.yaml', 'specify')
const inNext = (from: string, to: string) => change(sample, { [nextConfig]: [[from, to]] })

/** What leaves its folder, with the target that it is about. */
function* leaving({ stages, workflows }: ControlModel): Iterable<readonly [written: Written, target: string]> {
  for (const { config, legacy, target } of stages)
    if (config.contract && !legacy) for (const written of escapes(config.contract)) yield [written, target]
  for (const { stages: contracts, templates, target } of workflows) {
    for (const written of contracts.flatMap(escapes)) yield [written, target]
    for (const { source, target: copy } of templates)
      for (const written of [source, copy]) if (written && inside(written.text) === undefined) yield [written, target]
  }
}

export const stagePathEscape: Rule<Comparison<ControlModel>> = {
  code: 'STAGE_PATH_ESCAPE',
  strict: 'error',
  soft: 'error',
  summary:
    'A path in a contract is absolute, names a drive, holds `\\` or NUL, or leaves its stage; or `from_stage` is what can be no name.',
  why: 'A tool that follows it reads or writes outside the stage, and perhaps outside the repository.',
  repair: 'Name a file below the folder of the stage.',
  examples() {
    return {
      bad: [
        { about: 'an input outside', head: inConfig(['inputs/brief.md', 'inputs/../../specify/stage-config.yaml']) },
        {
          about: 'an optional input outside',
          head: inConfig(['optional: []', 'optional:\n  - name: notes\n    path: inputs/../../notes.md']),
        },
        {
          about: 'a stage that can be no name',
          head: inNext('from_stage: explore\n    source', 'from_stage: ../explore\n    source'),
          also: ['STAGE_CONFIG_SCHEMA'],
        },
        { about: 'a prompt outside', head: inConfig(['entry: prompt/wf.md', 'entry: ../specify/prompt/wf.md']) },
        { about: 'an absolute output', head: inConfig(['path: run/output-files/report.md', 'path: /tmp/report.md']) },
        { about: 'a drive', head: inConfig(['path: run/output-files/report.md', 'path: C:/report.md']) },
        { about: 'a backslash', head: inConfig(['schema: schemas/findings.schema.json', 'schema: "schemas\\\\..\\\\..\\\\x.json"']) },
        {
          about: 'a source outside its stage',
          head: inNext('source: run/output-files/report.md', 'source: run/output-files/../../../specify/x'),
        },
        { about: 'a workflow', head: inWorkflow(['target: prompt/wf.md', 'target: ../prompt/wf.md']) },
      ],
      good: [
        { about: 'a detour inside', head: inConfig(['inputs/brief.md', 'inputs/old/../brief.md']) },
        {
          about: 'dots in a name',
          head: inConfig([
            '- name: report\n    path: run/output-files/report.md',
            '- name: report\n    path: run/output-files/..report.md',
          ]),
        },
      ],
    }
  },
  *check({ now }): Iterable<Finding> {
    for (const [{ text, place }, target] of leaving(now)) {
      yield {
        message: msg`Unexpected path ${text}, expected one that stays in its stage`,
        hint: 'Name a file below the folder of the stage.',
        place,
        target,
      }
    }
  },
}
