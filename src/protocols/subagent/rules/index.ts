import { rulesOf } from '../../../kit/rules.ts'
import { attemptRules } from './attempts.ts'
import { changeRules } from './changes.ts'
import { effectRules } from './effects.ts'
import { iterationRules } from './iterations.ts'
import { markerRules } from './markers.ts'
import { messageContentRules } from './message-content.ts'
import { messageFormRules } from './message-form.ts'
import { messageSessionRules } from './message-session.ts'
import { questionRules } from './questions.ts'
import { reportChangeRules } from './report-changes.ts'
import { reportRules } from './reports.ts'
import { sessionRules } from './session.ts'
import { taskRules } from './tasks.ts'
import type { SubagentRules } from './subjects.ts'
import { judgedPathsOf } from './touched.ts'

/** Every rule of the protocol, by subject. */
export const groups: readonly SubagentRules[] = [
  sessionRules,
  markerRules,
  taskRules,
  reportRules,
  attemptRules,
  questionRules,
  messageFormRules,
  messageContentRules,
  messageSessionRules,
  changeRules,
  reportChangeRules,
  effectRules,
  iterationRules,
]

/** The rules in the form in which the engine runs them. */
export const rules = rulesOf(groups, judgedPathsOf)
