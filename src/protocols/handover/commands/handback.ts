import { type CommandDiagnostic, type Outcome, refuse } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { command, preconditionsOfPart, type Precondition, usageLine } from '../../../kit/command.ts'
import { reasonWord } from '../../../kit/words.ts'
import type { HandbackReason } from '../../../core/command-names.ts'
import { anywayReason, successText } from '../../../kit/evidence.ts'
import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import {
  hasText,
  stepsInProgress,
  nextStep,
  progressIn,
  questionIn,
  type Progress,
  type StepRecord,
  withText,
} from '../reading/progress.ts'
import { timestampOf } from '../reading/values.ts'
import { describeState } from '../states.ts'
import { changedProgress, type ProgressChange } from '../writing/progress.ts'
import { sessionState, stalePromptWarnings } from './session-state.ts'
import { shapeErrors, violation } from './diagnostics.ts'
import { commitOf, isOlderThanGrant, lastWorkCommit } from './done-by.ts'
import { hasExpectedSubject } from '../reading/commits.ts'
import { evidenceOf } from './evidence.ts'
import { grantHint } from './granting.ts'
import {
  cleanText,
  type HandbackCall,
  handbackInput,
  type HandbackInput,
  handbackOptions,
  handbackReport,
} from './input.ts'
import { project as projectTarget } from './project.ts'

/** What is handed back, with its reason and the commit that is to be recorded. */
interface HandbackArguments extends Omit<HandbackInput, 'doneBy'> {
  readonly reason: HandbackReason
  /** Whole SHA; absent: none was named. */
  readonly commit: string | undefined
}

/** A handback with what was read for it. */
interface PreparedHandback {
  readonly call: Pick<HandbackCall, 'target' | 'model'>
  readonly file: HandoverFile
  readonly progress: Progress
  readonly handbackArguments: HandbackArguments
  /** Why the commit that is named cannot be recorded. */
  readonly commitProblems: readonly CommandDiagnostic[]
  /** Doubts about it. */
  readonly warnings: readonly CommandDiagnostic[]
  /** The newest commit, where none is named that did the work. */
  readonly newestCommit: string | undefined
  /** Whether the commit that is named, or the newest, is older than the grant; `undefined` where that is not known. */
  readonly isOlderThanGrant: boolean | undefined
  readonly stepNumbers: readonly number[]
  readonly step: number | undefined
  readonly isAtWork: boolean
  readonly isAlreadyRecorded: boolean
}

/** How a run stands; nothing changes. */
function report(project: Project, progress: Progress): Outcome {
  const question = questionIn(progress)
  const stepNumbers = stepsInProgress(progress).map(({ number }) => number)
  const lines = [
    msg`${project.name}: ${describeState(project)}`,
    ...(stepNumbers.length > 0 ? [msg`In progress: ${stepNumbers}`] : []),
    ...(question ? [msg`Question of step ${question.step}: ${question.text}`] : []),
  ]
  return { outcome: 'unchanged', reply: lines.join('\n'), diagnostics: [] }
}

/** Whether two SHAs, each perhaps abbreviated, are of one commit. */
const isSameCommit = (sha: string | undefined, otherSha: string): boolean =>
  sha !== undefined && (sha.startsWith(otherSha) || otherSha.startsWith(sha))

/** Whether a record has already what would be written. */
function isRecorded(
  record: StepRecord | undefined,
  progress: Progress,
  { reason, text, commit, audit }: HandbackArguments,
): boolean {
  if (!record) return false
  const hasAudit = audit === undefined || record.audit === audit
  const hasCommit = commit === undefined || isSameCommit(record.commit, commit)
  if (reason === 'success')
    return record.status === 'completed' && hasAudit && hasCommit && (text === '' || hasText(record, text, 'text'))
  if (reason === 'error') return record.status === 'failed' && record.error === text && hasAudit && hasCommit
  return record.status === 'pending' && hasText(record, text, 'question') && progress.status === 'partial'
}

/** What has to come before a step is handed back that is not in progress. */
function startHint(project: Project, progress: Progress, model: HandoverModel): string {
  const [recordAtWork] = stepsInProgress(progress)
  return recordAtWork
    ? msg`Step ${recordAtWork.number} is: ${`--step ${recordAtWork.number}`} hands it back.`
    : grantHint(project, model)
}

function changeFor(
  progress: Progress,
  step: number,
  { reason, text, commit, audit }: HandbackArguments,
  at: string,
  head: string | undefined,
): ProgressChange {
  const previousRecord = progress.record(step)
  const now = timestampOf(at)
  if (reason === 'error')
    return { step, record: { status: 'failed', error: text, commit, manifest_audit: audit }, top: { status: 'failed' } }
  if (reason === 'question')
    return {
      step,
      record: { status: 'pending', note: withText(previousRecord, text, 'question') },
      top: { status: 'partial' },
    }
  const runAfter = withCompleted(progress, step)
  const isLast = nextStep(runAfter) === undefined
  const isDeferred = runAfter.records.some((record) => record.status === 'deferred')
  return {
    step,
    record: {
      status: 'completed',
      error: previousRecord?.node.get('error') ? null : undefined,
      completed_at: now,
      commit,
      manifest_audit: audit,
      note: text === '' ? undefined : withText(previousRecord, text, 'text'),
    },
    top: {
      current_step: Math.max(progress.current ?? 0, step),
      ...(isLast &&
        (isDeferred ? { status: 'partial' } : { status: 'completed', completed_at: now, session_end_sha: head })),
    },
  }
}

const withCompleted = (progress: Progress, step: number): Progress => ({
  ...progress,
  records: progress.records.map((record) => (record.number === step ? { ...record, status: 'completed' } : record)),
})

/** A handback with a reason; without one the command only reports. */
function prepareHandback(call: Omit<HandbackCall, 'prepared'>): PreparedHandback | undefined {
  const { target: project, model, request, commandContext } = call
  const { doneBy, ...statedInput } = handbackInput(call)
  const { reason } = statedInput
  const overrideReason = reason === 'success' ? anywayReason(request) : undefined
  // The audit of a step whose files deviate from its manifest has a note that says why.
  const input =
    overrideReason === undefined
      ? statedInput
      : {
          ...statedInput,
          text: successText(statedInput.text, cleanText(overrideReason)),
          audit: statedInput.audit ?? 'pass-with-note',
        }
  const { progress: file } = project.files
  const progress = progressIn(project)
  if (!file || !progress || reason === undefined) return undefined
  const namedCommit =
    doneBy === undefined ? { sha: undefined, diagnostics: [] } : commitOf(project, doneBy, request, commandContext)
  const isRecordable = 'sha' in namedCommit
  const handbackArguments = { ...input, reason, commit: isRecordable ? namedCommit.sha : undefined }
  const stepNumbers = stepsInProgress(progress).map(({ number }) => number)
  const step =
    handbackArguments.step ?? stepNumbers[0] ?? (reason === 'success' ? progress.current : nextStep(progress))
  const record = step === undefined ? undefined : progress.record(step)
  const isAtWork = record?.status === 'in_progress'
  const newestCommit =
    isAtWork && reason === 'success' && handbackArguments.commit === undefined
      ? lastWorkCommit(project, commandContext)
      : undefined
  const sha = reason === 'success' ? (handbackArguments.commit ?? newestCommit) : undefined
  return {
    call,
    file,
    progress,
    handbackArguments,
    newestCommit,
    isOlderThanGrant:
      sha === undefined || !record ? undefined : isOlderThanGrant(sha, record, file, model, commandContext),
    commitProblems: isRecordable ? [] : [namedCommit.refusal],
    warnings: isRecordable ? namedCommit.diagnostics : [],
    stepNumbers,
    step,
    isAtWork,
    isAlreadyRecorded: isRecorded(record, progress, handbackArguments),
  }
}

/** What must hold where control is returned. */
const returnPreconditions: readonly Precondition<PreparedHandback>[] = [
  { violations: ({ commitProblems }) => commitProblems },
  {
    code: 'PROGRESS_STEP_AMBIGUOUS',
    *violations({ call: { target }, handbackArguments, stepNumbers }) {
      if (handbackArguments.step === undefined && stepNumbers.length > 1)
        yield violation(target, msg`Unexpected steps in progress: ${stepNumbers}, expected one`, {
          hint: 'Name one with `--step N`.',
        })
    },
  },
  {
    code: 'PROGRESS_NOT_ACCEPTED',
    *violations({ call: { target, model }, handbackArguments, progress, step, isAtWork, isAlreadyRecorded }) {
      if (isAtWork || isAlreadyRecorded) return
      // That a step is recorded already is looked for by the last one; a person means the one that is next.
      const intendedStep = handbackArguments.step ?? nextStep(progress) ?? step
      const message =
        intendedStep === undefined
          ? msg`No step of ${target.name} is in progress`
          : msg`Step ${intendedStep} of ${target.name} is not in progress`
      yield violation(target, message, { hint: startHint(target, progress, model) })
    },
  },
]

function handbackOutcome(
  { file, progress, handbackArguments, warnings, step, isAtWork, newestCommit, isOlderThanGrant }: PreparedHandback,
  { target: project, model, request, commandContext }: Omit<HandbackCall, 'prepared'>,
): Outcome {
  if (!isAtWork)
    return {
      outcome: 'unchanged',
      reply: msg`Recorded already: step ${step ?? 0} of ${project.name}.`,
      diagnostics: [],
    }
  if (!file.document || step === undefined) return refuse()
  const { at, log } = commandContext.context
  const commit = handbackArguments.commit ?? (isOlderThanGrant === true ? undefined : newestCommit)
  const change = changeFor(progress, step, { ...handbackArguments, commit }, at, log?.head())
  const changes = new Map([[file.path, changedProgress(file.document, progress, change, at)]])
  const reply = [
    msg`Handed back: step ${step} of ${project.name}, ${handbackArguments.reason}.`,
    ...(handbackArguments.reason === 'error' ? [msg`Error: ${handbackArguments.text}`] : []),
    ...(handbackArguments.reason === 'question'
      ? [msg`Question: ${handbackArguments.text}`, msg`The orchestrator answers it: ${`/answer ${project.name} "…"`}.`]
      : []),
  ].join('\n')
  if (request.local !== true) return { outcome: 'changed', changes, reply, diagnostics: warnings }
  const status = typeof change.top['status'] === 'string' ? change.top['status'] : 'in_progress'
  const runAfter = handbackArguments.reason === 'success' ? withCompleted(progress, step) : progress
  const state = sessionState(project, model, { status, step: nextStep(runAfter) }, at)
  const local = new Map(state.text === undefined ? [] : [[`${project.folder}/.session-state.local.json`, state.text]])
  const promptWarnings = stalePromptWarnings(project, state.updatedAt)
  return {
    outcome: 'changed',
    changes,
    local,
    reply,
    diagnostics: [...warnings, ...state.diagnostics, ...promptWarnings],
  }
}

/** Returns control of a step, or reports how the run stands (docs/handover.md, "Commands"). */
export const handback = command({
  name: 'handback',
  summary:
    'Returns control with `success`, `error` or `question`: the record of the step is changed. Without a reason it only reports. On the command line, the session state is brought up to date, too.',
  examples: [
    '/handback login success --done-by 4f2a9c1 --audit pass',
    '/handback login error "The key does not fit"',
    '/handback login question "Which hash?"',
    '/handback login',
  ],
  target: projectTarget,
  words: [reasonWord, { name: 'TEXT', optional: true, many: true }],
  options: handbackOptions,
  report: handbackReport,
  prepare: prepareHandback,
  preconditions: [
    {
      code: 'PROGRESS_NOT_FOUND',
      *violations({ target, model }) {
        const path = `${target.folder}/progress.json`
        if (!target.files.progress)
          yield violation(target, msg`There is no ${path}`, { hint: grantHint(target, model), place: { path } })
      },
    },
    { violations: ({ target, model }) => shapeErrors(target.files.progress, model) },
    {
      code: 'PROGRESS_TEXT_MISSING',
      *violations(call) {
        const { reason, text } = handbackInput(call)
        if (text === '' && reason !== undefined && reason !== 'success')
          yield violation(call.target, msg`Missing text, expected that of the ${reason}`, {
            hint: usageLine(call.usage),
          })
      },
    },
    {
      code: 'PROGRESS_AUDIT_FAILED',
      *violations(call) {
        const { reason, audit } = handbackInput(call)
        if (reason === 'success' && audit === 'fail')
          yield violation(call.target, 'Unexpected success with a failed audit', {
            hint: msg`${`/handback ${call.target.name} error TEXT --audit fail`} records the failure.`,
          })
      },
    },
    ...preconditionsOfPart(
      returnPreconditions,
      ({ prepared }: { readonly prepared: PreparedHandback | undefined }) => prepared,
    ),
  ],

  evidence({ target: project, model, commandContext, prepared }) {
    if (!prepared?.isAtWork || prepared.handbackArguments.reason !== 'success' || prepared.step === undefined)
      return undefined
    const { step, handbackArguments, newestCommit, isOlderThanGrant } = prepared
    const isNoneSince = newestCommit !== undefined && isOlderThanGrant === true
    const namedCommit = handbackArguments.commit
    const completedStep = {
      project,
      model,
      step,
      named: namedCommit,
      isNamedOlder: namedCommit === undefined ? undefined : isOlderThanGrant,
      isNoneSince,
    }
    const recordedCommit = namedCommit ?? (isNoneSince ? undefined : newestCommit)
    const hasSubject =
      recordedCommit === undefined ? undefined : hasExpectedSubject(step, recordedCommit, prepared.file, model)
    return evidenceOf({ ...completedStep, hasSubject }, commandContext)
  },

  run(call) {
    const { target, prepared } = call
    if (prepared) return handbackOutcome(prepared, call)
    const progress = progressIn(target)
    return progress ? report(target, progress) : refuse()
  },
})
