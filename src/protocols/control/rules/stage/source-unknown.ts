import type { Comparison } from '../../../../core/context.ts'
import type { Rule } from '../../../../core/rule.ts'
import type { Finding } from '../../../../core/diagnostic.ts'
import { msg } from '../../../../core/message.ts'
import { change, inWorkflow, sample, stagePath, workflowPath, workflowSample } from '../../examples.ts'
import type { ControlModel } from '../../model.ts'
import { sourcesOf, type Contract, type Written } from '../../reading/contract.ts'
import { stageName } from '../../words.ts'

const nextConfig = stagePath('stage-config.yaml', 'specify')
const fromExplore = '    from_stage: explore\n    source: run/output-files/report.md'

/** A second stage of the workflow, which needs something of others. */
const second = (...stages: readonly string[]) => {
  const inputs = stages
    .map((stage, index) => `\n    - { name: i${index}, path: inputs/${index}, from_stage: ${stage}, source: run/output-files/x }`)
    .join('')
  return `- id: specify\n  name: Specify\n  inputs:\n    required:${inputs}\n  outputs: {}\n  prompt: { entry: prompt/wf.md, main: prompt/main.md }\nshared_templates:`
}
const withSecond = (...stages: readonly string[]) =>
  change(workflowSample, {
    [workflowPath]: [['shared_templates:', second(...stages)]],
    'flows/tidy/stages/specify/prompt/main.md': 'Write.\n',
  })

const named = (contract: Contract) => sourcesOf(contract).filter(({ text }) => stageName.test(text))

/** References of a workflow's stages that close a circle, taken in the order of the file. */
function* circles(stages: readonly Contract[]): Iterable<Written> {
  const needs = new Map<string, Set<string>>()
  const reaches = (from: string, to: string): boolean => {
    const reached = new Set([from])
    for (const stage of reached) for (const next of needs.get(stage) ?? []) reached.add(next)
    return reached.has(to)
  }
  for (const stage of stages) {
    const id = stage.id?.text
    if (id === undefined) continue
    for (const source of named(stage)) {
      if (source.text === id) continue
      if (reaches(source.text, id)) yield source
      else needs.set(id, (needs.get(id) ?? new Set()).add(source.text))
    }
  }
}

export const stageSourceUnknown: Rule<Comparison<ControlModel>> = {
  code: 'STAGE_SOURCE_UNKNOWN',
  strict: 'warning',
  soft: 'notice',
  summary: '`from_stage` names no stage of the run (in a workflow: of the file), the stage itself, or in a workflow closes a circle.',
  why: 'What the stage waits for never comes.',
  repair: 'Name a stage that comes before this one.',
  examples() {
    return {
      bad: [
        {
          about: 'a stage that is not there',
          head: change(sample, { [nextConfig]: [[fromExplore, fromExplore.replace('explore', 'research')]] }),
        },
        { about: 'the stage itself', head: change(sample, { [nextConfig]: [[fromExplore, fromExplore.replace('explore', 'specify')]] }) },
        { about: 'a workflow without the stage', head: withSecond('research') },
        {
          about: 'a workflow in which two wait for each other',
          head: change(withSecond('explore'), {
            [workflowPath]: [
              ['      path: inputs/brief.md', '      path: inputs/brief.md\n      from_stage: specify\n      source: run/output-files/x'],
            ],
          }),
        },
      ],
      good: [
        { about: 'an earlier stage', head: sample },
        { about: 'an earlier stage of the workflow', head: withSecond('explore') },
        { about: 'no other stage', head: inWorkflow() },
      ],
    }
  },
  *check({ now }): Iterable<Finding> {
    const hint = 'Name a stage that comes before this one.'
    for (const { config, legacy, name, run, target } of now.stages) {
      if (legacy || !config.contract) continue
      for (const { text, place } of named(config.contract)) {
        if (text === name || !run.stage(text))
          yield { message: msg`Unexpected stage ${text}, expected another one of the run`, hint, place, target }
      }
    }
    for (const { stages, target } of now.workflows) {
      const ids = new Set(stages.flatMap(({ id }) => id?.text ?? []))
      for (const stage of stages) {
        for (const { text, place } of named(stage)) {
          if (text === stage.id?.text || !ids.has(text))
            yield { message: msg`Unexpected stage ${text}, expected another one of the workflow`, hint, place, target }
        }
      }
      for (const { text, place } of circles(stages))
        yield { message: msg`Unexpected stage ${text}, expected one that does not wait for this one`, hint, place, target }
    }
  },
}
