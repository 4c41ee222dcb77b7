import type { CommandDiagnostic } from '../../../core/command.ts'
import type { Mention, Resolved } from '../../../core/target.ts'
import { msg } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import type { HandoverModel, Project } from '../model.ts'

const root = { path: '.' }

/** That nobody knows a name, with the nearest of those that there are. */
export function unknownProject(name: string, { projects }: HandoverModel): CommandDiagnostic {
  const meant = suggestion(
    name,
    projects.flatMap((project) => [project.name, project.slug]),
  )
  return {
    code: 'PROJECT_UNKNOWN',
    severity: 'error',
    message: msg`Unknown project ${name}`,
    hint: meant === undefined ? 'The command `/status` lists the projects.' : msg`Perhaps ${meant} is meant.`,
    place: root,
  }
}

/** The projects that a name means: those of a folder of this name, else those of this slug. */
export function projectsNamed(name: string, { folders, projects }: HandoverModel): readonly Project[] {
  const all = [...folders, ...projects.filter(({ there }) => !there)]
  const own = all.filter((project) => project.name === name)
  return own.length > 0 ? own : all.filter(({ slug }) => slug === name)
}

/** Which project a command means (handover protocol, section 1, "Target"). */
export function resolveProject(model: HandoverModel, { name, words }: Mention): Resolved {
  const meant = projectsNamed(name, model)
  if (meant.length <= 1) return { ids: meant.map(({ target }) => target), words }
  return { refused: [ambiguous(name, meant)] }
}

export function ambiguous(name: string, meant: readonly Project[]): CommandDiagnostic {
  const names = new Set(meant.map((project) => project.name))
  const isSlug = names.size === meant.length
  return {
    code: 'PROJECT_AMBIGUOUS',
    severity: 'error',
    message: isSlug
      ? msg`Unexpected slug ${name}, expected one of ${[...names]}`
      : msg`Unexpected name ${name}: it is that of ${meant.map(({ folder }) => folder)}`,
    hint: isSlug ? 'Several projects have it: write the whole name of the folder.' : 'Several folders have it: rename one of them.',
    place: root,
  }
}

const unfit = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu

/** TEXT as it is written: one line without controls, its blanks folded (handover protocol, section 7). */
export const cleaned = (text: string): string => text.replace(unfit, ' ').replace(/ {2,}/g, ' ').trim()

/** The number of a step; nothing where a word is none. */
export const stepOf = (word: string): number | undefined => (/^\d{1,9}$/.test(word) ? Number(word) : undefined)
