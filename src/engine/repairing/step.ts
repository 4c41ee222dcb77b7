import type { ChangeSet, CommandDiagnostic } from '../../core/command.ts'
import type { Level } from '../../core/diagnostic.ts'
import type { Context } from '../../core/context.ts'
import type { Protocol, ProtocolName } from '../../core/protocol.ts'
import type { Report } from '../../core/report.ts'
import type { View } from '../../core/view.ts'

export interface RepairRequest {
  readonly head: View
  readonly context: Context
  readonly protocols: readonly Protocol[]
  readonly sections: Readonly<Partial<Record<ProtocolName, unknown>>>
  readonly severity: Readonly<Record<string, Level>>
  /** The findings; those of safe rules are repaired. */
  readonly report: Report
  /** Files whose content git does not have: what would discard it is refused. */
  readonly unsaved?: ReadonlySet<string>
}

/** One command, or the edits of one file: taken whole, or left. */
export interface Step {
  /** The commands that it stands for in replies. */
  readonly called: readonly string[]
  readonly protocol: Protocol
  /** The ids of the targets that the findings are about. */
  readonly about: ReadonlySet<string | undefined>
}

/** The changes that steps make, and the steps that are refused. */
export interface StepResult {
  readonly changes: ChangeSet
  /** Files that they replace or delete with whatever these hold. */
  readonly discards?: readonly string[]
  readonly reveals: readonly string[]
  readonly applied: readonly Step[]
  readonly refused: ReadonlyMap<Step, readonly CommandDiagnostic[]>
}

/** Steps that do not depend on one another's changes: all are planned on one view. */
export interface Group {
  readonly steps: readonly Step[]
  /** Takes some of them. */
  take(view: View, steps: readonly Step[]): StepResult
}

export function safeFindings({ report, protocols }: RepairRequest) {
  const safe = new Set(report.rules.filter((rule) => rule.safe === true).map(({ code }) => code))
  const byName = new Map<string | undefined, Protocol>(protocols.map((protocol) => [protocol.name, protocol]))
  return report.diagnostics.flatMap((diagnostic) => {
    const protocol = byName.get(diagnostic.protocol)
    return protocol && safe.has(diagnostic.code) ? [{ ...diagnostic, protocol }] : []
  })
}
