import { refuse } from '../../../core/command.ts'
import { msg, visibleLine, shellWord } from '../../../core/message.ts'
import { command } from '../../../kit/command.ts'
import type { HandoverModel, Project } from '../model.ts'
import { stepsInProgress, nextStep, progressOf } from '../reading/progress.ts'
import { labelOf, nextPath } from './session-state.ts'
import { cleanupRefusal, sessionFiles, stateProblems } from './cleanup.ts'
import { problemDiagnostic } from '../../../kit/diagnostic.ts'
import { diagnostic, violation } from './diagnostics.ts'
import { project } from './project.ts'

/** Where to go on. */
interface ResumePoint {
  readonly label: string
  readonly status: string
  readonly updated: string
  readonly path: string
}

function resumePointOf(project: Project, model: HandoverModel): ResumePoint | undefined {
  const state = project.files['session-state']
  if (state?.json?.data) {
    const text = (key: string) => state.json?.text(key) ?? ''
    return {
      label: text('next_session_label'),
      status: text('status'),
      updated: text('updated_at'),
      path: text('next_session_brief_path'),
    }
  }
  const progress = project.files.progress && progressOf(project.files.progress)
  if (!progress) return undefined
  const step = stepsInProgress(progress)[0]?.number ?? nextStep(progress)
  return {
    label: labelOf(project, model, step),
    status: progress.status ?? '',
    updated: progress.updatedAt ?? '',
    path: nextPath(project),
  }
}

const linesOf = (
  { folder }: Project,
  { label, status, updated, path }: ResumePoint,
  format: (text: string) => string,
): readonly string[] => [
  `Project: ${format(folder)} – ${format(label)}`,
  `Status: ${format(status)} (updated ${format(updated)})`,
  `Next: ${format(path)}`,
]

/** The hint for a project that is complete. */
const endHint = (project: Project, model: HandoverModel): string =>
  sessionFiles(project).length > 0 && !cleanupRefusal(project, model)
    ? msg`${`baton cleanup --confirm ${shellWord(project.folder)}`} removes what is left of it.`
    : 'Begin a new project with /trekbrief or /trekplan.'

/** Shows where to go on, in three lines (docs/handover.md, "Commands"). Nothing changes. */
export const resume = command({
  name: 'continue',
  summary:
    'Reports where to continue, in three lines: from the session state where there is one, otherwise from `progress.json`. Nothing changes.',
  examples: ['/continue login'],
  target: project,
  prepare: ({ target, model }) => resumePointOf(target, model),
  preconditions: [
    { violations: ({ target, model }) => stateProblems(target, model).map((problem) => problemDiagnostic(problem)) },
    {
      code: 'SESSION_STATE_NOT_FOUND',
      *violations({ target, prepared: resumePoint }) {
        if (resumePoint) return
        yield violation(target, msg`There is no session and no run in ${target.folder}`, {
          hint: 'Start with /trekbrief or /trekplan.',
        })
      },
    },
  ],

  run({ target, model, prepared: resumePoint }) {
    if (!resumePoint) return refuse()
    const lines = linesOf(target, resumePoint, (text) => visibleLine(text, 500))
    const completionWarning = diagnostic(
      target,
      'SESSION_STATE_NOT_RESUMABLE',
      'No further session to resume: the project is complete',
      {
        severity: 'warning',
        hint: endHint(target, model),
      },
    )
    const diagnostics = resumePoint.status === 'completed' ? [completionWarning] : []
    return {
      outcome: 'unchanged',
      reply: linesOf(target, resumePoint, (text) => msg`${text}`).join('\n'),
      diagnostics,
      extra: { lines },
    }
  },
})
