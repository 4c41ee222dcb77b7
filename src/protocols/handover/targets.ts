import type { Remark } from '../../core/command.ts'
import type { Mention, Resolved } from '../../core/protocol.ts'
import { say } from '../../core/say.ts'
import { suggestion } from '../../core/suggestion.ts'
import type { HandoverModel, Project } from './model.ts'

const root = { path: '.' }

/** That nobody knows a name, with the nearest of those that there are. */
export function unknownProject(name: string, { projects }: HandoverModel): Remark {
  const meant = suggestion(
    name,
    projects.flatMap((project) => [project.name, project.slug]),
  )
  return {
    code: 'PROJECT_UNKNOWN',
    severity: 'error',
    message: say`Unknown project ${name}`,
    hint: meant === undefined ? 'The command `/status` lists the projects.' : say`Perhaps ${meant} is meant.`,
    place: root,
  }
}

/** The projects that a name means: that of this folder, else those of this slug. */
export function projectsNamed(name: string, model: HandoverModel): readonly Project[] {
  const own = model.project(name)
  return own ? [own] : model.projects.filter(({ slug }) => slug === name)
}

/** Which project a command means (handover protocol, section 1, "Target"). */
export function resolveProject(model: HandoverModel, { name, words }: Mention): Resolved {
  const meant = projectsNamed(name, model)
  if (meant.length <= 1) return { ids: meant.map(({ target }) => target), words }
  return { refused: [ambiguous(name, meant)] }
}

export const ambiguous = (name: string, meant: readonly Project[]): Remark => ({
  code: 'PROJECT_AMBIGUOUS',
  severity: 'error',
  message: say`Unexpected slug ${name}, expected one of ${meant.map((project) => project.name)}`,
  hint: 'Several projects have it: write the whole name of the folder.',
  place: root,
})
