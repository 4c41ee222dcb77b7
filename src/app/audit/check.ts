import type { Diagnostic } from '../../core/diagnostic.ts'
import { dayOf } from '../../core/time.ts'
import { withoutKnownFindings } from '../../engine/audit/baseline.ts'
import { checkSources, type CheckResult, type CheckSettings, type Sources } from '../validate/check.ts'
import type { LazyProtocols } from '../validate/discovery.ts'
import type { Times } from './times.ts'

/** Options of an audit. Absent ones are as configured, otherwise as by default. */
export interface AuditCheckSettings extends Pick<
  CheckSettings,
  'configuration' | 'failOn' | 'allowEmpty' | 'protocols' | 'at' | 'notes'
> {
  /** In milliseconds. */
  readonly staleAfter?: number | undefined
  readonly earlierFindings: readonly Diagnostic[]
  /** Only what concerns the change between base and head, its commits included. */
  readonly onlyChanged: boolean
  /** Whether the report says of each target whose turn it is. */
  readonly withTurns?: true
  readonly times: Times
}

/**
 * Checks softly, with the rules that only an audit runs (docs/audits.md), and leaves out known findings. The last
 * commits of all paths are read together, then those of lines for which the paths' are too young; each time the check
 * is done again.
 */
export async function auditSources(
  sources: Sources,
  protocols: LazyProtocols,
  settings: AuditCheckSettings,
): Promise<CheckResult> {
  const { earlierFindings, staleAfter, onlyChanged, at, times } = settings

  const checkSoftly = () =>
    checkSources(sources, protocols, {
      configuration: settings.configuration,
      failOn: settings.failOn,
      allowEmpty: settings.allowEmpty,
      protocols: settings.protocols,
      at,
      notes: settings.notes,
      ...(settings.withTurns && { withTurns: settings.withTurns }),
      mode: 'soft',
      failOnDefault: 'error',
      paths: [],
      targets: [],
      audit: {
        staleAfter,
        given: earlierFindings,
        lastCommit: (path, line) => times.of(path, line)?.at,
        counting: (diagnostics, { configuration, place }) =>
          withoutKnownFindings(
            onlyChanged ? diagnostics.filter(({ touched, commit }) => touched || commit !== undefined) : diagnostics,
            {
              entries: configuration.audit.known,
              place: (index) => place(['audit', 'known', index]),
              day: dayOf(at, configuration.timeZone),
              whole: !onlyChanged && settings.protocols.length === 0,
            },
          ),
      },
    })

  let result = await checkSoftly()
  while (await times.ask()) result = await checkSoftly()
  return result
}
