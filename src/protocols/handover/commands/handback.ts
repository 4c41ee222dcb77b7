import { type Outcome, type Refusal, refused } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { command, type CommandForm, usageLine } from '../../../kit/command.ts'
import type { HandoverModel, Project } from '../model.ts'
import { inProgress, nextStep, progressOf, questionIn, type Progress, type StepRecord } from '../reading/progress.ts'
import { timestampOf } from '../reading/values.ts'
import { describe } from '../states.ts'
import { changedProgress, type Change } from '../writing/progress.ts'
import { sessionState } from '../writing/session.ts'
import { diagnostic, misshapen, violation } from './diagnostics.ts'
import { commitOf, lastWork } from './done-by.ts'
import { closing, grantHint } from './granting.ts'
import { type HandbackCall, handbackInput, type HandbackInput, handbackOptions, handbackReport, type Reason, reasons } from './input.ts'
import { project as projectTarget } from './project.ts'

/** Input that has a reason. */
type Reasoned = HandbackInput & { readonly reason: Reason }

/** What is handed back, with its reason and the commit that is to be recorded. */
interface Given extends Omit<HandbackInput, 'doneBy'> {
  readonly reason: Reason
  /** Whole SHA; absent: none was named. */
  readonly commit: string | undefined
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

/** Why text and audit cannot be recorded with the reason. */
function wrongInput(project: Project, { reason, text, audit }: Reasoned, usage: CommandForm): Refusal | undefined {
  if (text === '' && reason !== 'success')
    return refused(
      diagnostic(project, 'PROGRESS_TEXT_MISSING', msg`Missing text, expected what the ${reason} is`, { hint: usageLine(usage) }),
    )
  if (reason === 'success' && audit === 'fail')
    return refused(
      diagnostic(project, 'PROGRESS_AUDIT_FAILED', 'Unexpected success with a failed audit', {
        hint: msg`${`/handback ${project.name} error TEXT --audit fail`} records the failure.`,
      }),
    )
  return undefined
}

/** Whether two SHAs, each perhaps abbreviated, are of one commit. */
const isSameCommit = (one: string | undefined, other: string): boolean =>
  one !== undefined && (one.startsWith(other) || other.startsWith(one))

/** Whether a record has already what would be written. */
function isRecorded(record: StepRecord | undefined, progress: Progress, { reason, text, commit, audit }: Given): boolean {
  if (!record) return false
  const audited = audit === undefined || record.audit === audit
  const committed = commit === undefined || isSameCommit(record.commit, commit)
  if (reason === 'success') return record.status === 'completed' && audited && committed && (text === '' || record.note === text)
  if (reason === 'error') return record.status === 'failed' && record.error === text && audited && committed
  return record.status === 'pending' && record.note === text && progress.status === 'partial'
}

/** What has to come before a step is handed back that is not in progress. */
function startHint(project: Project, progress: Progress, model: HandoverModel): string {
  const [working] = inProgress(progress)
  return working ? msg`Step ${working.number} is: ${`--step ${working.number}`} hands it back.` : grantHint(project, model)
}

/** What to write. */
function changeFor(progress: Progress, step: number, { reason, text, commit, audit }: Given, at: string, head: string | undefined): Change {
  const own = progress.record(step)
  const now = timestampOf(at)
  if (reason === 'error')
    return { step, record: { status: 'failed', error: text, commit, manifest_audit: audit }, top: { status: 'failed' } }
  if (reason === 'question') return { step, record: { status: 'pending', note: text }, top: { status: 'partial' } }
  const end = closing(progress, step)
  return {
    step,
    record: {
      status: 'completed',
      error: own?.node.get('error') ? null : undefined,
      completed_at: now,
      commit,
      manifest_audit: audit,
      note: text === '' ? undefined : text,
    },
    top: {
      current_step: Math.max(progress.current ?? 0, step),
      ...(end === 'completed' && { status: 'completed', completed_at: now, session_end_sha: head }),
      ...(end === 'deferred' && { status: 'partial' }),
    },
  }
}

/** Where the session goes on after a change. */
function nextAfter(progress: Progress, { step, top }: Change, reason: Reason) {
  const next = nextStep(progress)
  const after = reason === 'success' && next === step ? nextStep({ ...progress, records: withClosed(progress, step) }) : next
  return { status: typeof top['status'] === 'string' ? top['status'] : 'in_progress', step: after }
}

const withClosed = ({ records }: Progress, step: number): readonly StepRecord[] =>
  records.map((record) => (record.number === step ? { ...record, status: 'completed' as const } : record))

function returned({ target: project, model, request, commandContext, usage }: HandbackCall, input: Reasoned): Outcome {
  const { progress: file } = project.files
  const progress = file && progressOf(file)
  if (!file?.document || !progress) return refused()
  const wrong = wrongInput(project, input, usage)
  if (wrong) return wrong
  const named = input.doneBy === undefined ? { sha: undefined, diagnostics: [] } : commitOf(project, input.doneBy, request, commandContext)
  if ('outcome' in named) return named
  const given = { ...input, commit: named.sha }
  const working = inProgress(progress).map(({ number }) => number)
  if (given.step === undefined && working.length > 1)
    return refused(
      diagnostic(project, 'PROGRESS_STEP_AMBIGUOUS', msg`Unexpected steps in progress: ${working}, expected one`, {
        hint: 'Say which with `--step N`.',
      }),
    )
  const step = given.step ?? working[0] ?? (given.reason === 'success' ? progress.current : nextStep(progress))
  const record = step === undefined ? undefined : progress.record(step)
  if (step === undefined || record?.status !== 'in_progress') {
    if (isRecorded(record, progress, given))
      return { outcome: 'unchanged', reply: msg`Recorded already: step ${step ?? 0} of ${project.name}.`, diagnostics: [] }
    return refused(
      diagnostic(project, 'PROGRESS_NOT_ACCEPTED', msg`Step ${step ?? '?'} of ${project.name} is not in progress`, {
        hint: startHint(project, progress, model),
      }),
    )
  }
  const { at, log } = commandContext.context
  const commit = given.commit ?? (given.reason === 'success' ? lastWork(project, commandContext) : undefined)
  const change = changeFor(progress, step, { ...given, commit }, at, log?.head())
  const changes = new Map([[file.path, changedProgress(file.document, progress, change, at)]])
  const reply = [
    msg`Handed back: step ${step} of ${project.name}, ${given.reason}.`,
    ...(given.reason === 'error' ? [msg`Error: ${given.text}`] : []),
    ...(given.reason === 'question' ? [msg`Question: ${given.text}`, msg`${`/answer ${project.name} TEXT`} answers it.`] : []),
  ].join('\n')
  if (request.local !== true) return { outcome: 'changed', changes, reply, diagnostics: named.diagnostics }
  const state = sessionState(project, model, nextAfter(progress, change, given.reason), at)
  const local = new Map(state.text === undefined ? [] : [[`${project.folder}/.session-state.local.json`, state.text]])
  return { outcome: 'changed', changes, local, reply, diagnostics: [...named.diagnostics, ...state.diagnostics] }
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
    { name: 'REASON', values: reasons, optional: true },
    { name: 'TEXT', optional: true, many: true },
  ],
  options: handbackOptions,
  report: handbackReport,
  preconditions: [
    {
      code: 'PROGRESS_NOT_FOUND',
      *violations({ target, model }) {
        const path = `${target.folder}/progress.json`
        if (!target.files.progress) yield violation(target, msg`There is no ${path}`, { hint: grantHint(target, model), path })
      },
    },
    { violations: ({ target }) => misshapen(target.files.progress) },
  ],

  run(call) {
    const { target } = call
    const input = handbackInput(call)
    const progress = target.files.progress && progressOf(target.files.progress)
    if (!progress) return refused()
    const { reason } = input
    return reason === undefined ? report(target, progress) : returned(call, { ...input, reason })
  },
})
