import { anchorRules } from './anchors.ts'
import { compactionRules } from './compaction.ts'
import { fileRules } from './files.ts'
import { metricRules } from './metrics.ts'
import { resumptionRules } from './resumption.ts'
import { scopeRules } from './scopes.ts'
import { sessionRules } from './sessions.ts'
import { shapeRules } from './shapes.ts'
import { stallRules } from './stalls.ts'
import { stateRules } from './state.ts'
import { stepRules } from './steps.ts'
import type { GovernanceRules } from './subjects.ts'

/** Every rule of the protocol, by subject. */
export const groups: readonly GovernanceRules[] = [
  fileRules,
  shapeRules,
  stateRules,
  anchorRules,
  sessionRules,
  stepRules,
  resumptionRules,
  compactionRules,
  metricRules,
  stallRules,
  scopeRules,
]
