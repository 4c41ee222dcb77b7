import type { Change } from '../../core/change.ts'
import type { Context } from '../../core/context.ts'
import type { Diagnostic, Level } from '../../core/diagnostic.ts'
import type { Protocol, ProtocolName } from '../../core/protocol.ts'
import type { FailOn, Mode } from '../../core/report.ts'
import type { View } from '../../core/view.ts'
import type { Readings } from '../commands/resolve.ts'
import type { GrantHistory } from '../grants.ts'

export interface CheckRequest {
  readonly head: View
  /** The merge base, or the folder or commit to compare with instead. */
  readonly base?: View | undefined
  /** The tip of the base, for the protocols that ask for it. */
  readonly tip?: View | undefined
  /** The head as it was read already, by itself: it is not read again. */
  readonly readings?: Readings | undefined
  /** The commits between the two, for the protocols that ask for them. */
  readonly change?: Change | undefined
  /** Other commits at which targets may be held, where any can be read. */
  readonly grantPast?: GrantHistory | undefined
  /** The age in milliseconds at which a grant without an end is over, as configured; absent: unknown. */
  readonly staleAfter?: number | undefined
  readonly context: Context
  /** The protocols to look for; each takes part only where its files are found. */
  readonly protocols: readonly Protocol[]
  /** All protocols whose files were looked for, where these are more than `protocols`. */
  readonly lookedFor?: readonly ProtocolName[]
  /** The protocols' sections of the configuration; `false` switches one off. */
  readonly sections: Readonly<Partial<Record<ProtocolName, unknown>>>
  readonly severity: Readonly<Record<string, Level>>
  readonly mode: Mode
  readonly failOn: FailOn
  readonly allowEmpty: boolean
  /** Only what concerns these files or folders; none: everything. */
  readonly paths: readonly string[]
  /** Only what concerns these targets, each with its prefix and named as in a command; none: everything. */
  readonly targets: readonly string[]
  /** Names without a prefix: the report lists the targets that each of them means. */
  readonly names?: readonly string[]
  /** Whether to add the protocol's own report of the one target that is named. */
  readonly withReport?: boolean
  /** Diagnostics that are known before any rule has run, such as those of the configuration. */
  readonly given: readonly Diagnostic[]
  /** Which of all diagnostics count, where not all do: an audit leaves out what is known. */
  readonly counting?: ((diagnostics: readonly Diagnostic[]) => readonly Diagnostic[]) | undefined
  readonly notes: readonly string[]
}

/** The protocols that the configuration does not switch off. */
export const enabledProtocols = ({
  protocols,
  sections,
}: Pick<CheckRequest, 'protocols' | 'sections'>): readonly Protocol[] =>
  protocols.filter(({ name }) => sections[name] !== false)
