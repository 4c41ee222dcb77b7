import type { Log, LoggedCommit } from '../../../core/log.ts'
import { memo } from '../../../core/once.ts'
import { linearPattern } from '../../../documents/linear-pattern.ts'
import type { HandoverFile, HandoverModel } from '../model.ts'
import { fileAt } from './paths.ts'
import { compiles, isUnsafe } from './patterns.ts'
import { planOf } from './plan.ts'
import { progressOf, type Progress } from './progress.ts'
import { isSha } from './values.ts'

const sortedShas = memo((log: Log) =>
  log
    .commits()
    .map(({ sha }) => sha)
    .toSorted(),
)

/** The commit that a SHA names, whole or abbreviated; `undefined` where the history lacks it. */
export function fullShaOf(log: Log, sha: string): string | undefined {
  const shas = sortedShas(log)
  let low = 0
  let high = shas.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((shas[middle] ?? '') < sha) low = middle + 1
    else high = middle
  }
  return shas[low]?.startsWith(sha) === true ? shas[low] : undefined
}

/** The commits since another one, the newest first. */
export function commitsSince(log: Log, start: string): readonly LoggedCommit[] {
  const commitsBySha = new Map(log.commits().map((commit) => [commit.sha, commit]))
  const earlierShas = new Set<string>()
  const pending = [start]
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    if (earlierShas.has(sha)) continue
    earlierShas.add(sha)
    pending.push(...(commitsBySha.get(sha)?.parents ?? []))
  }
  return log.commits().filter(({ sha }) => !earlierShas.has(sha))
}

/** Whether a commit has the subject that the manifest of a step asks for, where its pattern can be run. */
export function commitMatcherOf(
  step: number,
  file: HandoverFile,
  progress: Progress,
  model: HandoverModel,
): ((commit: LoggedCommit) => boolean) | undefined {
  const plan = fileAt(progress.plan, 'plan', file.project, model)
  const pattern = plan && planOf(plan)?.steps.find(({ number }) => number === step)?.manifests[0]?.pattern
  const compiled = pattern !== undefined && compiles(pattern) && !isUnsafe(pattern) ? linearPattern(pattern) : undefined
  return typeof compiled === 'function' ? ({ subject }) => compiled(subject.slice(0, 200)) : undefined
}

/** The commits that a run names, where the whole history is known. */
export function commitsOf(file: HandoverFile, { context: { log } }: HandoverModel) {
  const progress = progressOf(file)
  if (!log || !progress) return undefined
  const { records, sessionStart = '', status } = progress
  const recordsWithCommit = records.filter(({ commit }) => commit !== undefined && isSha(commit))
  const isOngoing = status !== 'completed' && isSha(sessionStart)
  if ((recordsWithCommit.length === 0 && !isOngoing) || !log.whole()) return undefined
  return { log, progress, recorded: recordsWithCommit, start: isOngoing ? fullShaOf(log, sessionStart) : undefined }
}

/**
 * Whether a commit since the start of a run has the subject that the manifest of a step asks for: it did the step,
 * whenever that was granted.
 */
export function isCommitOf(step: number, commit: string, file: HandoverFile, model: HandoverModel): boolean {
  const { log, progress, start } = commitsOf(file, model) ?? {}
  if (!log || !progress || start === undefined) return false
  const matches = commitMatcherOf(step, file, progress, model)
  return (
    matches !== undefined &&
    commitsSince(log, start).some((candidate) => candidate.sha === commit && matches(candidate))
  )
}

/**
 * Whether a commit has the subject that the manifest of a step asks for; `undefined`: it asks for none, or it is not
 * known.
 */
export function hasExpectedSubject(
  step: number,
  commit: string,
  file: HandoverFile,
  model: HandoverModel,
): boolean | undefined {
  const { log, progress } = commitsOf(file, model) ?? {}
  const matches = progress && commitMatcherOf(step, file, progress, model)
  const namedCommit = matches && log?.commits().find(({ sha }) => sha === commit)
  return namedCommit && matches(namedCommit)
}
