import type { RuleExamples } from '../../../core/rule.ts'
import { examples as attempts } from './attempts.ts'
import { examples as changes } from './changes.ts'
import { examples as effects } from './effects.ts'
import { examples as iterations } from './iterations.ts'
import { examples as markers } from './markers.ts'
import { examples as messageContent } from './message-content.ts'
import { examples as messageForm } from './message-form.ts'
import { examples as messageSession } from './message-session.ts'
import { examples as questions } from './questions.ts'
import { examples as reportChanges } from './report-changes.ts'
import { examples as reports } from './reports.ts'
import { examples as session } from './session.ts'
import { examples as tasks } from './tasks.ts'

/** The examples of all rules of this protocol. Only documents, tests and `explain` load them. */
export const examples: RuleExamples = {
  ...attempts,
  ...changes,
  ...effects,
  ...iterations,
  ...markers,
  ...messageContent,
  ...messageForm,
  ...messageSession,
  ...questions,
  ...reportChanges,
  ...reports,
  ...session,
  ...tasks,
}
