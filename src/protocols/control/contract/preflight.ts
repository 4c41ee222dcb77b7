import { stageFiles } from '../files.ts'
import type { Stage } from '../model.ts'
import { inside } from './paths.ts'
import { escapes, type Contract, type Declaration } from './contract.ts'
import { stageName } from '../schema.ts'
import { fail, result, configChecks, leaves, query, type Check, type Failure } from './checks.ts'

function needed(stage: Stage, { path, name, place }: Declaration, what: 'prompt' | 'input'): readonly Check[] {
  const inner = path && inside(path.text)
  if (!path || inner === undefined) return []
  const { there, link, size, path: file } = stage.look(inner)
  const subject = { path: path.text, name: name?.text, place, file }
  const isEmpty = there && !link && size === 0
  return [
    result(`${what}_exists`, subject, there ? undefined : { kind: `no ${what}`, path: path.text }),
    ...(isEmpty ? [fail(`${what}_not_empty`, subject, { kind: `empty ${what}`, path: path.text })] : []),
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

/** Whether others can build upon a stage. Without `wf-run.json` the run has no tool that finalizes it: it is enough that it was returned with success. */
const isFinalized = (stage: Stage | undefined): stage is Stage =>
  stage !== undefined && (stage.finalized || (!stage.run.record.there && stage.state === 'returned success'))

function finalized(stage: Stage, contract: Contract): readonly Check[] {
  const hasTool = stage.run.record.there
  return Array.from(sources(contract), ([name, { place }]) => {
    const source = stage.run.stage(name)
    return result(
      'source_finalized',
      { path: `${name}/${stageFiles.params.path}`, place, ...(source && { file: (hasTool ? source.params : source.handback).path }) },
      isFinalized(source) ? undefined : { kind: 'source not finalized', source: name, hasTool },
    )
  })
}

function handedOn(stage: Stage, { fromStage, source, name, place }: Declaration): readonly Check[] {
  const from = fromStage && stage.run.stage(fromStage.text)
  const inner = source && inside(source.text)
  if (!source || inner === undefined || !isFinalized(from)) return []
  const { there, path: file } = from.look(inner)
  const missing: Failure = { kind: 'nothing from source', source: from.name, path: source.text }
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
  const unresolved: Failure = { kind: 'no parameter', source: from.name, parameter: wanted }
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
  const place = accept.there || !handback.there ? { path: accept.path } : { path: handback.path, line: 1 }
  return result('accept_present', { path: stageFiles.accept.path, place }, accept.there ? undefined : { kind: 'no grant' })
}

/** Whether a stage is ready for its agent: every check in order (docs/control.md, "Commands"). */
export function preflightChecks(stage: Stage): readonly Check[] {
  const { checks, contract } = configChecks(stage)
  if (!contract) return [...checks, granted(stage)]
  const own = [
    ...checks,
    ...contract.prompts.flatMap((prompt) => needed(stage, prompt, 'prompt')),
    ...contract.required.filter(({ fromStage }) => !fromStage).flatMap((input) => needed(stage, input, 'input')),
    ...escapes(contract).map((written) => fail('path_security', { path: written.text, place: written.place }, leaves(written))),
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
