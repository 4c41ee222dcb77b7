import type { Context } from '../../../core/context.ts'
import { memo } from '../../../core/once.ts'
import type { HandoverModel, Project } from '../model.ts'
import { fileAt, leadOf } from './paths.ts'
import { planOf, type Step } from './plan.ts'
import { progressIn } from './progress.ts'
import { isPattern } from '../../../documents/glob.ts'

/** How many expected paths of a repository are looked at, and how many of one step: plans come from anyone. */
const [maxPathsToFind, maxPathsPerStep] = [5000, 1000]

/** What the manifest of a step says of files. */
export interface ExpectedPaths {
  /** Paths that must be there, from the root of the repository, each once. */
  readonly paths: readonly string[]
  /** The files that cannot be looked for, as they are written: patterns, and places outside of the repository. */
  readonly elsewhere: readonly string[]
  /** Keys of the manifest that say more than what can be compared. */
  readonly others: readonly string[]
}

/** The plan of a run, or the one that a run would begin with. */
export function planFor(project: Project, model: HandoverModel) {
  const file = fileAt(progressIn(project)?.plan, 'plan', project, model) ?? project.files.plan
  return { path: file?.path, steps: (file && planOf(file)?.steps) ?? [] }
}

export const stepOf = (project: Project, model: HandoverModel, number: number): Step | undefined =>
  planFor(project, model).steps.find((step) => step.number === number)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, maxPathsPerStep) : [])

/** The keys whose entries are compared by no one here: they name what a shell, a pattern or a difference would show. */
const otherKeys = ['bash_syntax_check', 'forbidden_paths', 'must_contain'] as const

/** What a step expects of files: `expected_paths`, and those that `must_contain` something. */
export function expectedPathsOf(step: Step | undefined): ExpectedPaths {
  const manifest = (step?.manifests[0]?.value ?? {}) as Readonly<Record<string, unknown>>
  const pathsWithContent = listOf(manifest['must_contain']).map(
    (item) => (item as { readonly path?: unknown } | null)?.path,
  )
  const writtenPaths = [...listOf(manifest['expected_paths']), ...pathsWithContent].filter(
    (path) => typeof path === 'string',
  )
  const paths = new Set<string>()
  const unsearchablePaths = new Set<string>()
  for (const path of writtenPaths) {
    const lead = leadOf(path, undefined)
    const [innerPath] = lead.kind === 'inside' ? lead.candidates : []
    if (innerPath === undefined || innerPath === '' || innerPath.split('/').includes('.git') || isPattern(innerPath))
      unsearchablePaths.add(path)
    else paths.add(innerPath)
  }
  return {
    paths: [...paths],
    elsewhere: [...unsearchablePaths],
    others: otherKeys.filter((key) => listOf(manifest[key]).length > 0),
  }
}

/**
 * The projects whose steps are compared with files: for commands and next actions all that have a run; in a check of a
 * change those whose run it changes.
 */
export function comparedProjects(
  model: HandoverModel,
  modelBefore: HandoverModel | undefined,
  { asksNext }: Context,
): readonly Project[] {
  const projectsWithRun = model.folders.filter((project) => progressIn(project) && project.files.plan)
  if (asksNext) return projectsWithRun
  const runTextsBefore = new Map(
    modelBefore?.folders.map((project) => [project.folder, project.files.progress?.document?.text]),
  )
  return projectsWithRun.filter(
    ({ folder, files }) => !modelBefore || runTextsBefore.get(folder) !== files.progress?.document?.text,
  )
}

const expectedPathsIn = memo(({ files: { plan } }: Project): readonly string[] =>
  ((plan && planOf(plan)?.steps) ?? []).flatMap((step) => expectedPathsOf(step).paths),
)

/** The expected paths that are looked for in some projects. A plan that is elsewhere is read too late for that. */
export const pathsToFind = (projects: readonly Project[]): ReadonlySet<string> =>
  new Set(projects.flatMap((project) => expectedPathsIn(project)).slice(0, maxPathsToFind))
