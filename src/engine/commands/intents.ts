import type { CommandDiagnostic } from '../../core/command.ts'
import { handbackReasons } from '../../core/command-names.ts'
import { msg } from '../../core/message.ts'
import { recordOf } from '../../kit/record.ts'
import type { RequestedCommand } from './planned.ts'
import { refusal, type Resolution } from './resolve.ts'

/** The parts of a command that decide whether others of its batch contradict it. */
export interface CommandIntent {
  readonly name: string
  readonly target: string
  /** The reason of a handback or the verdict of a review: the first word. */
  readonly reason: string | undefined
  /** The reasons after which the same comment may begin the target's next unit. */
  readonly endedBy: readonly string[]
}

const knownReasons = new Set([...handbackReasons, 'qualified', 'failed'])

/** The reason or verdict of a command: its first word, otherwise that of its report. */
function reasonOf({ report }: RequestedCommand, word: string | undefined): string | undefined {
  const reportReason = report === undefined ? undefined : recordOf(report, 'json').node('reason')
  return [word, reportReason?.kind === 'scalar' ? reportReason.source : undefined]
    .map((candidate) => candidate?.toLowerCase())
    .find((candidate) => knownReasons.has(candidate ?? ''))
}

/** The intent of a command for its target, as far as it matters to the others. */
export function intentOf(requested: RequestedCommand, { owner, target, words }: Resolution): CommandIntent | undefined {
  if (target === undefined) return undefined
  return {
    name: requested.name,
    target,
    reason: reasonOf(requested, words[0]),
    endedBy: owner?.protocol.consecutiveUnits?.endedBy ?? [],
  }
}

const grantingCommands = new Set(['accept', 'answer'])

function contradict(a: CommandIntent, b: CommandIntent): boolean {
  if (a.target !== b.target) return false
  if (a.name === b.name) return a.reason !== undefined && b.reason !== undefined && a.reason !== b.reason
  const [handback, grant] = a.name === 'handback' ? [a, b] : [b, a]
  if (handback.name !== 'handback' || handback.reason === undefined || !grantingCommands.has(grant.name)) return false
  const finishThenStart = handback === a && grant.name === 'accept' && a.endedBy.includes(handback.reason)
  return !finishThenStart
}

/**
 * Commands of one batch with opposite effects on one target (docs/commands.md, "How a comment is read"): `later`
 * contradicts one of `earlier`.
 */
export function contradiction(earlier: readonly CommandIntent[], later: CommandIntent): CommandDiagnostic | undefined {
  const earlierIntent = earlier.find((intent) => contradict(intent, later))
  const hint =
    earlierIntent && !contradict(later, earlierIntent)
      ? 'In the other order they can be given together: first what ends the work, then what begins the next.'
      : undefined
  const describeIntent = ({ name, reason }: CommandIntent) => `/${name}${reason === undefined ? '' : ` … ${reason}`}`
  return (
    earlierIntent &&
    refusal(
      'COMMAND_CONTRADICTORY',
      msg`Unexpected ${describeIntent(later)} together with ${describeIntent(earlierIntent)} for ${later.target}, expected one of them`,
      hint,
    )
  )
}
