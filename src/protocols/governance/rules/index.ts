import { anchorRules } from './anchors.ts'
import { compactionRules } from './compaction.ts'
import { fileRules } from './files.ts'
import { metricRules } from './metrics.ts'
import { scopeRules } from './scopes.ts'
import { sessionRules } from './sessions.ts'
import { shapeRules } from './shapes.ts'
import { stallRules } from './stalls.ts'
import { stateRules } from './state.ts'
import { stepRules } from './steps.ts'
import type { GovernanceRules } from './subjects.ts'
import { timeRules } from './times.ts'

/** Every rule of the protocol, by subject. */
export const groups: readonly GovernanceRules[] = [
  fileRules,
  shapeRules,
  timeRules,
  stateRules,
  anchorRules,
  sessionRules,
  stepRules,
  compactionRules,
  metricRules,
  stallRules,
  scopeRules,
]
