import { severities, type RuleCode } from '../codes.ts'
import { anchorRules } from './anchors.ts'
import { annotationChangeRules } from './annotation-changes.ts'
import { annotationRules } from './annotations.ts'
import { briefRules } from './briefs.ts'
import { changeRules } from './changes.ts'
import { fileRules } from './files.ts'
import { manifestRules } from './manifests.ts'
import { planRules } from './plan.ts'
import { progressChangeRules } from './progress-changes.ts'
import { progressCoherenceRules } from './progress-coherence.ts'
import { progressReferenceRules } from './progress-references.ts'
import { progressRules } from './progress.ts'
import { projectRules } from './projects.ts'
import { reviewRules } from './reviews.ts'
import { rulesOf, type Told } from './rule.ts'
import { sessionRules } from './session.ts'
import { tracingRules } from './tracing.ts'

const told: Readonly<Record<RuleCode, Told>> = {
  ...fileRules,
  ...projectRules,
  ...briefRules,
  ...reviewRules,
  ...planRules,
  ...manifestRules,
  ...tracingRules,
  ...progressRules,
  ...progressCoherenceRules,
  ...progressReferenceRules,
  ...sessionRules,
  ...annotationRules,
  ...anchorRules,
  ...changeRules,
  ...progressChangeRules,
  ...annotationChangeRules,
}

/** Every rule of the protocol, in the order of its page. */
export const rules = rulesOf(Object.fromEntries((Object.keys(severities) as RuleCode[]).map((code) => [code, told[code]])))
