import type { HostIdentity, PullRequestReader } from '../../core/host/host.ts'
import type { WithHost, PolicySource } from '../ports.ts'
import { type CommitSources, type AuditOptions } from './options.ts'
import { findingKey, type Diagnostic } from '../../core/diagnostic.ts'
import { Fault, reasonOf, resultOf } from '../../core/fault.ts'
import type { OpenPull } from '../../core/host/conversation.ts'
import { msg } from '../../core/message.ts'
import type { AuditCode } from '../../engine/audit/codes.ts'
import { pullSubject } from '../validate/event.ts'
import { sourcesOfSubject } from '../validate/sources.ts'
import { auditSources } from './check.ts'
import { timesAt } from './times.ts'

/** The findings of pull requests, and the pull requests that could not be checked. */
interface PullFindings {
  readonly found: readonly Diagnostic[]
  readonly notes: readonly string[]
  /**
   * Whether a complaint about a known finding of the default branch is one in every pull request: else it is known of
   * one of these.
   */
  holds(complaint: Diagnostic): boolean
}

/** The result when no pull request is audited. */
export const noPulls: PullFindings = { found: [], notes: [], holds: () => true }

async function auditPull(
  ports: PolicySource & CommitSources & WithHost<PullRequestReader & HostIdentity>,
  pull: OpenPull,
  options: AuditOptions,
  at: string,
) {
  const { number, head } = pull
  const { sources } = await sourcesOfSubject(ports.repositories, pullSubject(pull), ports.host.ownLogin)
  const { report, tooLarge } = await auditSources(sources, ports.protocolRegistry, {
    ...options,
    configuration: ports.configuration,
    at,
    notes: [],
    earlierFindings: [],
    onlyChanged: false,
    times: timesAt(ports.repositories, head),
  })
  if (tooLarge) throw new Fault(`${report.diagnostics[0]?.message ?? ''}.`)
  // A known finding of the configuration is reported for the default branch.
  const diagnostics = report.diagnostics
    .filter(({ protocol }) => protocol !== undefined)
    .map((diagnostic) => ({ ...diagnostic, conversation: number }))
  return { its: diagnostics, complaints: new Set(report.diagnostics.filter(isUnmatched).map(({ message }) => message)) }
}

const isUnmatched = ({ code }: Diagnostic) => code === ('KNOWN_UNMATCHED' satisfies AuditCode)

/**
 * Audits every open pull request against its merge base, the longest untouched first. What the default branch has as
 * well is only reported for that. Where one cannot be checked, such as at the end of the rate limit, that is reported,
 * and the next audit begins there again. Where they cannot be listed, only that is reported.
 */
export async function auditPulls(
  ports: PolicySource & CommitSources & WithHost<PullRequestReader & HostIdentity>,
  options: AuditOptions,
  at: string,
  knownFindings: readonly Diagnostic[],
): Promise<PullFindings> {
  const knownKeys = new Set(knownFindings.map(findingKey))
  const findings: Diagnostic[] = []
  const notes: string[] = []
  const complaintSets: ReadonlySet<string>[] = []
  const pulls = await resultOf(ports.host.pulls())
  if (pulls instanceof Fault)
    return {
      found: [],
      notes: [`The open pull requests could not be checked: ${reasonOf(pulls)}`],
      holds: (complaint) => !isUnmatched(complaint),
    }
  for (const pull of pulls.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1))) {
    const result = await resultOf(auditPull(ports, pull, options, at))
    if (result instanceof Fault) {
      notes.push(`${msg`The pull request ${pull.number} could not be checked:`} ${reasonOf(result)}`)
      continue
    }
    complaintSets.push(result.complaints)
    findings.push(...result.its.filter((diagnostic) => !knownKeys.has(findingKey(diagnostic))))
  }
  // A pull request that could not be checked has no findings.
  const holds = (complaint: Diagnostic) =>
    !isUnmatched(complaint) ||
    (notes.length === 0 && complaintSets.every((complaints) => complaints.has(complaint.message)))
  return { found: findings, notes, holds }
}
