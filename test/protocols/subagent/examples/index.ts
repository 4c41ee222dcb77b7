import type { EdgeCases } from '../../../examples-of.ts'
import { examples as attempts } from './attempts.ts'
import { examples as changes } from './changes.ts'
import { examples as effects } from './effects.ts'
import { examples as iterations } from './iterations.ts'
import { examples as markers } from './markers.ts'
import { examples as messageContent } from './message-content.ts'
import { examples as messageForm } from './message-form.ts'
import { examples as messageSession } from './message-session.ts'
import { examples as questions } from './questions.ts'
import { examples as reports } from './reports.ts'
import { examples as session } from './session.ts'
import { examples as tasks } from './tasks.ts'

/** Cases at the edges of the rules of this protocol. */
export const examples: EdgeCases = {
  ...attempts,
  ...changes,
  ...effects,
  ...iterations,
  ...markers,
  ...messageContent,
  ...messageForm,
  ...messageSession,
  ...questions,
  ...reports,
  ...session,
  ...tasks,
}
