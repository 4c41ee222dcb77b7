import type { Change } from '../../core/change.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { ProtocolName } from '../../core/protocol.ts'
import type { FailOn, Mode, Report } from '../../core/report.ts'
import type { Selection, Tree } from '../../core/view.ts'
import { configurationPath } from '../../engine/configuration/read.ts'
import type { ClaimPort } from '../command/claims.ts'
import type { Past } from '../command/past.ts'
import type { MergeReader } from './change.ts'
import { openProtocols, type LazyProtocols } from './discovery.ts'
import { checkOpened, invalidConfigurationReport, reportTooLarge } from './check-views.ts'
import { policyIn, policyOf, type PolicyIn, type PolicySources } from './policy-in.ts'
import { configurationOf, contextOf, type ReadPolicy, type Surroundings } from './policy.ts'

/** Where everything is read. */
export interface Sources extends Surroundings, PolicySources {
  readonly head: Tree
  /**
   * Reads the commits between the two, where any are available; `undefined` where they cannot be determined after all.
   */
  readonly change?: (() => Promise<Change | undefined>) | undefined
  /** The commit that the change merges, where commits are available. */
  readonly merged?: MergeReader | undefined
  /**
   * Reads the selected files of earlier commits of the head, where commits are available; `undefined` if there are
   * none.
   */
  readonly past?: ((selection: Selection) => Promise<Past | undefined>) | undefined
}

/** Options of a check. Absent ones are as configured, otherwise as by default. */
export interface CheckSettings {
  /** The path of the repository's own configuration. */
  readonly configuration?: string | undefined
  readonly mode?: Mode | undefined
  readonly failOn?: FailOn | undefined
  /** Where neither is set. */
  readonly failOnDefault: FailOn
  readonly allowEmpty?: boolean | undefined
  /** Only these protocols; none: all that are found. */
  readonly protocols: readonly ProtocolName[]
  readonly paths: readonly string[]
  readonly targets: readonly string[]
  /** Names without a prefix: the report says which targets they are. */
  readonly names?: readonly string[]
  /** The kind of file as which the named files are checked, whatever their names. */
  readonly as?: string | undefined
  /** The time of the check, ISO 8601. */
  readonly at: string
  readonly notes: readonly string[]
  /** Whether the report says of each target whose turn it is. */
  readonly withTurns?: true
  /** The grants of other worktrees of the clone, if turns are wanted: such a target waits. */
  readonly claims?: ClaimPort | undefined
  /**
   * Findings keep every repair that their rules offer, tried or not: the caller that carries them out plans them
   * anyway.
   */
  readonly forReading?: true
  /** The options of an audit; absent: the check is not an audit. */
  readonly audit?: AuditSettings | undefined
}

export interface AuditSettings {
  /** The age in milliseconds at which work in progress is stale; by default as configured. */
  readonly staleAfter?: number | undefined
  /** When a path, or a line of a file, was last committed to, ISO 8601; `undefined` where that is not known. */
  lastCommit(path: string, line?: number): string | undefined
  readonly given: readonly Diagnostic[]
  /** Which of the findings count, under a policy. */
  counting(found: readonly Diagnostic[], policy: ReadPolicy): readonly Diagnostic[]
}

/** A report; `misconfigured` when the configuration could not be read and so nothing was checked. */
export interface CheckResult {
  readonly report: Report
  readonly misconfigured: boolean
  /** A tree holds more than is read of one: the report says so, and knows nothing of targets. */
  readonly tooLarge?: true
}

/** Reads head and base and checks them under the policy of the base. Only the protocols that are found are loaded. */
export const checkSources = (
  sources: Sources,
  protocols: LazyProtocols,
  settings: CheckSettings,
): Promise<CheckResult> => reportTooLarge(settings.notes, () => readAndCheck(sources, protocols, settings))

/** The configuration of a check. Where a change adds the file that is named, the defaults hold until it is merged. */
async function policyFor(sources: Sources, settings: CheckSettings, protocols: LazyProtocols): Promise<PolicyIn> {
  const policy = await policyIn(sources, protocols, settings)
  if (!policy.absent || !('problems' in policy)) return policy
  const place = policyOf(sources, settings)
  const headPolicy = await configurationOf({ ...place, tree: sources.head }, protocols, { mayBeAbsent: true })
  if (headPolicy.absent) return policy
  const defaults = await configurationOf(place, protocols, { mayBeAbsent: true })
  return 'problems' in defaults ? policy : defaults
}

async function readAndCheck(sources: Sources, protocols: LazyProtocols, settings: CheckSettings): Promise<CheckResult> {
  const policy = await policyFor(sources, settings, protocols)
  if ('problems' in policy)
    return {
      report: invalidConfigurationReport(policy.problems, {
        source: policy.source,
        notes: settings.notes,
        unchecked: policy.why,
      }),
      misconfigured: true,
    }

  const { configuration } = policy
  const { configuration: path = configurationPath, audit } = settings
  const namedFiles = { paths: settings.paths, as: settings.as }
  const context = {
    ...contextOf(configuration, settings.at, sources, namedFiles),
    ...(audit && {
      staleness: {
        milliseconds: audit.staleAfter ?? configuration.staleAfter,
        lastCommit: (path: string, line?: number) => audit.lastCommit(path, line),
      },
    }),
  }
  const besides = (['digest', 'folder'] as const).map((level) => ({ glob: path, level }))
  const opened = await openProtocols(protocols, {
    trees: sources,
    configuration,
    context,
    only: settings.protocols,
    namedFiles,
    besides,
  })
  const { at, claims } = settings
  const heldClaims =
    claims && (await import('../command/claims.ts')).heldElsewhere(claims, { protocols, configuration, at })
  return checkOpened(sources, { ...opened, policy, path }, protocols, { ...settings, elsewhere: await heldClaims })
}
