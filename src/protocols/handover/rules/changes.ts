import type { Comparison } from '../../../core/context.ts'
import { toPlainData } from '../../../documents/data.ts'
import { msg } from '../../../core/message.ts'
import { overParts } from '../../../kit/rules.ts'
import type { HandoverFile, HandoverModel } from '../model.ts'
import { planOf, sourceFindings, type Step } from '../reading/plan.ts'
import { progressOf, type Progress, progressIn } from '../reading/progress.ts'
import { writtenNumber, writtenText, writtenValue } from '../../../kit/written.ts'
import { compareVersions, instantOf, versionOf } from '../reading/values.ts'
import { mayProgressMove, mayResearchMove } from '../states.ts'
import { wrongKeys } from './progress.ts'
import { changedFiles, changedProjects, finding, removedProjects, type HandoverRules } from './subjects.ts'

const stepText = ({ document }: HandoverFile, { line, manifests }: Step) =>
  [document?.line(line), ...manifests.map(({ text }) => text)].join('\n')

/** The instants of a key before and after, where both are known. */
function instantsOf(
  key: 'startedAt' | 'updatedAt',
  progress: Progress,
  progressBefore: Progress,
): readonly [now: number, before: number] | undefined {
  const [to, from] = [instantOf(progress[key] ?? ''), instantOf(progressBefore[key] ?? '')]
  return to === undefined || from === undefined ? undefined : [to, from]
}

/**
 * Whether the plan answers a review, and is not the plan of the recorded run: it answers other findings than before, or
 * was another plan before the change already. Such a plan follows the run that was reviewed, and may be any.
 */
function answersReview(file: HandoverFile, fileBefore: HandoverFile, runBefore: Progress | undefined): boolean {
  const [findings, findingsBefore] = [file, fileBefore].map(sourceFindings)
  if (findings?.length === 0) return false
  const planBefore = planOf(fileBefore)
  const wasAnotherPlan =
    planBefore !== undefined && runBefore?.total !== undefined && planBefore.steps.length !== runBefore.total
  return (
    JSON.stringify(findings) !== JSON.stringify(findingsBefore) || (wasAnotherPlan && runBefore.status === 'completed')
  )
}

/** Everything that a progress file holds but when it was written. */
const dataOf = ({ root }: Progress) => JSON.stringify({ ...(toPlainData(root) as object), updated_at: null })

interface RunChange {
  readonly file: HandoverFile
  readonly run: Progress
  readonly runBefore: Progress
}

/** Runs that a change goes on with or, after which anything may be different, begins again. */
const runChanges = (beginsAgain: boolean) =>
  function* (comparison: Comparison<HandoverModel>): Iterable<RunChange> {
    for (const { file, before: fileBefore } of changedFiles('progress')(comparison)) {
      const [run, runBefore] = [progressOf(file), progressOf(fileBefore)]
      if (!run || !runBefore) continue
      const [start, startBefore] = instantsOf('startedAt', run, runBefore) ?? [0, 0]
      if (start > startBefore === beginsAgain) yield { file, run, runBefore }
    }
  }

const deletionFinding = (file: HandoverFile) =>
  finding(file, msg`Missing ${file.path}, expected it as long as its project is there`, { path: file.path })

export const changeRules: HandoverRules = {
  name: 'changes',
  title: 'Changes of briefs, research, plans and runs',
  rules: [
    overParts(changedFiles('brief'), [
      {
        code: 'BRIEF_ILLEGAL_TRANSITION',
        strict: 'error',
        soft: 'error',
        summary:
          '`research_status` made a move that is not allowed: back from `in_progress` or `complete`, or from `complete` to `skipped`.',
        why: 'Changing a word does not undo the work.',
        repair: 'Restore the status; with more topics, `complete` may become `pending`.',
        hint: 'Restore the status; changing a word does not undo the work.',
        *check({ file, before: fileBefore }) {
          const [from, to] = [fileBefore, file].map(
            ({ mapping }) => mapping && writtenText(writtenValue(mapping, 'research_status')),
          )
          const [topicsBefore, topics] = [fileBefore, file].map(
            ({ mapping }) => writtenNumber(mapping?.get('research_topics')?.value) ?? 0,
          )
          if (from === undefined || to === undefined || mayResearchMove(from, to, (topics ?? 0) > (topicsBefore ?? 0)))
            return
          yield finding(file, msg`Unexpected move from ${from} to ${to}`, file.mapping?.get('research_status')?.value)
        },
      },
    ]),
    overParts(changedProjects, [
      {
        code: 'RESEARCH_REWRITTEN',
        strict: 'notice',
        soft: 'notice',
        summary: 'The content of a research brief changed.',
        why: 'Research is written once and read once; a plan may be built upon the old text.',
        repair: 'No action is needed; new research is better written in a new file.',
        hint: 'A plan that was made from it may need another look.',
        *check({ project, projectBefore }) {
          const filesBefore = new Map(projectBefore.research.map((file) => [file.path, file]))
          for (const file of project.research) {
            const documentBefore = filesBefore.get(file.path)?.document
            if (documentBefore && file.document && documentBefore.text !== file.document.text)
              yield finding(file, 'A research brief is written once: it has other content now', undefined)
          }
        },
      },
    ]),
    overParts(changedFiles('plan'), [
      {
        code: 'PLAN_VERSION_DOWNGRADE',
        strict: 'error',
        soft: 'error',
        summary: '`plan_version` is lower than before.',
        why: 'An older version requires less: some checks would be dropped.',
        repair: 'Restore the version.',
        *check({ file, before: fileBefore }) {
          const [version, versionBefore] = [planOf(file)?.version ?? '', planOf(fileBefore)?.version ?? '']
          const [to, from] = [versionOf(version), versionOf(versionBefore)]
          if (!from || !to || compareVersions(to, from) >= 0) return
          yield finding(
            file,
            msg`Unexpected version ${version}, expected ${versionBefore} or newer`,
            file.mapping?.get('plan_version')?.value,
            { hint: msg`Write ${versionBefore} or newer: an older form asks less of a plan.` },
          )
        },
      },
      {
        code: 'PLAN_COMPLETED_STEP_CHANGED',
        strict: 'warning',
        soft: 'warning',
        summary:
          'A step that is recorded as completed is gone or has another heading or manifest, and the plan does not answer other findings of a review.',
        why: 'The plan no longer describes what was done and audited.',
        hint: 'Add a new step for the work that has to be repeated.',
        *check({ file, before: fileBefore, project, projectBefore }) {
          const [run, runBefore] = [project, projectBefore].map(progressIn)
          if (!run || !runBefore || run.startedAt !== runBefore.startedAt || answersReview(file, fileBefore, runBefore))
            return
          const plan = planOf(file)
          if (!plan) return
          const steps = new Map(plan.steps.map((step) => [step.number, step]))
          for (const stepBefore of planOf(fileBefore)?.steps ?? []) {
            if ([run, runBefore].some((progress) => progress.record(stepBefore.number)?.status !== 'completed'))
              continue
            const step = steps.get(stepBefore.number)
            if (!step)
              yield finding(file, msg`Missing step ${stepBefore.number}, which is completed`, undefined, {
                hint: 'Restore it.',
              })
            else if (stepText(file, step) !== stepText(fileBefore, stepBefore))
              yield finding(file, msg`Unexpected change of step ${stepBefore.number}, which is completed`, step.line)
          }
        },
      },
      {
        code: 'PLAN_STEPS_AFTER_RUN',
        strict: 'warning',
        soft: 'warning',
        summary:
          'The change adds steps to a plan whose run is completed, and the plan does not answer other findings of a review.',
        why: 'The run says that everything is done, and no session begins the new steps.',
        repair:
          '`/accept SLUG --new-run` begins a run of the whole plan. Otherwise take the steps out again, or write them into a plan of their own.',
        hint: 'Begin a new run of the plan, or take the steps out again.',
        *check({ file, before: fileBefore, project, projectBefore }) {
          const run = progressIn(project)
          // A trial run has done no step.
          if (
            run?.status !== 'completed' ||
            run.mode === 'dry-run' ||
            answersReview(file, fileBefore, progressIn(projectBefore))
          )
            return
          const numbersBefore = new Set(planOf(fileBefore)?.steps.map(({ number }) => number))
          for (const { number, line } of planOf(file)?.steps ?? []) {
            if (numbersBefore.has(number) || run.record(number)) continue
            yield finding(
              file,
              msg`Unexpected new step ${number}, expected none in a plan whose run is completed`,
              line,
            )
          }
        },
      },
    ]),
    overParts(runChanges(false), [
      {
        code: 'PROGRESS_REGRESSION',
        strict: 'error',
        soft: 'error',
        summary:
          'Within the same run, `current_step`, a count of attempts or a time went down, or a completed step is no longer completed.',
        why: 'An old state replaced a newer one.',
        repair: 'Restore the newer state.',
        hint: 'Restore what was recorded; a run that starts over has a later `started_at`.',
        *check({ file, run, runBefore }) {
          const wrongBefore = wrongKeys(runBefore)
          const [{ current = Infinity }, { current: currentBefore = -Infinity }] = [run, runBefore]
          if (current < currentBefore && !wrongBefore.has('current_step'))
            yield finding(
              file,
              msg`Unexpected step ${current}, expected ${currentBefore} or more`,
              run.root.get('current_step')?.value,
            )
          for (const [key, name] of [
            ['updatedAt', 'updated_at'],
            ['startedAt', 'started_at'],
          ] as const) {
            const [to, from] = instantsOf(key, run, runBefore) ?? [0, 0]
            if (to < from && !wrongBefore.has('updated_at'))
              yield finding(
                file,
                msg`Unexpected ${run[key] ?? ''}, expected one no earlier than ${runBefore[key] ?? ''}`,
                run.root.get(name)?.value,
              )
          }
          for (const recordBefore of runBefore.records) {
            const record = run.record(recordBefore.number)
            if (recordBefore.status === 'completed' && record?.status !== 'completed')
              yield finding(
                file,
                msg`Step ${recordBefore.number} was completed, and no longer is`,
                record?.key ?? run.root.get('steps')?.value,
              )
            const [{ attempts = Infinity }, { attempts: attemptsBefore = 0 }] = [record ?? {}, recordBefore]
            if (record && attempts < attemptsBefore)
              yield finding(
                file,
                msg`Unexpected attempts of step ${recordBefore.number}: ${attempts}, expected ${attemptsBefore} or more`,
                record.node.get('attempts')?.value,
              )
          }
        },
      },
      {
        code: 'PROGRESS_ILLEGAL_TRANSITION',
        strict: 'error',
        soft: 'error',
        summary:
          'Within the same run, `status` made a move that is not allowed: back to `pending`, or away from `completed`.',
        why: 'What was begun stays begun, and what is done stays done.',
        repair: '`/accept SLUG --new-run` begins a new run.',
        hint: 'Restore the status; a run that starts over has a later `started_at`.',
        *check({ file, run, runBefore }) {
          const { status: from } = runBefore
          if (run.status && from && !mayProgressMove(from, run.status) && !wrongKeys(runBefore).has('status'))
            yield finding(file, msg`Unexpected move from ${from} to ${run.status}`, run.root.get('status')?.value)
        },
      },
      {
        code: 'PROGRESS_NOT_BUMPED',
        strict: 'warning',
        soft: 'warning',
        summary: 'Within the same run, something changed, and `updated_at` did not.',
        why: 'It is unclear which of two states is the newer.',
        hint: 'Write the time of the change.',
        *check({ file, run, runBefore }) {
          const isOld = run.updatedAt !== undefined && run.updatedAt === runBefore.updatedAt
          if (isOld && dataOf(run) !== dataOf(runBefore))
            yield finding(
              file,
              'Unexpected unchanged `updated_at` in a file that changed',
              run.root.get('updated_at')?.value,
            )
        },
      },
      {
        code: 'PROGRESS_COMMIT_CHANGED',
        strict: 'warning',
        soft: 'warning',
        summary: 'Within the same run, the commit of a completed step changed.',
        why: 'It is the proof of the step.',
        repair: 'After a squash merge that is right; otherwise restore it.',
        hint: 'Bring the commit back, unless it took the place of one that is gone.',
        *check({ file, run, runBefore }) {
          for (const { number, status, commit: commitBefore } of runBefore.records) {
            const record = run.record(number)
            const currentCommit = record?.commit ?? null
            if (
              status === 'completed' &&
              record?.status === 'completed' &&
              commitBefore !== undefined &&
              commitBefore !== currentCommit
            )
              yield finding(
                file,
                msg`Unexpected commit ${currentCommit} of step ${number}, expected ${commitBefore}`,
                record.node.get('commit')?.value ?? record.key,
              )
          }
        },
      },
    ]),
    overParts(runChanges(true), [
      {
        code: 'PROGRESS_RESTARTED',
        strict: 'warning',
        soft: 'warning',
        summary: 'A new run replaced one that was in progress.',
        why: 'What was done in it is no longer recorded.',
        hint: 'Finish a run, or hand it back, before another begins.',
        *check({ file, run, runBefore }) {
          if (runBefore.status === 'in_progress')
            yield finding(file, 'Unexpected new run: the one before was in progress', run.root.get('started_at')?.value)
        },
      },
    ]),
    overParts(changedProjects, [
      {
        code: 'PROGRESS_DELETED',
        strict: 'warning',
        soft: 'warning',
        summary: 'The progress of a run that is in progress was deleted, and the project remains.',
        why: 'The next session would begin from the first step.',
        repair:
          'Restore it. `/accept SLUG --new-run` begins again, and a project whose run is completed may be deleted as a whole.',
        hint: 'Restore it: without it the progress of the run is lost.',
        *check({ project, projectBefore }) {
          const run = projectBefore.files.progress
          if (run && !project.files.progress && progressOf(run)?.status === 'in_progress') yield deletionFinding(run)
        },
      },
      {
        code: 'PROJECT_FILE_DELETED',
        strict: 'error',
        soft: 'warning',
        summary: 'The plan or the review was deleted, and the project remains.',
        why: 'Later phases read it: with the review its verdict is lost, with the plan what was to be done.',
        repair: 'Restore it. A project whose run is completed may be deleted as a whole.',
        hint: 'Restore it: later phases read it.',
        *check({ project, projectBefore }) {
          for (const kind of ['plan', 'review'] as const) {
            const fileBefore = projectBefore.files[kind]
            if (fileBefore?.mapping && !project.files[kind]) yield deletionFinding(fileBefore)
          }
        },
      },
    ]),
    overParts(removedProjects, [
      {
        code: 'PROJECT_REMOVED',
        strict: 'error',
        soft: 'warning',
        summary: 'A whole project was deleted before its run was completed.',
        why: 'Its brief, its plan and the progress of the work are lost, which is more than any of its files.',
        repair: 'Restore it. A project whose run is completed may be deleted.',
        hint: 'Restore it.',
        *check({ project }) {
          const { progress, plan, brief, review } = project.files
          const path = (progress ?? plan ?? brief ?? review)?.path
          if (path === undefined || (progress && progressOf(progress)?.status === 'completed')) return
          yield {
            message: msg`Missing project ${project.folder}, which was not completed`,
            place: { path },
            target: project.target,
          }
        },
      },
    ]),
  ],
}
