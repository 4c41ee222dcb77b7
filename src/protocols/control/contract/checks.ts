import type { Place } from '../../../core/diagnostic.ts'
import type { CommandDiagnostic } from '../../../core/command.ts'
import type { HandbackCode } from '../reading/stage-files.ts'
import { msg } from '../../../core/message.ts'
import { stageFiles } from '../files.ts'
import type { Contract, Written } from './contract.ts'
import type { Stage } from '../model.ts'

export type PreflightCode =
  | 'PREFLIGHT_PROMPT_MISSING'
  | 'PREFLIGHT_PROMPT_EMPTY'
  | 'PREFLIGHT_INPUT_MISSING'
  | 'PREFLIGHT_INPUT_EMPTY'
  | 'PREFLIGHT_SOURCE_UNFINALIZED'
  | 'PREFLIGHT_SOURCE_MISSING'
  | 'PREFLIGHT_PARAM_UNRESOLVED'

export type OutputCode =
  | 'STAGE_OUTPUT_MISSING'
  | 'STAGE_OUTPUT_EMPTY'
  | 'STAGE_OUTPUT_INVALID'
  | 'STAGE_SCHEMA_UNREADABLE'
  | 'STAGE_SCHEMA_REMOTE'
  | 'STAGE_SCHEMA_SKIPPED'

export type CheckCode =
  | PreflightCode
  | OutputCode
  | HandbackCode
  | 'STAGE_CONFIG_MISSING'
  | 'STAGE_CONFIG_UNREADABLE'
  | 'STAGE_PATH_ESCAPE'
  | 'ACCEPT_ABSENT'

export type CheckName =
  | 'config_exists'
  | 'config_valid'
  | 'prompt_exists'
  | 'prompt_not_empty'
  | 'input_exists'
  | 'input_not_empty'
  | 'path_security'
  | 'schema_security'
  | 'source_finalized'
  | 'input_source_exists'
  | 'param_resolved'
  | 'accept_present'
  | 'file_exists'
  | 'file_not_empty'
  | 'schema_valid'

/** What is wrong, and what to do. Sentences by `msg`. */
export interface Fault {
  readonly code: CheckCode
  readonly message: string
  readonly action: string
}

/** One check of a report. */
export interface Check {
  readonly check: CheckName
  /** As it is written, in its stage. */
  readonly path: string
  readonly name?: string | undefined
  readonly status: 'PASS' | 'FAIL' | 'SKIP'
  /** Of one that does not pass. */
  readonly fault?: Fault
  /** Where it is declared. */
  readonly place: Place
  /** The file that it is about, where that is another one. */
  readonly file?: string
}

/** Where and what a check looks at. */
export type Subject = Pick<Check, 'path' | 'name' | 'place' | 'file'>

export const pass = (check: CheckName, subject: Subject): Check => ({ check, ...subject, status: 'PASS' })
export const fail = (check: CheckName, subject: Subject, fault: Fault): Check => ({ check, ...subject, status: 'FAIL', fault })

/** Either, by whether something is wrong. */
export const result = (check: CheckName, subject: Subject, fault: Fault | undefined): Check =>
  fault ? fail(check, subject, fault) : pass(check, subject)

/** What a check that does not pass says with a command. */
export function diagnosticOf(
  { fault, place }: Check,
  target: string,
  severity: CommandDiagnostic['severity'],
): readonly CommandDiagnostic[] {
  return fault ? [{ code: fault.code, severity, message: fault.message, hint: fault.action, place, target }] : []
}

/**
 * What a dotted path finds in JSON: `a.b`, `a[0].b`, `list.length`; a number indexes a list. Only own keys; `undefined` where there is
 * nothing, or null.
 */
export function query(value: unknown, path: string): unknown {
  const steps = path
    .replace(/\[(\d+)\]/g, '.$1')
    .replace(/^\./, '')
    .split('.')
  const found = steps.reduce<unknown>((there, step) => {
    if (Array.isArray(there)) return step === 'length' ? there.length : /^\d+$/.test(step) ? there[Number(step)] : undefined
    return typeof there === 'object' && there !== null && Object.hasOwn(there, step)
      ? (there as Readonly<Record<string, unknown>>)[step]
      : undefined
  }, value)
  return found ?? undefined
}

/** Whether there is a contract, and it can be read. */
export function configChecks(stage: Stage): { readonly checks: readonly Check[]; readonly contract: Contract | undefined } {
  const { file, fault, contract } = stage.config
  const subject = { path: stageFiles.config, place: { path: file.path } }
  if (!file.there) {
    const missing = {
      code: 'STAGE_CONFIG_MISSING',
      message: msg`Missing ${stageFiles.config} in ${stage.path}`,
      action: 'Compose the run anew, or write what the stage needs and gives.',
    } as const
    return { checks: [fail('config_exists', subject, missing)], contract: undefined }
  }
  const exists = pass('config_exists', subject)
  if (contract) return { checks: [exists], contract }
  const unreadable = {
    code: 'STAGE_CONFIG_UNREADABLE',
    message: fault?.message ?? '',
    action: 'Write it as keys and values in YAML.',
  } as const
  return { checks: [exists, fail('config_valid', { ...subject, place: fault?.place ?? subject.place }, unreadable)], contract: undefined }
}

/** The message about a path that leaves its folder. */
export const escape = ({ text }: Written) =>
  ({
    code: 'STAGE_PATH_ESCAPE',
    message: msg`Unexpected path ${text}, expected one that stays in its stage`,
    action: 'Name a file below the folder of the stage.',
  }) as const
