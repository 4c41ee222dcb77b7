import type { Board } from '../../core/board.ts'
import type { RepositoryHistory } from '../../core/history.ts'
import type { EffectEnd } from '../../core/host/effect.ts'
import type { FailOn } from '../../core/report.ts'
import type { ProtocolName } from '../../core/protocol.ts'
import type { Repositories } from '../validate/sources.ts'

/** Where commits may be read, the nearest first. */
export interface CommitSources {
  readonly repositories: Repositories
}

export interface BoardWithPast {
  readonly board: Board
  readonly past?: RepositoryHistory | undefined
}

/** Options of an audit. Absent ones are as configured, otherwise as by default. */
export interface AuditOptions {
  /** In milliseconds. */
  readonly staleAfter?: number | undefined
  readonly failOn?: FailOn | undefined
  readonly allowEmpty?: boolean | undefined
  readonly protocols: readonly ProtocolName[]
  /** Whether the tracking issue is kept. */
  readonly issue: boolean
  /** Whether the dashboard issue is kept; absent: as configured. */
  readonly dashboard?: boolean | undefined
  /** Whether the caller shows the board, whatever becomes of the dashboard. */
  readonly showsBoard?: boolean
  /**
   * A board with its past and the times that follow from it, if the caller has them: the dashboard lists open
   * contradictions.
   */
  readonly withPast?: (board: Board) => Promise<BoardWithPast>
  /** Everything is looked at, whatever is remembered. */
  readonly recheck: boolean
  /** If another app audits here, no issue is kept. */
  readonly defersToOtherApp: boolean
}

/** The steps with the issue that failed, as sentences. */
export const failuresOf = (ends: readonly EffectEnd[]): readonly string[] =>
  ends.flatMap((effectEnd) =>
    effectEnd.end === 'done'
      ? []
      : [
          `The issue could not be kept: ${effectEnd.end === 'refused' ? effectEnd.why : 'GitHub did not report the outcome.'}`,
        ],
  )
