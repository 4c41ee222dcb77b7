import { contradiction } from '../../../core/compared.ts'
import { msg } from '../../../core/message.ts'
import { type Problem, overParts, problemsOf } from '../../../kit/rules.ts'
import { stepPair } from '../compared.ts'
import type { HandoverFile, HandoverModel } from '../model.ts'
import { commitMatcherOf, commitsOf, commitsSince, fullShaOf } from '../reading/commits.ts'
import { comparedProjects, expectedPathsOf, pathsToFind, stepOf } from '../reading/expected.ts'
import { fileAt, isAbsolute, lookUp } from '../reading/paths.ts'
import { planOf, sourceFindings } from '../reading/plan.ts'
import {
  highestClosedStep,
  isClosed,
  nextStep,
  progressIn,
  progressOf,
  questionIn,
  stepsInProgress,
  type Progress,
} from '../reading/progress.ts'
import { isNull } from '../../../kit/record.ts'
import { raisedStepEdit } from '../writing/progress.ts'
import { instantOf, isSameVersion } from '../reading/values.ts'
import { files, finding, partsAboutFiles, type FileRule, type FileSubject, type HandoverRules } from './subjects.ts'
import { isInTree } from '../../../core/view.ts'

/** Why the parts of a progress file contradict each other, each with the key that says so. */
export function* contradictions(progress: Progress): Iterable<readonly [key: string, message: string, hint: string]> {
  const { status, records, root } = progress
  const completedAt = root.get('completed_at')?.value
  const hasCompletedAt = completedAt !== undefined && !isNull(completedAt)
  if (status === 'completed') {
    const openStep = records.find((record) => !isClosed(record))?.number ?? nextStep(progress)
    if (openStep !== undefined)
      yield [
        'status',
        msg`Unexpected ${'completed'} though step ${openStep} is not closed`,
        'Write the status that the run has, or close the step.',
      ]
    if (!hasCompletedAt)
      yield [
        'status',
        msg`Unexpected ${'completed'} without ${'completed_at'}`,
        msg`Write when it was completed into ${'completed_at'}.`,
      ]
  } else if (hasCompletedAt && status !== undefined) {
    const hint = msg`Write ${'null'}, or the status ${'completed'}.`
    yield ['completed_at', msg`Unexpected ${'completed_at'} with the status ${status}`, hint]
  }
  const begunRecord = records.find(
    (record) => record.status === 'completed' || record.status === 'in_progress' || record.status === 'failed',
  )
  if (status === 'pending' && begunRecord)
    yield [
      'status',
      msg`Unexpected ${'pending'} though step ${begunRecord.number} was begun`,
      'Write the status that the run has.',
    ]
  const [startInstant, updateInstant] = [instantOf(progress.startedAt ?? ''), instantOf(progress.updatedAt ?? '')]
  if (startInstant !== undefined && updateInstant !== undefined && updateInstant < startInstant)
    yield [
      'updated_at',
      msg`Unexpected ${progress.updatedAt ?? ''}, expected one no earlier than ${'started_at'}`,
      'Correct the time that is wrong.',
    ]
}

/** The path that a run names as its plan, and what is there. */
function planReferenceOf(file: HandoverFile, model: HandoverModel) {
  const { root, plan: planPath } = progressOf(file) ?? {}
  const node = root?.get('plan')?.value
  return node && planPath !== undefined && planPath !== ''
    ? { node, written: planPath, found: lookUp(planPath, file.project, model) }
    : undefined
}

/** A run with the plan that it must agree with. */
function runWithPlanOf(file: HandoverFile, model: HandoverModel) {
  const progress = progressOf(file)
  const planReference = planReferenceOf(file, model)
  const plan = planReference && fileAt(planReference.written, 'plan', file.project, model)
  const planContent = plan && planOf(plan)
  if (!progress || !plan || !planContent) return undefined
  const isCompleted = progress.status === 'completed'
  // A plan that answers a review follows the run that was reviewed, often in the same change.
  if (isCompleted && sourceFindings(plan).length > 0) return undefined
  return { progress, read: planContent, isCompleted, path: plan.path }
}

const meaningRules: readonly FileRule[] = [
  {
    code: 'PROGRESS_STEP_COUNT_MISMATCH',
    strict: 'warning',
    soft: 'warning',
    summary: 'There are not as many records as `total_steps`.',
    why: 'A missing record counts as pending, which may not be what was meant.',
    repair: 'Add the records.',
    *check({ file }) {
      const { root, total } = progressOf(file) ?? {}
      const steps = root?.get('steps')
      if (steps?.value.kind !== 'mapping' || total === undefined || steps.value.entries.length === total) return
      const count = steps.value.entries.length
      yield finding(file, msg`Unexpected number of records: ${count}, expected ${total}`, steps.key, {
        hint:
          count < total
            ? 'A missing record counts as pending.'
            : msg`Take out the records of steps that are none, or write how many steps there are into ${'total_steps'}.`,
      })
    },
  },
  {
    code: 'PROGRESS_STATE_INCOHERENT',
    strict: 'error',
    soft: 'warning',
    summary: 'The status contradicts the records or `completed_at`, or the run was updated before it was started.',
    why: 'One of the two is wrong, and readers may act on the wrong one.',
    repair: 'Find out what happened, and fix the one that is wrong.',
    *check({ file }) {
      const progress = progressOf(file)
      for (const [key, message, hint] of progress ? contradictions(progress) : [])
        yield finding(file, message, progress?.root.get(key)?.value, { hint })
    },
  },
  {
    code: 'PROGRESS_CURRENT_STEP_DRIFT',
    strict: 'error',
    soft: 'warning',
    contradiction: true,
    summary: '`current_step` is neither the highest completed nor the highest closed step, nor one in progress.',
    why: 'The next session would repeat a step, or skip one.',
    repair: 'Write the highest closed step; it is never lowered.',
    safe: true,
    *check({ file, model }) {
      const progress = progressOf(file)
      const node = progress?.root.get('current_step')?.value
      const pair = progress && stepPair(file)
      const { current } = progress ?? {}
      if (!progress || !node || current === undefined || !pair || pair.agrees) return
      const closedStep = highestClosedStep(progress)
      yield finding(
        file,
        msg`Unexpected ${'current_step'} ${current}, expected ${closedStep}, the highest closed step`,
        node,
        {
          hint:
            closedStep > current ? msg`Write ${closedStep}.` : 'Record the steps that were done: it is never lowered.',
          ...(closedStep > current && {
            fix: '/fix PROGRESS_CURRENT_STEP_DRIFT',
            edit: raisedStepEdit(file, progress, node, model.context.at),
          }),
          ...contradiction(pair),
        },
      )
    },
  },
  {
    code: 'PROGRESS_ALREADY_DONE',
    strict: 'notice',
    soft: 'notice',
    summary: 'A progress file that was named is completed.',
    why: 'There is nothing to resume.',
    repair: 'No action is needed; `/accept SLUG --new-run` begins again.',
    *check({
      file,
      model: {
        context: { namedFiles },
      },
    }) {
      const { status, root } = progressOf(file) ?? {}
      if (status === 'completed' && namedFiles?.paths.includes(file.path) === true)
        yield finding(file, 'The run is completed: there is nothing to resume', root?.get('status')?.value)
    },
  },
  {
    code: 'PROGRESS_INVALID_PATH',
    strict: 'warning',
    soft: 'warning',
    summary: '`plan` is absolute, or leads out of the repository.',
    why: 'It is a path of one machine.',
    repair: 'Write the path from the root of the repository.',
    hint: 'Write the path of the plan from the root of the repository.',
    *check({ file, model }) {
      const { node, written: planPath = '', found: lookup } = planReferenceOf(file, model) ?? {}
      if (lookup && (isAbsolute(planPath) || lookup.kind === 'outside'))
        yield finding(file, msg`Unexpected path ${planPath}, expected one in the repository`, node)
    },
  },
  {
    code: 'PROGRESS_PLAN_NOT_FOUND',
    strict: 'error',
    soft: 'warning',
    summary: '`plan` does not point to a file.',
    why: 'A plan that is gone cannot be executed.',
    repair: 'Write the path of the plan.',
    hint: 'Restore the plan, or write its path from the root of the repository.',
    *check({ file, model }) {
      const { node, written: planPath = '', found: lookup } = planReferenceOf(file, model) ?? {}
      if (lookup?.kind === 'absent')
        yield finding(file, msg`${planPath} does not point to a plan`, node, { concerns: [lookup.path] })
    },
  },
  {
    code: 'PROGRESS_PLAN_STEPS_MISMATCH',
    strict: 'error',
    soft: 'warning',
    summary:
      '`total_steps` is not the number of steps in the plan. For a completed run, only where the change touches it, and the plan answers no review.',
    why: 'Steps were added or removed during the run.',
    repair: 'Bring both in line, or begin a new run with `/accept SLUG --new-run`.',
    *check({ file, model }) {
      const runWithPlan = runWithPlanOf(file, model)
      if (!runWithPlan) return
      const { isCompleted, path, read: planContent } = runWithPlan
      const { planType, total, root } = runWithPlan.progress
      if (planType !== 'session-spec' && total !== undefined && total !== planContent.steps.length)
        yield finding(
          file,
          msg`Unexpected number of steps: ${total}, expected ${planContent.steps.length} as in the plan`,
          root.get('total_steps')?.value,
          {
            // A newer plan may follow a finished run.
            ...(isCompleted ? { levels: { soft: 'off' } } : { concerns: [path] }),
            hint: msg`Bring the plan of this run back, or write ${planContent.steps.length} and let the records follow.`,
          },
        )
    },
  },
  {
    code: 'PROGRESS_PLAN_VERSION_MISMATCH',
    strict: 'error',
    soft: 'warning',
    summary: '`plan_version` is not that of the plan. For a completed run, only where the change touches it.',
    why: 'The run was begun with another plan.',
    repair: 'Bring both in line.',
    *check({ file, model }) {
      const runWithPlan = runWithPlanOf(file, model)
      if (!runWithPlan) return
      const { isCompleted, path, read: planContent } = runWithPlan
      const { planVersion, root } = runWithPlan.progress
      if (planContent.version === undefined || planVersion === undefined) return
      if (planVersion !== planContent.version && !isSameVersion(planVersion, planContent.version))
        yield finding(
          file,
          msg`Unexpected version ${planVersion}, expected ${planContent.version} as in the plan`,
          root.get('plan_version')?.value,
          {
            ...(isCompleted ? { levels: { soft: 'off' } } : { concerns: [path] }),
            hint: msg`Write ${planContent.version}.`,
          },
        )
    },
  },
]

/** What the parts of a progress file, and the plan of its run, show together. */
export const meaningProblems = (subject: FileSubject): readonly Problem[] => problemsOf(meaningRules, subject)

/** Steps that are recorded as completed, with the files that their manifests expect and that are not there. */
const stepsWithMissingFiles = partsAboutFiles(function* ({ now: model, before: modelBefore, context }) {
  const projects = comparedProjects(model, modelBefore, context)
  const searchedPaths = pathsToFind(projects)
  for (const project of projects) {
    const { progress: file } = project.files
    const progress = progressIn(project)
    if (!file || !progress) continue
    for (const record of progress.records) {
      // The note says why the files deviate; a commit that is named where there is no repository may have them.
      const isExplained = record.audit === 'pass-with-note' && (record.note ?? '').trim() !== ''
      const isElsewhere = context.log === undefined && record.commit !== undefined
      if (record.status !== 'completed' || isExplained || isElsewhere) continue
      const { paths } = expectedPathsOf(stepOf(project, model, record.number))
      const missingPaths = paths.filter((path) => searchedPaths.has(path) && !isInTree(model.view, path))
      if (missingPaths.length > 0)
        yield { file, model, record, missing: missingPaths, isCompleted: progress.status === 'completed' }
    }
  }
})

/** How a step is recorded that git shows to be done: by the commands that record one, where they take it now. */
function recordingHint({ project }: HandoverFile, progress: Progress, step: number, sha: string): string {
  const stepNumbers = stepsInProgress(progress).map(({ number }) => number)
  const isOpen = progress.mode === 'execute' && nextStep(progress) === step && !questionIn(progress)
  if (!project || !isOpen || stepNumbers.some((number) => number !== step))
    return msg`Record step ${step} as completed by ${sha}.`
  const handback = msg`${`/handback ${project.name} success --step ${step} --done-by ${sha}`} records it.`
  return stepNumbers.length > 0
    ? handback
    : `${msg`${`/accept ${project.name} --step ${step}`} takes the step up`}, then ${handback}`
}

const commitRules: readonly FileRule[] = [
  {
    code: 'PROGRESS_COMMIT_UNKNOWN',
    strict: 'warning',
    soft: 'notice',
    summary: 'All commits are known, and a recorded one is not among them.',
    why: 'The proof of the step is lost; squash merges cause that.',
    repair: 'Record the commit that replaced it.',
    hint: 'Squash merges drop commits: record the one that replaced it.',
    *check({ file, model }) {
      const commits = commitsOf(file, model)
      for (const { commit = '', node, number } of commits?.recorded ?? [])
        if (commits && fullShaOf(commits.log, commit) === undefined)
          yield finding(file, msg`The history has no commit ${commit} of step ${number}`, node.get('commit')?.value)
    },
  },
  {
    code: 'PROGRESS_GIT_DRIFT',
    strict: 'warning',
    soft: 'warning',
    summary: 'A commit since the start of the session looks like that of the next step, which is not recorded.',
    why: 'Git is ahead of the record: the next session would do the step again.',
    repair: '`/handback SLUG success --step N --done-by SHA` records it.',
    *check({ file, model }) {
      const commits = commitsOf(file, model)
      if (commits?.start === undefined) return
      const { log, progress, recorded: recordsWithCommit, start } = commits
      const nextNumber = highestClosedStep(progress) + 1
      const matches = commitMatcherOf(nextNumber, file, progress, model)
      if (!matches) return
      const recordedShas = new Set(recordsWithCommit.map(({ commit = '' }) => fullShaOf(log, commit)))
      const unrecordedCommit = commitsSince(log, start).find(
        (commit) => !recordedShas.has(commit.sha) && matches(commit),
      )
      if (!unrecordedCommit) return
      const shortSha = unrecordedCommit.sha.slice(0, 7)
      yield finding(
        file,
        msg`The commit ${shortSha} (${unrecordedCommit.subject}) is that of step ${nextNumber}, which is not recorded`,
        progress.root.get('current_step')?.value,
        { hint: recordingHint(file, progress, nextNumber, shortSha) },
      )
    },
  },
]

/** How many missing files are named. */
const maxNamed = 5

export const runRules: HandoverRules = {
  name: 'run',
  title: 'A run, its plan and its commits',
  rules: [
    overParts(files('progress'), meaningRules),
    overParts(stepsWithMissingFiles, [
      {
        code: 'PROGRESS_EXPECTED_MISSING',
        strict: 'warning',
        soft: 'notice',
        summary:
          'A step is recorded as completed, and files that its manifest expects are not there. For a completed run, only where the change touches it.',
        why: 'The record says that work is done, and the repository does not show it.',
        repair:
          'Write the files, or record why they are not there: `"manifest_audit": "pass-with-note"` with a `note`.',
        hint: 'Write the files, or say in `note` why they are not there, with the audit `pass-with-note`.',
        *check({ file, record: { number, node, key }, missing: missingPaths, isCompleted }) {
          const omittedText = missingPaths.length > maxNamed ? ` and ${missingPaths.length - maxNamed} more` : ''
          yield finding(
            file,
            `${msg`Step ${number} is completed without ${missingPaths.slice(0, maxNamed)}`}${omittedText}`,
            node.get('status')?.value ?? key,
            // Files of a finished run may be moved by later work.
            isCompleted ? { levels: { soft: 'off' } } : {},
          )
        },
      },
    ]),
    overParts(files('progress'), commitRules),
  ],
}
