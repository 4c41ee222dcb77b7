import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  compactedSample,
  compaction,
  histories,
  inSession,
  sample,
  session,
  sessionPath,
  time,
} from '../examples.ts'

const key = 'compactionHistory'

const surviving = (anchors: readonly string[]) =>
  change(sample, { [sessionPath()]: session(histories.compacted, compaction('08:30', anchors)) })
const language = { communication: 'vietnamese', documents: 'english' }

export const examples: RuleExamples = {
  GOV_COMPACTION_UNTRACKED: {
    bad: {
      'nothing of it': inSession(histories.compacted),
      'no history': inSession(histories.compacted, { compactedAt: time('08:30') }),
    },
    good: { tracked: compactedSample, 'never compacted': sample },
  },
  GOV_COMPACTION_SIZE: {
    bad: {
      larger: inSession(histories.compacted, {
        ...compaction(),
        [key]: [
          { timestamp: time('08:30'), contextSizeBefore: 10, contextSizeAfter: 11, anchorsSurvived: ['anchor-1'] },
        ],
      }),
    },
    good: { smaller: compactedSample },
  },
  GOV_COMPACTION_ANCHORS: {
    bad: {
      'a critical one is left out': { base: sample, head: surviving([]) },
      'an unknown one': { base: sample, head: surviving(['anchor-1', 'anchor-9']) },
    },
    good: {
      'the critical one': { base: sample, head: surviving(['anchor-1']) },
      'it was so before': { base: surviving([]), head: surviving([]) },
    },
  },
  GOV_LANGUAGE_LOST: {
    bad: {
      'while it is compacted': {
        base: sample,
        head: change(compactedSample, { [sessionPath()]: session(histories.compacted, { ...compaction(), language }) }),
      },
      'after it': {
        base: compactedSample,
        head: inSession([...histories.compacted, ['between_turn', '08:40']], { ...compaction(), language }),
      },
    },
    good: {
      'without a compaction': { base: sample, head: inSession(histories.working, { language }) },
      'the same': { base: sample, head: compactedSample },
    },
  },
}
