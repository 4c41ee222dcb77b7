import { severities, type RuleCode } from '../codes.ts'
import { annotationRules } from './annotations.ts'
import { artifactRules } from './artifacts.ts'
import { changeRules } from './changes.ts'
import { fileRules } from './files.ts'
import { planRules } from './plan.ts'
import { progressRules } from './progress.ts'
import { projectRules } from './projects.ts'
import { rulesOf, type Told } from './rule.ts'
import { sessionRules } from './session.ts'
import { tracingRules } from './tracing.ts'

const told: Readonly<Record<RuleCode, Told>> = {
  ...fileRules,
  ...projectRules,
  ...artifactRules,
  ...planRules,
  ...tracingRules,
  ...progressRules,
  ...sessionRules,
  ...annotationRules,
  ...changeRules,
}

/** Every rule of the protocol, in the order of its page. */
export const rules = rulesOf(Object.fromEntries((Object.keys(severities) as RuleCode[]).map((code) => [code, told[code]])))
