import type {
  ChangeSet,
  CommittedCommand,
  Details,
  Outcome,
  CommandDiagnostic,
  ReplyFacts,
} from '../../core/command.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { ProtocolName } from '../../core/protocol.ts'
import type { View } from '../../core/view.ts'
import { sign } from '../checking/sign.ts'
import codes from '../../core/codes.json' with { type: 'json' }

/** The outcome of a command, of a protocol or of the engine, with signed diagnostics. */
export interface Answer {
  readonly outcome: Outcome['outcome']
  readonly changes: ChangeSet
  readonly reply: string
  /** The part of the reply that the move does not contain. */
  readonly brief?: string
  readonly diagnostics: readonly Diagnostic[]
  readonly report?: Details
  readonly facts?: ReplyFacts
  readonly extra?: ReplyFacts
  /** The reply says what it leaves for a person to do. */
  readonly leaves?: true
  /** What moved, where that is not the state of the target. */
  readonly moved?: { readonly from: string; readonly to: string }
  /** Files that are changed on disk alone, and never committed. */
  readonly local?: ChangeSet
  /** Codes of errors that it may add. */
  readonly reveals?: readonly string[]
  /** It grants control and returns it at once. */
  readonly impliesAccept?: true
  /** Files that are replaced or deleted with whatever they hold. */
  readonly discards?: readonly string[]
  /** It discards them even where git does not have their content. */
  readonly anyway?: true
  /** The files that it gives back: an error that was there may come back, and is then a warning. */
  readonly givesBack?: View
  /** The commands that it undoes: undoing them requires the right to give them. */
  readonly takesBack?: readonly CommittedCommand[]
}

export const noChanges: ChangeSet = new Map()

/** The engine's own codes. Their meanings are in another module, since a check does not need them. */
const engineCodes: ReadonlySet<string> = new Set(codes.commands)

export const signDiagnostic = (diagnostic: CommandDiagnostic, protocol?: ProtocolName): Diagnostic =>
  sign(diagnostic, {
    code: diagnostic.code,
    severity: diagnostic.severity,
    // The engine's own codes are explained on its page.
    protocol: engineCodes.has(diagnostic.code) ? undefined : protocol,
    touched: true,
  })

export const refusalText = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ message, hint }) => (hint === undefined ? message : `${message}. ${hint}`)).join('\n')

export const refusedAnswerFrom = (diagnostics: readonly Diagnostic[]): Answer => ({
  outcome: 'refused',
  changes: noChanges,
  reply: refusalText(diagnostics),
  diagnostics,
})

export const refusedAnswer = (diagnostics: readonly CommandDiagnostic[], protocol?: ProtocolName): Answer =>
  refusedAnswerFrom(diagnostics.map((diagnostic) => signDiagnostic(diagnostic, protocol)))

export const unchangedAnswer = (
  reply: string,
  { diagnostics = [], report }: { diagnostics?: readonly Diagnostic[]; report?: Details } = {},
): Answer => ({
  outcome: 'unchanged',
  changes: noChanges,
  reply,
  diagnostics,
  ...(report && { report }),
})

export function answerOf(outcome: Outcome, protocol: ProtocolName): Answer {
  if (outcome.outcome === 'refused') return refusedAnswer(outcome.diagnostics, protocol)
  const { diagnostics, ...details } = outcome
  return {
    changes: noChanges,
    ...details,
    diagnostics: diagnostics.map((diagnostic) => signDiagnostic(diagnostic, protocol)),
  }
}
