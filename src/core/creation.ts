import type { ChangeSet, CommandContext, CommandDiagnostic, Refusal } from './command.ts'

/** What makes the first files of a target. */
export interface CreationRequest {
  /** What stands behind the name of the protocol on the command line. */
  readonly words: readonly string[]
  /** The login of the requester, without `@`. */
  readonly actor: string
}

/** The first files of a target. */
export interface Created {
  readonly target: string
  /** Files that are not there yet: one that is keeps everything from being written. */
  readonly files: ChangeSet
  /** Files that are there, as they are to be; so far as they are not. */
  readonly additions?: ChangeSet
  readonly diagnostics?: readonly CommandDiagnostic[]
}

/** How the first files of a target are made: `baton new PROTOCOL …`. */
export interface Creation<Model> {
  /** What stands behind the name of the protocol: `NAME [--type T]`. */
  readonly usage: string
  /** The same as one would write it. */
  readonly example: string
  create(model: Model, request: CreationRequest, commandContext: CommandContext): Created | Refusal
}
