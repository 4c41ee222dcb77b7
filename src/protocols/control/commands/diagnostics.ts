import type { commandCodes } from '../documentation.ts'
import type { CommandDiagnostic } from '../../../core/command.ts'
import type { Severity } from '../../../core/diagnostic.ts'
import { diagnosticAbout, diagnosticsOf } from '../../../kit/diagnostic.ts'
import type { Problem } from '../../../kit/rules.ts'
import type { Stage } from '../model.ts'
import { invalidTimestamp, ungrantedFinding } from '../rules/accept.ts'
import { rewriteHandbackAdvice } from '../rules/advice.ts'

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
export const { diagnostic, violation } = diagnosticsOf<keyof typeof commandCodes | RuleCode, Stage>(
  ({ path, target }) => ({
    path,
    target,
  }),
)

/** What is wrong with a file, as diagnostics of a command. */
export const problemDiagnostics = (
  stage: Stage,
  problems: readonly Problem[],
  severity: Severity,
): readonly CommandDiagnostic[] =>
  problems.map(({ code, message, hint, place }) => diagnosticAbout(stage, code, message, { severity, hint, place }))

/** What is wrong with the handback of a stage that a command would have to read, and how it is rewritten. */
export const invalidHandbackDiagnostics = (stage: Stage): readonly CommandDiagnostic[] =>
  problemDiagnostics(
    stage,
    stage.handback.problems.map((problem) => ({
      ...problem,
      hint: [problem.hint ?? '', rewriteHandbackAdvice(stage).hint].join(' ').trimStart(),
    })),
    'error',
  )

/** What is wrong with the grant that a command replaces: never more than a warning. */
export const replacedGrantWarnings = (stage: Stage): readonly CommandDiagnostic[] => [
  ...problemDiagnostics(stage, stage.accept.problems, 'warning'),
  ...Array.from(invalidTimestamp(stage), ({ message, place }) =>
    diagnostic(stage, 'ACCEPT_TIMESTAMP', message, { severity: 'warning', place }),
  ),
]

/**
 * What there is to say of the grant of a handback, which is read and left: that there is none, or what makes it
 * invalid.
 */
export function keptGrantDiagnostics(stage: Stage): readonly CommandDiagnostic[] {
  if (stage.accept.exists) return problemDiagnostics(stage, stage.accept.problems, 'warning')
  const { message, hint, place } = ungrantedFinding(stage)
  return [diagnostic(stage, 'ACCEPT_ABSENT', message, { severity: 'notice', hint, place })]
}
