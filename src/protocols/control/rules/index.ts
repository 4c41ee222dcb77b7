import type { Comparison } from '../../../core/context.ts'
import { each, type Rule } from '../../../core/rule.ts'
import type { ControlModel } from '../model.ts'
import { changes, current, gone, runs, stages, workflows } from '../subjects.ts'
import { acceptAbsent } from './accept/absent.ts'
import { acceptFuture } from './accept/future.ts'
import { acceptSchema } from './accept/schema.ts'
import { staleAccept } from './accept/stale.ts'
import { acceptState } from './accept/state.ts'
import { acceptTimestamp } from './accept/timestamp.ts'
import { acceptUnreadable } from './accept/unreadable.ts'
import { controlAnswer } from './answer.ts'
import { answerChanged } from './comparison/answer-changed.ts'
import { acceptBackwards } from './comparison/backwards.ts'
import { handbackDeleted } from './comparison/deleted.ts'
import { controlOneChange } from './comparison/one-change.ts'
import { acceptRefreshed } from './comparison/refreshed.ts'
import { stageRemoved } from './comparison/removed.ts'
import { handbackRewritten } from './comparison/rewritten.ts'
import { handbackStale } from './comparison/stale.ts'
import { acceptWithdrawn } from './comparison/withdrawn.ts'
import { duplicateKey } from './duplicate-key.ts'
import { handbackBlank } from './handback/blank.ts'
import { handbackCode } from './handback/code.ts'
import { handbackControlChars } from './handback/control-chars.ts'
import { handbackErrorMissing } from './handback/error-missing.ts'
import { handbackErrorUnexpected } from './handback/error-unexpected.ts'
import { handbackReason } from './handback/reason.ts'
import { handbackSchema } from './handback/schema.ts'
import { handbackUnreadable } from './handback/unreadable.ts'
import { outputEmpty } from './outputs/empty.ts'
import { outputInvalid } from './outputs/invalid.ts'
import { outputMissing } from './outputs/missing.ts'
import { schemaRemote } from './outputs/schema-remote.ts'
import { schemaSkipped } from './outputs/schema-skipped.ts'
import { schemaUnreadable } from './outputs/schema-unreadable.ts'
import { inputEmpty, inputMissing } from './preflight/input.ts'
import { promptEmpty, promptMissing } from './preflight/prompt.ts'
import { parameterUnresolved, sourceMissing, sourceUnfinalized } from './preflight/source.ts'
import { stageRunId } from './run/id.ts'
import { stageRunSchema } from './run/schema.ts'
import { stageRunStages } from './run/stages.ts'
import { stageRunUnreadable } from './run/unreadable.ts'
import { stageConfigId } from './stage/config-id.ts'
import { stageConfigMissing } from './stage/config-missing.ts'
import { stageConfigSchema } from './stage/config-schema.ts'
import { stageConfigUnreadable } from './stage/config-unreadable.ts'
import { stageFinishedEarly } from './stage/finished-early.ts'
import { stageLegacy } from './stage/legacy.ts'
import { stageParamsSchema } from './stage/params-schema.ts'
import { stageParamsUnreadable } from './stage/params-unreadable.ts'
import { stagePathEscape } from './stage/path-escape.ts'
import { stageResultContradicts } from './stage/result-contradicts.ts'
import { stageSourceUnknown } from './stage/source-unknown.ts'
import { stageSymlink } from './stage/symlink.ts'
import { workflowDuplicate } from './workflow/duplicate.ts'
import { workflowFileMissing } from './workflow/file-missing.ts'
import { workflowSchema } from './workflow/schema.ts'
import { workflowTemplate } from './workflow/template.ts'
import { workflowUnreadable } from './workflow/unreadable.ts'

/** Every rule of the protocol, in the order of its page. */
export const rules: readonly Rule<Comparison<ControlModel>>[] = [
  ...each(stages, [
    acceptUnreadable,
    acceptSchema,
    acceptState,
    acceptTimestamp,
    acceptAbsent,
    handbackUnreadable,
    handbackSchema,
    handbackReason,
  ]),
  ...each(stages, [handbackErrorMissing, handbackCode, handbackErrorUnexpected, handbackBlank, handbackControlChars]),
  duplicateKey,
  ...each(stages, [controlAnswer, staleAccept, acceptFuture, stageLegacy]),
  stageSymlink,
  stagePathEscape,
  ...each(current, [stageConfigMissing, stageConfigUnreadable]),
  ...each(workflows, [workflowUnreadable]),
  ...each(current, [stageConfigSchema]),
  ...each(workflows, [workflowSchema]),
  ...each(current, [stageConfigId]),
  stageSourceUnknown,
  ...each(workflows, [workflowDuplicate, workflowFileMissing, workflowTemplate]),
  ...each(runs, [stageRunUnreadable]),
  ...each(current, [stageParamsUnreadable]),
  ...each(runs, [stageRunSchema, stageRunId, stageRunStages]),
  ...each(current, [stageParamsSchema, stageFinishedEarly, stageResultContradicts, outputMissing, outputEmpty, outputInvalid]),
  ...each(current, [schemaUnreadable, schemaRemote, schemaSkipped, promptMissing, promptEmpty, inputMissing, inputEmpty]),
  ...each(current, [sourceUnfinalized, sourceMissing, parameterUnresolved]),
  ...each(changes, [
    acceptBackwards,
    acceptRefreshed,
    acceptWithdrawn,
    handbackDeleted,
    handbackRewritten,
    handbackStale,
    controlOneChange,
    answerChanged,
  ]),
  ...each(gone, [stageRemoved]),
]
