import type { Context } from '../../../core/context.ts'
import { memo } from '../../../core/once.ts'
import type { HandoverModel, Project } from '../model.ts'
import { fileAt, leadOf } from './paths.ts'
import { planOf, type Step } from './plan.ts'
import { progressIn } from './progress.ts'
import { isPattern } from '../../../documents/glob.ts'

/** How many expected paths of a repository are looked at, and how many of one step: plans come from anyone. */
const [mostLooked, mostOfStep] = [5000, 1000]

/** What the manifest of a step says of files. */
export interface ExpectedPaths {
  /** Paths that must be there, from the root of the repository, each once. */
  readonly paths: readonly string[]
  /** Those that cannot be looked for, as they are written: patterns, and places outside of the repository. */
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

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, mostOfStep) : [])

/** The keys whose entries are compared by no one here: they name what a shell, a pattern or a difference would show. */
const otherKeys = ['bash_syntax_check', 'forbidden_paths', 'must_contain'] as const

/** What a step expects of files: `expected_paths`, and those that `must_contain` something. */
export function expectedOf(step: Step | undefined): ExpectedPaths {
  const manifest = (step?.manifests[0]?.value ?? {}) as Readonly<Record<string, unknown>>
  const containing = listOf(manifest['must_contain']).map((each) => (each as { readonly path?: unknown } | null)?.path)
  const written = [...listOf(manifest['expected_paths']), ...containing].filter((path) => typeof path === 'string')
  const paths = new Set<string>()
  const elsewhere = new Set<string>()
  for (const path of written) {
    const lead = leadOf(path, undefined)
    const [inside] = lead.kind === 'inside' ? lead.candidates : []
    if (inside === undefined || inside === '' || inside.split('/').includes('.git') || isPattern(inside)) elsewhere.add(path)
    else paths.add(inside)
  }
  return { paths: [...paths], elsewhere: [...elsewhere], others: otherKeys.filter((key) => listOf(manifest[key]).length > 0) }
}

/**
 * The projects whose steps are compared with files: for commands and next actions all that have a run; in a check of a change those whose
 * run it changes.
 */
export function comparedProjects(now: HandoverModel, before: HandoverModel | undefined, { asksNext }: Context): readonly Project[] {
  const runs = now.folders.filter((project) => progressIn(project) && project.files.plan)
  if (asksNext) return runs
  const earlier = new Map(before?.folders.map((project) => [project.folder, project.files.progress?.document?.text]))
  return runs.filter(({ folder, files }) => !before || earlier.get(folder) !== files.progress?.document?.text)
}

const pathsIn = memo(({ files: { plan } }: Project): readonly string[] =>
  ((plan && planOf(plan)?.steps) ?? []).flatMap((step) => expectedOf(step).paths),
)

/** The expected paths that are looked for in some projects. A plan that is elsewhere is read too late for that. */
export const lookedFor = (projects: readonly Project[]): ReadonlySet<string> =>
  new Set(projects.flatMap((project) => pathsIn(project)).slice(0, mostLooked))
