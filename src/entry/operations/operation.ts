import type * as z from 'zod'
import type { RunSettings } from '../../app/command/run.ts'

/**
 * An input of an operation; the key that it has there is its name: `failOn` is `--fail-on`. Plain data, since a start
 * that made zod schemas of the inputs would take several milliseconds longer.
 */
export interface Field<Value = unknown> {
  /** How a usage line shows it: `[path|target...]` as a word, `<rev>` as the value of an option. Absent: a flag. */
  readonly form?: string
  readonly isWord?: true
  readonly does: string
  readonly choices?: readonly string[] | undefined
  readonly isRepeatable?: true
  readonly isRequired?: true
  readonly isHidden?: boolean
  /** A flag that is set unless `--no-…` is given. */
  readonly isNegated?: true
  /** Options that it cannot be combined with. */
  readonly conflicts?: readonly string[]
  /** The value if none is given, and how help shows it. */
  readonly standard?: () => readonly [value: string, shown?: string]
  /** An integer up to this. */
  readonly max?: number
  /** The value of a text. @throws InvalidArgumentError, UsageError */
  readonly read?: (text: string) => unknown
  /** There is no such key: it carries the type of the value. */
  readonly value?: Value
}

export type Fields = Readonly<Record<string, Field>>

type ValueOf<FieldType> = FieldType extends Field<infer Value> ? Value : never
type OptionalKeys<Shape> = { [Name in keyof Shape]: undefined extends ValueOf<Shape[Name]> ? Name : never }[keyof Shape]

/** The values of fields, as an operation gets them. */
export type Input<InputFields> = {
  readonly [Name in Exclude<keyof InputFields, OptionalKeys<InputFields>>]: ValueOf<InputFields[Name]>
} & {
  readonly [Name in OptionalKeys<InputFields>]?: Exclude<ValueOf<InputFields[Name]>, undefined>
}

export interface Caller {
  /** The agent that gives commands which name none. */
  readonly naming: NonNullable<RunSettings['naming']>
  /** The session of the agent's host. */
  readonly session: string | undefined
  /** The folder from which paths are seen; absent: the working directory. */
  readonly from?: string
  /** Tells the caller something apart from the answer. */
  note(line: string): void
}

/** An answer in a format: a text, or data that is printed as JSON. */
type View = () => string | object | Promise<string | object>

export interface Answer {
  /** Its formats; with none, everything was printed already. */
  readonly views?: Readonly<Record<string, View>>
  /** The exit code; absent: 0. */
  readonly exit?: number
  /** Why a tool has no answer: then its result is an error. */
  readonly refusal?: Error
}

/** The operation as a tool of the Model Context Protocol, which answers with its view `brief`. */
export interface Tool {
  readonly title: string
  readonly description: string
  readonly hints: { readonly readOnlyHint?: true; readonly destructiveHint?: boolean; readonly idempotentHint?: true }
  /**
   * Its arguments: what a field of the operation means to a model, or the schema of an argument that only the tool has.
   */
  readonly takes: Readonly<Record<string, string | z.ZodType>>
  readonly gives: z.ZodObject
  /** Runs the operation with arguments that are not its fields. */
  run?(toolInput: never, caller: Caller): Promise<Answer>
}

export interface Operation<OperationInput = Fields> {
  /** In the few words of a list. */
  readonly summary: string
  readonly description: string
  /** Where the derived usage says too little. */
  readonly usage?: string
  readonly input?: OperationInput
  /** Options and words that are not declared are passed on. */
  readonly isOpen?: true
  readonly examples?: readonly string[]
  /** Made only for a server of tools. */
  tool?(): Tool
  /** Imports what it runs: a declaration loads nothing. */
  run(input: Input<OperationInput>, caller: Caller): Promise<Answer>
}

export const operation = <DeclaredInput>(definition: Operation<DeclaredInput>): Operation => definition as Operation
