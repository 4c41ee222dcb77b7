import type { CommandDiagnostic } from '../../core/command.ts'
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

const reasons = new Set(['success', 'error', 'question', 'qualified', 'failed'])

/** The reason or verdict of a command: its first word, otherwise that of its report. */
function reasonOf({ report }: RequestedCommand, word: string | undefined): string | undefined {
  const own = report === undefined ? undefined : recordOf(report, 'json').node('reason')
  return [word, own?.kind === 'scalar' ? own.source : undefined].map((each) => each?.toLowerCase()).find((each) => reasons.has(each ?? ''))
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

const grants = new Set(['accept', 'answer'])

function contradict(a: CommandIntent, b: CommandIntent): boolean {
  if (a.target !== b.target) return false
  if (a.name === b.name) return a.reason !== undefined && b.reason !== undefined && a.reason !== b.reason
  const [back, grant] = a.name === 'handback' ? [a, b] : [b, a]
  if (back.name !== 'handback' || back.reason === undefined || !grants.has(grant.name)) return false
  const finishThenStart = back === a && grant.name === 'accept' && a.endedBy.includes(back.reason)
  return !finishThenStart
}

/** Commands of one batch with opposite effects on one target (docs/commands.md, "How a comment is read"): `later` contradicts one of `earlier`. */
export function contradiction(earlier: readonly CommandIntent[], later: CommandIntent): CommandDiagnostic | undefined {
  const other = earlier.find((each) => contradict(each, later))
  const written = ({ name, reason }: CommandIntent) => `/${name}${reason === undefined ? '' : ` … ${reason}`}`
  return (
    other &&
    refusal(
      'COMMAND_CONTRADICTORY',
      msg`Unexpected ${written(later)} together with ${written(other)} for ${later.target}, expected one of them`,
    )
  )
}
