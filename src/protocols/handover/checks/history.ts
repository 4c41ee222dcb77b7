import type { Log, LoggedCommit } from '../../../core/log.ts'
import { msg } from '../../../core/message.ts'
import { linearPattern } from '../../../documents/linear-pattern.ts'
import { memo } from '../../../kit/once.ts'
import type { HandoverFile, HandoverModel } from '../model.ts'
import { fileAt } from '../reading/paths.ts'
import { compiles, isUnsafe } from '../reading/manifest.ts'
import { problem, type Problem } from '../problem.ts'
import { planOf } from '../reading/plan.ts'
import { highestClosed, inProgress, nextStep, progressOf, questionIn, type Progress } from '../reading/progress.ts'

const shaForm = /^[0-9a-f]{7,64}$/

const sortedShas = memo((log: Log) =>
  log
    .commits()
    .map(({ sha }) => sha)
    .toSorted(),
)

/** The commit that a SHA names, whole or abbreviated; nothing where the history lacks it. */
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
  const pattern = plan && planOf(plan)?.steps.find(({ number }) => number === step)?.manifests[0]?.pattern?.text
  return pattern !== undefined && compiles(pattern) && !isUnsafe(pattern) ? linearPattern(pattern) : undefined
}

/** How a step is recorded that git shows to be done: by the commands that record one, where they take it now. */
function recordingHint({ project }: HandoverFile, progress: Progress, step: number, sha: string): string {
  const working = inProgress(progress).map(({ number }) => number)
  const isOpen = progress.mode === 'execute' && nextStep(progress) === step && !questionIn(progress)
  if (!project || !isOpen || working.some((number) => number !== step)) return msg`Record step ${step} as completed by ${sha}.`
  const handback = msg`${`/handback ${project.name} success --step ${step} --done-by ${sha}`} records it.`
  return working.length > 0 ? handback : `${msg`${`/accept ${project.name} --step ${step}`} takes the step up`}, then ${handback}`
}

/** What the commits say against a progress file; silent where not all of them are known (handover protocol, section 4.5). */
export function* historyProblems(file: HandoverFile, model: HandoverModel): Iterable<Problem> {
  const { log } = model.context
  const progress = progressOf(file)
  if (!log || !progress) return
  const { records, root, sessionStart = '', status } = progress
  const recorded = records.filter(({ commit }) => commit !== undefined && shaForm.test(commit))
  const goesOn = status !== 'completed' && shaForm.test(sessionStart)
  if ((recorded.length === 0 && !goesOn) || !log.whole()) return
  for (const { commit = '', node, number } of recorded) {
    if (commitNamed(log, commit) === undefined)
      yield problem(
        file,
        'PROGRESS_COMMIT_UNKNOWN',
        msg`The history has no commit ${commit} of step ${number}`,
        node.get('commit')?.value,
        { hint: 'Squash merges drop commits: record the one that took its place.' },
      )
  }
  const start = goesOn ? commitNamed(log, sessionStart) : undefined
  const next = highestClosed(progress) + 1
  const matches = start === undefined ? undefined : patternOf(next, file, progress, model)
  if (start === undefined || !matches) return
  const known = new Set(recorded.map(({ commit = '' }) => commitNamed(log, commit)))
  const ahead = since(log, start).find(({ sha, subject }) => !known.has(sha) && matches(subject.slice(0, 200)))
  if (ahead) {
    const short = ahead.sha.slice(0, 7)
    yield problem(
      file,
      'PROGRESS_GIT_DRIFT',
      msg`The commit ${short} (${ahead.subject}) is that of step ${next}, which is not recorded`,
      root.get('current_step')?.value,
      { hint: recordingHint(file, progress, next, short) },
    )
  }
}
