import type { Proposal } from '../../core/action.ts'
import { msg } from '../../core/message.ts'
import type { Target } from '../../core/target.ts'
import type { HandoverModel, Project } from './model.ts'
import { fileAt, leadOf } from './reading/paths.ts'
import { planOf, type Step } from './reading/plan.ts'
import { inProgress, nextStep, progressIn, questionIn } from './reading/progress.ts'
import { holderOf } from './states.ts'
import { byTarget, overviewOf } from './targets.ts'

/** How many of the expected paths are named; a manifest may list hundreds. */
const mostNamed = 5

/** The plan of a run, or the one that a run would begin with. */
function planFor(project: Project, model: HandoverModel) {
  const file = fileAt(progressIn(project)?.plan, 'plan', project, model) ?? project.files.plan
  return { path: file?.path, steps: (file && planOf(file)?.steps) ?? [] }
}

const stepOf = (project: Project, model: HandoverModel, number: number): Step | undefined =>
  planFor(project, model).steps.find((step) => step.number === number)

/** The files that an agent reads before it works on a step, the most specific first. */
function filesFor(project: Project, model: HandoverModel, step: number | undefined): readonly string[] {
  const { path, steps } = planFor(project, model)
  const isThere = steps.some(({ number }) => number === step)
  const plan = path === undefined ? undefined : isThere ? `${path}#step-${step}` : path
  return [plan, project.files.brief?.path, overviewOf(project)].filter((each) => each !== undefined)
}

/** The expected paths in the manifest of a step, each once. */
function expectedPaths(step: Step | undefined): readonly string[] {
  const { expected_paths: listed } = (step?.manifests[0]?.value ?? {}) as { readonly expected_paths?: unknown }
  const paths = (Array.isArray(listed) ? listed : []).flatMap((path: unknown) => {
    const lead = typeof path === 'string' ? leadOf(path, undefined) : undefined
    return lead?.kind === 'inside' ? lead.candidates.filter((each) => each !== '' && !each.split('/').includes('.git')) : []
  })
  return [...new Set(paths)]
}

/** The steps that an agent works on. */
function stepsAtWork(project: Project): readonly number[] {
  const progress = progressIn(project)
  return progress && holderOf(progress) === 'agent' ? inProgress(progress).map(({ number }) => number) : []
}

/** The expected paths of the steps that an agent works on: the missing ones are left to do. */
export const expectedAtWork = (project: Project, model: HandoverModel): readonly string[] =>
  stepsAtWork(project).flatMap((number) => expectedPaths(stepOf(project, model, number)))

/** The expected paths of a step that are missing. */
function neededBy(project: Project, model: HandoverModel, number: number): readonly string[] {
  const missing = expectedPaths(stepOf(project, model, number)).filter((path) => model.view.entry(path) === undefined)
  return missing.length <= mostNamed
    ? missing
    : [...missing.slice(0, mostNamed), `${missing.length - mostNamed} more paths of its manifest`]
}

/** The next action on a project, by its state (docs/handover.md, "States"). A project of an old form takes no commands. */
export function next(model: HandoverModel, { id }: Target): Proposal | undefined {
  const project = byTarget(model).get(id)
  if (!project?.there || project.legacy) return undefined
  const { files, folder } = project
  const progress = progressIn(project)
  if (files.progress && !progress) return { do: 'mend' }
  const begin = progress?.mode === 'execute' ? undefined : 1
  const step = begin ?? (progress && nextStep(progress))
  const read = filesFor(project, model, step)
  if (!files.plan && begin !== undefined) return { do: 'wait', why: msg`write ${`${folder}/plan.md`}`, read }
  if (!progress) return { do: 'accept', run: ['accept'], read }
  // A trial run has done no step.
  if (begin !== undefined) return { do: 'accept', run: ['accept', '--new-run'], read }
  const [working, ...others] = stepsAtWork(project)
  if (working !== undefined) {
    const which = others.length === 0 ? '' : ` --step ${working}`
    const run = ['handback', `success|error|question "…"${which}`] as const
    return { do: 'work', run, read: filesFor(project, model, working), needs: neededBy(project, model, working) }
  }
  if (questionIn(progress)) return { do: 'answer', run: ['answer', '"…"'], read }
  if (progress.status === 'completed' || step === undefined)
    return files.review ? undefined : { do: 'review', why: msg`write ${`${folder}/review.md`}`, read }
  const failed = progress.records.find(({ status }) => status === 'failed')
  return failed ? { do: 'decide', run: ['accept'], why: failed.error, read } : { do: 'accept', run: ['accept'], read }
}
