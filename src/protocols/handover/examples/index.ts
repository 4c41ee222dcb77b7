import type { RuleExamples } from '../../../core/rule.ts'
import { examples as anchors } from './anchors.ts'
import { examples as annotationChanges } from './annotation-changes.ts'
import { examples as annotations } from './annotations.ts'
import { examples as changes } from './changes.ts'
import { examples as fields } from './fields.ts'
import { examples as files } from './files.ts'
import { examples as frontMatter } from './front-matter.ts'
import { examples as manifests } from './manifests.ts'
import { examples as plan } from './plan.ts'
import { examples as progress } from './progress.ts'
import { examples as projects } from './projects.ts'
import { examples as research } from './research.ts'
import { examples as review } from './review.ts'
import { examples as run } from './run.ts'
import { examples as session } from './session.ts'
import { examples as tracing } from './tracing.ts'
import { examples as versions } from './versions.ts'

/** The examples of all rules of this protocol. Only documents, tests and `explain` load them. */
export const examples: RuleExamples = {
  ...anchors,
  ...annotationChanges,
  ...annotations,
  ...changes,
  ...fields,
  ...files,
  ...frontMatter,
  ...manifests,
  ...plan,
  ...progress,
  ...projects,
  ...research,
  ...review,
  ...run,
  ...session,
  ...tracing,
  ...versions,
}
