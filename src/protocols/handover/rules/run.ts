import type { Log, LoggedCommit } from '../../../core/log.ts'
import { contradiction } from '../../../core/compared.ts'
import { msg } from '../../../core/message.ts'
import { linearPattern } from '../../../documents/linear-pattern.ts'
import { memo } from '../../../core/once.ts'
import { type Problem, over, problemsOf } from '../../../kit/rules.ts'
import { stepPair } from '../compared.ts'
import type { HandoverFile, HandoverModel } from '../model.ts'
import { compiles, isUnsafe } from '../reading/patterns.ts'
import { comparedProjects, expectedOf, isInTree, lookedFor, stepOf } from '../reading/expected.ts'
import { fileAt, isAbsolute, lookUp } from '../reading/paths.ts'
import { planOf, sourceFindings } from '../reading/plan.ts'
import { highestClosed, inProgress, isClosed, nextStep, progressIn, progressOf, questionIn, type Progress } from '../reading/progress.ts'
import { isNull } from '../../../kit/record.ts'
import { instantOf, isVersion } from '../reading/values.ts'
import { files, finding, ofFiles, type FileRule, type FileSubject, type HandoverRules } from './subjects.ts'

/** Why the parts of a progress file contradict each other, each with the key that says so. */
function* contradictions(progress: Progress): Iterable<readonly [key: string, message: string, hint: string]> {
  const { status, records, root, total = 0 } = progress
  const completedAt = root.get('completed_at')?.value
  const done = completedAt !== undefined && !isNull(completedAt)
  if (status === 'completed') {
    const open = records.find((record) => !isClosed(record))?.number ?? (records.length < total ? firstMissing(progress) : undefined)
    if (open !== undefined)
      yield [
        'status',
        msg`Unexpected ${'completed'} though step ${open} is not closed`,
        'Write the status that the run has, or close the step.',
      ]
    if (!done)
      yield ['status', msg`Unexpected ${'completed'} without ${'completed_at'}`, msg`Write when it was completed into ${'completed_at'}.`]
  } else if (done && status !== undefined) {
    const hint = msg`Write ${'null'}, or the status ${'completed'}.`
    yield ['completed_at', msg`Unexpected ${'completed_at'} with the status ${status}`, hint]
  }
  const begun = records.find((record) => record.status === 'completed' || record.status === 'in_progress' || record.status === 'failed')
  if (status === 'pending' && begun)
    yield ['status', msg`Unexpected ${'pending'} though step ${begun.number} was begun`, 'Write the status that the run has.']
  const [from, to] = [instantOf(progress.startedAt ?? ''), instantOf(progress.updatedAt ?? '')]
  if (from !== undefined && to !== undefined && to < from)
    yield [
      'updated_at',
      msg`Unexpected ${progress.updatedAt ?? ''}, expected no time before ${'started_at'}`,
      'Correct the time that is wrong.',
    ]
}

function firstMissing({ records }: Progress): number {
  let number = 1
  for (const record of records) {
    if (record.number !== number) break
    number++
  }
  return number
}

/** The path that a run names as its plan, and what is there. */
function namedPlan(file: HandoverFile, model: HandoverModel) {
  const { root, plan: written } = progressOf(file) ?? {}
  const node = root?.get('plan')?.value
  return node && written !== undefined && written !== '' ? { node, written, found: lookUp(written, file.project, model) } : undefined
}

/** A run with the plan that it must agree with. */
function planned(file: HandoverFile, model: HandoverModel) {
  const progress = progressOf(file)
  const named = namedPlan(file, model)
  const plan = named && fileAt(named.written, 'plan', file.project, model)
  const read = plan && planOf(plan)
  if (!progress || !plan || !read) return undefined
  const isCompleted = progress.status === 'completed'
  // A plan that answers a review follows the run that was reviewed, often in the same change.
  if (isCompleted && sourceFindings(plan).length > 0) return undefined
  return { progress, read, isCompleted, path: plan.path }
}

const shaForm = /^[0-9a-f]{7,64}$/

const sortedShas = memo((log: Log) =>
  log
    .commits()
    .map(({ sha }) => sha)
    .toSorted(),
)

/** The commit that a SHA names, whole or abbreviated; `undefined` where the history lacks it. */
function commitNamed(log: Log, named: string): string | undefined {
  const shas = sortedShas(log)
  let low = 0
  let high = shas.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((shas[middle] ?? '') < named) low = middle + 1
    else high = middle
  }
  return shas[low]?.startsWith(named) === true ? shas[low] : undefined
}

/** The commits since another one, the newest first. */
function since(log: Log, start: string): readonly LoggedCommit[] {
  const byName = new Map(log.commits().map((commit) => [commit.sha, commit]))
  const before = new Set<string>()
  const pending = [start]
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    if (before.has(sha)) continue
    before.add(sha)
    pending.push(...(byName.get(sha)?.parents ?? []))
  }
  return log.commits().filter(({ sha }) => !before.has(sha))
}

/** The pattern of a step's commits as a test, where it can be run. */
function patternOf(step: number, file: HandoverFile, progress: Progress, model: HandoverModel): ((subject: string) => boolean) | undefined {
  const plan = fileAt(progress.plan, 'plan', file.project, model)
  const pattern = plan && planOf(plan)?.steps.find(({ number }) => number === step)?.manifests[0]?.pattern
  const test = pattern !== undefined && compiles(pattern) && !isUnsafe(pattern) ? linearPattern(pattern) : undefined
  return typeof test === 'function' ? test : undefined
}

/** How a step is recorded that git shows to be done: by the commands that record one, where they take it now. */
function recordingHint({ project }: HandoverFile, progress: Progress, step: number, sha: string): string {
  const working = inProgress(progress).map(({ number }) => number)
  const isOpen = progress.mode === 'execute' && nextStep(progress) === step && !questionIn(progress)
  if (!project || !isOpen || working.some((number) => number !== step)) return msg`Record step ${step} as completed by ${sha}.`
  const handback = msg`${`/handback ${project.name} success --step ${step} --done-by ${sha}`} records it.`
  return working.length > 0 ? handback : `${msg`${`/accept ${project.name} --step ${step}`} takes the step up`}, then ${handback}`
}

/** The commits that a run names, where the whole history is known. */
function commitsOf(file: HandoverFile, { context: { log } }: HandoverModel) {
  const progress = progressOf(file)
  if (!log || !progress) return undefined
  const { records, sessionStart = '', status } = progress
  const recorded = records.filter(({ commit }) => commit !== undefined && shaForm.test(commit))
  const goesOn = status !== 'completed' && shaForm.test(sessionStart)
  if ((recorded.length === 0 && !goesOn) || !log.whole()) return undefined
  return { log, progress, recorded, start: goesOn ? commitNamed(log, sessionStart) : undefined }
}

const hasSubject = (matches: (subject: string) => boolean, { subject }: LoggedCommit) => matches(subject.slice(0, 200))

/** Whether a commit since the start of a run has the subject that the manifest of a step asks for: it did the step, whenever that was granted. */
export function isCommitOf(step: number, commit: string, file: HandoverFile, model: HandoverModel): boolean {
  const { log, progress, start } = commitsOf(file, model) ?? {}
  if (!log || !progress || start === undefined) return false
  const matches = patternOf(step, file, progress, model)
  return matches !== undefined && since(log, start).some((each) => each.sha === commit && hasSubject(matches, each))
}

/** Whether a commit has the subject that the manifest of a step asks for; `undefined`: it asks for none, or it is not known. */
export function isSubjectOf(step: number, commit: string, file: HandoverFile, model: HandoverModel): boolean | undefined {
  const { log, progress } = commitsOf(file, model) ?? {}
  const matches = progress && patternOf(step, file, progress, model)
  const named = matches && log?.commits().find(({ sha }) => sha === commit)
  return named && hasSubject(matches, named)
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
    examples: ({ inProgress, sample }) => ({
      bad: [
        {
          about: 'one is missing',
          head: inProgress([
            ',\n    "2": { "status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null, "manifest_audit": "n/a" }',
            '',
          ]),
        },
      ],
      good: [{ about: 'all', head: sample }],
    }),
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
    examples: ({ inFinished, inProgress }) => {
      /** A run of another status. */
      const inRun = (status: string, ...edits: readonly (readonly [string, string])[]) =>
        inProgress(['"status": "in_progress"', `"status": "${status}"`], ...edits)
      return {
        bad: [
          {
            about: 'completed with an open step',
            head: inRun('completed', ['"mode"', '"completed_at": "2026-01-20T12:00:00Z",\n  "mode"']),
          },
          {
            about: 'completed without a time',
            head: inFinished(['  "completed_at": "2026-01-20T12:00:00Z",\n  "steps"', '  "steps"']),
          },
          { about: 'open with a time', head: inProgress(['"mode"', '"completed_at": "2026-01-20T12:00:00Z",\n  "mode"']) },
          { about: 'pending after a step', head: inRun('pending') },
          {
            about: 'updated before it was started',
            head: inProgress(['"started_at": "2026-01-20T10', '"started_at": "2026-01-20T14']),
          },
        ],
        good: [
          {
            about: 'completed with a step that was skipped',
            head: inFinished(['"2": { "status": "completed"', '"2": { "status": "skipped"'], ['"current_step": 2', '"current_step": 2']),
          },
        ],
      }
    },
  },
  {
    code: 'PROGRESS_CURRENT_STEP_DRIFT',
    strict: 'error',
    soft: 'warning',
    contradiction: true,
    summary: '`current_step` is neither the highest completed nor the highest closed step, nor one in progress.',
    why: 'The next session would repeat a step, or skip one.',
    repair: 'The highest closed step; it is never lowered.',
    safe: true,
    *check({ file }) {
      const progress = progressOf(file)
      const node = progress?.root.get('current_step')?.value
      const pair = progress && stepPair(file)
      const { current } = progress ?? {}
      if (!progress || !node || current === undefined || !pair || pair.agrees) return
      const closed = highestClosed(progress)
      yield finding(file, msg`Unexpected ${'current_step'} ${current}, expected ${closed}, the highest closed step`, node, {
        hint: closed > current ? msg`Write ${closed}.` : 'Record the steps that were done: it is never lowered.',
        ...(closed > current && {
          fix: '/fix PROGRESS_CURRENT_STEP_DRIFT',
          edit: { start: node.start, end: node.end, text: String(closed) },
        }),
        ...contradiction(pair),
      })
    },
    examples: ({ inProgress, working }) => ({
      bad: [
        { about: 'after', head: inProgress(['"current_step": 1', '"current_step": 0']) },
        { about: 'ahead', head: inProgress(['"current_step": 1', '"current_step": 2']) },
      ],
      good: [
        { about: 'the step at work', head: inProgress(['"current_step": 1', '"current_step": 2'], ...working) },
        {
          about: 'the step at work, in the middle of which the agent asks',
          head: inProgress(
            ['"current_step": 1,\n  "status": "in_progress"', '"current_step": 2,\n  "status": "partial"'],
            ['"2": { "status": "pending", "attempts": 0', '"2": { "status": "pending", "note": "Which hash?", "attempts": 1'],
          ),
        },
      ],
    }),
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
    examples: ({ inFinished, progressPath, sample }) => ({
      bad: [{ about: 'completed', head: inFinished(), named: [progressPath] }],
      good: [
        { about: 'not named', head: inFinished() },
        { about: 'open', head: sample, named: [progressPath] },
      ],
    }),
  },
  {
    code: 'PROGRESS_INVALID_PATH',
    strict: 'warning',
    soft: 'warning',
    summary: '`plan` is absolute, or leads out of the repository.',
    why: 'It is a path of one machine.',
    repair: 'Write the path from the root of the repository.',
    *check({ file, model }) {
      const { node, written = '', found } = namedPlan(file, model) ?? {}
      if (found && (isAbsolute(written) || found.kind === 'outside'))
        yield finding(file, msg`Unexpected path ${written}, expected one in the repository`, node, {
          hint: 'Write the path of the plan from the root of the repository.',
        })
    },
    examples: ({ inProgress, planPath }) => ({
      bad: [
        { about: 'a path of some machine', head: inProgress([`"plan": "${planPath}"`, `"plan": "/home/octocat/shop/${planPath}"`]) },
        { about: 'beyond the root', head: inProgress([`"plan": "${planPath}"`, '"plan": "../../../../../plan.md"']) },
      ],
      good: [{ about: 'relative to the project', head: inProgress([`"plan": "${planPath}"`, '"plan": "plan.md"']) }],
    }),
  },
  {
    code: 'PROGRESS_PLAN_NOT_FOUND',
    strict: 'error',
    soft: 'warning',
    summary: '`plan` does not point to a file.',
    why: 'A plan that is gone cannot be executed.',
    repair: 'Write the path of the plan.',
    *check({ file, model }) {
      const { node, written = '', found } = namedPlan(file, model) ?? {}
      if (found?.kind === 'absent')
        yield finding(file, msg`${written} does not point to a plan`, node, {
          concerns: [found.path],
          hint: 'Restore the plan, or write its path from the root of the repository.',
        })
    },
    examples: ({ folder, inProgress, planPath, sample }) => ({
      bad: [{ about: 'a typo', head: inProgress([`"plan": "${planPath}"`, `"plan": "${folder}/plann.md"`]) }],
      good: [{ about: 'there', head: sample }],
    }),
  },
  {
    code: 'PROGRESS_PLAN_STEPS_MISMATCH',
    strict: 'error',
    soft: 'warning',
    summary:
      '`total_steps` is not the number of steps in the plan. Of a completed run only where the change touches it, and the plan answers no review.',
    why: 'Steps were added or removed during the run.',
    repair: 'Bring both in line, or begin a new run with `/accept SLUG --new-run`.',
    *check({ file, model }) {
      const both = planned(file, model)
      if (!both) return
      const { isCompleted, path, read } = both
      const { planType, total, root } = both.progress
      if (planType !== 'session-spec' && total !== undefined && total !== read.steps.length)
        yield finding(
          file,
          msg`Unexpected number of steps: ${total}, expected ${read.steps.length} as in the plan`,
          root.get('total_steps')?.value,
          {
            // A newer plan may follow a finished run.
            ...(isCompleted ? { levels: { soft: 'off' } } : { concerns: [path] }),
            hint: msg`Bring the plan of this run back, or write ${read.steps.length} and let the records follow.`,
          },
        )
    },
    examples: ({ change, inPlan, inProgress }) => ({
      bad: [
        {
          about: 'a step that was taken out',
          head: inPlan(['### Step 2: Ask the browser', '#### Then']),
          also: ['PLAN_MANIFEST_COUNT_MISMATCH', 'MANIFEST_DUPLICATE'],
        },
      ],
      good: [
        {
          about: 'a session',
          head: change(
            inProgress(
              ['"plan_type": "plan"', '"plan_type": "session-spec"'],
              ['"total_steps": 2', '"total_steps": 3'],
              ['"n/a" }\n', '"n/a" },\n    "3": { "status": "pending" }\n'],
            ),
            {},
          ),
        },
      ],
    }),
  },
  {
    code: 'PROGRESS_PLAN_VERSION_MISMATCH',
    strict: 'error',
    soft: 'warning',
    summary: '`plan_version` is not that of the plan. Of a completed run only where the change touches it.',
    why: 'The run was begun with another plan.',
    repair: 'Bring both in line.',
    *check({ file, model }) {
      const both = planned(file, model)
      if (!both) return
      const { isCompleted, path, read } = both
      const { planVersion, root } = both.progress
      if (read.version === undefined || planVersion === undefined) return
      if (planVersion !== read.version && !isVersion(planVersion, read.version))
        yield finding(
          file,
          msg`Unexpected version ${planVersion}, expected ${read.version} as in the plan`,
          root.get('plan_version')?.value,
          { ...(isCompleted ? { levels: { soft: 'off' } } : { concerns: [path] }), hint: msg`Write ${read.version}.` },
        )
    },
    examples: ({ inProgress, sample }) => ({
      bad: [{ about: 'an older one', head: inProgress(['"plan_version": "1.7"', '"plan_version": "1.6"']) }],
      good: [{ about: 'the same', head: sample }],
    }),
  },
]

/** What the parts of a progress file, and the plan of its run, show together. */
export const meaningProblems = (subject: FileSubject): readonly Problem[] => problemsOf(meaningRules, subject)

/** Steps that are recorded as completed, with the files that their manifests expect and that are not there. */
const unfinished = ofFiles(function* ({ now: model, before, context }) {
  const projects = comparedProjects(model, before, context)
  const looked = lookedFor(projects)
  for (const project of projects) {
    const { progress: file } = project.files
    const progress = progressIn(project)
    if (!file || !progress) continue
    for (const record of progress.records) {
      // The note says why the files deviate; a commit that is named where there is no repository may have them.
      const isExplained = record.audit === 'pass-with-note' && (record.note ?? '').trim() !== ''
      const isElsewhere = context.log === undefined && record.commit !== undefined
      if (record.status !== 'completed' || isExplained || isElsewhere) continue
      const { paths } = expectedOf(stepOf(project, model, record.number))
      const missing = paths.filter((path) => looked.has(path) && !isInTree(model.view, path))
      if (missing.length > 0) yield { file, model, record, missing, isCompleted: progress.status === 'completed' }
    }
  }
})

/** How many missing files are named. */
const mostMissing = 5

/** A run, its plan and its commits. */
export const runRules: HandoverRules = {
  name: 'run',
  title: 'A run, its plan and its commits',
  rules: [
    over(files('progress'), meaningRules),
    over(unfinished, [
      {
        code: 'PROGRESS_EXPECTED_MISSING',
        strict: 'warning',
        soft: 'notice',
        summary:
          'A step is recorded as completed, and files that its manifest expects are not there. Of a completed run only where the change touches it.',
        why: 'The record says that work is done of which nothing is to be seen.',
        repair: 'Write the files, or record why they are not there: `"manifest_audit": "pass-with-note"` with a `note`.',
        *check({ file, record: { number, node, key }, missing, isCompleted }) {
          const others = missing.length > mostMissing ? ` and ${missing.length - mostMissing} more` : ''
          yield finding(
            file,
            `${msg`Step ${number} is completed without ${missing.slice(0, mostMissing)}`}${others}`,
            node.get('status')?.value ?? key,
            {
              // Files of a finished run may be moved by later work.
              ...(isCompleted && { levels: { soft: 'off' } }),
              hint: msg`Write the files, or say in ${'note'} why they are not there, with the audit ${'pass-with-note'}.`,
            },
          )
        },
        examples: ({ firstCommit, inFinished, inProgress, sample, startCommit, withoutWork }) => ({
          bad: [{ about: 'a step of a run that goes on', head: withoutWork(sample), log: [firstCommit, startCommit] }],
          good: [
            { about: 'the files are there', head: inFinished() },
            {
              about: 'a note says why',
              head: withoutWork(
                inProgress([
                  '"commit": "4f2a9c1", "manifest_audit": "pass"',
                  '"manifest_audit": "pass-with-note", "note": "Taken anyway: it moved"',
                ]),
              ),
            },
          ],
        }),
      },
    ]),
    over(files('progress'), [
      {
        code: 'PROGRESS_COMMIT_UNKNOWN',
        strict: 'warning',
        soft: 'notice',
        summary: 'All commits are known, and a recorded one is not among them.',
        why: 'The proof of the step is lost; squash merges cause that.',
        repair: 'Record the commit that replaced it.',
        *check({ file, model }) {
          const commits = commitsOf(file, model)
          for (const { commit = '', node, number } of commits?.recorded ?? [])
            if (commits && commitNamed(commits.log, commit) === undefined)
              yield finding(file, msg`The history has no commit ${commit} of step ${number}`, node.get('commit')?.value, {
                hint: 'Squash merges drop commits: record the one that replaced it.',
              })
        },
        examples: ({ firstCommit, sample, startCommit }) => ({
          bad: [{ about: 'gone', head: sample, log: [startCommit] }],
          good: [{ about: 'there', head: sample, log: [firstCommit, startCommit] }],
        }),
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
          const { log, progress, recorded, start } = commits
          const next = highestClosed(progress) + 1
          const matches = patternOf(next, file, progress, model)
          if (!matches) return
          const known = new Set(recorded.map(({ commit = '' }) => commitNamed(log, commit)))
          const ahead = since(log, start).find(({ sha, subject }) => !known.has(sha) && matches(subject.slice(0, 200)))
          if (!ahead) return
          const short = ahead.sha.slice(0, 7)
          yield finding(
            file,
            msg`The commit ${short} (${ahead.subject}) is that of step ${next}, which is not recorded`,
            progress.root.get('current_step')?.value,
            { hint: recordingHint(file, progress, next, short) },
          )
        },
        examples: ({ change, firstCommit, inFinished, inProgress, planPath, progressPath, startCommit }) => {
          const startedRun = inProgress(['"steps"', '"session_start_sha": "1111111",\n  "steps"'])
          const aheadCommit = { sha: '2222222cccc', subject: 'feat(step2): ask the browser' }
          return {
            bad: [{ about: 'the commit of step 2', head: startedRun, log: [aheadCommit, firstCommit, startCommit] }],
            good: [
              {
                about: 'a commit that another record names',
                head: startedRun,
                log: [{ ...firstCommit, subject: 'feat(step2): both' }, startCommit],
              },
              {
                about: 'commits that match nothing',
                head: startedRun,
                log: [{ ...aheadCommit, subject: 'docs: read me' }, firstCommit, startCommit],
              },
              {
                about: 'the commit is older than the session',
                head: startedRun,
                log: [{ ...firstCommit }, { ...startCommit }, aheadCommit],
              },
              {
                about: 'the run is completed',
                head: change(inFinished(), { [progressPath]: [['"steps"', '"session_start_sha": "1111111",\n  "steps"']] }),
                log: [aheadCommit, firstCommit, startCommit],
              },
              {
                about: 'only the first 200 characters of a subject count',
                head: change(startedRun, { [planPath]: [['"^feat\\\\(step2\\\\):"', '"step2"']] }),
                log: [{ ...aheadCommit, subject: `${'x'.repeat(196)} step2` }, firstCommit, startCommit],
              },
            ],
          }
        },
      },
    ]),
  ],
}
