import { each, type Rule } from '../../../core/rule.ts'
import { current, sessions, stalls, type Compared } from '../subjects.ts'
import { fileBom } from './files/bom.ts'
import { duplicateKey } from './files/duplicate-key.ts'
import { fileLink } from './files/link.ts'
import { rootIgnored } from './files/ignored.ts'
import { fieldMissing, fieldType, fieldValue, stateUnknown, textLimit, unknownKey } from './files/shapes.ts'
import { timeBackwards } from './files/time-backwards.ts'
import { timeOrder } from './files/time-order.ts'
import { fileUnreadable } from './files/unreadable.ts'
import { checkpointId } from './metrics/checkpoint.ts'
import { errorLimit, metricsRewritten, metricsSum } from './metrics/counts.ts'
import { metricsMissing, metricsSession } from './metrics/session.ts'
import { agentConflict, agentUnknown } from './scope/agents.ts'
import { pathDenied, readOnly, unattributed } from './scope/paths.ts'
import { tooManyCommits } from './scope/too-many.ts'
import { phaseMismatch } from './session/phase.ts'
import { sessionDeleted } from './session/deleted.ts'
import { sessionRewritten } from './session/rewritten.ts'
import { sessionStale } from './session/stale.ts'
import { compactionAnchors, compactionSize, compactionUntracked, languageLost } from './session/compaction.ts'
import { stateHistory } from './session/history.ts'
import { names, sessionCase } from './session/name.ts'
import { sessionLegacy, sessionRecord } from './session/old-form.ts'
import { resumeExpired, resumeTooEarly, resumeUnmarked, stateNotBeginning, transitionIllegal } from './session/steps.ts'
import { archiveEntry, idleMissing, sessionUnarchived } from './session/stopping.ts'
import { stallCount, stallMissing, stallOrphan, stallPlanner, stallRewritten, stallValidator } from './stall/stall.ts'
import { anchorChanges, anchorDuplicate } from './state/anchors.ts'
import { configIncomplete } from './state/config-incomplete.ts'
import { anchorsLimit, historyLimit } from './state/limits.ts'
import { configMissing, stateMissing } from './state/missing.ts'
import { historyRewritten, stateRewritten } from './state/rewritten.ts'

/** Every rule of the protocol, in the order of its page. */
export const rules: readonly Rule<Compared>[] = [
  fileUnreadable,
  fileLink,
  fileBom,
  duplicateKey,
  rootIgnored,
  fieldMissing,
  fieldType,
  fieldValue,
  textLimit,
  unknownKey,
  timeOrder,
  timeBackwards,
  stateMissing,
  configMissing,
  configIncomplete,
  anchorsLimit,
  historyLimit,
  anchorDuplicate,
  ...anchorChanges,
  stateRewritten,
  ...historyRewritten,
  ...names,
  sessionCase,
  ...each(sessions, [sessionLegacy, sessionRecord]),
  stateUnknown,
  ...each(current, [stateHistory, stateNotBeginning, transitionIllegal, resumeTooEarly, resumeExpired, resumeUnmarked]),
  ...each(current, [idleMissing, sessionUnarchived]),
  archiveEntry,
  ...each(current, [compactionUntracked, compactionSize, compactionAnchors, languageLost, phaseMismatch]),
  sessionDeleted,
  ...each(sessions, [sessionRewritten]),
  ...each(current, [sessionStale]),
  metricsMissing,
  metricsSession,
  metricsSum,
  metricsRewritten,
  errorLimit,
  stallMissing,
  ...each(stalls, [stallCount, stallPlanner, stallValidator, stallOrphan, stallRewritten]),
  checkpointId,
  pathDenied,
  readOnly,
  agentConflict,
  agentUnknown,
  unattributed,
  tooManyCommits,
]
