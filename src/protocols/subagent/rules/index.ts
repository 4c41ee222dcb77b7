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
import {
  artifactRemoved,
  part1Changed,
  part2Changed,
  profileChanged,
  reportRemoved,
  sessionRemoved,
  verdictChanged,
} from './comparison/files.ts'
import { markerRemoved, markerReverted, tasksChanged, tasksWithdrawn, transitionIllegal, transitionSkipped } from './comparison/markers.ts'
import { artifactUnchanged, messageChanged, messageRemoved } from './comparison/messages.ts'
import { answerChanged, cycleRemoved, questionChanged } from './comparison/questions.ts'
import { effectInferred, effectMissing, effectOverwritten, effectUnexpected } from './effects/index.ts'
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
import { behindVerdict, contradictsVerdict, markerTaskUnknown, planningReview, unreviewed } from './markers/evidence.ts'
import { markerCase, markerDuplicate, markerUnknown, markerUnreadable } from './markers/reading.ts'
import { artifactMissing, cycleMissing, markerMismatch, messageTaskUnknown, unpaired, verdictMismatch } from './messages/files.ts'
import { executorRules, reviewerRules } from './messages/meaning.ts'
import { messageRules } from './messages/shape.ts'
import { answerMissing, cycleLimit, cycleOrder, questionValue } from './questions/index.ts'
import { attemptGap, predecessorQualified, predecessorUnreviewed } from './reports/attempts.ts'
import {
  feedbackMissing,
  part1Missing,
  part2Duplicate,
  reportLegacy,
  reportName,
  reportTaskUnknown,
  reportTitle,
  reportUnfilled,
  verdictUnknown,
} from './reports/parts.ts'
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
  ...each(tasks, [planningReview, markerTaskUnknown, unreviewed, behindVerdict, contradictsVerdict]),
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
  ...each(messages, messageRules),
  ...each(messages, [messageTaskUnknown, unpaired]),
  ...each(messages, executorRules),
  ...each(messages, reviewerRules),
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
