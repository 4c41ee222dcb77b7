import type { CommandContext, CommandDiagnostic, Request } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import { progressOf, type Progress, type StepRecord } from '../reading/progress.ts'
import { instantOf, isSha } from '../reading/values.ts'
import { isCommitOf } from '../reading/commits.ts'
import { diagnostic } from './diagnostics.ts'

/** A commit as it is recorded, with doubts about it. */
interface RecordedCommit {
  readonly sha: string
  readonly diagnostics: readonly CommandDiagnostic[]
}

const wholeShaPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

const cutOffWarning = (project: Project, sha: string): CommandDiagnostic =>
  diagnostic(
    project,
    'PROGRESS_COMMIT_UNKNOWN',
    msg`The history is cut off, so it does not show whether ${sha} is an ancestor of the head`,
    { severity: 'warning', hint: 'Run `git fetch --unshallow` to have all of it.' },
  )

/** Whether a commit may be named so: in a comment by its digits, or as the head that the command sees. */
const mayBeNamed = (revision: string, local: boolean): boolean =>
  local ? !revision.startsWith('-') : revision === 'HEAD'

/** The commit that `--done-by` names, or why it cannot be recorded (docs/handover.md, "Commands"). */
export function commitOf(
  project: Project,
  revision: string,
  { local = false }: Request,
  { history }: CommandContext,
): RecordedCommit | { readonly refusal: CommandDiagnostic } {
  const naming = `/handback ${project.name} success --done-by SHA`
  const defaultHint = msg`${naming} names it by its digits; without ${'--done-by'} the newest commit counts.`
  const invalidCommit = (message: string, hint = defaultHint) => ({
    refusal: diagnostic(project, 'PROGRESS_COMMIT_INVALID', message, { hint }),
  })
  const sha = isSha(revision.toLowerCase()) ? revision.toLowerCase() : undefined
  if (sha === undefined && !mayBeNamed(revision, local))
    return invalidCommit(
      local
        ? msg`Unexpected commit ${revision}, expected a revision`
        : msg`Unexpected commit ${revision}, expected ${7} to ${64} hex digits, or ${'HEAD'}`,
    )
  const namedCommit = history?.named(local ? revision : (sha ?? revision))
  if (!namedCommit)
    return sha === undefined
      ? invalidCommit(
          msg`Unexpected commit ${revision} where there is no repository, expected ${7} to ${64} hex digits`,
        )
      : { sha, diagnostics: [] }
  if ('candidates' in namedCommit)
    return invalidCommit(
      msg`Ambiguous commit ${revision}, which could be ${namedCommit.candidates}`,
      msg`Say which is meant with ${'--done-by'}: ${namedCommit.candidates}.`,
    )
  if ('cutOff' in namedCommit) {
    // A clone completes digits to the whole SHA: those that it cannot complete are recorded only where they are whole
    // already.
    const mayExist = namedCommit.cutOff && sha !== undefined && (!local || wholeShaPattern.test(sha))
    if (mayExist) return { sha, diagnostics: [cutOffWarning(project, sha)] }
    const hint =
      namedCommit.cutOff && sha !== undefined
        ? 'Run `git fetch --unshallow` to have all of the history, or name the whole SHA.'
        : undefined
    return invalidCommit(msg`Unknown revision ${revision}, expected one that names a commit`, hint)
  }
  if (namedCommit.ancestor === true) return { sha: namedCommit.sha, diagnostics: [] }
  if (namedCommit.ancestor === undefined)
    return { sha: namedCommit.sha, diagnostics: [cutOffWarning(project, namedCommit.sha)] }
  const hint = msg`Merge it first, or name the commit that has its work on this branch: ${naming}.`
  return {
    refusal: diagnostic(
      project,
      'PROGRESS_COMMIT_UNKNOWN',
      msg`The commit ${revision} is not an ancestor of the head`,
      {
        hint,
      },
    ),
  }
}

/** The head, unless that is a commit of Baton's own for this project: then its newest ancestor that is none. */
export function lastWorkCommit({ target }: Project, { history, context: { log } }: CommandContext): string | undefined {
  const head = log?.head()
  if (head === undefined || !history) return head
  const parentsOfOwnCommits = new Map(
    history.ledger().flatMap(({ sha, parent, targets }) => (targets.includes(target) ? [[sha, parent] as const] : [])),
  )
  let sha: string | undefined = head
  while (sha !== undefined && parentsOfOwnCommits.has(sha)) sha = parentsOfOwnCommits.get(sha)
  return sha
}

/**
 * A time before which no commit can have done a step: when it was granted. Of a step that is tried again the first
 * grant counts, of which only the end of the steps before it is known.
 */
function earliestWorkTime(
  { startedAt, updatedAt, records }: Progress,
  { number, attempts = 1, grantedSince }: StepRecord,
): number | undefined {
  if (attempts <= 1) return instantOf(grantedSince ?? updatedAt ?? '')
  const endTimes = records.filter((record) => record.number < number).map(({ completedAt }) => completedAt)
  const knownInstants = [startedAt, ...endTimes].flatMap((time) => instantOf(time ?? '') ?? [])
  return knownInstants.length === 0 ? undefined : Math.max(...knownInstants)
}

/** In milliseconds: commits know no parts of a second. */
const second = 1000

/**
 * Whether a commit is older than the grant of a step, and not the one that its manifest asks for; `undefined` where
 * that is not known.
 */
export function isOlderThanGrant(
  sha: string,
  record: StepRecord,
  file: HandoverFile,
  model: HandoverModel,
  { history }: CommandContext,
): boolean | undefined {
  const progress = progressOf(file)
  if (!progress) return undefined
  if (isCommitOf(record.number, sha, file, model)) return false
  const [commitTime, grantTime] = [instantOf(history?.committedAt(sha) ?? ''), earliestWorkTime(progress, record)]
  return commitTime === undefined || grantTime === undefined
    ? undefined
    : Math.floor(commitTime / second) < Math.floor(grantTime / second)
}
