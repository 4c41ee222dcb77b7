import { msg } from '../../../core/message.ts'
import { stageFiles } from '../files.ts'
import { currentStages, type ControlRules, type StageSubject, type RuleWithText } from './subjects.ts'
import { stageName } from '../schema.ts'
import { shapeFindings, textDifference, unreadable } from '../../../kit/shape-findings.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { stagesNamedIn, type Contract, type ContractText } from '../contract/contract.ts'
import { overParts, wholeComparison } from '../../../kit/rules.ts'

const namedStages = (contract: Contract) => stagesNamedIn(contract).filter(({ text }) => stageName.test(text))

/** References of a workflow's stages that close a circle, taken in the order of the file. */
function* cyclicReferences(stages: readonly Contract[]): Iterable<ContractText> {
  const dependents = new Map<string, Set<string>>()
  const reaches = (from: string, to: string): boolean => {
    const reachedStages = new Set([from])
    for (const stage of reachedStages) for (const dependent of dependents.get(stage) ?? []) reachedStages.add(dependent)
    return reachedStages.has(to)
  }
  for (const stage of stages) {
    const id = stage.id?.text
    if (id === undefined) continue
    for (const source of namedStages(stage)) {
      if (source.text === id) continue
      if (reaches(source.text, id)) yield source
      else dependents.set(id, (dependents.get(id) ?? new Set()).add(source.text))
    }
  }
}

const composeAction = 'Compose the run again, or write what the stage needs and gives.'
const writeAction = 'Write it as a mapping in YAML.'
const missingConfigMessage = (stage: string) => msg`Missing ${stageFiles.config.path} in ${stage}`

/** Rules about a contract that is missing or cannot be read: reports say it too. */
export const configRules: readonly RuleWithText<StageSubject>[] = [
  {
    code: 'STAGE_CONFIG_MISSING',
    strict: 'warning',
    soft: 'notice',
    summary: 'A stage has no `stage-config.yaml`.',
    why: 'It is unclear what the stage needs and what it must give.',
    repair: 'Compose the run again, or write the contract.',
    faults: { 'no contract': ({ stage }) => ({ message: missingConfigMessage(stage), action: composeAction }) },
    *check({ stage: { config, path, paths } }) {
      if (config.file.exists) return
      yield {
        message: missingConfigMessage(path),
        hint: composeAction,
        place: { path: paths[0] ?? path, line: 1 },
        concerns: [config.file.path],
      }
    },
  },
  {
    code: 'STAGE_CONFIG_UNREADABLE',
    strict: 'error',
    soft: 'error',
    summary:
      '`stage-config.yaml` is not UTF-8, not one YAML document, no mapping, empty, too large, has more than 100 aliases or a tag beyond the standard ones.',
    why: 'It is unclear what the stage needs and what it must give.',
    hint: writeAction,
    faults: { 'unreadable contract': ({ why }) => ({ message: why, action: writeAction }) },
    check: ({ stage: { config } }) => unreadable(config),
  },
]

export const contractRules: ControlRules = {
  name: 'contract',
  title: 'The contract: `stage-config.yaml`',
  rules: [
    overParts(currentStages, configRules),
    overParts(currentStages, [
      {
        code: 'STAGE_CONFIG_SCHEMA',
        strict: 'warning',
        soft: 'notice',
        summary: 'A key of `stage-config.yaml` is missing, or has the wrong type or form.',
        why: 'The tools that run the stage read it by this shape, and ignore what does not fit.',
        hint: 'Write what is expected there; unknown keys are allowed.',
        check: ({ stage: { config } }) => shapeFindings(config.contract && config.file.data, stageFiles.config.shape),
      },
      {
        code: 'STAGE_CONFIG_ID',
        strict: 'error',
        soft: 'warning',
        summary: '`id` in `stage-config.yaml` is not the name of its folder.',
        why: 'Some tools use the folder and some the id, so that they grant control of different stages.',
        hint: 'Write the name of the folder.',
        check: ({ stage: { config, name } }) =>
          textDifference({ what: 'id', file: config.file, key: ['id'], expected: name }),
      },
    ]),
    overParts(wholeComparison, [
      {
        code: 'STAGE_SOURCE_UNKNOWN',
        strict: 'warning',
        soft: 'notice',
        summary:
          '`from_stage` names a stage that the run (or the workflow file) does not have, names its own stage, or, in a workflow, closes a cycle.',
        why: 'What the stage waits for never comes.',
        hint: 'Name a stage that comes before this one.',
        *check({ now }): Iterable<Finding> {
          for (const { config, legacy, name, run, target } of now.stages) {
            if (legacy || !config.contract) continue
            for (const { text, place } of namedStages(config.contract)) {
              if (text === name || !run.stage(text))
                yield { message: msg`Unexpected stage ${text}, expected another one of the run`, place, target }
            }
          }
          for (const { stages, target } of now.workflows) {
            const ids = new Set(stages.flatMap(({ id }) => id?.text ?? []))
            for (const stage of stages) {
              for (const { text, place } of namedStages(stage)) {
                if (text === stage.id?.text || !ids.has(text))
                  yield { message: msg`Unexpected stage ${text}, expected another one of the workflow`, place, target }
              }
            }
            for (const { text, place } of cyclicReferences(stages))
              yield {
                message: msg`Unexpected stage ${text}, expected one that does not wait for this one`,
                place,
                target,
              }
          }
        },
      },
    ]),
  ],
}
