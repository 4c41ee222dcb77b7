import type { CommandDiagnostic } from '../../../core/command.ts'
import type { LocalChanges } from '../../../core/protocol.ts'
import { msg } from '../../../core/message.ts'
import { editJson } from '../../../documents/json-edit.ts'
import { problemDiagnostic } from '../../../kit/diagnostic.ts'
import { diagnostic, errorsIn } from './diagnostics.ts'
import { stateShapeProblems } from '../rules/session.ts'
import { fileAt } from '../reading/paths.ts'
import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import { writtenText } from '../../../kit/written.ts'
import { planOf } from '../reading/plan.ts'
import { stepsInProgress, nextStep, progressIn } from '../reading/progress.ts'
import { instantOf, laterTimestamp, timestampOf } from '../reading/values.ts'

export interface NextSession {
  readonly status: string
  /** The step to be done, if any is left. */
  readonly step: number | undefined
}

/** What the next session is called. */
export function labelOf(project: Project, model: HandoverModel, step: number | undefined): string {
  if (step === undefined) return 'Done'
  const { progress, plan } = project.files
  const file = fileAt(progress?.json?.text('plan'), 'plan', project, model) ?? plan
  const title = file && planOf(file)?.steps.find(({ number }) => number === step)?.title
  return `Continue with step ${step}${title === undefined ? '' : `: ${title}`}`
}

/** What the next session begins by reading. */
export const nextPath = ({ files, folder }: Project): string =>
  `${folder}/${files.brief || !files.plan ? 'brief.md' : 'plan.md'}`

/** The prompt of a project, if it is older than a state of that time. */
function stalePrompt({ files }: Project, updatedAt: string): HandoverFile | undefined {
  const prompt = files['next-session-prompt']
  const entry = prompt?.mapping?.get('produced_at')
  const producedInstant = entry && instantOf(writtenText(entry.value) ?? '')
  const isStale = producedInstant !== undefined && producedInstant < (instantOf(updatedAt) ?? 0)
  return isStale ? prompt : undefined
}

/** The warning that the prompt will be older than the state. */
export function stalePromptWarnings(project: Project, updatedAt: string | undefined): readonly CommandDiagnostic[] {
  const prompt = updatedAt === undefined ? undefined : stalePrompt(project, updatedAt)
  if (!prompt) return []
  return [
    diagnostic(
      project,
      'NEXT_SESSION_PROMPT_INCONSISTENT',
      'The prompt for the next session is older than its state now',
      {
        severity: 'warning',
        hint: 'Rewrite it.',
        place: { path: prompt.path },
      },
    ),
  ]
}

/**
 * The session state that is there, once an agent is at work on a step: an earlier error, question or end is in it no
 * longer. Empty where it says so already.
 */
export function sessionAtWork(project: Project, model: HandoverModel, step: number, at: string): LocalChanges {
  const file = project.files['session-state']
  if (!file || file.json?.text('status') === 'in_progress') return { diagnostics: [] }
  return changedSession(project, file, sessionState(project, model, { status: 'in_progress', step }, at))
}

/** The session state that is there, as its run says: after an undo, which gives back the run alone. */
export function sessionOfRun(model: HandoverModel, target: string, at: string): LocalChanges {
  const project = model.projects.find((candidate) => candidate.target === target)
  const file = project?.files['session-state']
  const progress = project && progressIn(project)
  if (!file || !progress?.status) return { diagnostics: [] }
  const step = stepsInProgress(progress)[0]?.number ?? nextStep(progress)
  const status = progress.status === 'pending' ? 'in_progress' : progress.status
  const isSame =
    file.json?.text('status') === status && file.json.text('next_session_label') === labelOf(project, model, step)
  return isSame
    ? { diagnostics: [] }
    : changedSession(project, file, sessionState(project, model, { status, step }, at))
}

/** A prompt as its front matter says that it was written at another time, in the quotes that this has. */
function promptOf(time: string, { document, mapping }: HandoverFile): string | undefined {
  const node = mapping?.get('produced_at')?.value
  if (!document || !node) return undefined
  const { text } = document
  const [quote = ''] = /^["']/.exec(text.slice(node.start, node.end)) ?? []
  return text.slice(0, node.start) + quote + time + quote + text.slice(node.end)
}

/** A session state that goes on. A prompt that was made for it is still the one for it, and gets its time. */
function changedSession(
  project: Project,
  { path, json }: HandoverFile,
  { text, updatedAt, diagnostics }: SessionState,
): LocalChanges {
  if (text === undefined || updatedAt === undefined) return { diagnostics }
  const local = new Map([[path, text]])
  const prompt = stalePrompt(project, updatedAt)
  const wasStale = stalePrompt(project, json?.text('updated_at') ?? '') !== undefined
  const promptText = prompt && !wasStale ? promptOf(updatedAt, prompt) : undefined
  if (!prompt || promptText === undefined)
    return { local, diagnostics: [...diagnostics, ...stalePromptWarnings(project, updatedAt)] }
  return { local: local.set(prompt.path, promptText), diagnostics }
}

interface SessionState {
  /** Absent where it is there and invalid. */
  readonly text?: string
  readonly updatedAt?: string
  readonly diagnostics: readonly CommandDiagnostic[]
}

/**
 * The session state next to a run (docs/handover.md, "Commands").
 */
export function sessionState(
  project: Project,
  model: HandoverModel,
  { status, step }: NextSession,
  at: string,
): SessionState {
  const label = labelOf(project, model, step)
  const file = project.files['session-state']
  if (!file) {
    const value = {
      schema_version: 1,
      project: project.folder,
      next_session_brief_path: nextPath(project),
      next_session_label: label,
      status,
      updated_at: timestampOf(at),
    }
    return { text: `${JSON.stringify(value, null, 2)}\n`, updatedAt: value.updated_at, diagnostics: [] }
  }
  const problems = errorsIn(stateShapeProblems(file, model))
  const root = file.json?.mapping()
  if (!file.document || !root || problems.length > 0) {
    const readErrors = file.document
      ? []
      : [
          diagnostic(project, 'SESSION_STATE_READ_ERROR', msg`${file.path} cannot be read`, {
            severity: 'warning',
            place: { path: file.path },
          }),
        ]
    return { diagnostics: [...readErrors, ...problems.map((problem) => problemDiagnostic(problem, 'warning'))] }
  }
  const updatedAt = laterTimestamp(timestampOf(at), file.json?.text('updated_at') ?? '')
  const text = editJson(file.document.text, [
    { set: ['next_session_label'], value: label },
    { set: ['status'], value: status },
    { set: ['updated_at'], value: updatedAt },
  ])
  return { text, updatedAt, diagnostics: [] }
}
