import { plain } from '../../../documents/data.ts'
import { msg } from '../../../core/message.ts'
import { over } from '../../../kit/rules.ts'
import type { HandoverFile, Project } from '../model.ts'
import { planOf, sourceFindings, type Step } from '../reading/plan.ts'
import { progressOf, type Progress } from '../reading/progress.ts'
import { writtenNumber, writtenText, writtenValue } from '../../../kit/written.ts'
import { compareVersions, instantOf, versionOf } from '../reading/values.ts'
import { mayProgressMove, mayResearchMove } from '../states.ts'
import { changed, changedProjects, finding, removedProjects, type ChangedFile, type HandoverRules } from './subjects.ts'

const runOf = ({ files: { progress } }: Project): Progress | undefined => progress && progressOf(progress)

const stepText = (file: HandoverFile, { line, manifests }: Step) =>
  `${file.document?.line(line)}\n${manifests.map(({ text }) => text).join('\n')}`

/** The instants of a key before and after, where both are known. */
function instants(key: 'startedAt' | 'updatedAt', now: Progress, before: Progress): readonly [now: number, before: number] | undefined {
  const [to, from] = [instantOf(now[key] ?? ''), instantOf(before[key] ?? '')]
  return to === undefined || from === undefined ? undefined : [to, from]
}

/**
 * Whether the plan answers a review, and is not the plan of the recorded run: it answers other findings than before, or was another plan before
 * the change already. Such a plan follows the run that was reviewed, and may be any.
 */
function answersReview(file: HandoverFile, before: HandoverFile, runBefore: Progress | undefined): boolean {
  const [findings, findingsBefore] = [file, before].map(sourceFindings)
  if (findings?.length === 0) return false
  const plan = planOf(before)
  const wasAnother = plan !== undefined && runBefore?.total !== undefined && plan.steps.length !== runBefore.total
  return JSON.stringify(findings) !== JSON.stringify(findingsBefore) || (wasAnother && runBefore.status === 'completed')
}

const takenBack = { hint: 'Restore what was recorded; a run that starts over has a later `started_at`.' }

/** Everything that a progress file holds but when it was written. */
const dataOf = ({ root }: Progress) => JSON.stringify({ ...(plain(root) as object), updated_at: null })

/** A run before and after a change, and whether it began again: then it may hold anything. */
function runs({ file, before: fileBefore }: ChangedFile) {
  const [now, before] = [progressOf(file), progressOf(fileBefore)]
  if (!now || !before) return undefined
  const [to, from] = instants('startedAt', now, before) ?? [0, 0]
  return { now, before, again: to > from, at: (key: string) => now.root.get(key)?.value }
}

/** The same run before and after a change. */
function sameRun(subject: ChangedFile) {
  const found = runs(subject)
  return found?.again === false ? found : undefined
}

/** Changes of briefs, research, plans and runs */
export const changeRules: HandoverRules = {
  name: 'changes',
  title: 'Changes of briefs, research, plans and runs',
  rules: [
    over(changed('brief'), [
      {
        code: 'BRIEF_ILLEGAL_TRANSITION',
        strict: 'error',
        soft: 'error',
        summary:
          '`research_status` made a move that is not allowed: back from `in_progress` or `complete`, or from `complete` to `skipped`.',
        why: 'Changing a word does not undo the work.',
        repair: 'Restore the status; with more topics, `complete` may become `pending`.',
        examples: ({ inBrief, sample }) => ({
          bad: [
            { about: 'complete, then pending', base: sample, head: inBrief(['status: complete', 'status: pending']) },
            {
              about: 'complete, then skipped',
              base: sample,
              head: inBrief(['status: complete', 'status: skipped\nbrief_quality: partial']),
            },
          ],
          good: [
            { about: 'begun and finished in one change', base: inBrief(['status: complete', 'status: pending']), head: sample },
            {
              about: 'more topics',
              base: sample,
              head: inBrief(['status: complete', 'status: pending'], ['research_topics: 1', 'research_topics: 2']),
            },
          ],
        }),
        *check({ file, before }) {
          const [from, to] = [before, file].map(({ mapping }) => mapping && writtenText(writtenValue(mapping, 'research_status')))
          const [had, has] = [before, file].map(({ mapping }) => writtenNumber(mapping?.get('research_topics')?.value) ?? 0)
          if (from === undefined || to === undefined || mayResearchMove(from, to, (has ?? 0) > (had ?? 0))) return
          yield finding(file, msg`Unexpected move from ${from} to ${to}`, file.mapping?.get('research_status')?.value, {
            hint: 'Restore the status; changing a word does not undo the work.',
          })
        },
      },
    ]),
    over(changedProjects, [
      {
        code: 'RESEARCH_REWRITTEN',
        strict: 'notice',
        soft: 'notice',
        summary: 'The content of a research brief changed.',
        why: 'Research is written once and read once; a plan may be built upon the old text.',
        repair: 'No action is needed; new research is better written in a new file.',
        examples: ({ inResearch, sample }) => ({
          bad: [{ about: 'another confidence', base: sample, head: inResearch(['0.8', '0.9']) }],
          good: [{ about: 'as before', base: sample, head: sample }],
        }),
        *check({ project, projectBefore }) {
          const old = new Map(projectBefore.research.map((file) => [file.path, file]))
          for (const file of project.research) {
            const was = old.get(file.path)?.document
            if (was && file.document && was.text !== file.document.text)
              yield finding(file, 'A research brief is written once: it has other content now', undefined, {
                hint: 'A plan that was made from it may need another look.',
              })
          }
        },
      },
    ]),
    over(changed('plan'), [
      {
        code: 'PLAN_VERSION_DOWNGRADE',
        strict: 'error',
        soft: 'error',
        summary: '`plan_version` is lower than before.',
        why: 'An older version requires less: some checks would be dropped.',
        repair: 'Restore the version.',
        examples: ({ change, inPlan, planPath, progressPath, sample }) => ({
          bad: [
            {
              about: 'the version without manifests',
              base: sample,
              head: change(sample, {
                [planPath]: [['"1.7"', '"1.6"']],
                [progressPath]: [['"plan_version": "1.7"', '"plan_version": "1.6"']],
              }),
              also: ['PLAN_VERSION_MISMATCH', 'PROGRESS_NOT_BUMPED'],
            },
          ],
          good: [{ about: 'the same with other quotes', base: sample, head: inPlan(['"1.7"', '1.7']) }],
        }),
        *check({ file, before }) {
          const [now, then] = [planOf(file)?.version ?? '', planOf(before)?.version ?? '']
          const [to, from] = [versionOf(now), versionOf(then)]
          if (!from || !to || compareVersions(to, from) >= 0) return
          yield finding(file, msg`Unexpected version ${now}, expected ${then} or newer`, file.mapping?.get('plan_version')?.value, {
            hint: msg`Write ${then} or newer: an older form asks less of a plan.`,
          })
        },
      },
      {
        code: 'PLAN_COMPLETED_STEP_CHANGED',
        strict: 'warning',
        soft: 'warning',
        summary:
          'A step that is recorded as completed is gone or has another heading or manifest, and the plan does not answer other findings of a review.',
        why: 'The plan no longer describes what was done and audited.',
        repair: 'Add a new step for the work that has to be repeated.',
        examples: ({ inPlan, sample }) => ({
          bad: [{ about: 'another title', base: sample, head: inPlan(['Store credentials', 'Keep credentials']) }],
          good: [{ about: 'a step to come', base: sample, head: inPlan(['Ask the browser', 'Ask the phone']) }],
        }),
        *check({ file, before, project, projectBefore }) {
          const [run, runBefore] = [project, projectBefore].map(runOf)
          if (!run || !runBefore || run.startedAt !== runBefore.startedAt || answersReview(file, before, runBefore)) return
          const plan = planOf(file)
          if (!plan) return
          const steps = new Map(plan.steps.map((step) => [step.number, step]))
          const hint = 'Add a new step for the work that has to be repeated.'
          for (const was of planOf(before)?.steps ?? []) {
            if ([run, runBefore].some((each) => each.record(was.number)?.status !== 'completed')) continue
            const step = steps.get(was.number)
            if (!step) yield finding(file, msg`Missing step ${was.number}, which is completed`, undefined, { hint: 'Restore it.' })
            else if (stepText(file, step) !== stepText(before, was))
              yield finding(file, msg`Unexpected change of step ${was.number}, which is completed`, step.line, { hint })
          }
        },
      },
      {
        code: 'PLAN_STEPS_AFTER_RUN',
        strict: 'warning',
        soft: 'warning',
        summary: 'The change adds steps to a plan whose run is completed, and the plan does not answer other findings of a review.',
        why: 'The run says that everything is done, and no session begins the new steps.',
        repair:
          '`/accept SLUG --new-run` begins a run of the whole plan. Otherwise take the steps out again, or write them into a plan of their own.',
        examples: ({ change, inFinished, planPath, sample }) => {
          const before = inFinished()
          const grown = change(before, { [planPath]: `${sample[planPath] ?? ''}\n### Step 3: Tell the user\n\nDo it.\n` })
          return {
            bad: [
              { about: 'a third step after two', base: before, head: grown, also: ['PLAN_MANIFEST_COUNT_MISMATCH', 'MANIFEST_MISSING'] },
            ],
            good: [{ about: 'the same steps', base: before, head: before }],
          }
        },
        *check({ file, before, project, projectBefore }) {
          const run = runOf(project)
          // A trial run has done no step.
          if (run?.status !== 'completed' || run.mode === 'dry-run' || answersReview(file, before, runOf(projectBefore))) return
          const known = new Set(planOf(before)?.steps.map(({ number }) => number))
          for (const { number, line } of planOf(file)?.steps ?? []) {
            if (known.has(number) || run.record(number)) continue
            yield finding(file, msg`Unexpected new step ${number}, expected none in a plan whose run is completed`, line, {
              hint: 'Begin a new run of the plan, or take the steps out again.',
            })
          }
        },
      },
    ]),
    over(changed('progress'), [
      {
        code: 'PROGRESS_REGRESSION',
        strict: 'error',
        soft: 'error',
        summary: 'Of the same run, `current_step`, a count of attempts or a time went down, or a completed step is no longer completed.',
        why: 'An old state replaced a newer one.',
        repair: 'Restore the newer state.',
        *check(subject) {
          const { file } = subject
          const run = sameRun(subject)
          if (!run) return
          const { now, before, at } = run
          if (now.current !== undefined && before.current !== undefined && now.current < before.current)
            yield finding(file, msg`Unexpected step ${now.current}, expected ${before.current} or more`, at('current_step'), takenBack)
          for (const [key, name] of [
            ['updatedAt', 'updated_at'],
            ['startedAt', 'started_at'],
          ] as const) {
            const [to, from] = instants(key, now, before) ?? [0, 0]
            if (to < from)
              yield finding(file, msg`Unexpected ${now[key] ?? ''}, expected no time before ${before[key] ?? ''}`, at(name), takenBack)
          }
          for (const was of before.records) {
            const is = now.record(was.number)
            if (was.status === 'completed' && is?.status !== 'completed')
              yield finding(file, msg`Step ${was.number} was completed, and is no longer`, is?.key ?? at('steps'), takenBack)
            if (is?.attempts !== undefined && was.attempts !== undefined && is.attempts < was.attempts)
              yield finding(
                file,
                msg`Unexpected attempts of step ${was.number}: ${is.attempts}, expected ${was.attempts} or more`,
                is.node.get('attempts')?.value,
                takenBack,
              )
          }
        },
        examples: ({ finished, inProgress, laterUpdate, restarted, working }) => ({
          bad: [
            {
              about: 'a completed step reopened',
              base: inProgress(),
              head: inProgress(laterUpdate, ['"status": "completed"', '"status": "failed"']),
            },
            {
              about: 'a step back',
              base: inProgress(['"current_step": 1', '"current_step": 2'], ...working),
              head: inProgress(laterUpdate, ['"2": { "status": "pending", "attempts": 0', '"2": { "status": "failed", "attempts": 1']),
            },
            { about: 'fewer attempts', base: inProgress(['"attempts": 1', '"attempts": 2']), head: inProgress(laterUpdate) },
            { about: 'a time that goes back', base: inProgress(laterUpdate), head: inProgress() },
          ],
          good: [
            {
              about: 'a new run',
              base: inProgress(...finished),
              head: inProgress(
                restarted,
                [
                  '"status": "completed", "attempts": 1, "error": null, "completed_at": "2026-01-20T12:00:00Z", "commit": "4f2a9c1"',
                  '"status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null',
                ],
                ['"current_step": 1', '"current_step": 0'],
              ),
            },
          ],
        }),
      },
      {
        code: 'PROGRESS_ILLEGAL_TRANSITION',
        strict: 'error',
        soft: 'error',
        summary: 'Of the same run, `status` made a move that is not allowed: back to `pending`, or away from `completed`.',
        why: 'What was begun stays begun, and what is done stays done.',
        repair: '`/accept SLUG --new-run` begins a new run.',
        *check(subject) {
          const { now, before, at } = sameRun(subject) ?? {}
          if (now?.status && before?.status && !mayProgressMove(before.status, now.status))
            yield finding(subject.file, msg`Unexpected move from ${before.status} to ${now.status}`, at?.('status'), {
              hint: 'Restore the status; a run that starts over has a later `started_at`.',
            })
        },
        examples: ({ finished, inProgress, laterUpdate }) => ({
          bad: [
            {
              about: 'completed, then in progress',
              base: inProgress(...finished),
              head: inProgress(...finished, laterUpdate, [
                '"status": "completed",\n  "completed_at": "2026-01-20T12:00:00Z"',
                '"status": "in_progress"',
              ]),
            },
            {
              about: 'failed, then completed and back',
              base: inProgress(...finished),
              head: inProgress(...finished, laterUpdate, [
                '"status": "completed",\n  "completed_at": "2026-01-20T12:00:00Z"',
                '"status": "partial"',
              ]),
            },
          ],
          good: [
            {
              about: 'failed, then in progress',
              base: inProgress(['"status": "in_progress"', '"status": "failed"']),
              head: inProgress(laterUpdate),
            },
          ],
        }),
      },
      {
        code: 'PROGRESS_NOT_BUMPED',
        strict: 'warning',
        soft: 'warning',
        summary: 'Of the same run, something changed, and `updated_at` did not.',
        why: 'It is unclear which of two states is the newer.',
        repair: 'Write the time of the change.',
        *check(subject) {
          const { now, before, at } = sameRun(subject) ?? {}
          if (now?.updatedAt !== undefined && before && now.updatedAt === before.updatedAt && dataOf(now) !== dataOf(before))
            yield finding(subject.file, 'Unexpected old `updated_at` though the file changed', at?.('updated_at'), {
              hint: 'Write the time of the change.',
            })
        },
        examples: ({ inProgress }) => ({
          bad: [
            {
              about: 'a note',
              base: inProgress(),
              head: inProgress(['"manifest_audit": "pass"', '"manifest_audit": "pass", "note": "slow"']),
            },
          ],
          good: [{ about: 'only white space', base: inProgress(), head: inProgress(['"current_step": 1', '"current_step":  1']) }],
        }),
      },
      {
        code: 'PROGRESS_COMMIT_CHANGED',
        strict: 'warning',
        soft: 'warning',
        summary: 'Of the same run, the commit of a completed step is another one.',
        why: 'It is the proof of the step.',
        repair: 'After a squash merge that is right; otherwise restore it.',
        *check(subject) {
          const { now, before } = sameRun(subject) ?? {}
          for (const { number, status, commit: had } of before?.records ?? []) {
            const is = now?.record(number)
            const has = is?.commit ?? null
            if (status === 'completed' && is?.status === 'completed' && had !== undefined && had !== has)
              yield finding(
                subject.file,
                msg`Unexpected commit ${has} of step ${number}, expected ${had}`,
                is.node.get('commit')?.value ?? is.key,
                { hint: 'Bring the commit back, unless it took the place of one that is gone.' },
              )
          }
        },
        examples: ({ inProgress, laterUpdate }) => ({
          bad: [{ about: 'another SHA', base: inProgress(), head: inProgress(laterUpdate, ['4f2a9c1', '5a5a5a5']) }],
          good: [
            {
              about: 'one where there was none',
              base: inProgress(['"commit": "4f2a9c1"', '"commit": null']),
              head: inProgress(laterUpdate),
            },
          ],
        }),
      },
      {
        code: 'PROGRESS_RESTARTED',
        strict: 'warning',
        soft: 'warning',
        summary: 'A new run replaced one that was in progress.',
        why: 'What was done in it is no longer recorded.',
        repair: 'Finish a run, or hand it back, before another begins.',
        *check(subject) {
          const run = runs(subject)
          if (run?.again === true && run.before.status === 'in_progress')
            yield finding(subject.file, 'Unexpected new run: the one before was in progress', run.at('started_at'), {
              hint: 'Finish a run, or hand it back, before another begins.',
            })
        },
        examples: ({ inProgress, restarted }) => ({
          bad: [{ about: 'begun a day later', base: inProgress(), head: inProgress(restarted) }],
          good: [
            {
              about: 'after a failed run',
              base: inProgress(['"status": "in_progress"', '"status": "failed"']),
              head: inProgress(restarted),
            },
          ],
        }),
      },
    ]),
    over(changedProjects, [
      {
        code: 'PROGRESS_DELETED',
        strict: 'error',
        soft: 'warning',
        summary: 'The progress file was deleted, and the project remains.',
        why: 'The next session would begin from the first step, and of a completed run the proof is gone.',
        repair: 'Restore it. `/accept SLUG --new-run` begins again, and a project whose run is completed may be deleted as a whole.',
        examples: ({ change, finished, inProgress, progressPath }) => ({
          bad: [
            { about: 'during the run', base: inProgress(), head: change(inProgress(), { [progressPath]: null }) },
            { about: 'after the run', base: inProgress(...finished), head: change(inProgress(), { [progressPath]: null }) },
          ],
          good: [{ about: 'it is there', base: inProgress(), head: inProgress() }],
        }),
        *check({ project, projectBefore }) {
          const run = projectBefore.files.progress
          if (!run || project.files.progress || !progressOf(run)) return
          const hint = 'Restore it: without it the progress of the run is lost.'
          yield {
            ...finding(run, msg`Missing ${run.path}, expected it as long as its project is there`, undefined, { hint }),
            place: { path: run.path },
          }
        },
      },
      {
        code: 'PROJECT_FILE_DELETED',
        strict: 'error',
        soft: 'warning',
        summary: 'The brief, the plan or the review was deleted, and the project remains.',
        why: 'Later phases read it: with the review its verdict is lost, with the plan what was to be done.',
        repair: 'Restore it. A project whose run is completed may be deleted as a whole.',
        examples: ({ change, planPath, reviewPath, sample }) => ({
          bad: [
            { about: 'the review', base: sample, head: change(sample, { [reviewPath]: null }) },
            { about: 'the plan', base: sample, head: change(sample, { [planPath]: null }), also: ['PROGRESS_PLAN_NOT_FOUND'] },
          ],
          good: [{ about: 'all of them are there', base: sample, head: sample }],
        }),
        *check({ project, projectBefore }) {
          for (const kind of ['brief', 'plan', 'review'] as const) {
            const was = projectBefore.files[kind]
            if (!was?.mapping || project.files[kind]) continue
            const hint = 'Restore it: later phases read it.'
            yield {
              ...finding(was, msg`Missing ${was.path}, expected it as long as its project is there`, undefined, { hint }),
              place: { path: was.path },
            }
          }
        },
      },
    ]),
    over(removedProjects, [
      {
        code: 'PROJECT_REMOVED',
        strict: 'error',
        soft: 'warning',
        summary: 'A whole project was deleted before its run was completed.',
        why: 'Its brief, its plan and the progress of the work are lost, which is more than any of its files.',
        repair: 'Restore it. A project whose run is completed may be deleted.',
        examples: ({ inFinished, inProgress }) => ({
          bad: [{ about: 'in the middle of the run', base: inProgress(), head: {} }],
          good: [{ about: 'after the run', base: inFinished(), head: {} }],
        }),
        *check({ project }) {
          const { progress, plan, brief, review } = project.files
          const path = (progress ?? plan ?? brief ?? review)?.path
          if (path === undefined || (progress && progressOf(progress)?.status === 'completed')) return
          yield {
            message: msg`Missing project ${project.folder}, which was not completed`,
            hint: 'Restore it.',
            place: { path },
            target: project.target,
          }
        },
      },
    ]),
  ],
}
