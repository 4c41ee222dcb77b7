import { type Data, recordOf } from '../../../kit/record.ts'
import type { CommandContext, CommandDiagnostic } from '../../../core/command.ts'
import { fencedBlock, msg } from '../../../core/message.ts'
import { nodeAt, isSameData } from '../../../documents/data.ts'
import { nameIn, type Stage } from '../model.ts'
import { shapedFile } from '../../../kit/shape-findings.ts'
import { stageFiles } from '../files.ts'
import { effects } from '../states.ts'
import { handbackNode, handbackText, replacedPaths, returnChanges, type HandbackContent } from '../writing/writing.ts'
import { invalidHandbackDiagnostics, keptGrantDiagnostics, problemDiagnostics } from './diagnostics.ts'
import { command } from '../../../kit/command.ts'
import { reasonWordWithCode } from '../../../kit/words.ts'
import type { Evidence } from '../../../kit/evidence.ts'
import type { Check } from '../contract/checks.ts'
import { validationChecks } from '../contract/validation.ts'
import { nextStepHint } from '../rules/advice.ts'
import { faultOf } from '../rules/index.ts'
import { handbackLines, handbackReport, type CommitRecord } from './handback-reply.ts'
import {
  defaultedCodeWarnings,
  handbackBlock,
  inputOf,
  inputPreconditions,
  refuseUnknownReason,
} from './handback-input.ts'
import { diagnosticOf } from './report.ts'
import { stage as stageTarget } from './stage.ts'
import { contradictsSuccess, outputFailureRules } from '../rules/outputs.ts'
import { failedChecksIn, ruleTextOf } from '../rules/subjects.ts'

/** When the handback was committed as it is now. */
function commitRecordOf({ history, view }: CommandContext, path: string): CommitRecord | undefined {
  const currentBytes = view.bytes(path)
  if (!history || !currentBytes) return undefined
  let commit: CommitRecord | undefined
  for (const { bytes, sha, at } of history.versions(path)) {
    if (!bytes || Buffer.compare(bytes, currentBytes) !== 0) break
    commit = at === undefined ? undefined : { at, sha }
  }
  return commit
}

/** Whether handback.json says all that would be written. */
function hasSameContent({ handback: { file } }: Stage, { reason, description, error }: HandbackContent): boolean {
  if (file.text('reason') !== reason || file.text('description') !== description) return false
  if (!error) return true
  const context = file.data && nodeAt(file.data.root, ['error', 'context'])
  const isSameContext = !error.context || (context !== undefined && isSameData(context, error.context))
  return file.text('error', 'code') === error.code && file.text('error', 'message') === error.message && isSameContext
}

const withHandback = (stage: Stage, content: HandbackContent): Stage => ({
  ...stage,
  handback: shapedFile(recordOf(handbackText(content), 'json', stage.handback.path), stageFiles.handback),
})

/** What the stage has given, as it is with a handback of success. */
const checksOf = (stage: Stage, content: HandbackContent): readonly Check[] =>
  validationChecks(withHandback(stage, content))

/** The outputs that contradict a success, and schemas that could not be applied. */
const contradictions = (stage: Stage, content: HandbackContent): readonly CommandDiagnostic[] =>
  failedChecksIn(checksOf(stage, content))
    .filter(({ failure }) => ruleTextOf(outputFailureRules, failure))
    .flatMap((check) => diagnosticOf(check, stage.target, check.status === 'SKIP' ? 'notice' : 'warning'))

/** The outputs that the contract of a stage declares, compared with what is there. */
function evidenceOf(stage: Stage, content: HandbackContent): Evidence {
  const checks = checksOf(stage, content)
  const failedChecks = failedChecksIn(checks)
  const faultIn = ({ failure }: (typeof failedChecks)[number]) => faultOf(failure)
  const isDecisive = ({ failure }: (typeof failedChecks)[number]) => contradictsSuccess(failure)
  const name = nameIn(stage)
  return {
    unit: msg`stage ${name}`,
    target: stage.target,
    place: { path: stage.config.file.path },
    command: `/handback ${name} success`,
    instead: `/handback ${name} error "…"`,
    compared: checks.filter(({ check, status }) => check === 'file_exists' && status === 'PASS').length,
    missing: failedChecks.flatMap(({ failure }) => (failure.kind === 'no output' ? [failure.path] : [])),
    against: failedChecks.flatMap((check) =>
      isDecisive(check) && check.failure.kind !== 'no output' ? [lowerFirst(faultIn(check).message)] : [],
    ),
    unchecked: failedChecks.flatMap((check) => (isDecisive(check) ? [] : [lowerFirst(faultIn(check).message)])),
  }
}

const lowerFirst = (sentence: string) => `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`

/** Returns control of a stage, or reports what was returned (docs/control.md, "Commands"). */
export const handback = command({
  name: 'handback',
  summary:
    'Returns control of a stage to the orchestrator: writes `handback.json` from words or from a json block. Without either it only reports what was returned.',
  examples: [
    '/handback explore success',
    '/handback explore error INPUT_MISSING There is no brief',
    '/handback explore question "Which colour?"',
    '/handback explore',
  ],
  target: stageTarget,
  words: [{ ...reasonWordWithCode, unexpected: refuseUnknownReason }],

  report: handbackBlock,
  prepare: inputOf,

  preconditions: [
    ...inputPreconditions,
    {
      code: 'HANDBACK_ALREADY',
      *violations({ target: stage, prepared: input }) {
        if (!input?.content || effects[stage.state].handback !== 'same' || hasSameContent(stage, input.content)) return
        const message = msg`Unexpected second handback of ${nameIn(stage)}: control was returned as ${stage.handback.value?.reason ?? ''}`
        yield {
          message,
          hint: `${nextStepHint(stage)}.`,
          place: { path: stage.path },
          target: stage.target,
        }
      },
    },
    {
      violations: ({ target: stage, prepared: input }) =>
        input || effects[stage.state].report !== 'invalid' ? [] : invalidHandbackDiagnostics(stage),
    },
    {
      code: 'HANDBACK_ABSENT',
      *violations({ target: stage, prepared: input }) {
        if (input || effects[stage.state].report !== 'absent') return
        const hint = msg`${`/handback ${nameIn(stage)} success`} returns control.`
        yield {
          message: msg`Missing handback of ${nameIn(stage)}`,
          hint,
          place: { path: stage.path },
          target: stage.target,
        }
      },
    },
  ],

  evidence({ target: stage, prepared: input }) {
    if (input?.content?.reason !== 'success' || effects[stage.state].handback === 'same') return undefined
    return evidenceOf(stage, input.content)
  },

  run({ target: stage, prepared: input, commandContext, at }) {
    // The same again is reported like what is read.
    if (!input?.content || effects[stage.state].handback === 'same') {
      const { root } = stage.handback.file.data as Data
      const lines = handbackLines(stage, root, at, commitRecordOf(commandContext, stage.handback.path))
      return {
        outcome: 'unchanged',
        reply: fencedBlock('text', lines),
        diagnostics: keptGrantDiagnostics(stage),
        report: handbackReport(stage, lines),
      }
    }
    const { content } = input
    const lines = handbackLines(stage, handbackNode(content), at)
    return {
      outcome: 'changed',
      changes: returnChanges(stage, content),
      discards: replacedPaths(stage, 'return'),
      // Returned without a grant: another worktree may hold it.
      ...(stage.holder !== 'agent' && { impliesAccept: true as const }),
      reply: fencedBlock('text', lines),
      diagnostics: [
        ...defaultedCodeWarnings(stage, input),
        ...problemDiagnostics(stage, stage.handback.problems, 'warning'),
        ...keptGrantDiagnostics(stage),
        ...(content.reason === 'success' ? contradictions(stage, content) : []),
      ],
      report: handbackReport(withHandback(stage, content), lines),
    }
  },
})
