import type { CommandContext, CommandDiagnostic, Request } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import { progressOf, type Progress, type StepRecord } from '../reading/progress.ts'
import { instantOf } from '../reading/values.ts'
import { isCommitOf } from '../reading/commits.ts'
import { diagnostic } from './diagnostics.ts'

/** A commit as it is recorded, with doubts about it. */
interface RecordedCommit {
  readonly sha: string
  readonly diagnostics: readonly CommandDiagnostic[]
}

const digits = /^[0-9a-f]{7,64}$/
const wholeSha = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

const doubtful = (project: Project, sha: string): CommandDiagnostic =>
  diagnostic(project, 'PROGRESS_COMMIT_UNKNOWN', msg`The history is cut off, so that it does not show whether ${sha} leads to the head`, {
    severity: 'warning',
    hint: 'Run `git fetch --unshallow` to have all of it.',
  })

/** Whether a commit may be named so: in a comment by its digits, or as the head that the command sees. */
const mayBeNamed = (written: string, local: boolean): boolean => (local ? !written.startsWith('-') : written === 'HEAD')

/** The commit that `--done-by` names, or why it cannot be recorded (docs/handover.md, "Commands"). */
export function commitOf(
  project: Project,
  written: string,
  { local = false }: Request,
  { history }: CommandContext,
): RecordedCommit | { readonly refusal: CommandDiagnostic } {
  const invalid = (message: string, hint?: string) => ({
    refusal: diagnostic(project, 'PROGRESS_COMMIT_INVALID', message, hint === undefined ? {} : { hint }),
  })
  const sha = digits.test(written.toLowerCase()) ? written.toLowerCase() : undefined
  if (sha === undefined && !mayBeNamed(written, local))
    return invalid(
      local
        ? msg`Unexpected commit ${written}, expected a revision`
        : msg`Unexpected commit ${written}, expected ${7} to ${64} hex digits, or ${'HEAD'}`,
    )
  const named = history?.named(local ? written : (sha ?? written))
  if (!named)
    return sha === undefined
      ? invalid(msg`Unexpected commit ${written} where there is no repository, expected ${7} to ${64} hex digits`)
      : { sha, diagnostics: [] }
  if ('candidates' in named)
    return invalid(msg`Ambiguous commit ${written}, which could be ${named.candidates}`, msg`Say which is meant: ${named.candidates}.`)
  if ('cutOff' in named) {
    // A clone completes digits to the whole SHA: those that it cannot complete are recorded only where they are whole already.
    const mayExist = named.cutOff && sha !== undefined && (!local || wholeSha.test(sha))
    if (mayExist) return { sha, diagnostics: [doubtful(project, sha)] }
    const hint =
      named.cutOff && sha !== undefined ? 'Run `git fetch --unshallow` to have all of the history, or name the whole SHA.' : undefined
    return invalid(msg`Unknown revision ${written}, expected one that names a commit`, hint)
  }
  if (named.ancestor === true) return { sha: named.sha, diagnostics: [] }
  if (named.ancestor === undefined) return { sha: named.sha, diagnostics: [doubtful(project, named.sha)] }
  const hint = 'Merge it first, or name the commit that has its work on this branch.'
  return { refusal: diagnostic(project, 'PROGRESS_COMMIT_UNKNOWN', msg`The commit ${written} does not lead to the head`, { hint }) }
}

/** The head, unless that is a commit of Baton's own for this project: then its newest ancestor that is none. */
export function lastWork({ target }: Project, { history, context: { log } }: CommandContext): string | undefined {
  const head = log?.head()
  if (head === undefined || !history) return head
  const own = new Map(history.ledger().flatMap(({ sha, parent, targets }) => (targets.includes(target) ? [[sha, parent] as const] : [])))
  let sha: string | undefined = head
  while (sha !== undefined && own.has(sha)) sha = own.get(sha)
  return sha
}

/**
 * A time before which no commit can have done a step: when it was granted. Of a step that is tried again the first grant counts, of which only
 * the end of the steps before it is known.
 */
function earliestWork({ startedAt, updatedAt, records }: Progress, { number, attempts = 1, grantedSince }: StepRecord): number | undefined {
  if (attempts <= 1) return instantOf(grantedSince ?? updatedAt ?? '')
  const ends = records.filter((record) => record.number < number).map(({ completedAt }) => completedAt)
  const known = [startedAt, ...ends].flatMap((time) => instantOf(time ?? '') ?? [])
  return known.length === 0 ? undefined : Math.max(...known)
}

/** In milliseconds: commits know no parts of a second. */
const second = 1000

/** Whether a commit is older than the grant of a step, and not the one that its manifest asks for; `undefined` where that is not known. */
export function isOlder(
  sha: string,
  record: StepRecord,
  file: HandoverFile,
  model: HandoverModel,
  { history }: CommandContext,
): boolean | undefined {
  const progress = progressOf(file)
  if (!progress) return undefined
  if (isCommitOf(record.number, sha, file, model)) return false
  const [made, granted] = [instantOf(history?.committedAt(sha) ?? ''), earliestWork(progress, record)]
  return made === undefined || granted === undefined ? undefined : Math.floor(made / second) < Math.floor(granted / second)
}
