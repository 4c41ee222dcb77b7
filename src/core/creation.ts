import type { ChangeSet, CommandContext, CommandDiagnostic, OptionFacts, Refusal } from './command.ts'

/** A call of `baton new`. */
export interface CreationRequest {
  /** The words after the name of the protocol. */
  readonly words: readonly string[]
  /** The login of the requester, without `@`. */
  readonly actor: string
  /** The agent that asks, where the words name none. */
  readonly agent?: string | undefined
}

export interface NewTarget {
  readonly target: string
  /** Files that must not exist yet: where one does, nothing is written. */
  readonly files: ChangeSet
  /** Changes to files that may exist. */
  readonly additions?: ChangeSet
  /** The added files that replace whatever is there. */
  readonly discards?: readonly string[] | undefined
  /** These are replaced even where git does not have their content. */
  readonly anyway?: true
  /** The files that a person or an agent fills in before the work begins. */
  readonly drafts?: readonly string[]
  readonly diagnostics?: readonly CommandDiagnostic[]
  /** The options of the grant where control of it is given at once: `agent`, `lease`. */
  readonly grant?: Readonly<Record<string, string>>
}

/** How the first files of a target are made: `baton new PROTOCOL …`. */
export interface Creation<Model> {
  /** The usage after the name of the protocol: `NAME [--type T]`. */
  readonly usage: string
  /** What its options mean. */
  readonly optionFacts?: readonly OptionFacts[]
  create(model: Model, request: CreationRequest, commandContext: CommandContext): NewTarget | Refusal
}
