import { msg } from '../../../core/message.ts'
import type { DataNode } from '../../../documents/data.ts'
import { validateJson, type SchemaResult } from '../../../documents/json-schema.ts'
import { parseJson } from '../../../documents/json.ts'
import { decodeUtf8 } from '../../../documents/text.ts'
import { stageFiles } from '../files.ts'
import type { Stage, StageFile } from '../model.ts'
import { innerPathOf, type Output, type ContractText } from './contract.ts'
import {
  fail,
  pass,
  checkResult,
  configChecks,
  pathOutsideFailure,
  type Check,
  type Failure,
  type Subject,
} from './checks.ts'

const notAppliedFailure = (why: string): Failure => ({ kind: 'schema not applied', why })

/** The text of a file, or why it has none. */
function textOf(file: StageFile, unreadable: Failure): string | Failure {
  if (file.link !== undefined) return unreadable
  if (!file.bytes) return notAppliedFailure(msg`${file.path} is too large, or is where no data is read`)
  return decodeUtf8(file.bytes) ?? unreadable
}

/** What is wrong with a schema, or with the data that it checks. */
function schemaFailureOf(validation: SchemaResult, schema: string, path: string): Failure | undefined {
  switch (validation.kind) {
    case 'valid':
      return undefined
    case 'invalid':
      return { kind: 'schema violated', path, schema, at: validation.path, keyword: validation.keyword }
    case 'unreadable':
      return { kind: 'unreadable schema', schema, why: validation.why }
    case 'remote':
      return { kind: 'remote schema', schema, why: validation.why }
    case 'skipped':
      return notAppliedFailure(validation.why)
  }
}

function schemaFailure(stage: Stage, schema: string, output: string, data: DataNode): Failure | undefined {
  const innerPath = innerPathOf(schema)
  if (innerPath === undefined) return undefined
  const file = stage.look(innerPath)
  const unreadableSchema = (why: string): Failure => ({ kind: 'unreadable schema', schema, why })
  if (!file.exists) return unreadableSchema('there is no such file')
  const text = textOf(file, unreadableSchema('it is not UTF-8'))
  return typeof text === 'string' ? schemaFailureOf(validateJson(text, data), schema, output) : text
}

function contentFailure(stage: Stage, file: StageFile, output: Output): Failure | undefined {
  const path = output.path?.text ?? ''
  const controlFile = [stage.accept, stage.handback].find((candidate) => candidate.path === file.path)
  if (controlFile) return controlFile.value ? undefined : { kind: 'invalid control file', path }
  const text = textOf(file, { kind: 'no UTF-8', path })
  if (typeof text !== 'string') return text
  // Not as a record, which does not distinguish JSON that is too deep from what is not JSON: the former is skipped, the
  // latter fails.
  const root = parseJson(text)
  if ('fault' in root) return root.deep ? notAppliedFailure(root.fault) : { kind: 'no JSON', path, why: root.fault }
  return output.schema && schemaFailure(stage, output.schema.text, path, root)
}

function contentCheck(subject: Subject, failure: Failure | undefined): Check {
  if (failure?.kind === 'schema not applied') return { check: 'schema_valid', ...subject, status: 'SKIP', failure }
  return checkResult(failure?.kind === 'remote schema' ? 'schema_security' : 'schema_valid', subject, failure)
}

function outputChecks(stage: Stage, output: Output): readonly Check[] {
  const { path, schema, name, place, kind, required } = output
  const escapeChecksOf = (check: 'path_security' | 'schema_security', text: ContractText | undefined) =>
    text && innerPathOf(text.text) === undefined
      ? [fail(check, { path: text.text, name: name?.text, place: text.place }, pathOutsideFailure(text))]
      : []
  const innerPath = path && innerPathOf(path.text)
  const escapeChecks = [...escapeChecksOf('path_security', path), ...escapeChecksOf('schema_security', schema)]
  if (!path || innerPath === undefined) return escapeChecks
  const file = stage.look(innerPath)
  const subject: Subject = { path: path.text, name: name?.text, place, file: file.path }
  if (!file.exists && !required) return escapeChecks
  if (!file.exists) return [...escapeChecks, fail('file_exists', subject, { kind: 'no output', path: path.text })]
  const existsCheck = pass('file_exists', subject)
  const isEmpty = file.size === 0 && file.link === undefined
  const fileChecks = [
    ...escapeChecks,
    existsCheck,
    checkResult('file_not_empty', subject, isEmpty ? { kind: 'empty output', path: path.text } : undefined),
  ]
  if (isEmpty || kind === 'files') return fileChecks
  const failure = contentFailure(stage, file, output)
  return [...fileChecks, ...(failure || schema ? [contentCheck(subject, failure)] : [])]
}

/** Whether handback.json is what it must be, where there is one. */
function handbackChecks({ handback: { exists, problems, path } }: Stage): readonly Check[] {
  const subject = { path: stageFiles.handback.path, place: { path } }
  if (!exists) return []
  if (problems.length === 0) return [pass('schema_valid', subject)]
  return problems.map((problem) =>
    fail('schema_valid', { ...subject, place: problem.place }, { kind: 'invalid handback', problem }),
  )
}

/** Whether a stage has given what its contract declares: every check in order (docs/control.md, "Commands"). */
export function validationChecks(stage: Stage): readonly Check[] {
  const { checks: contractChecks, contract } = configChecks(stage)
  // Of the contract itself only what is wrong with it is listed.
  const checks = contractChecks.filter(({ status }) => status === 'FAIL')
  if (!contract) return checks
  const outputs = contract.outputs.filter(
    ({ path }) => !(stage.handback.exists && path && innerPathOf(path.text) === stageFiles.handback.path),
  )
  return [...checks, ...outputs.flatMap((output) => outputChecks(stage, output)), ...handbackChecks(stage)]
}
