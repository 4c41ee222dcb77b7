import type { Log, LoggedCommit } from '../../../core/log.ts'
import { memo } from '../../../core/once.ts'
import { linearPattern } from '../../../documents/linear-pattern.ts'
import type { HandoverFile, HandoverModel } from '../model.ts'
import { fileAt } from './paths.ts'
import { compiles, isUnsafe } from './patterns.ts'
import { planOf } from './plan.ts'
import { progressOf, type Progress } from './progress.ts'

const shaForm = /^[0-9a-f]{7,64}$/

const sortedShas = memo((log: Log) =>
  log
    .commits()
    .map(({ sha }) => sha)
    .toSorted(),
)

/** The commit that a SHA names, whole or abbreviated; `undefined` where the history lacks it. */
export function commitNamed(log: Log, named: string): string | undefined {
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
export function since(log: Log, start: string): readonly LoggedCommit[] {
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
export function patternOf(
  step: number,
  file: HandoverFile,
  progress: Progress,
  model: HandoverModel,
): ((subject: string) => boolean) | undefined {
  const plan = fileAt(progress.plan, 'plan', file.project, model)
  const pattern = plan && planOf(plan)?.steps.find(({ number }) => number === step)?.manifests[0]?.pattern
  const test = pattern !== undefined && compiles(pattern) && !isUnsafe(pattern) ? linearPattern(pattern) : undefined
  return typeof test === 'function' ? test : undefined
}

/** The commits that a run names, where the whole history is known. */
export function commitsOf(file: HandoverFile, { context: { log } }: HandoverModel) {
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
