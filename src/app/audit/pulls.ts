import type { Diagnostic } from '../../core/diagnostic.ts'
import { Fault } from '../../core/fault.ts'
import type { OpenPull } from '../../core/host/conversation.ts'
import { say } from '../../core/say.ts'
import type { AuditCode } from '../../engine/audit/codes.ts'
import { identityOf } from '../../engine/audit/result.ts'
import { sourcesOf } from '../validate/sources.ts'
import { auditSources } from './check.ts'
import { timesAt } from './times.ts'
import { type AuditWishes, type AuditWorld, reasonOf } from './world.ts'

/** What was found in pull requests, and what could not be looked at. */
interface InPulls {
  readonly found: readonly Diagnostic[]
  readonly notes: readonly string[]
  /** Whether a complaint about a known finding of the default branch is one in every pull request: else it is known of one of these. */
  holds(complaint: Diagnostic): boolean
}

/** Where none is looked at. */
export const noPulls: InPulls = { found: [], notes: [], holds: () => true }

async function auditPull(world: AuditWorld, { number, head, branch, base }: OpenPull, wishes: AuditWishes, at: string) {
  const subject = { head, base: { kind: 'branch', branch: base }, branch, review: true } as const
  const { sources } = await sourcesOf(world.repositories, subject, world.host.us)
  const { report } = await auditSources(sources, world.knowledge, {
    ...wishes,
    configuration: world.configuration,
    at,
    notes: [],
    given: [],
    onlyChanged: false,
    times: timesAt(world.repositories, head),
  })
  // What is said of the configuration's known findings is said of the default branch's.
  const its = report.diagnostics.filter(({ protocol }) => protocol !== undefined).map((found) => ({ ...found, conversation: number }))
  return { its, complaints: new Set(report.diagnostics.filter(isUnmatched).map(({ message }) => message)) }
}

const isUnmatched = ({ code }: Diagnostic) => code === ('KNOWN_UNMATCHED' satisfies AuditCode)

/**
 * Audits every open pull request against its merge base, the longest untouched first. What the default branch has as well is only said
 * of that. Where one cannot be looked at, such as at the end of the rate limit, that is said, and the next audit begins there again.
 */
export async function auditPulls(world: AuditWorld, wishes: AuditWishes, at: string, known: readonly Diagnostic[]): Promise<InPulls> {
  const old = new Set(known.map(identityOf))
  const found: Diagnostic[] = []
  const notes: string[] = []
  const complained: ReadonlySet<string>[] = []
  const pulls = await world.host.pulls()
  for (const pull of pulls.toSorted((one, other) => (one.updatedAt < other.updatedAt ? -1 : 1))) {
    try {
      const { its, complaints } = await auditPull(world, pull, wishes, at)
      complained.push(complaints)
      found.push(...its.filter((each) => !old.has(identityOf(each))))
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      notes.push(`${say`The pull request ${pull.number} could not be looked at:`} ${reasonOf(error)}`)
    }
  }
  // Of what could not be looked at nothing is said.
  const holds = (each: Diagnostic) => !isUnmatched(each) || (notes.length === 0 && complained.every((its) => its.has(each.message)))
  return { found, notes, holds }
}
