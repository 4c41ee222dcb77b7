import type { Place } from '../../../core/diagnostic.ts'
import type { Problem } from '../../../kit/rules.ts'
import { stageFiles } from '../files.ts'
import type { Contract, ContractText } from './contract.ts'
import type { Stage } from '../model.ts'

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

/** An output that a stage declares: its path in the folder of that stage. */
export interface StageOutput {
  readonly stage: string
  readonly path: string
}

/**
 * Why a check does not pass, by what is the matter: facts alone. Rules have the code and the words of each (`Faults`).
 */
interface Failures {
  readonly 'no contract': { readonly stage: string }
  readonly 'unreadable contract': { readonly why: string }
  /** A path that leaves its stage, or a stage that can be no name. */
  readonly 'path outside': { readonly path: string }
  readonly 'no prompt': { readonly path: string }
  readonly 'empty prompt': { readonly path: string }
  readonly 'no input': {
    readonly path: string
    /** What another stage gives under this name. */ readonly from?: StageOutput
  }
  readonly 'empty input': { readonly path: string }
  readonly 'source not finalized': { readonly source: string }
  readonly 'nothing from source': { readonly source: string; readonly path: string }
  readonly 'no parameter': { readonly source: string; readonly parameter: string }
  readonly 'no grant': unknown
  readonly 'no output': { readonly path: string }
  readonly 'empty output': { readonly path: string }
  /** An output that is a control file, and invalid as one. */
  readonly 'invalid control file': { readonly path: string }
  readonly 'no UTF-8': { readonly path: string }
  readonly 'no JSON': { readonly path: string; readonly why: string }
  readonly 'schema violated': {
    readonly path: string
    readonly schema: string
    readonly at: readonly PropertyKey[]
    readonly keyword: string
  }
  readonly 'unreadable schema': { readonly schema: string; readonly why: string }
  readonly 'remote schema': { readonly schema: string; readonly why: string }
  readonly 'schema not applied': { readonly why: string }
  readonly 'invalid handback': { readonly problem: Problem }
}

type FailureKind = keyof Failures

/** Why a check does not pass. */
export type Failure<Kind extends FailureKind = FailureKind> = {
  readonly [Member in Kind]: { readonly kind: Member } & Failures[Member]
}[Kind]

/** What is wrong, and what to do. Sentences by `msg`. */
export interface Fault {
  readonly message: string
  readonly action: string
}

/** What a rule finds wrong with checks that do not pass, by what is the matter with them. */
export type Faults = { readonly [Kind in FailureKind]?: (failure: Failure<Kind>) => Fault }

/** The fault of a failure; `undefined`: another rule has the words for it. */
export function faultIn<Kind extends FailureKind>(faults: Faults, failure: Failure<Kind>): Fault | undefined {
  const describe: ((failure: Failure<Kind>) => Fault) | undefined = faults[failure.kind]
  return describe?.(failure)
}

export interface Check {
  readonly check: CheckName
  /** As it is written, in its stage. */
  readonly path: string
  readonly name?: string | undefined
  readonly status: 'PASS' | 'FAIL' | 'SKIP'
  /** Present if the check does not pass. */
  readonly failure?: Failure
  readonly place: Place
  /** The file that it is about, where that is another one. */
  readonly file?: string
}

/** Where and what a check looks at. */
export type Subject = Pick<Check, 'path' | 'name' | 'place' | 'file'>

export const pass = (check: CheckName, subject: Subject): Check => ({ check, ...subject, status: 'PASS' })
export const fail = (check: CheckName, subject: Subject, failure: Failure): Check => ({
  check,
  ...subject,
  status: 'FAIL',
  failure,
})

/** Fails if there is a failure, passes otherwise. */
export const checkResult = (check: CheckName, subject: Subject, failure: Failure | undefined): Check =>
  failure ? fail(check, subject, failure) : pass(check, subject)

/**
 * What a dotted path finds in JSON: `a.b`, `a[0].b`, `list.length`; a number indexes a list. Only own keys; `undefined`
 * where there is nothing, or null.
 */
export function query(value: unknown, path: string): unknown {
  const steps = path
    .replace(/\[(\d+)\]/g, '.$1')
    .replace(/^\./, '')
    .split('.')
  const foundValue = steps.reduce<unknown>((container, step) => {
    if (Array.isArray(container))
      return step === 'length' ? container.length : /^\d+$/.test(step) ? container[Number(step)] : undefined
    return typeof container === 'object' && container !== null && Object.hasOwn(container, step)
      ? (container as Readonly<Record<string, unknown>>)[step]
      : undefined
  }, value)
  return foundValue ?? undefined
}

/** Whether there is a contract, and it can be read. */
export function configChecks(stage: Stage): {
  readonly checks: readonly Check[]
  readonly contract: Contract | undefined
} {
  const { file, fault, contract } = stage.config
  const subject = { path: stageFiles.config.path, place: { path: file.path } }
  if (!file.exists)
    return { checks: [fail('config_exists', subject, { kind: 'no contract', stage: stage.path })], contract: undefined }
  const existsCheck = pass('config_exists', subject)
  if (contract) return { checks: [existsCheck], contract }
  const { message: why = '', place = subject.place } = fault ?? {}
  return {
    checks: [existsCheck, fail('config_valid', { ...subject, place }, { kind: 'unreadable contract', why })],
    contract: undefined,
  }
}

export const pathOutsideFailure = ({ text }: ContractText): Failure => ({ kind: 'path outside', path: text })
