import type { Level } from '../../../core/diagnostic.ts'
import { rulesOf, type Problem } from '../../../kit/rules.ts'
import { anchorRules } from './anchors.ts'
import { annotationChangeRules } from './annotation-changes.ts'
import { annotationRules } from './annotations.ts'
import { changeRules } from './changes.ts'
import { fieldRules } from './fields.ts'
import { fileRules } from './files.ts'
import { frontMatterRules } from './front-matter.ts'
import { manifestRules } from './manifests.ts'
import { planRules } from './plan.ts'
import { progressRules } from './progress.ts'
import { projectRules } from './projects.ts'
import { researchRules } from './research.ts'
import { reviewRules } from './review.ts'
import { runRules } from './run.ts'
import { sessionRules } from './session.ts'
import type { HandoverRules } from './subjects.ts'
import { tracingRules } from './tracing.ts'
import { versionRules } from './versions.ts'

/** Every rule of the protocol, by subject. */
export const groups: readonly HandoverRules[] = [
  fileRules,
  frontMatterRules,
  fieldRules,
  versionRules,
  projectRules,
  researchRules,
  planRules,
  manifestRules,
  tracingRules,
  progressRules,
  runRules,
  reviewRules,
  sessionRules,
  annotationRules,
  anchorRules,
  changeRules,
  annotationChangeRules,
]

export const rules = rulesOf(groups)

const levels = new Map(rules.map(({ code, strict }) => [code, strict]))

/** How severe a problem is where it is judged strictly. */
export const strictLevel = (problem: Problem): Level | undefined => problem.levels?.strict ?? levels.get(problem.code)
