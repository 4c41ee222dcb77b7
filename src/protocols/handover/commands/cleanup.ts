import { type Outcome, refused, type Refusal, usageCode } from '../../../core/command.ts'
import { msg, shellWord } from '../../../core/message.ts'
import type { Problem } from '../../../kit/rules.ts'
import type { HandoverModel, Project } from '../model.ts'
import { plainFolder } from '../reading/paths.ts'
import { progressOf } from '../reading/progress.ts'
import { fileProblems } from '../rules/files.ts'
import { stateShapeProblems } from '../rules/session.ts'
import { type Precondition, unmet } from '../../../kit/command.ts'
import { problemDiagnostic } from '../../../kit/diagnostic.ts'
import { violation } from './diagnostics.ts'
import { ambiguousProject, projectsNamed, unknownProject } from './project.ts'

/** A command of the command line alone. */
const usage = 'Usage: `baton cleanup [--confirm] PROJECT_DIR`'

/** What of a session is left. */
export const leftovers = ({ files }: Project) =>
  [files['session-state'], files['next-session-prompt']].flatMap((file) => (file ? [file.path] : []))

/** What is wrong with the session state of a project. */
export function stateProblems({ files: { 'session-state': state } }: Project, model: HandoverModel): readonly Problem[] {
  return state ? [...fileProblems({ file: state, model }), ...stateShapeProblems(state, model)] : []
}

/** A project whose local session files are to go. */
interface Leftover {
  readonly project: Project
  readonly model: HandoverModel
}

/** What must hold before anything is removed (docs/handover.md, "Commands"). */
const removable: readonly Precondition<Leftover>[] = [
  { violations: ({ project, model }) => stateProblems(project, model).map((problem) => problemDiagnostic(problem)) },
  {
    code: 'CLEANUP_NOT_COMPLETED',
    *violations({ project }) {
      const state = project.files['session-state']
      const status = state?.json?.text('status') ?? ''
      if (!state || status === 'completed') return
      yield violation(project, msg`Unexpected status ${status}, expected ${'completed'}`, {
        hint: 'There is no force: finish the work, or remove the files by hand.',
        place: { path: state.path },
      })
    },
  },
  {
    code: 'SESSION_STATE_NOT_FOUND',
    *violations({ project }) {
      const { 'session-state': state, progress } = project.files
      if (state || (progress && progressOf(progress)?.status === 'completed')) return
      yield violation(project, 'There is no session state, and no completed run that would do in its place', {
        hint: 'Finish the run, or remove the files by hand.',
      })
    },
  },
]

/** The same, with what the caller has to confirm. */
interface Removal extends Leftover {
  readonly confirmed: boolean
}

const confirmation: Precondition<Removal> = {
  code: 'CLEANUP_UNCONFIRMED',
  *violations({ project, confirmed }) {
    if (confirmed) return
    yield violation(project, msg`Nothing was removed: ${leftovers(project)} would go`, {
      hint: msg`${`baton cleanup --confirm ${shellWord(project.folder)}`} removes them.`,
    })
  },
}

/** Why nothing may be removed; `undefined` where it may. */
export const cleanupRefusal = (project: Project, model: HandoverModel): Refusal | undefined => unmet(removable, { project, model })

/** The project that is meant by a path or a name. */
function projectAt(named: string, model: HandoverModel): readonly Project[] {
  const path = plainFolder(named)
  const own = model.projects.find(({ folder, there }) => there && folder === path)
  return own ? [own] : projectsNamed(named.replace(/^project:/, ''), model).filter(({ there }) => there)
}

/** Removes the local session files of a finished project: there is no force and no undo. */
export function cleanUp(model: HandoverModel, named: string | undefined, confirmed: boolean): Outcome {
  if (named === undefined)
    return refused({ code: usageCode, severity: 'error', message: 'Missing project', hint: usage, place: { path: '.' } })
  const [project, ...others] = projectAt(named, model)
  if (!project) return refused(unknownProject(named, model))
  if (others.length > 0) return refused(ambiguousProject(named, [project, ...others]))
  const paths = leftovers(project)
  const outcomeOf = (path: string | undefined) => (path === undefined ? 'not-found' : 'removed')
  const { 'session-state': state, 'next-session-prompt': prompt } = project.files
  const extra = { stateFile: outcomeOf(state?.path), promptFile: outcomeOf(prompt?.path) }
  const reply = msg`state file: ${extra.stateFile}, prompt file: ${extra.promptFile}`
  if (paths.length === 0) return { outcome: 'unchanged', reply, diagnostics: [], extra }
  const refusal = unmet<Removal>([...removable, confirmation], { project, model, confirmed })
  if (refusal) return refusal
  return { outcome: 'changed', changes: new Map(), local: new Map(paths.map((path) => [path, null])), reply, diagnostics: [], extra }
}
