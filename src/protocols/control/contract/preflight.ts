import { msg } from '../../../core/message.ts'
import { stageFiles } from '../files.ts'
import type { Stage } from '../model.ts'
import { inside } from './paths.ts'
import { escapes, type Contract, type Declaration } from './contract.ts'
import { stageName } from '../schema.ts'
import { fail, result, configChecks, escape, query, type Check, type CheckName, type Fault, type PreflightCode } from './checks.ts'

/** A kind of file that must be there with something in it. */
interface Needed {
  readonly absent: (path: string) => string
  readonly blank: (path: string) => string
  readonly exists: CheckName
  readonly missing: PreflightCode
  readonly notEmpty: CheckName
  readonly empty: PreflightCode
  readonly action: string
}

const prompts: Needed = {
  absent: (path) => msg`Missing prompt ${path}`,
  blank: (path) => msg`Unexpected prompt ${path} without content`,
  exists: 'prompt_exists',
  missing: 'PREFLIGHT_PROMPT_MISSING',
  notEmpty: 'prompt_not_empty',
  empty: 'PREFLIGHT_PROMPT_EMPTY',
  action: 'Write the prompt before the agent begins.',
}

const inputs: Needed = {
  absent: (path) => msg`Missing input ${path}`,
  blank: (path) => msg`Unexpected input ${path} without content`,
  exists: 'input_exists',
  missing: 'PREFLIGHT_INPUT_MISSING',
  notEmpty: 'input_not_empty',
  empty: 'PREFLIGHT_INPUT_EMPTY',
  action: 'Put the input there before the agent begins.',
}

function needed(stage: Stage, { path, name, place }: Declaration, kind: Needed): readonly Check[] {
  const inner = path && inside(path.text)
  if (!path || inner === undefined) return []
  const { there, link, size, path: file } = stage.look(inner)
  const subject = { path: path.text, name: name?.text, place, file }
  const missing: Fault = { code: kind.missing, message: kind.absent(path.text), action: kind.action }
  const empty: Fault = { code: kind.empty, message: kind.blank(path.text), action: kind.action }
  return [
    result(kind.exists, subject, there ? undefined : missing),
    ...(there && !link && size === 0 ? [fail(kind.notEmpty, subject, empty)] : []),
  ]
}

/** The other stages that a stage needs something of, each where it is first mentioned. */
function sources({ required, parameters }: Contract): ReadonlyMap<string, Declaration> {
  const found = new Map<string, Declaration>()
  for (const each of [...required, ...parameters]) {
    if (each.fromStage && stageName.test(each.fromStage.text) && !found.has(each.fromStage.text)) found.set(each.fromStage.text, each)
  }
  return found
}

const isFinalized = (stage: Stage | undefined): stage is Stage => stage?.finalized === true

function finalized(stage: Stage, contract: Contract): readonly Check[] {
  return Array.from(sources(contract), ([name, { place }]) => {
    const source = stage.run.stage(name)
    const unfinalized: Fault = {
      code: 'PREFLIGHT_SOURCE_UNFINALIZED',
      message: msg`Missing ${stageFiles.params} of the stage ${name}, expected it to be finalized`,
      action: msg`Finalize the stage ${name} first.`,
    }
    return result(
      'source_finalized',
      { path: `${name}/${stageFiles.params}`, place, ...(source && { file: source.params.path }) },
      isFinalized(source) ? undefined : unfinalized,
    )
  })
}

function handedOn(stage: Stage, { fromStage, source, name, place }: Declaration): readonly Check[] {
  const from = fromStage && stage.run.stage(fromStage.text)
  const inner = source && inside(source.text)
  if (!source || inner === undefined || !isFinalized(from)) return []
  const { there, path: file } = from.look(inner)
  const missing: Fault = {
    code: 'PREFLIGHT_SOURCE_MISSING',
    message: msg`Missing ${source.text} in the stage ${from.name}`,
    action: msg`The stage ${from.name} must give it before this one can begin.`,
  }
  return [
    result('input_source_exists', { path: `${from.name}/${source.text}`, name: name?.text, place, file }, there ? undefined : missing),
  ]
}

function isResolved(from: Stage, { outputParameter, source, query: path }: Declaration): boolean {
  if (outputParameter) {
    const parameters = query(from.params.data?.value, 'parameters')
    return typeof parameters === 'object' && parameters !== null && Object.hasOwn(parameters, outputParameter.text)
  }
  const inner = source && inside(source.text)
  return inner !== undefined && path !== undefined && query(from.read(inner).data?.value, path.text) !== undefined
}

function resolved(stage: Stage, parameter: Declaration): readonly Check[] {
  const { fromStage, name, outputParameter, place } = parameter
  const from = fromStage && stage.run.stage(fromStage.text)
  if (!isFinalized(from)) return []
  const wanted = outputParameter?.text ?? name?.text ?? ''
  const unresolved: Fault = {
    code: 'PREFLIGHT_PARAM_UNRESOLVED',
    message: msg`Missing parameter ${wanted} of the stage ${from.name}`,
    action: msg`The stage ${from.name} must publish it before this one can begin.`,
  }
  return [
    result(
      'param_resolved',
      { path: `${from.name}.${wanted}`, name: name?.text, place, file: from.params.path },
      isResolved(from, parameter) ? undefined : unresolved,
    ),
  ]
}

/** Whether control has been granted. It changes no report's status. */
function granted({ accept, handback }: Stage): Check {
  const absent: Fault = {
    code: 'ACCEPT_ABSENT',
    message: msg`Missing ${'accept.json'}: control has not been granted`,
    action: 'This is a notice: no check depends on it.',
  }
  const place = accept.there || !handback.there ? { path: accept.path } : { path: handback.path, line: 1 }
  return result('accept_present', { path: stageFiles.accept, place }, accept.there ? undefined : absent)
}

/** Whether a stage is ready for its agent: every check in order (docs/control.md, "Commands"). */
export function preflightChecks(stage: Stage): readonly Check[] {
  const { checks, contract } = configChecks(stage)
  if (!contract) return [...checks, granted(stage)]
  const own = [
    ...checks,
    ...contract.prompts.flatMap((prompt) => needed(stage, prompt, prompts)),
    ...contract.required.filter(({ fromStage }) => !fromStage).flatMap((input) => needed(stage, input, inputs)),
    ...escapes(contract).map((written) => fail('path_security', { path: written.text, place: written.place }, escape(written))),
  ]
  if (own.some(({ status }) => status === 'FAIL')) return [...own, granted(stage)]
  return [
    ...own,
    ...finalized(stage, contract),
    ...contract.required.flatMap((input) => handedOn(stage, input)),
    ...contract.parameters.flatMap((parameter) => resolved(stage, parameter)),
    granted(stage),
  ]
}
