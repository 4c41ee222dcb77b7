import { msg } from '../../../core/message.ts'
import type { DataNode } from '../../../documents/data.ts'
import { validateJson, type SchemaResult } from '../../../documents/json-schema.ts'
import { parseJson } from '../../../documents/json.ts'
import { decodeUtf8 } from '../../../documents/text.ts'
import { stageFiles } from '../files.ts'
import type { Stage, StageFile } from '../model.ts'
import { inside } from './paths.ts'
import type { Output, Written } from './contract.ts'
import { fail, pass, result, configChecks, leaves, type Check, type Failure, type Subject } from './checks.ts'

const notApplied = (why: string): Failure => ({ kind: 'schema not applied', why })

/** The text of a file, or why it has none. */
function textOf(file: StageFile, unreadable: Failure): string | Failure {
  if (file.link !== undefined) return unreadable
  if (!file.bytes) return notApplied(msg`${file.path} is too large, or is where no data is read`)
  return decodeUtf8(file.bytes) ?? unreadable
}

/** What is wrong with a schema, or with the data that it checks. */
function schemaFailureOf(applied: SchemaResult, schema: string, path: string): Failure | undefined {
  switch (applied.kind) {
    case 'valid':
      return undefined
    case 'invalid':
      return { kind: 'schema violated', path, schema, at: applied.path, keyword: applied.keyword }
    case 'unreadable':
      return { kind: 'unreadable schema', schema, why: applied.why }
    case 'remote':
      return { kind: 'remote schema', schema, why: applied.why }
    case 'skipped':
      return notApplied(applied.why)
  }
}

function schemaFailure(stage: Stage, schema: string, output: string, data: DataNode): Failure | undefined {
  const inner = inside(schema)
  if (inner === undefined) return undefined
  const file = stage.look(inner)
  const none = (why: string): Failure => ({ kind: 'unreadable schema', schema, why })
  if (!file.there) return none('there is no such file')
  const text = textOf(file, none('it is not UTF-8'))
  return typeof text === 'string' ? schemaFailureOf(validateJson(text, data), schema, output) : text
}

/** What is wrong with the content of an output. */
function contentFailure(stage: Stage, file: StageFile, output: Output): Failure | undefined {
  const path = output.path?.text ?? ''
  const control = [stage.accept, stage.handback].find((each) => each.path === file.path)
  if (control) return control.value ? undefined : { kind: 'invalid control file', path }
  const text = textOf(file, { kind: 'no UTF-8', path })
  if (typeof text !== 'string') return text
  // Not as a record, which does not distinguish JSON that is too deep from what is not JSON: the former is skipped, the latter fails.
  const root = parseJson(text)
  if ('fault' in root) return root.deep ? notApplied(root.fault) : { kind: 'no JSON', path, why: root.fault }
  return output.schema && schemaFailure(stage, output.schema.text, path, root)
}

function content(subject: Subject, failure: Failure | undefined): Check {
  if (failure?.kind === 'schema not applied') return { check: 'schema_valid', ...subject, status: 'SKIP', failure }
  return result(failure?.kind === 'remote schema' ? 'schema_security' : 'schema_valid', subject, failure)
}

function outputChecks(stage: Stage, output: Output): readonly Check[] {
  const { path, schema, name, place, kind, required } = output
  const leaving = (check: 'path_security' | 'schema_security', written: Written | undefined) =>
    written && inside(written.text) === undefined
      ? [fail(check, { path: written.text, name: name?.text, place: written.place }, leaves(written))]
      : []
  const inner = path && inside(path.text)
  const escaped = [...leaving('path_security', path), ...leaving('schema_security', schema)]
  if (!path || inner === undefined) return escaped
  const file = stage.look(inner)
  const subject: Subject = { path: path.text, name: name?.text, place, file: file.path }
  if (!file.there && !required) return escaped
  if (!file.there) return [...escaped, fail('file_exists', subject, { kind: 'no output', path: path.text })]
  const exists = pass('file_exists', subject)
  const isEmpty = file.size === 0 && file.link === undefined
  const filled = [...escaped, exists, result('file_not_empty', subject, isEmpty ? { kind: 'empty output', path: path.text } : undefined)]
  if (isEmpty || kind === 'files') return filled
  const failure = contentFailure(stage, file, output)
  return [...filled, ...(failure || schema ? [content(subject, failure)] : [])]
}

/** Whether handback.json is what it must be, where there is one. */
function handback({ handback: { there, problems, path } }: Stage): readonly Check[] {
  const subject = { path: stageFiles.handback.path, place: { path } }
  if (!there) return []
  if (problems.length === 0) return [pass('schema_valid', subject)]
  return problems.map((problem) => fail('schema_valid', { ...subject, place: problem.place }, { kind: 'invalid handback', problem }))
}

/** Whether a stage has given what its contract declares: every check in order (docs/control.md, "Commands"). */
export function validationChecks(stage: Stage): readonly Check[] {
  const { checks: all, contract } = configChecks(stage)
  // Of the contract itself only what is wrong with it is listed.
  const checks = all.filter(({ status }) => status === 'FAIL')
  if (!contract) return checks
  const outputs = contract.outputs.filter(({ path }) => !(stage.handback.there && path && inside(path.text) === stageFiles.handback.path))
  return [...checks, ...outputs.flatMap((output) => outputChecks(stage, output)), ...handback(stage)]
}
