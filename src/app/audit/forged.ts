import type { Diagnostic } from '../../core/diagnostic.ts'
import { Fault, reasonOf } from '../../core/fault.ts'
import type { StandingCheck } from '../../core/host/check-run.ts'
import { say } from '../../core/say.ts'
import type { AuditCode } from '../../engine/audit/codes.ts'
import { sign } from '../../engine/checking/sign.ts'
import { ownBeginning } from '../../render/audit-issue.ts'
import { asked } from '../asked.ts'
import type { AuditWorld } from './world.ts'

/** The repository as a whole: these are about no file of it. */
const place = { path: '.' }

const warning = (code: AuditCode, said: { readonly message: string; readonly hint: string; readonly conversation?: number }) =>
  sign({ ...said, place }, { code, severity: 'warning', touched: true })

/** Check runs with a name of ours by another app than ours: one finding for each name. */
export function forgedChecks(others: readonly StandingCheck[]): readonly Diagnostic[] {
  if (others.length === 0) return []
  const names = [...new Set(others.map(({ name }) => name))]
  const apps = [...new Set(others.map(({ app = 'unknown' }) => app))].toSorted()
  return [
    warning('CHECK_FORGED', {
      message: say`Unexpected check run ${names} by ${apps}, expected none of these names but ours`,
      hint: 'A rule that requires the check has to name the app besides. If it is Baton by another door, this audit can go.',
    }),
  ]
}

/** For so long what somebody else has marked as ours is spoken of; untouched, it is forgotten then. */
const remembered = 7 * 24 * 3_600_000

/** Whole days, so that the same is asked for all day long. */
const day = 24 * 3_600_000

/** Issues and comments of somebody else with a marker of ours: one finding for each conversation. */
export async function forgedMarkers(
  { host }: AuditWorld,
  at: string,
): Promise<{ readonly found: readonly Diagnostic[]; readonly notes: readonly string[] }> {
  const since = new Date(Math.floor((Date.parse(at) - remembered) / day) * day).toISOString()
  const marked = await asked(host.forged(ownBeginning, since))
  if (marked instanceof Fault) return { found: [], notes: [`Whether somebody imitates us cannot be seen: ${reasonOf(marked)}`] }
  const byNumber = new Map(marked.map((each) => [each.number, each.author]))
  const found = [...byNumber].map(([number, author = 'somebody']) =>
    warning('MARKER_FORGED', {
      message: say`Unexpected text of ${author} that begins as ours do, expected it from nobody else`,
      hint: 'It counts for nothing. Take the hidden marker out of it, lest people believe it.',
      conversation: number,
    }),
  )
  return { found, notes: [] }
}
