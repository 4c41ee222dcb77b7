import { msg } from '../../../core/message.ts'
import type { DataNode } from '../../../documents/data.ts'
import { validateJson, type SchemaResult } from '../../../documents/json-schema.ts'
import { parseJson } from '../../../documents/json.ts'
import { decoded } from '../../../documents/text.ts'
import { stageFiles } from '../files.ts'
import type { Stage, StageFile } from '../model.ts'
import { inside } from './paths.ts'
import type { Output, Written } from './contract.ts'
import { fail, pass, result, configChecks, escape, type Check, type Fault, type Subject } from './checks.ts'

const mend = 'Mend the schema, or what it is held against.'

const skipped = (why: string): Fault => ({
  code: 'STAGE_SCHEMA_SKIPPED',
  message: `The schema was not applied: ${why}`,
  action: 'What it describes is not checked.',
})

/** The text of a file; a fault where it has none. */
function textOf(file: StageFile, unreadable: Fault): string | Fault {
  if (file.link !== undefined) return unreadable
  if (!file.bytes) return skipped(msg`${file.path} is too large, or lies where no data is read`)
  return decoded(file.bytes) ?? unreadable
}

/** What is wrong with a schema, or with what it is held against. */
function faultOf(applied: SchemaResult, { text }: Written, output: string): Fault | undefined {
  switch (applied.kind) {
    case 'valid':
      return undefined
    case 'invalid': {
      const where = applied.path.length === 0 ? '' : msg` at ${applied.path.join('.')}`
      return {
        code: 'STAGE_OUTPUT_INVALID',
        message: `${msg`Unexpected value in ${output}`}${where}${msg`, expected what ${text} says by ${applied.keyword}`}`,
        action: 'Write the output as its schema has it.',
      }
    }
    case 'unreadable':
      return { code: 'STAGE_SCHEMA_UNREADABLE', message: `${msg`The schema ${text} is none`}: ${applied.why}`, action: mend }
    case 'remote':
      return {
        code: 'STAGE_SCHEMA_REMOTE',
        message: `${msg`The schema ${text} refers outside itself`}: ${applied.why}`,
        action: 'Copy what it refers to into the schema; nothing is fetched.',
      }
    case 'skipped':
      return skipped(applied.why)
  }
}

function schemaFault(stage: Stage, schema: Written, output: string, data: DataNode): Fault | undefined {
  const inner = inside(schema.text)
  if (inner === undefined) return undefined
  const file = stage.look(inner)
  const none = (why: string): Fault => ({
    code: 'STAGE_SCHEMA_UNREADABLE',
    message: `${msg`The schema ${schema.text} is none`}: ${why}`,
    action: mend,
  })
  if (!file.there) return none('there is no such file')
  const text = textOf(file, none('it is not UTF-8'))
  return typeof text === 'string' ? faultOf(validateJson(text, data), schema, output) : text
}

/** What is wrong with the content of an output. */
function contentFault(stage: Stage, file: StageFile, { path, schema }: Output): Fault | undefined {
  const name = path?.text ?? ''
  const invalid = (message: string): Fault => ({ code: 'STAGE_OUTPUT_INVALID', message, action: 'Write the output as JSON.' })
  const control = [stage.accept, stage.handback].find((each) => each.path === file.path)
  if (control) return control.value ? undefined : invalid(msg`Unexpected content of ${name}: it is invalid`)
  const text = textOf(file, invalid(msg`Unexpected bytes in ${name}, expected UTF-8`))
  if (typeof text !== 'string') return text
  // Not as a record, which does not distinguish JSON that is too deep from what is no JSON: the former is skipped, the latter fails.
  const root = parseJson(text)
  if ('fault' in root) return root.deep ? skipped(root.fault) : invalid(`${msg`Unexpected text in ${name}`}: ${root.fault}`)
  return schema && schemaFault(stage, schema, name, root)
}

function content(subject: Subject, fault: Fault | undefined): Check {
  if (fault?.code === 'STAGE_SCHEMA_SKIPPED') return { check: 'schema_valid', ...subject, status: 'SKIP', fault }
  return result(fault?.code === 'STAGE_SCHEMA_REMOTE' ? 'schema_security' : 'schema_valid', subject, fault)
}

function outputChecks(stage: Stage, output: Output): readonly Check[] {
  const { path, schema, name, place, kind, required } = output
  const leaving = (check: 'path_security' | 'schema_security', written: Written | undefined) =>
    written && inside(written.text) === undefined
      ? [fail(check, { path: written.text, name: name?.text, place: written.place }, escape(written))]
      : []
  const inner = path && inside(path.text)
  const escaped = [...leaving('path_security', path), ...leaving('schema_security', schema)]
  if (!path || inner === undefined) return escaped
  const file = stage.look(inner)
  const subject: Subject = { path: path.text, name: name?.text, place, file: file.path }
  if (!file.there && !required) return escaped
  const missing: Fault = {
    code: 'STAGE_OUTPUT_MISSING',
    message: msg`Missing output ${path.text}`,
    action: 'Write it before handing back, or say that it is not required.',
  }
  if (!file.there) return [...escaped, fail('file_exists', subject, missing)]
  const exists = pass('file_exists', subject)
  const empty: Fault = {
    code: 'STAGE_OUTPUT_EMPTY',
    message: msg`Unexpected output ${path.text} without content`,
    action: 'Write something into it before handing back.',
  }
  const isEmpty = file.size === 0 && file.link === undefined
  const filled = [...escaped, exists, result('file_not_empty', subject, isEmpty ? empty : undefined)]
  if (isEmpty || kind === 'files') return filled
  const fault = contentFault(stage, file, output)
  return [...filled, ...(fault || schema ? [content(subject, fault)] : [])]
}

/** Whether handback.json is what it must be, where there is one. */
function handback({ handback: { there, problems, path } }: Stage): readonly Check[] {
  const subject = { path: stageFiles.handback, place: { path } }
  if (!there) return []
  if (problems.length === 0) return [pass('schema_valid', subject)]
  return problems.map(({ code, message, hint, place }) =>
    fail('schema_valid', { ...subject, place }, { code, message, action: hint ?? 'Mend the file.' }),
  )
}

/** Whether a stage has given what its contract declares: every check in order (docs/control.md, "Commands"). */
export function validationChecks(stage: Stage): readonly Check[] {
  const { checks: all, contract } = configChecks(stage)
  // Of the contract itself only what is wrong with it is listed.
  const checks = all.filter(({ status }) => status === 'FAIL')
  if (!contract) return checks
  const outputs = contract.outputs.filter(({ path }) => !(stage.handback.there && path && inside(path.text) === stageFiles.handback))
  return [...checks, ...outputs.flatMap((output) => outputChecks(stage, output)), ...handback(stage)]
}
