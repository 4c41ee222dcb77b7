import type { Proposal } from '../../core/action.ts'
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
import { machine, stateOf, stepsAtWork, type State } from './states.ts'
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

type Proposer = (state: State, project: Project, model: HandoverModel) => Proposal | undefined

/** The files that are read before the next step, or the first one of a run that has not begun. */
function filesForNextStep(project: Project, model: HandoverModel): readonly string[] {
  const progress = progressIn(project)
  return filesForStep(project, model, progress?.mode === 'execute' ? nextStep(progress) : 1)
}

const acceptProposal: Proposer = (state, project, model) =>
  propose(machine, state, 'accept', { read: filesForNextStep(project, model) })
const reviewProposal: Proposer = (state, project, model) =>
  propose(machine, state, 'review', {
    why: msg`write ${`${project.folder}/review.md`}`,
    read: filesForNextStep(project, model),
    needs: [`${project.folder}/review.md with ${reviewForm}`],
  })

/** The form of a review, for the agent that writes it. */
const reviewForm = `front matter type: trekreview, review_version: "${currentVersions.review}", task, slug, project_dir, brief_path, scope_sha_end (a commit), reviewed_files_count, findings: []; ${requiredSections.review.map((name) => `## ${name}`).join(', ')}`

/** What the files of a project add to the table of states. */
const proposals: Readonly<Record<State, Proposer>> = {
  unreadable: (state) => propose(machine, state, 'mend'),
  'no plan': (state, project, model) =>
    propose(machine, state, 'wait', {
      why: msg`write ${`${project.folder}/plan.md`}`,
      read: filesForNextStep(project, model),
    }),
  planned: acceptProposal,
  trial: acceptProposal,
  pending: acceptProposal,
  'in progress'(state, project, model) {
    const [record, ...otherRecords] = stepsAtWork(progressIn(project))
    const { number: step = 0 } = record ?? {}
    // The questions about a step and their answers are in its record.
    const answers = record && answersIn(record) !== undefined ? [project.files.progress?.path ?? []].flat() : []
    const details = { read: [...filesForStep(project, model, step), ...answers], needs: needsOf(project, model, step) }
    const work = propose(machine, state, 'work', details)
    const [command, words] = work.run ?? ['handback']
    return otherRecords.length === 0 ? work : { ...work, run: [command, `${words} --step ${step}`] }
  },
  'between steps': acceptProposal,
  asked: (state, project, model) => propose(machine, state, 'answer', { read: filesForNextStep(project, model) }),
  failed: (state, project, model) =>
    propose(machine, state, 'decide', { why: errorIn(progressIn(project)), read: filesForNextStep(project, model) }),
  'put off': reviewProposal,
  completed: reviewProposal,
  'left over'(state, project, model) {
    if (cleanupRefusal(project, model)) return undefined
    return {
      ...propose(machine, state, 'finish'),
      program: `baton cleanup --confirm ${shellWord(project.folder)}`,
      why: 'a command for a shell: it deletes files of this machine alone, and no comment or tool has it',
    }
  },
  reviewed: () => undefined,
}

/**
 * The next action on a project, by its state (docs/handover.md, "States"). A project in an old format takes no
 * commands.
 */
export function next(model: HandoverModel, { id }: Target): Proposal | undefined {
  const project = projectsByTarget(model).get(id)
  if (!project?.hasFolder || project.legacy) return undefined
  const state = stateOf(project)
  return proposals[state](state, project, model)
}
