import type { Lane } from '../../core/board.ts'
import type { HistoryCommit, Segment, TargetHistory } from '../../core/history.ts'
import type { ProtocolName } from '../../core/protocol.ts'
import type { Holder, Target } from '../../core/target.ts'
import { span, targetSums } from './sums.ts'

interface OpenSegment {
  readonly holder: Holder | undefined
  readonly state: string
  readonly lane: Lane
  readonly began: HistoryCommit
  readonly earlier?: true
}

interface Row {
  readonly protocol: ProtocolName
  readonly segments: Segment[]
  open: OpenSegment | undefined
}

/** Gathers the segments of targets, in the order in which the targets appear. */
export interface SegmentGatherer {
  /**
   * A target as it is at a commit. `isCutOff`: the commits before it are unknown. `hasOtherFindings`: than at the commit
   * before, so that its lane may be another one, too.
   */
  see(
    protocol: ProtocolName,
    target: Pick<Target, 'id' | 'holder' | 'state'>,
    lane: () => Lane,
    commit: HistoryCommit,
    facts: { readonly isCutOff: boolean; readonly hasOtherFindings: boolean },
  ): void
  /** A target that is gone at a commit. */
  lose(id: string, commit: HistoryCommit): void
  /** The segments; what is open lasts until a time. */
  end(at: string): readonly TargetHistory[]
}

export function segmentGatherer(): SegmentGatherer {
  const rows = new Map<string, Row>()
  const close = (row: Row, ended: HistoryCommit) => {
    if (row.open) row.segments.push({ ...row.open, ended, seconds: span(row.open.began.at, ended.at).seconds })
    row.open = undefined
  }
  return {
    see(protocol, { id, holder, state }, lane, commit, { isCutOff, hasOtherFindings }) {
      const row = rows.get(id) ?? { protocol, segments: [], open: undefined }
      rows.set(id, row)
      if (row.open?.holder === holder && row.open?.state === state) {
        // At its last commit it is in the lane that the board shows. The lane of every target at every commit would take
        // longer than all else.
        if (hasOtherFindings) row.open = { ...row.open, lane: lane() }
        return
      }
      close(row, commit)
      row.open = { holder, state, lane: lane(), began: commit, ...(isCutOff && { earlier: true as const }) }
    },
    lose(id, commit) {
      const row = rows.get(id)
      if (row) close(row, commit)
    },
    end: (at) =>
      Array.from(rows, ([id, { protocol, segments, open }]) => {
        const allSegments = open ? [...segments, { ...open, seconds: span(open.began.at, at).seconds }] : segments
        return { id, protocol, segments: allSegments, sums: targetSums(allSegments) }
      }),
  }
}
