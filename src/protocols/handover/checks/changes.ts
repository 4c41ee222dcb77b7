import { msg } from '../../../core/message.ts'
import { plain } from '../../../documents/data.ts'
import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import { problem, type Problem } from '../problem.ts'
import { planOf, type Step } from '../reading/plan.ts'
import { progressOf, type Progress } from '../reading/progress.ts'
import { numberOf, textOf, valueOf } from '../reading/records.ts'
import { mayResearchMove, progressMoves } from '../states.ts'
import { instantOf, compareVersions, versionOf } from '../schema.ts'
import { annotationChanges } from './annotation-changes.ts'

type Pair = readonly [now: HandoverFile, before: HandoverFile]

function* briefChanges([now, before]: Pair): Iterable<Problem> {
  const [from, to] = [before, now].map(({ mapping }) => mapping && textOf(valueOf(mapping, 'research_status')))
  const [had, has] = [before, now].map(({ mapping }) => numberOf(mapping?.get('research_topics')?.value) ?? 0)
  if (from === undefined || to === undefined || mayResearchMove(from, to, (has ?? 0) > (had ?? 0))) return
  yield problem(now, 'BRIEF_ILLEGAL_TRANSITION', msg`Unexpected move from ${from} to ${to}`, now.mapping?.get('research_status')?.value, {
    hint: 'Bring the status back; what was done is not undone by a word.',
  })
}

const stepText = (file: HandoverFile, { line, manifests }: Step) =>
  `${file.document?.line(line)}\n${manifests.map(({ text }) => text).join('\n')}`

function* planChanges([now, before]: Pair, project: Project, projectBefore: Project): Iterable<Problem> {
  const [plan, planBefore] = [planOf(now), planOf(before)]
  if (!plan || !planBefore) return
  const [from, to] = [versionOf(planBefore.version ?? ''), versionOf(plan.version ?? '')]
  if (from && to && compareVersions(to, from) < 0)
    yield problem(
      now,
      'PLAN_VERSION_DOWNGRADE',
      msg`Unexpected version ${plan.version ?? ''}, expected ${planBefore.version ?? ''} or newer`,
      now.mapping?.get('plan_version')?.value,
      { hint: msg`Write ${planBefore.version ?? ''} or newer: an older form asks less of a plan.` },
    )
  const [run, runBefore] = [project.files.progress, projectBefore.files.progress].map((file) => file && progressOf(file))
  if (!run || !runBefore || run.status === 'completed') return
  const old = new Map(planBefore.steps.map((step) => [step.number, stepText(before, step)]))
  for (const step of plan.steps) {
    const done = run.record(step.number)?.status === 'completed' && runBefore.record(step.number)?.status === 'completed'
    const was = old.get(step.number)
    if (done && was !== undefined && was !== stepText(now, step))
      yield problem(now, 'PLAN_COMPLETED_STEP_CHANGED', msg`Unexpected change of step ${step.number}, which is completed`, step.line, {
        hint: 'Add a new step for what is to be done again.',
      })
  }
}

/** The instants of a key before and after, where both are known. */
function instants(key: 'startedAt' | 'updatedAt', now: Progress, before: Progress): readonly [now: number, before: number] | undefined {
  const [to, from] = [instantOf(now[key] ?? ''), instantOf(before[key] ?? '')]
  return to === undefined || from === undefined ? undefined : [to, from]
}

/** What was recorded is not taken back. */
const takenBack = { hint: 'Bring back what was recorded; a run that begins anew has a later `started_at`.' }

function* regressions(file: HandoverFile, now: Progress, before: Progress): Iterable<Problem> {
  const at = (key: string) => now.root.get(key)?.value
  if (now.current !== undefined && before.current !== undefined && now.current < before.current)
    yield problem(
      file,
      'PROGRESS_REGRESSION',
      msg`Unexpected step ${now.current}, expected ${before.current} or more`,
      at('current_step'),
      takenBack,
    )
  for (const [key, name] of [
    ['updatedAt', 'updated_at'],
    ['startedAt', 'started_at'],
  ] as const) {
    const [to, from] = instants(key, now, before) ?? [0, 0]
    if (to < from)
      yield problem(
        file,
        'PROGRESS_REGRESSION',
        msg`Unexpected ${now[key] ?? ''}, expected no time before ${before[key] ?? ''}`,
        at(name),
        takenBack,
      )
  }
  for (const was of before.records) {
    const is = now.record(was.number)
    const node = is?.key ?? at('steps')
    if (was.status === 'completed' && is?.status !== 'completed')
      yield problem(file, 'PROGRESS_REGRESSION', msg`Step ${was.number} was completed, and is no longer`, node, takenBack)
    if (is?.attempts !== undefined && was.attempts !== undefined && is.attempts < was.attempts)
      yield problem(
        file,
        'PROGRESS_REGRESSION',
        msg`Unexpected attempts of step ${was.number}: ${is.attempts}, expected ${was.attempts} or more`,
        is.node.get('attempts')?.value,
        takenBack,
      )
    const [had, has] = [was.commit, is?.commit ?? null]
    if (was.status === 'completed' && is?.status === 'completed' && had !== undefined && had !== has)
      yield problem(
        file,
        'PROGRESS_COMMIT_CHANGED',
        msg`Unexpected commit ${has} of step ${was.number}, expected ${had}`,
        is.node.get('commit')?.value ?? is.key,
        { hint: 'Bring the commit back, unless it took the place of one that is gone.' },
      )
  }
}

/** Everything that a progress file says but when it was written. */
const dataOf = ({ root }: Progress) => JSON.stringify({ ...(plain(root) as object), updated_at: null })

function* progressChanges([file, fileBefore]: Pair): Iterable<Problem> {
  const [now, before] = [progressOf(file), progressOf(fileBefore)]
  if (!now || !before) return
  const [to, from] = instants('startedAt', now, before) ?? [0, 0]
  if (to > from) {
    if (before.status === 'in_progress')
      yield problem(file, 'PROGRESS_RESTARTED', 'Unexpected new run: the one before was in progress', now.root.get('started_at')?.value, {
        hint: 'Finish a run, or hand it back, before another begins.',
      })
    return
  }
  yield* regressions(file, now, before)
  if (now.status && before.status && !progressMoves[before.status].includes(now.status))
    yield problem(
      file,
      'PROGRESS_ILLEGAL_TRANSITION',
      msg`Unexpected move from ${before.status} to ${now.status}`,
      now.root.get('status')?.value,
      { hint: 'Bring the status back; a run that begins anew has a later `started_at`.' },
    )
  if (now.updatedAt !== undefined && now.updatedAt === before.updatedAt && dataOf(now) !== dataOf(before))
    yield problem(file, 'PROGRESS_NOT_BUMPED', 'Unexpected old `updated_at` though the file changed', now.root.get('updated_at')?.value, {
      hint: 'Write the moment of the change.',
    })
}

function* researchChanges(project: Project, before: Project): Iterable<Problem> {
  const old = new Map(before.research.map((file) => [file.path, file]))
  for (const file of project.research) {
    const was = old.get(file.path)?.document
    if (was && file.document && was.text !== file.document.text)
      yield problem(file, 'RESEARCH_REWRITTEN', 'A research brief is written once: it has other content now', undefined, {
        hint: 'A plan that was made from it may need another look.',
      })
  }
}

/** What base and head say together (handover protocol, section 6). */
export function* changeProblems(now: HandoverModel, before: HandoverModel): Iterable<Problem> {
  const old = new Map(before.folders.map((project) => [project.folder, project]))
  for (const project of now.folders) {
    const was = old.get(project.folder)
    if (!was) continue
    const pair = (kind: 'brief' | 'plan' | 'progress' | 'review'): readonly Pair[] => {
      const [file, fileBefore] = [project.files[kind], was.files[kind]]
      return file && fileBefore ? [[file, fileBefore]] : []
    }
    for (const each of pair('brief')) yield* briefChanges(each)
    for (const each of pair('plan')) yield* planChanges(each, project, was)
    for (const each of pair('progress')) yield* progressChanges(each)
    yield* researchChanges(project, was)
    for (const kind of ['brief', 'plan', 'review'] as const) for (const each of pair(kind)) yield* annotationChanges(...each)
    const run = was.files.progress
    if (run && !project.files.progress && progressOf(run)?.status === 'in_progress') {
      const found = problem(run, 'PROGRESS_DELETED', msg`${run.path} was deleted while the run was in progress`, undefined, {
        hint: 'Bring it back: nobody knows how far the run came.',
      })
      yield { ...found, place: { path: run.path } }
    }
  }
}
