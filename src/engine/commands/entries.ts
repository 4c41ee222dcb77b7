import type { Cause, LedgerEntry } from './ledger.ts'
import type { CommandResult } from './planned.ts'

/**
 * The ledger's entries for a command: a group for every target whose state it changes. A sync after a push has no
 * requester.
 */
export function entriesOf(
  { name, recordedAs = name, moves, changes, target: about, grant }: CommandResult,
  actor: string | undefined,
  cause?: Cause,
): readonly LedgerEntry[] {
  if (recordedAs === undefined || changes.size === 0) return []
  const entry = { command: recordedAs, actor, cause }
  if (moves.length === 0) return [{ ...entry, target: undefined, from: undefined, to: undefined, digest: undefined }]
  const grantText =
    grant && [grant.agent ?? 'agent', ...(grant.until === undefined ? [] : [`until ${grant.until}`])].join(' ')
  return moves.map(({ target, from, to, digest }, index) => ({
    ...entry,
    ...(index > 0 && { further: about === undefined ? ('given' as const) : ('moved' as const) }),
    target,
    from,
    to,
    digest,
    ...(target === about && { grant: grantText }),
  }))
}
