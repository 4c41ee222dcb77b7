import type { CommandDiagnostic } from '../../../core/command.ts'
import type { Severity } from '../../../core/diagnostic.ts'
import { diagnosticAbout, diagnosticsOf } from '../../../kit/diagnostic.ts'
import type { Problem } from '../../../kit/rules.ts'
import type { Stage } from '../model.ts'
import { invalidTimestamp, ungranted } from '../rules/accept.ts'

/** What commands answer besides the codes of rules and those of targets: each with its meaning. */
export const refusalCodes = {
  HANDBACK_ABSENT: 'There is no handback to report.',
  HANDBACK_ALREADY: 'Control was returned already, with another answer.',
  HANDBACK_NOT_QUESTION: 'The agent has asked nothing.',
  HANDBACK_QUESTION_UNANSWERED: 'Control was granted after a question without an answer to it.',
  HANDBACK_CODE_DEFAULTED: 'An error was given without a code, and got `UNKNOWN`.',
  HANDBACK_BLOCK_UNREADABLE: 'The json block is not JSON, or larger or deeper than is read.',
  HANDBACK_BLOCK_CONFLICT: 'Beside the json block stands a text, or another reason than its own.',
  CONTROL_TEXT_MISSING: 'A text is required, and there is none.',
  STAGE_PARAMETER_UNRESOLVED: 'A value that would be published is not found.',
} as const satisfies Readonly<Record<string, string>>

/** Codes of rules that commands answer with where no rule finds anything. */
type RuleCode =
  | 'ACCEPT_ABSENT'
  | 'ACCEPT_BACKWARDS'
  | 'ACCEPT_TIMESTAMP'
  | 'HANDBACK_REASON'
  | 'HANDBACK_CODE'
  | 'HANDBACK_ERROR_UNEXPECTED'
  | 'HANDBACK_BLANK'
  | 'CONTROL_DUPLICATE_KEY'

/** About a stage, by default its folder. */
export const { diagnostic, violation } = diagnosticsOf<keyof typeof refusalCodes | RuleCode, Stage>(({ path, target }) => ({
  path,
  target,
}))

/** What is wrong with a file, as diagnostics of a command. */
export const problemDiagnostics = (stage: Stage, problems: readonly Problem[], severity: Severity): readonly CommandDiagnostic[] =>
  problems.map(({ code, message, hint, place }) => diagnosticAbout(stage, code, message, { severity, hint, place }))

/** What is wrong with the grant that a command replaces: never more than a warning. */
export const replacedGrant = (stage: Stage): readonly CommandDiagnostic[] => [
  ...problemDiagnostics(stage, stage.accept.problems, 'warning'),
  ...Array.from(invalidTimestamp(stage), ({ message, place }) =>
    diagnostic(stage, 'ACCEPT_TIMESTAMP', message, { severity: 'warning', place }),
  ),
]

/** What there is to say of the grant beside a handback, which is read and left: that there is none, or what makes it invalid. */
export function leftGrant(stage: Stage): readonly CommandDiagnostic[] {
  if (stage.accept.there) return problemDiagnostics(stage, stage.accept.problems, 'warning')
  const { message, hint, place } = ungranted(stage)
  return [diagnostic(stage, 'ACCEPT_ABSENT', message, { severity: 'notice', hint, place })]
}
