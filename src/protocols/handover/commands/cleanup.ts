import { refuse, type Refusal } from '../../../core/command.ts'
import { msg, shellWord } from '../../../core/message.ts'
import type { Problem } from '../../../kit/rules.ts'
import type { HandoverModel, Project } from '../model.ts'
import { leftovers } from '../discovery.ts'
import { plainFolder } from '../reading/paths.ts'
import { progressOf } from '../reading/progress.ts'
import { fileProblems } from '../rules/files.ts'
import { stateShapeProblems } from '../rules/session.ts'
import {
  type Call,
  command,
  refuseUsage,
  type Precondition,
  type TargetKind,
  checkPreconditions,
} from '../../../kit/command.ts'
import { problemDiagnostic } from '../../../kit/diagnostic.ts'
import { violation } from './diagnostics.ts'
import { ambiguousProject, projectsWithName, unknownProject } from './project.ts'

/** The session files that are left. */
export const sessionFiles = ({ files }: Project) =>
  [files['session-state'], files['next-session-prompt']].flatMap((file) =>
    file && file.unreadable !== 'folder' ? [file.path] : [],
  )

export function stateProblems(
  { files: { 'session-state': state } }: Project,
  model: HandoverModel,
): readonly Problem[] {
  return state ? [...fileProblems({ file: state, model }), ...stateShapeProblems(state, model)] : []
}

/** A project whose local session files are to go. */
type Leftover = Pick<Call<HandoverModel, Project>, 'target' | 'model'>

/** What must hold before anything is removed (docs/handover.md, "Commands"). */
const removalPreconditions: readonly Precondition<Leftover>[] = [
  { violations: ({ target, model }) => stateProblems(target, model).map((problem) => problemDiagnostic(problem)) },
  {
    code: 'CLEANUP_NOT_COMPLETED',
    *violations({ target: project }) {
      const state = project.files['session-state']
      const status = state?.json?.text('status') ?? ''
      if (!state || status === 'completed') return
      const shown = project.files.progress ? msg`, which ${`/handback ${project.name}`} shows,` : ''
      yield violation(project, msg`Unexpected status ${status}, expected ${'completed'}`, {
        hint: `There is no force: finish the work${shown} or remove the files by hand.`,
        place: { path: state.path },
      })
    },
  },
  {
    code: 'SESSION_STATE_NOT_FOUND',
    *violations({ target: project }) {
      const { 'session-state': state, progress } = project.files
      if (state || (progress && progressOf(progress)?.status === 'completed')) return
      const shown = progress ? msg`, which ${`/handback ${project.name}`} shows,` : ''
      yield violation(project, 'There is no session state, and no completed run that could take its place', {
        hint: `Finish the run${shown} or remove the files by hand.`,
      })
    },
  },
]

/** Why nothing may be removed; `undefined` where it may. */
export const cleanupRefusal = (target: Project, model: HandoverModel): Refusal | undefined =>
  checkPreconditions(removalPreconditions, { target, model })

/** The projects that are meant by a path or a name. */
function projectsAt(mention: string, model: HandoverModel): readonly Project[] {
  const path = plainFolder(mention)
  const folderMatch = model.projects.find(({ folder, hasFolder }) => hasFolder && folder === path)
  return folderMatch
    ? [folderMatch]
    : projectsWithName(mention.replace(/^project:/, ''), model).filter(({ hasFolder }) => hasFolder)
}

/** A project by its folder, its name or its slug, old formats too. */
const folderOrName: TargetKind<HandoverModel, Project> = {
  usage: leftovers.target,
  find(model, { name, words }, form) {
    if (name === undefined) return refuseUsage(form, 'Missing project')
    const [target, ...otherProjects] = projectsAt(name, model)
    if (!target) return refuse(unknownProject(name))
    return otherProjects.length > 0 ? refuse(ambiguousProject(name, [target, ...otherProjects])) : { target, words }
  },
}

const outcomeOf = (path: string | undefined) => (path === undefined ? 'not-found' : 'removed')

function removalResult({ files: { 'session-state': state, 'next-session-prompt': prompt } }: Project) {
  const extra = { stateFile: outcomeOf(state?.path), promptFile: outcomeOf(prompt?.path) }
  return { reply: msg`state file: ${extra.stateFile}, prompt file: ${extra.promptFile}`, diagnostics: [], extra }
}

/** Removes the local session files of a finished project: there is no force and no undo. */
export const cleanup = command({
  name: 'cleanup',
  program: true,
  summary: 'Removes the session state and the prompt of a finished project.',
  examples: ['baton cleanup --confirm .claude/projects/2026-01-20-login'],
  target: folderOrName,
  options: { confirm: { kind: 'flag', does: 'really remove them' } },
  already: ({ target }) =>
    sessionFiles(target).length === 0 ? { outcome: 'unchanged', ...removalResult(target) } : undefined,
  preconditions: [
    {
      code: 'CLEANUP_UNCONFIRMED',
      *violations({ target: project, model, options: { confirm } }) {
        if (confirm) return
        const [reason] = cleanupRefusal(project, model)?.diagnostics ?? []
        yield violation(project, msg`Nothing was removed: ${sessionFiles(project)} would go`, {
          hint: reason
            ? `${msg`With ${'--confirm'} it is refused for now`}: ${reason.message}.`
            : msg`${`baton cleanup --confirm ${shellWord(project.folder)}`} removes them.`,
        })
      },
    },
    ...removalPreconditions,
  ],
  run: ({ target }) => ({
    outcome: 'changed',
    changes: new Map(),
    local: new Map(sessionFiles(target).map((path) => [path, null])),
    // No commit has them, which `--confirm` accepts.
    discards: sessionFiles(target),
    anyway: true,
    ...removalResult(target),
  }),
})
