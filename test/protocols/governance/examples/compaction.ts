import type { EdgeCases } from '../../../examples-of.ts'
import {
  anchor,
  change,
  compaction,
  histories,
  inSession,
  sample,
  session,
  sessionPath,
  state,
  statePath,
  time,
} from '../../../../src/protocols/governance/examples.ts'

const surviving = (anchors: readonly string[]) =>
  change(sample, { [sessionPath()]: session(histories.compacted, compaction('08:30', anchors)) })

/** Cases at the edges of the rules of `compaction.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  GOV_COMPACTION_UNTRACKED: {
    bad: {
      'another time': inSession(histories.compacted, { ...compaction(), compactedAt: time('08:20') }),
      'one entry for two compactions': inSession(
        [...histories.compacted, ['between_turn', '08:40'], ['compacted', '08:50'], ['between_turn', '08:55']],
        compaction('08:50'),
      ),
    },
  },
  GOV_COMPACTION_ANCHORS: {
    good: {
      'an anchor of later': {
        base: sample,
        head: change(surviving(['anchor-1']), {
          [statePath]: state({
            anchors: [anchor(1, 'critical'), anchor(2, 'normal'), anchor(3, 'critical', { created: time('08:31') })],
          }),
        }),
      },
    },
  },
}
