import { type CommandDiagnostic, type Outcome, refuse } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { command, preconditionsOfPart, type Precondition, usageLine } from '../../../kit/command.ts'
import { handbackReasons, type HandbackReason } from '../../../core/command-names.ts'
import { anywayReason, successText } from '../../../kit/evidence.ts'
import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import { hasText, inProgress, nextStep, progressIn, questionIn, type Progress, type StepRecord, withText } from '../reading/progress.ts'
import { timestampOf } from '../reading/values.ts'
import { describe } from '../states.ts'
import { changedProgress, type Change } from '../writing/progress.ts'
import { sessionState } from './session-state.ts'
import { shapeErrors, violation } from './diagnostics.ts'
import { commitOf, isOlder, lastWork } from './done-by.ts'
import { isSubjectOf } from '../reading/commits.ts'
import { evidenceOf } from './evidence.ts'
import { closing, grantHint } from './granting.ts'
import { cleaned, type HandbackCall, handbackInput, type HandbackInput, handbackOptions, handbackReport } from './input.ts'
import { project as projectTarget } from './project.ts'

/** What is handed back, with its reason and the commit that is to be recorded. */
interface HandbackArguments extends Omit<HandbackInput, 'doneBy'> {
  readonly reason: HandbackReason
  /** Whole SHA; absent: none was named. */
  readonly commit: string | undefined
}

/** A handback, looked at. */
interface PreparedHandback {
  readonly call: Pick<HandbackCall, 'target' | 'model'>
  readonly file: HandoverFile
  readonly progress: Progress
  readonly given: HandbackArguments
  /** Why the commit that is named cannot be recorded. */
  readonly commitProblems: readonly CommandDiagnostic[]
  /** Doubts about it. */
  readonly warnings: readonly CommandDiagnostic[]
  /** The newest commit, where none is named that did the work. */
  readonly newest: string | undefined
  /** Whether the commit that is named, or the newest, is older than the grant; `undefined` where that is not known. */
  readonly isOlder: boolean | undefined
  readonly working: readonly number[]
  readonly step: number | undefined
  readonly isAtWork: boolean
  readonly isRecorded: boolean
}

/** How a run stands; nothing changes. */
function report(project: Project, progress: Progress): Outcome {
  const question = questionIn(progress)
  const working = inProgress(progress).map(({ number }) => number)
  const lines = [
    msg`${project.name}: ${describe(project)}`,
    ...(working.length > 0 ? [msg`In progress: ${working}`] : []),
    ...(question ? [msg`Question of step ${question.step}: ${question.text}`] : []),
  ]
  return { outcome: 'unchanged', reply: lines.join('\n'), diagnostics: [] }
}

/** Whether two SHAs, each perhaps abbreviated, are of one commit. */
const isSameCommit = (one: string | undefined, other: string): boolean =>
  one !== undefined && (one.startsWith(other) || other.startsWith(one))

/** Whether a record has already what would be written. */
function isRecorded(record: StepRecord | undefined, progress: Progress, { reason, text, commit, audit }: HandbackArguments): boolean {
  if (!record) return false
  const audited = audit === undefined || record.audit === audit
  const committed = commit === undefined || isSameCommit(record.commit, commit)
  if (reason === 'success') return record.status === 'completed' && audited && committed && (text === '' || hasText(record, text, 'text'))
  if (reason === 'error') return record.status === 'failed' && record.error === text && audited && committed
  return record.status === 'pending' && hasText(record, text, 'question') && progress.status === 'partial'
}

/** What has to come before a step is handed back that is not in progress. */
function startHint(project: Project, progress: Progress, model: HandoverModel): string {
  const [working] = inProgress(progress)
  return working ? msg`Step ${working.number} is: ${`--step ${working.number}`} hands it back.` : grantHint(project, model)
}

/** What to write. */
function changeFor(
  progress: Progress,
  step: number,
  { reason, text, commit, audit }: HandbackArguments,
  at: string,
  head: string | undefined,
): Change {
  const own = progress.record(step)
  const now = timestampOf(at)
  if (reason === 'error')
    return { step, record: { status: 'failed', error: text, commit, manifest_audit: audit }, top: { status: 'failed' } }
  if (reason === 'question')
    return { step, record: { status: 'pending', note: withText(own, text, 'question') }, top: { status: 'partial' } }
  const end = closing(progress, step)
  return {
    step,
    record: {
      status: 'completed',
      error: own?.node.get('error') ? null : undefined,
      completed_at: now,
      commit,
      manifest_audit: audit,
      note: text === '' ? undefined : withText(own, text, 'text'),
    },
    top: {
      current_step: Math.max(progress.current ?? 0, step),
      ...(end === 'completed' && { status: 'completed', completed_at: now, session_end_sha: head }),
      ...(end === 'deferred' && { status: 'partial' }),
    },
  }
}

/** Where the session goes on after a change. */
function nextAfter(progress: Progress, { step, top }: Change, reason: HandbackReason) {
  const next = nextStep(progress)
  const after = reason === 'success' && next === step ? nextStep({ ...progress, records: withClosed(progress, step) }) : next
  return { status: typeof top['status'] === 'string' ? top['status'] : 'in_progress', step: after }
}

const withClosed = ({ records }: Progress, step: number): readonly StepRecord[] =>
  records.map((record) => (record.number === step ? { ...record, status: 'completed' as const } : record))

/** A handback with a reason; without one the command only reports. */
function returnedBy(call: Omit<HandbackCall, 'prepared'>): PreparedHandback | undefined {
  const { target: project, model, request, commandContext } = call
  const { doneBy, ...given } = handbackInput(call)
  const { reason } = given
  const why = reason === 'success' ? anywayReason(request) : undefined
  // The audit of a step whose files deviate from its manifest has a note that says why.
  const input =
    why === undefined ? given : { ...given, text: successText(given.text, cleaned(why)), audit: given.audit ?? 'pass-with-note' }
  const { progress: file } = project.files
  const progress = progressIn(project)
  if (!file || !progress || reason === undefined) return undefined
  const named = doneBy === undefined ? { sha: undefined, diagnostics: [] } : commitOf(project, doneBy, request, commandContext)
  const isFit = 'sha' in named
  const asked = { ...input, reason, commit: isFit ? named.sha : undefined }
  const working = inProgress(progress).map(({ number }) => number)
  const step = asked.step ?? working[0] ?? (reason === 'success' ? progress.current : nextStep(progress))
  const record = step === undefined ? undefined : progress.record(step)
  const isAtWork = record?.status === 'in_progress'
  const newest = isAtWork && reason === 'success' && asked.commit === undefined ? lastWork(project, commandContext) : undefined
  const sha = reason === 'success' ? (asked.commit ?? newest) : undefined
  return {
    call,
    file,
    progress,
    given: asked,
    newest,
    isOlder: sha === undefined || !record ? undefined : isOlder(sha, record, file, model, commandContext),
    commitProblems: isFit ? [] : [named.refusal],
    warnings: isFit ? named.diagnostics : [],
    working,
    step,
    isAtWork,
    isRecorded: isRecorded(record, progress, asked),
  }
}

/** What must hold of the text and the audit of a reason. */
const inputPreconditions: readonly Precondition<HandbackInput & Pick<HandbackCall, 'target' | 'usage'>>[] = [
  {
    code: 'PROGRESS_TEXT_MISSING',
    *violations({ target, usage, reason, text }) {
      if (text === '' && reason !== undefined && reason !== 'success')
        yield violation(target, msg`Missing text, expected what the ${reason} is`, { hint: usageLine(usage) })
    },
  },
  {
    code: 'PROGRESS_AUDIT_FAILED',
    *violations({ target, reason, audit }) {
      if (reason === 'success' && audit === 'fail')
        yield violation(target, 'Unexpected success with a failed audit', {
          hint: msg`${`/handback ${target.name} error TEXT --audit fail`} records the failure.`,
        })
    },
  },
]

/** What must hold where control is returned. */
const returnable: readonly Precondition<PreparedHandback>[] = [
  { violations: ({ commitProblems }) => commitProblems },
  {
    code: 'PROGRESS_STEP_AMBIGUOUS',
    *violations({ call: { target }, given, working }) {
      if (given.step === undefined && working.length > 1)
        yield violation(target, msg`Unexpected steps in progress: ${working}, expected one`, { hint: 'Name one with `--step N`.' })
    },
  },
  {
    code: 'PROGRESS_NOT_ACCEPTED',
    *violations({ call: { target, model }, given, progress, step, isAtWork, isRecorded: isSame }) {
      if (isAtWork || isSame) return
      // That a step is recorded already is looked for by the last one; a person means the one that is next.
      const meant = given.step ?? nextStep(progress) ?? step
      yield violation(target, msg`Step ${meant ?? '?'} of ${target.name} is not in progress`, { hint: startHint(target, progress, model) })
    },
  },
]

function handedBack(
  { file, progress, given, warnings, step, isAtWork, newest, isOlder: isOld }: PreparedHandback,
  { target: project, model, request, commandContext }: Omit<HandbackCall, 'prepared'>,
): Outcome {
  if (!isAtWork) return { outcome: 'unchanged', reply: msg`Recorded already: step ${step ?? 0} of ${project.name}.`, diagnostics: [] }
  if (!file.document || step === undefined) return refuse()
  const { at, log } = commandContext.context
  const commit = given.commit ?? (isOld === true ? undefined : newest)
  const change = changeFor(progress, step, { ...given, commit }, at, log?.head())
  const changes = new Map([[file.path, changedProgress(file.document, progress, change, at)]])
  const reply = [
    msg`Handed back: step ${step} of ${project.name}, ${given.reason}.`,
    ...(given.reason === 'error' ? [msg`Error: ${given.text}`] : []),
    ...(given.reason === 'question' ? [msg`Question: ${given.text}`, msg`${`/answer ${project.name} TEXT`} answers it.`] : []),
  ].join('\n')
  if (request.local !== true) return { outcome: 'changed', changes, reply, diagnostics: warnings }
  const state = sessionState(project, model, nextAfter(progress, change, given.reason), at)
  const local = new Map(state.text === undefined ? [] : [[`${project.folder}/.session-state.local.json`, state.text]])
  return { outcome: 'changed', changes, local, reply, diagnostics: [...warnings, ...state.diagnostics] }
}

/** Returns control of a step, or reports how the run stands (docs/handover.md, "Commands"). */
export const handback = command({
  name: 'handback',
  summary:
    'Returns control with `success`, `error` or `question`: the record of the step is changed. Without a reason it only reports. On the command line the session state is kept up too.',
  examples: [
    '/handback login success --done-by 4f2a9c1 --audit pass',
    '/handback login error "The key does not fit"',
    '/handback login question "Which hash?"',
    '/handback login',
  ],
  target: projectTarget,
  words: [
    { name: 'REASON', values: handbackReasons, optional: true },
    { name: 'TEXT', optional: true, many: true },
  ],
  options: handbackOptions,
  report: handbackReport,
  prepare: returnedBy,
  preconditions: [
    {
      code: 'PROGRESS_NOT_FOUND',
      *violations({ target, model }) {
        const path = `${target.folder}/progress.json`
        if (!target.files.progress) yield violation(target, msg`There is no ${path}`, { hint: grantHint(target, model), place: { path } })
      },
    },
    { violations: ({ target, model }) => shapeErrors(target.files.progress, model) },
    ...preconditionsOfPart(inputPreconditions, (call: Omit<HandbackCall, 'prepared'>) => ({
      target: call.target,
      usage: call.usage,
      ...handbackInput(call),
    })),
    ...preconditionsOfPart(returnable, ({ prepared }: { readonly prepared: PreparedHandback | undefined }) => prepared),
  ],

  evidence({ target: project, model, commandContext, prepared }) {
    if (!prepared?.isAtWork || prepared.given.reason !== 'success' || prepared.step === undefined) return undefined
    const { step, given, newest, isOlder: isOld } = prepared
    const isNoneSince = newest !== undefined && isOld === true
    const named = given.commit
    const done = { project, model, step, named, isNamedOlder: named === undefined ? undefined : isOld, isNoneSince }
    const recorded = named ?? (isNoneSince ? undefined : newest)
    const hasSubject = recorded === undefined ? undefined : isSubjectOf(step, recorded, prepared.file, model)
    return evidenceOf({ ...done, hasSubject }, commandContext)
  },

  run(call) {
    const { target, prepared } = call
    if (prepared) return handedBack(prepared, call)
    const progress = progressIn(target)
    return progress ? report(target, progress) : refuse()
  },
})
