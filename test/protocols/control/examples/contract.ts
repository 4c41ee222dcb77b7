import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  configPath,
  inConfig,
  inWorkflow,
  sample,
  stagePath,
  workflowPath,
  workflowSample,
} from '../../../../src/protocols/control/examples.ts'

const written = (text: string) => change(sample, { [configPath]: text })
const aliases = Array.from({ length: 101 }, () => '*one').join(', ')
const nextConfig = stagePath('stage-config.yaml', 'specify')
const second = (...stages: readonly string[]) => {
  const inputs = stages
    .map(
      (stage, index) =>
        `\n    - { name: i${index}, path: inputs/${index}, from_stage: ${stage}, source: run/output-files/x }`,
    )
    .join('')
  return `- id: specify\n  name: Specify\n  inputs:\n    required:${inputs}\n  outputs: {}\n  prompt: { entry: prompt/wf.md, main: prompt/main.md }\nshared_templates:`
}
const withSecond = (...stages: readonly string[]) =>
  change(workflowSample, {
    [workflowPath]: [['shared_templates:', second(...stages)]],
    'flows/tidy/stages/specify/prompt/main.md': 'Write.\n',
  })

/** Cases at the edges of the rules of `contract.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  STAGE_CONFIG_UNREADABLE: {
    bad: {
      'a list': written('- explore\n'),
      'two documents': written('id: explore\n---\nid: explore\n'),
      'a tag of a program': inConfig(['name: Explore', 'name: !!python/object:os.system Explore']),
      'aliases without end': inConfig(['optional: []', `optional: []\nmany: [&one x, ${aliases}]`]),
      'bytes that are not text': written('\0'),
    },
    good: { 'a comment first': inConfig(['id: explore', '# composed\nid: explore']) },
  },
  STAGE_CONFIG_SCHEMA: {
    bad: {
      'a day': inConfig(['name: Explore', 'name: 2026-01-20']),
      'an input elsewhere': inConfig(['path: inputs/brief.md', 'path: briefs/brief.md']),
      'a list that is a mapping': inConfig(['optional: []', 'optional: { name: a }']),
      'a source without its stage': change(sample, { [nextConfig]: [['    from_stage: explore\n', '']] }),
      'a parameter in two forms': change(sample, {
        [nextConfig]: [['output_parameter: total', 'output_parameter: total\n  source: x.json\n  query: a']],
      }),
      'a published value that is not JSON': inConfig([
        'source: run/output-data/findings.json',
        'source: run/output-files/report.md',
      ]),
      'no prompts': inConfig(['prompt:\n  entry: prompt/wf.md\n  main: prompt/main.md\n', '']),
    },
  },
  STAGE_SOURCE_UNKNOWN: {
    bad: {
      'a workflow without the stage': withSecond('research'),
      'a workflow in which two wait for each other': change(withSecond('explore'), {
        [workflowPath]: [
          [
            '      path: inputs/brief.md',
            '      path: inputs/brief.md\n      from_stage: specify\n      source: run/output-files/x',
          ],
        ],
      }),
    },
    good: { 'no other stage': inWorkflow() },
  },
}
