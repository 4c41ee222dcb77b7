import type { Proposal } from '../../core/action.ts'
import { pluralize } from '../../core/diagnostic.ts'
import { msg, shellWord } from '../../core/message.ts'
import type { Target } from '../../core/target.ts'
import { propose } from '../../kit/states.ts'
import { cleanupRefusal } from './commands/cleanup.ts'
import type { HandoverModel, Project } from './model.ts'
import { expectedOf, planFor, stepOf } from './reading/expected.ts'
import { current } from './reading/values.ts'
import { requiredSections } from './rules/versions.ts'
import { answersIn, errorIn, nextStep, progressIn } from './reading/progress.ts'
import { machine, stateOf, stepsAtWork, type State } from './states.ts'
import { byTarget, overviewOf } from './targets.ts'
import { isInTree } from '../../core/view.ts'

/** How many of the expected paths are named; a manifest may list hundreds. */
const mostNamed = 5

/** The files that an agent reads before it works on a step, the most specific first. */
function filesFor(project: Project, model: HandoverModel, step: number | undefined): readonly string[] {
  const { path, steps } = planFor(project, model)
  const isThere = steps.some(({ number }) => number === step)
  const plan = path === undefined ? undefined : isThere ? `${path}#step-${step}` : path
  return [plan, project.files.brief?.path, overviewOf(project)].filter((each) => each !== undefined)
}

/** The expected paths of a step that are missing, and the option that names its commit, where none is recorded. */
function neededBy(project: Project, model: HandoverModel, number: number): readonly string[] {
  const missing = expectedOf(stepOf(project, model, number)).paths.filter((path) => !isInTree(model.view, path))
  const hasCommit = stepsAtWork(progressIn(project)).some((step) => step.number === number && step.commit !== undefined)
  const named = hasCommit ? [] : ['--done-by REV (default: the newest commit since the grant)']
  return missing.length <= mostNamed
    ? [...named, ...missing]
    : [...named, ...missing.slice(0, mostNamed), `${pluralize(missing.length - mostNamed, 'more path')} of its manifest`]
}

type Propose = (state: State, project: Project, model: HandoverModel) => Proposal | undefined

/** The files that are read before the next step, or the first one of a run that has not begun. */
function filesOf(project: Project, model: HandoverModel): readonly string[] {
  const progress = progressIn(project)
  return filesFor(project, model, progress?.mode === 'execute' ? nextStep(progress) : 1)
}

const accepted: Propose = (state, project, model) => propose(machine, state, 'accept', { read: filesOf(project, model) })
const reviewed: Propose = (state, project, model) =>
  propose(machine, state, 'review', {
    why: msg`write ${`${project.folder}/review.md`}`,
    read: filesOf(project, model),
    needs: [`${project.folder}/review.md with ${reviewForm}`],
  })

/** What a review consists of. */
const reviewForm = `front matter type: trekreview, review_version: "${current.review}", task, slug, project_dir, brief_path, scope_sha_end (a commit), reviewed_files_count, findings: []; ${requiredSections.review.map((name) => `## ${name}`).join(', ')}`

/** What the files of a project add to the table of states. */
const proposals: Readonly<Record<State, Propose>> = {
  unreadable: (state) => propose(machine, state, 'mend'),
  'no plan': (state, project, model) =>
    propose(machine, state, 'wait', { why: msg`write ${`${project.folder}/plan.md`}`, read: filesOf(project, model) }),
  planned: accepted,
  trial: accepted,
  pending: accepted,
  'in progress'(state, project, model) {
    const [record, ...others] = stepsAtWork(progressIn(project))
    const { number: step = 0 } = record ?? {}
    // The questions about a step and their answers are in its record.
    const answers = record && answersIn(record) !== undefined ? [project.files.progress?.path ?? []].flat() : []
    const details = { read: [...filesFor(project, model, step), ...answers], needs: neededBy(project, model, step) }
    const work = propose(machine, state, 'work', details)
    const [command, words] = work.run ?? ['handback']
    return others.length === 0 ? work : { ...work, run: [command, `${words} --step ${step}`] }
  },
  'between steps': accepted,
  asked: (state, project, model) => propose(machine, state, 'answer', { read: filesOf(project, model) }),
  failed: (state, project, model) =>
    propose(machine, state, 'decide', { why: errorIn(progressIn(project)), read: filesOf(project, model) }),
  'put off': reviewed,
  completed: reviewed,
  'left over'(state, project, model) {
    if (cleanupRefusal(project, model)) return undefined
    return { ...propose(machine, state, 'finish'), program: `baton cleanup --confirm ${shellWord(project.folder)}` }
  },
  reviewed: () => undefined,
}

/** The next action on a project, by its state (docs/handover.md, "States"). A project in an old format takes no commands. */
export function next(model: HandoverModel, { id }: Target): Proposal | undefined {
  const project = byTarget(model).get(id)
  if (!project?.there || project.legacy) return undefined
  const state = stateOf(project)
  return proposals[state](state, project, model)
}
