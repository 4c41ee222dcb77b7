import type { Comparison } from '../../../core/context.ts'
import { each, type Rule } from '../../../core/rule.ts'
import type { PluginModel } from '../model.ts'
import { completions, currentRevisions, kept, moves, revisions } from '../subjects.ts'
import { checksumRemoved } from './comparison/checksum-removed.ts'
import { completedMissing } from './comparison/completed-missing.ts'
import { complexityChanged } from './comparison/complexity-changed.ts'
import { contractChanged } from './comparison/contract-changed.ts'
import { dateBackwards } from './comparison/date-backwards.ts'
import { handoffDeleted } from './comparison/handoff-deleted.ts'
import { stageSkipped } from './comparison/stage-skipped.ts'
import { timelineMissing } from './comparison/timeline-missing.ts'
import { transitionIllegal } from './comparison/transition-illegal.ts'

/** How a plugin got from its state before the change to the one it is in. Without a base none of them says anything. */
export const comparisonRules: readonly Rule<Comparison<PluginModel>>[] = [
  ...each(moves, [transitionIllegal, stageSkipped]),
  ...each(kept, [handoffDeleted]),
  ...each(completions, [completedMissing, timelineMissing]),
  ...each(currentRevisions, [dateBackwards, complexityChanged]),
  ...each(revisions, [contractChanged, checksumRemoved]),
]
