import { baseName } from '../../../core/view.ts'
import { stageFiles } from '../files.ts'
import type { Stage } from '../model.ts'
import { innerPathOf, escapingTexts, type Contract, type Declaration } from './contract.ts'
import { stageName } from '../schema.ts'
import {
  fail,
  checkResult,
  configChecks,
  pathOutsideFailure,
  query,
  type Check,
  type Failure,
  type StageOutput,
} from './checks.ts'

/**
 * The output of another stage that has the name of an input: of the one stage that gives such a file, and does not take
 * it itself.
 */
function outputNamedAs(stage: Stage, innerPath: string): StageOutput | undefined {
  const isNamed = ({ path }: Declaration) => path !== undefined && baseName(path.text) === baseName(innerPath)
  const [output, ...others] = stage.run.stages.flatMap(({ name, config: { contract } }) =>
    name === stage.name || !contract || contract.required.some(isNamed)
      ? []
      : contract.outputs.filter(isNamed).flatMap(({ path }) => (path ? [{ stage: name, path: path.text }] : [])),
  )
  return others.length === 0 ? output : undefined
}

function neededFileChecks(
  stage: Stage,
  { path, name, place }: Declaration,
  kind: 'prompt' | 'input',
): readonly Check[] {
  const innerPath = path && innerPathOf(path.text)
  if (!path || innerPath === undefined) return []
  const { exists, link, size, path: file } = stage.look(innerPath)
  const subject = { path: path.text, name: name?.text, place, file }
  const from = kind === 'input' && !exists ? outputNamedAs(stage, innerPath) : undefined
  const isEmpty = exists && !link && size === 0
  return [
    checkResult(
      `${kind}_exists`,
      subject,
      exists ? undefined : { kind: `no ${kind}`, path: path.text, ...(from && { from }) },
    ),
    ...(isEmpty ? [fail(`${kind}_not_empty`, subject, { kind: `empty ${kind}`, path: path.text })] : []),
  ]
}

/** The other stages that a stage needs something of, each where it is first mentioned. */
function sourceStages({ required, parameters }: Contract): ReadonlyMap<string, Declaration> {
  const firstMentions = new Map<string, Declaration>()
  for (const declaration of [...required, ...parameters]) {
    if (
      declaration.fromStage &&
      stageName.test(declaration.fromStage.text) &&
      !firstMentions.has(declaration.fromStage.text)
    )
      firstMentions.set(declaration.fromStage.text, declaration)
  }
  return firstMentions
}

const isFinalized = (stage: Stage | undefined): stage is Stage => stage?.finalized === true

function finalizedChecks(stage: Stage, contract: Contract): readonly Check[] {
  return Array.from(sourceStages(contract), ([name, { place }]) => {
    const source = stage.run.stage(name)
    return checkResult(
      'source_finalized',
      { path: `${name}/${stageFiles.params.path}`, place, ...(source && { file: source.params.path }) },
      isFinalized(source) ? undefined : { kind: 'source not finalized', source: name },
    )
  })
}

function inputSourceChecks(stage: Stage, { fromStage, source, name, place }: Declaration): readonly Check[] {
  const sourceStage = fromStage && stage.run.stage(fromStage.text)
  const innerPath = source && innerPathOf(source.text)
  if (!source || innerPath === undefined || !isFinalized(sourceStage)) return []
  const { exists, path: file } = sourceStage.look(innerPath)
  const missingOutput: Failure = { kind: 'nothing from source', source: sourceStage.name, path: source.text }
  return [
    checkResult(
      'input_source_exists',
      { path: `${sourceStage.name}/${source.text}`, name: name?.text, place, file },
      exists ? undefined : missingOutput,
    ),
  ]
}

function isResolved(sourceStage: Stage, { outputParameter, source, query: path }: Declaration): boolean {
  if (outputParameter) {
    const parameters = query(sourceStage.params.data?.value, 'parameters')
    return typeof parameters === 'object' && parameters !== null && Object.hasOwn(parameters, outputParameter.text)
  }
  const innerPath = source && innerPathOf(source.text)
  return (
    innerPath !== undefined &&
    path !== undefined &&
    query(sourceStage.read(innerPath).data?.value, path.text) !== undefined
  )
}

function parameterChecks(stage: Stage, parameter: Declaration): readonly Check[] {
  const { fromStage, name, outputParameter, place } = parameter
  const sourceStage = fromStage && stage.run.stage(fromStage.text)
  if (!isFinalized(sourceStage)) return []
  const parameterName = outputParameter?.text ?? name?.text ?? ''
  const missingParameter: Failure = { kind: 'no parameter', source: sourceStage.name, parameter: parameterName }
  return [
    checkResult(
      'param_resolved',
      { path: `${sourceStage.name}.${parameterName}`, name: name?.text, place, file: sourceStage.params.path },
      isResolved(sourceStage, parameter) ? undefined : missingParameter,
    ),
  ]
}

/** Whether control has been granted. It changes no report's status. */
function grantCheck({ accept, handback }: Stage): Check {
  const place = accept.exists || !handback.exists ? { path: accept.path } : { path: handback.path, line: 1 }
  return checkResult(
    'accept_present',
    { path: stageFiles.accept.path, place },
    accept.exists ? undefined : { kind: 'no grant' },
  )
}

/** Whether a stage is ready for its agent: every check in order (docs/control.md, "Commands"). */
export function preflightChecks(stage: Stage): readonly Check[] {
  const { checks, contract } = configChecks(stage)
  if (!contract) return [...checks, grantCheck(stage)]
  const ownChecks = [
    ...checks,
    ...contract.prompts.flatMap((prompt) => neededFileChecks(stage, prompt, 'prompt')),
    ...contract.required
      .filter(({ fromStage }) => !fromStage)
      .flatMap((input) => neededFileChecks(stage, input, 'input')),
    ...escapingTexts(contract).map((text) =>
      fail('path_security', { path: text.text, place: text.place }, pathOutsideFailure(text)),
    ),
  ]
  if (ownChecks.some(({ status }) => status === 'FAIL')) return [...ownChecks, grantCheck(stage)]
  return [
    ...ownChecks,
    ...finalizedChecks(stage, contract),
    ...contract.required.flatMap((input) => inputSourceChecks(stage, input)),
    ...contract.parameters.flatMap((parameter) => parameterChecks(stage, parameter)),
    grantCheck(stage),
  ]
}
