import type { Comparison } from '../../../core/context.ts'
import { each, type Rule } from '../../../core/rule.ts'
import type { SubagentModel } from '../model.ts'
import {
  allSessions,
  changedIterations,
  changedSessions,
  comparable,
  contractSessions,
  contractTasks,
  everyChanged,
  iteratedSessions,
  messages,
  questions,
  reports,
  sessions,
  tasks,
} from '../subjects.ts'
import { fileOutside } from './comparison/file-outside.ts'
import { artifactRemoved, reportRemoved, sessionRemoved } from './comparison/removed.ts'
import { part1Changed, part2Changed, verdictChanged } from './comparison/reports.ts'
import { profileChanged } from './comparison/profile.ts'
import { markerRemoved, tasksWithdrawn } from './comparison/withdrawn.ts'
import { markerReverted, transitionIllegal, transitionSkipped } from './comparison/transitions.ts'
import { tasksChanged } from './comparison/tasks-changed.ts'
import { artifactUnchanged, messageChanged, messageRemoved } from './comparison/messages.ts'
import { answerChanged, cycleRemoved, questionChanged } from './comparison/questions.ts'
import { effectInferred } from './effects/inferred.ts'
import { effectMissing } from './effects/missing.ts'
import { effectOverwritten } from './effects/overwritten.ts'
import { effectUnexpected } from './effects/unexpected.ts'
import {
  iterationFrozen,
  iterationOrder,
  metadataField,
  signalWrong,
  stateIllegal,
  stateSkipped,
  stateUnknown,
} from './iterations/index.ts'
import { judged } from './judging.ts'
import { behindVerdict, verdictContradicted, markerTaskUnknown, planningReview, unreviewed } from './markers/evidence.ts'
import { markerCase, markerDuplicate, markerUnknown, markerUnreadable } from './markers/reading.ts'
import { formRules, meaningRules } from './messages/alone.ts'
import { artifactMissing, cycleMissing } from './messages/missing.ts'
import { markerMismatch, verdictMismatch } from './messages/mismatch.ts'
import { messageTaskUnknown, unpaired } from './messages/belonging.ts'
import { answerMissing, cycleLimit, cycleOrder, questionValue } from './questions/index.ts'
import { attemptGap, predecessorQualified, predecessorUnreviewed } from './reports/attempts.ts'
import { feedbackMissing, part2Duplicate, verdictUnknown } from './reports/part2.ts'
import { part1Missing, reportLegacy, reportUnfilled } from './reports/part1.ts'
import { reportName, reportTaskUnknown, reportTitle } from './reports/name.ts'
import { sessionDate, sessionId, sessionLegacy } from './session/identity.ts'
import { instructionsMissing, instructionsPlace, instructionsScope } from './session/instructions.ts'
import { layoutMissing, unreadable, variant } from './session/layout.ts'
import { attemptLimit, planningLimit } from './session/limits.ts'
import { reportMissing } from './session/report-missing.ts'
import { stateIgnored } from './session/ignored.ts'
import { stale } from './session/stale.ts'
import { fieldMissing, tasksDuplicate, tasksUntracked } from './tasks/definitions.ts'
import { dependencyCycle, dependencyOpen, dependencyUnknown, graphDrift, waveConflict } from './tasks/dependencies.ts'

const all: readonly Rule<Comparison<SubagentModel>>[] = [
  ...each(sessions, [sessionId, sessionDate]),
  ...each(allSessions, [sessionLegacy]),
  unreadable,
  ...each(sessions, [layoutMissing, instructionsMissing, instructionsPlace, instructionsScope]),
  ...each(contractSessions, [variant]),
  ...each(contractTasks, [attemptLimit]),
  ...each(contractSessions, [planningLimit]),
  ...each(tasks, [reportMissing]),
  ...each(sessions, [markerUnknown, markerCase, markerUnreadable, markerDuplicate]),
  ...each(tasks, [planningReview, markerTaskUnknown, unreviewed, behindVerdict, verdictContradicted]),
  ...each(contractSessions, [tasksDuplicate, fieldMissing]),
  ...each(sessions, [tasksUntracked]),
  ...each(contractSessions, [dependencyUnknown, dependencyCycle]),
  ...each(contractTasks, [dependencyOpen]),
  ...each(sessions, [reportName]),
  ...each(reports, [
    reportTitle,
    reportTaskUnknown,
    part1Missing,
    reportLegacy,
    reportUnfilled,
    verdictUnknown,
    part2Duplicate,
    feedbackMissing,
  ]),
  ...each(reports, [attemptGap, predecessorUnreviewed, predecessorQualified]),
  ...each(questions, [cycleOrder, questionValue, answerMissing, cycleLimit]),
  ...each(contractTasks, [stale]),
  stateIgnored,
  ...each(messages, formRules),
  ...each(messages, [messageTaskUnknown, unpaired]),
  ...each(messages, meaningRules),
  ...each(contractTasks, [markerMismatch]),
  ...each(messages, [verdictMismatch, artifactMissing, cycleMissing]),
  ...each(tasks, [transitionIllegal, transitionSkipped, markerReverted]),
  ...each(comparable, [markerRemoved, tasksWithdrawn]),
  ...each(contractTasks, [tasksChanged]),
  ...each(changedSessions, [artifactRemoved]),
  sessionRemoved,
  ...each(everyChanged, [profileChanged]),
  ...each(comparable, [reportRemoved, part1Changed, verdictChanged, part2Changed]),
  ...each(changedSessions, [cycleRemoved, questionChanged, answerChanged, messageChanged, messageRemoved, artifactUnchanged]),
  fileOutside,
  ...each(contractSessions, [effectMissing]),
  ...each(changedSessions, [effectOverwritten, effectUnexpected]),
  ...each(contractTasks, [effectInferred]),
  ...each(contractSessions, [graphDrift, waveConflict]),
  ...each(iteratedSessions, [metadataField, stateUnknown]),
  ...each(changedIterations, [stateIllegal, stateSkipped]),
  ...each(iteratedSessions, [iterationOrder]),
  ...each(changedIterations, [iterationFrozen]),
  ...each(iteratedSessions, [signalWrong]),
]

/** Every rule of the protocol, in the order of its page. */
export const rules: readonly Rule<Comparison<SubagentModel>>[] = all.map(judged)
