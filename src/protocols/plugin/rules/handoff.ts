import type { Comparison } from '../../../core/context.ts'
import { each, type Rule } from '../../../core/rule.ts'
import type { PluginModel } from '../model.ts'
import { current, handoffs, plugins, unreadable } from '../subjects.ts'
import { complexityInvalid } from './handoff/complexity-invalid.ts'
import { dateFuture } from './handoff/date-future.ts'
import { dateInvalid } from './handoff/date-invalid.ts'
import { duplicateHandoff } from './handoff/duplicate-handoff.ts'
import { fieldMissing } from './handoff/field-missing.ts'
import { fileEncoding } from './handoff/file-encoding.ts'
import { fileSymlink } from './handoff/file-symlink.ts'
import { fileTooLarge } from './handoff/file-too-large.ts'
import { handbackInvalid } from './handoff/handback-invalid.ts'
import { handoffMissing } from './handoff/handoff-missing.ts'
import { legacyFormat } from './handoff/legacy-format.ts'
import { nameInvalid } from './handoff/name-invalid.ts'
import { nameMismatch } from './handoff/name-mismatch.ts'
import { nextActionMismatch } from './handoff/next-action-mismatch.ts'
import { nextActionUnknown } from './handoff/next-action-unknown.ts'
import { nextPhaseInvalid } from './handoff/next-phase-invalid.ts'
import { orchestrationMode } from './handoff/orchestration-mode.ts'
import { phaseInvalid } from './handoff/phase-invalid.ts'
import { phaseMissing } from './handoff/phase-missing.ts'
import { phaseNotInPlan } from './handoff/phase-not-in-plan.ts'
import { phaseStage } from './handoff/phase-stage.ts'
import { phasedContradiction } from './handoff/phased-contradiction.ts'
import { phasedInvalid } from './handoff/phased-invalid.ts'
import { planComplexity } from './handoff/plan-complexity.ts'
import { planPhases } from './handoff/plan-phases.ts'
import { sectionMissing } from './handoff/section-missing.ts'
import { stageInvalid } from './handoff/stage-invalid.ts'
import { staleHandoff } from './handoff/stale-handoff.ts'
import { statusContradiction } from './handoff/status-contradiction.ts'
import { statusInvalid } from './handoff/status-invalid.ts'
import { workStale } from './handoff/work-stale.ts'
import { yamlInvalid } from './handoff/yaml-invalid.ts'

/** The rules about one handoff (plugin protocol, section 5, "Handoff"). */
export const handoffRules: readonly Rule<Comparison<PluginModel>>[] = [
  ...each(unreadable, [fileEncoding, fileTooLarge, fileSymlink]),
  ...each(plugins, [yamlInvalid]),
  ...each(current, [legacyFormat]),
  ...each(plugins, [nameInvalid]),
  ...each(current, [
    nameMismatch,
    fieldMissing,
    stageInvalid,
    statusInvalid,
    statusContradiction,
    dateInvalid,
    dateFuture,
    complexityInvalid,
    phasedInvalid,
    phasedContradiction,
    orchestrationMode,
    phaseInvalid,
    phaseStage,
    phaseMissing,
    phaseNotInPlan,
    planPhases,
    planComplexity,
    nextActionUnknown,
    nextActionMismatch,
    nextPhaseInvalid,
    handbackInvalid,
    sectionMissing,
  ]),
  ...each(plugins, [duplicateHandoff]),
  ...each(handoffs, [staleHandoff]),
  ...each(plugins, [handoffMissing]),
  ...each(current, [workStale]),
]
