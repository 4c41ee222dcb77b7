import type { ActionKind, Proposal } from '../../core/action.ts'
import { pluralize } from '../../core/diagnostic.ts'
import { msg, shellWord } from '../../core/message.ts'
import type { Target } from '../../core/target.ts'
import { propose } from '../../kit/states.ts'
import { cleanupRefusal } from './commands/cleanup.ts'
import { overviewOf } from './files.ts'
import type { HandoverModel, Project } from './model.ts'
import { expectedPathsOf, planFor, stepOf } from './reading/expected.ts'
import { currentVersions } from './reading/values.ts'
import { requiredSections } from './rules/versions.ts'
import { answersIn, errorIn, nextStep, progressIn } from './reading/progress.ts'
import { machine, stateOf, stepsAtWork } from './states.ts'
import { projectsByTarget } from './targets.ts'
import { isInTree } from '../../core/view.ts'

/** How many of the expected paths are named; a manifest may list hundreds. */
const maxNamed = 5

/** The files that an agent reads before it works on a step, the most specific first. */
function filesForStep(project: Project, model: HandoverModel, step: number | undefined): readonly string[] {
  const { path, steps } = planFor(project, model)
  const hasStep = steps.some(({ number }) => number === step)
  const plan = path === undefined ? undefined : hasStep ? `${path}#step-${step}` : path
  return [plan, project.files.brief?.path, overviewOf(project)].filter((filePath) => filePath !== undefined)
}

/** The expected paths of a step that are missing, and the option that names its commit, where none is recorded. */
function needsOf(project: Project, model: HandoverModel, number: number): readonly string[] {
  const missingPaths = expectedPathsOf(stepOf(project, model, number)).paths.filter(
    (path) => !isInTree(model.view, path),
  )
  const hasCommit = stepsAtWork(progressIn(project)).some((step) => step.number === number && step.commit !== undefined)
  const commitOptions = hasCommit ? [] : ['--done-by REV (default: the newest commit since the grant)']
  return missingPaths.length <= maxNamed
    ? [...commitOptions, ...missingPaths]
    : [
        ...commitOptions,
        ...missingPaths.slice(0, maxNamed),
        `${pluralize(missingPaths.length - maxNamed, 'more path')} of its manifest`,
      ]
}

/** The files that are read before the next step, or the first one of a run that has not begun. */
function filesForNextStep(project: Project, model: HandoverModel): readonly string[] {
  const progress = progressIn(project)
  return filesForStep(project, model, progress?.mode === 'execute' ? nextStep(progress) : 1)
}

/** The form of a review, for the agent that writes it. */
const reviewForm = `front matter type: trekreview, review_version: "${currentVersions.review}", task, slug, project_dir, brief_path, scope_sha_end (a commit), reviewed_files_count, findings: []; ${requiredSections.review.map((name) => `## ${name}`).join(', ')}`

type ProposalDetails = Omit<Proposal, 'do'>

/** What the files of a project add to an action of the table of states; `undefined`: it is not to be done. */
const detailsOf: Readonly<
  Partial<Record<ActionKind, (project: Project, model: HandoverModel) => ProposalDetails | undefined>>
> = {
  mend: () => ({}),
  wait: (project, model) => ({
    why: msg`write ${`${project.folder}/plan.md`}`,
    read: filesForNextStep(project, model),
  }),
  accept: (project, model) => ({ read: filesForNextStep(project, model) }),
  work(project, model) {
    const [record, ...otherRecords] = stepsAtWork(progressIn(project))
    const { number: step = 0 } = record ?? {}
    // The questions about a step and their answers are in its record.
    const answers = record && answersIn(record) !== undefined ? [project.files.progress?.path ?? []].flat() : []
    const details = { read: [...filesForStep(project, model, step), ...answers], needs: needsOf(project, model, step) }
    const [command, words] = propose(machine, 'in progress', 'work').run ?? ['handback']
    return otherRecords.length === 0 ? details : { ...details, run: [command, `${words} --step ${step}`] }
  },
  answer: (project, model) => ({ read: filesForNextStep(project, model) }),
  decide: (project, model) => ({ why: errorIn(progressIn(project)), read: filesForNextStep(project, model) }),
  review: (project, model) => ({
    why: `${project.files.review ? 'complete' : 'write'} ${msg`${`${project.folder}/review.md`}`}`,
    read: filesForNextStep(project, model),
    needs: [`${project.folder}/review.md with ${reviewForm}`],
  }),
  finish(project, model) {
    if (cleanupRefusal(project, model)) return undefined
    return {
      program: `baton cleanup --confirm ${shellWord(project.folder)}`,
      why: 'a command for a shell: it deletes files of this machine alone, and no comment or tool has it',
    }
  },
}

/**
 * The next action on a project, by its state (docs/handover.md, "States"). A project in an old format takes no
 * commands.
 */
export function next(model: HandoverModel, { id }: Target): Proposal | undefined {
  const project = projectsByTarget(model).get(id)
  if (!project?.hasFolder || project.legacy) return undefined
  const state = stateOf(project)
  const [kind] = Object.keys(machine.states[state].next) as ActionKind[]
  const details = kind && detailsOf[kind]?.(project, model)
  return details && { ...propose(machine, state, kind), ...details }
}
