import { type CommandDiagnostic, type Request, refused, type Refusal } from '../../../core/command.ts'
import type { Severity } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { misused, type CommandForm } from '../../../kit/command.ts'
import { levelsOf, type Code, type RuleCode } from '../codes.ts'
import { problemsOf } from '../checks/index.ts'
import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import type { Problem } from '../problem.ts'
import { ambiguous, projectsNamed, unknownProject } from './project.ts'

/** Something that is said about a project; a sentence by `msg`. */
export function remark(
  project: Project,
  code: Code,
  message: string,
  more: { severity?: Severity; hint?: string; path?: string } = {},
): CommandDiagnostic {
  const { severity = 'error', hint, path = project.folder } = more
  return { code, severity, message, place: { path }, target: project.target, ...(hint !== undefined && { hint }) }
}

/** A problem of a file as what a command says. */
export function problemRemark(
  { edit: _, fix: __, levels: ___, concerns: ____, ...problem }: Problem,
  severity: Severity = 'error',
): CommandDiagnostic {
  return { ...problem, severity }
}

/** The errors of a file where it is judged strictly: of all codes, or of those that are asked for. */
export function errorsOf(
  file: HandoverFile | undefined,
  model: HandoverModel,
  isAsked: (code: RuleCode) => boolean = () => true,
): readonly CommandDiagnostic[] {
  const problems = file ? [...problemsOf(file, model)] : []
  return problems
    .filter(({ code, levels }) => isAsked(code) && (levels?.strict ?? levelsOf(code).strict) === 'error')
    .map((problem) => problemRemark(problem))
}

/** The project that a request names, or why no command takes it (handover protocol, section 7). */
export function sceneOf(model: HandoverModel, { name }: Pick<Request, 'name'>, form: CommandForm): Project | Refusal {
  if (name === undefined) return misused(form, 'Missing name, expected that of a project')
  const meant = projectsNamed(name, model)
  const [project] = meant
  if (!project) return refused(unknownProject(name, model))
  if (meant.length > 1) return refused(ambiguous(name, meant))
  if (!project.there)
    return refused(
      remark(project, 'LEGACY_PATH', msg`The project ${project.name} has loose files alone`, {
        hint: msg`Move them to ${project.folder} first.`,
      }),
    )
  if (project.legacy)
    return refused(
      remark(project, 'PROJECT_LEGACY', msg`The project ${project.name} is of an old form`, {
        hint: 'Add front matter to its files first.',
      }),
    )
  return project
}

export const isRefusal = (scene: object): scene is Refusal => 'outcome' in scene && scene.outcome === 'refused'
