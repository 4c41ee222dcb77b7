import { changeRules } from './changes.ts'
import { contractRules } from './contracts.ts'
import { driftRules } from './drift.ts'
import { handoffFileRules } from './handoff-file.ts'
import { phaseRules } from './phases.ts'
import { planRules } from './plan.ts'
import { positionRules } from './position.ts'
import { progressRules } from './progress.ts'
import { registryRules } from './registry.ts'
import { registryValueRules } from './registry-values.ts'
import type { PluginRules } from './subjects.ts'
import { transitionRules } from './transitions.ts'

/** Every rule of the protocol, by subject. */
export const groups: readonly PluginRules[] = [
  handoffFileRules,
  positionRules,
  phaseRules,
  planRules,
  progressRules,
  contractRules,
  registryRules,
  driftRules,
  registryValueRules,
  transitionRules,
  changeRules,
]
