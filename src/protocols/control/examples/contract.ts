import type { RuleExamples } from '../../../core/rule.ts'
import { change, configPath, inConfig, sample, stagePath, workflowPath, workflowSample } from '../examples.ts'

const written = (text: string) => change(sample, { [configPath]: text })
const nextConfig = stagePath('stage-config.yaml', 'specify')
const fromExplore = '    from_stage: explore\n    source: run/output-files/report.md'
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

export const examples: RuleExamples = {
  STAGE_CONFIG_MISSING: {
    bad: { 'no contract': change(sample, { [configPath]: null }) },
    good: { 'a contract': sample },
  },
  STAGE_CONFIG_UNREADABLE: {
    bad: { 'a bracket that is not closed': inConfig(['optional: []', 'optional: [']), nothing: written('') },
    good: {
      'an anchor, aliases and a merge': inConfig([
        'name: Explore',
        'name: &name Explore\ntitle: *name\nbase: &base { a: 1 }\nmore: { <<: *base }',
      ]),
      'tags of YAML': inConfig(['name: Explore', 'name: !!str Explore']),
    },
  },
  STAGE_CONFIG_SCHEMA: {
    bad: {
      'no name': inConfig(['name: Explore\n', '']),
      'a word that is a truth value': inConfig(['name: Explore', 'name: on']),
    },
    good: {
      'keys of its own': inConfig(['name: Explore', 'name: Explore\nowner: octocat']),
      'no optional inputs': inConfig(['  optional: []\n', '']),
    },
  },
  STAGE_CONFIG_ID: {
    bad: { 'another name': inConfig(['id: explore', 'id: explore-more']) },
    good: { 'its own name': sample },
  },
  STAGE_SOURCE_UNKNOWN: {
    bad: {
      'a stage that is not there': change(sample, {
        [nextConfig]: [[fromExplore, fromExplore.replace('explore', 'research')]],
      }),
      'the stage itself': change(sample, { [nextConfig]: [[fromExplore, fromExplore.replace('explore', 'specify')]] }),
    },
    good: { 'an earlier stage': sample, 'an earlier stage of the workflow': withSecond('explore') },
  },
}
