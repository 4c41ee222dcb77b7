import { refuse, usageCode } from '../../../core/command.ts'
import { foldersAbove, baseName } from '../../../core/view.ts'
import { msg } from '../../../core/message.ts'
import { creationFor } from '../../../kit/creation.ts'
import { requestError } from '../../../kit/diagnostic.ts'
import { placesFor, splitNegated } from '../../../documents/glob.ts'
import { stageFiles, stagesFolder } from '../files.ts'
import type { ControlModel } from '../model.ts'
import { runPattern } from '../reading/runs.ts'
import { stageName } from '../schema.ts'

/** The output of each stage, and the place where later stages have that of the first as input. */
const stageResult = { name: 'result', path: 'run/output-files/result.md', input: 'inputs/result.md' } as const

/** Without `from_stage`: only the tool that runs the workflow finalizes a stage, and a new run may have none. */
const resultInput = `
  - name: ${stageResult.name}
    path: ${stageResult.input}`

const configOf = (stage: string, firstStage: string): string => `id: "${stage}"
name: "${stage}"
inputs:
  required:${stage === firstStage ? ' []' : resultInput}
  optional: []
outputs:
  files:
  - name: ${stageResult.name}
    path: ${stageResult.path}
  data: []
prompt:
  entry: prompt/wf.md
  main: prompt/main.md
`

const copyInstruction = (stages: readonly string[]): string =>
  `Before you return control, copy \`${stageResult.path}\` for the stages that take it as input:

${stages.map((stage) => `- \`../${stage}/${stageResult.input}\``).join('\n')}
`

/** @param takers the stages that take the result of this one */
const entryPrompt = (takers: readonly string[]): string => `# How to work

Read \`main.md\` next to this file and the inputs that \`stage-config.yaml\` names. Write every output that it declares, then return control.
${takers.length === 0 ? '' : `\n${copyInstruction(takers)}`}`

const mainPrompt = (stage: string): string => `# ${stage}

What this stage is to do.
`

/** The number of a new run of this day: one more than the highest. */
function nextNumber(paths: readonly string[], day: string): string {
  const runNamePattern = new RegExp(`^run-${day}-(\\d{3,15})$`)
  const names = new Set(paths.flatMap((path) => foldersAbove(path).map((folder) => baseName(folder))))
  const highest = [...names].reduce(
    (maxNumber, name) => Math.max(maxNumber, Number(runNamePattern.exec(name)?.[1] ?? 0)),
    0,
  )
  return String(highest + 1).padStart(3, '0')
}

/** A run with its stages; the others take the result of the first. `wf-run.json` is written by the run's own tool. */
export const newRun = creationFor<ControlModel>()({
  protocol: 'control',
  name: 'STAGE',
  many: true,

  create({ model: { configuration, context }, names, commandContext: { view } }) {
    const [firstStage, ...laterStages] = names
    const invalidInput = (code: string, message: string) => refuse(requestError(code, message))
    const invalidName = names.find((name) => !stageName.test(name))
    if (invalidName !== undefined)
      return invalidInput(
        'STAGE_NAME_INVALID',
        msg`Unexpected name ${invalidName} of a stage, expected lower-case letters, digits and ${'-'}, starting with a letter`,
      )
    const duplicateName = names.find((name, index) => names.indexOf(name) < index)
    if (duplicateName !== undefined)
      return invalidInput(
        'STAGE_WORKFLOW_DUPLICATE',
        msg`Unexpected second stage ${duplicateName}, expected each name once`,
      )
    const run = `run-${context.day}-${nextNumber(view.paths, context.day)}`
    const path = placesFor(splitNegated(configuration.runs).included, run, ['runs']).find(
      runPattern(configuration.runs),
    )
    if (path === undefined) {
      const message = msg`Unexpected patterns ${configuration.runs} of runs, expected one that ${`runs/${run}`} matches, or a run of this name elsewhere`
      return invalidInput(usageCode, message)
    }
    const stageFilesOf = (stage: string): readonly (readonly [string, string])[] => {
      const folder = `${path}/${stagesFolder}/${stage}`
      return [
        [`${folder}/${stageFiles.config.path}`, configOf(stage, firstStage)],
        [`${folder}/prompt/wf.md`, entryPrompt(stage === firstStage ? laterStages : [])],
        [`${folder}/prompt/main.md`, mainPrompt(stage)],
      ]
    }
    const drafts = names.map((stage) => `${path}/${stagesFolder}/${stage}/prompt/main.md`)
    return { target: `stage:${firstStage}@${run}`, files: new Map(names.flatMap(stageFilesOf)), drafts }
  },
})
