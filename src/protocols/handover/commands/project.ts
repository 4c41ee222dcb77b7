import { refuse, type CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { requestError } from '../../../kit/diagnostic.ts'
import { namedTargets } from '../../../kit/target.ts'
import type { HandoverModel, Project } from '../model.ts'
import { diagnostic } from './diagnostics.ts'

export const unknownProject = (name: string): CommandDiagnostic => ({
  ...requestError('PROJECT_UNKNOWN', msg`Unknown project ${name}`),
  unknown: name,
})

export function ambiguousProject(name: string, candidates: readonly Project[]): CommandDiagnostic {
  const names = new Set(candidates.map((project) => project.name))
  const isSlug = names.size === candidates.length
  const refusal = isSlug
    ? requestError(
        'PROJECT_AMBIGUOUS',
        msg`Unexpected slug ${name}, expected one of ${[...names]}`,
        msg`Several projects have it: write the whole name of the folder, which ${'/status'} lists.`,
      )
    : requestError(
        'PROJECT_AMBIGUOUS',
        msg`Ambiguous name ${name}, which is that of ${candidates.map(({ folder }) => folder)}`,
        msg`Several folders have it: rename one of them with ${'git mv'}.`,
      )
  return { ...refusal, ambiguous: candidates.map(({ target }) => target) }
}

/** The projects that a name means: those of a folder of this name, otherwise those of this slug. */
export function projectsWithName(name: string, { folders, projects }: HandoverModel): readonly Project[] {
  const allProjects = [...folders, ...projects.filter(({ hasFolder }) => !hasFolder)]
  const nameMatches = allProjects.filter((project) => project.name === name)
  return nameMatches.length > 0 ? nameMatches : allProjects.filter(({ slug }) => slug === name)
}

const projects = namedTargets<HandoverModel, Project>({
  usage: 'SLUG',
  called: 'a project',
  id: ({ target }) => target,
  find(model, { name, words }) {
    const [target, ...otherProjects] = projectsWithName(name, model)
    if (!target) return { unknown: [unknownProject(name)] }
    return otherProjects.length > 0
      ? { refused: [ambiguousProject(name, [target, ...otherProjects])] }
      : { target, words }
  },
})

/** Which project a command means (docs/handover.md, "Commands"). */
export const resolveProject = projects.resolve

/** The project that a request names. Those in an old format take no commands. */
export const project = projects.kind((target) => {
  if (!target.hasFolder)
    return refuse(
      diagnostic(target, 'LEGACY_PATH', msg`The project ${target.name} has only loose files`, {
        hint: msg`Move them to ${target.folder} first: ${'baton validate'} has the commands.`,
      }),
    )
  if (target.legacy)
    return refuse(
      diagnostic(target, 'PROJECT_LEGACY', msg`The project ${target.name} uses an old format`, {
        hint: msg`Add front matter to its files first: ${'baton validate'} says which.`,
      }),
    )
  return { target }
})
