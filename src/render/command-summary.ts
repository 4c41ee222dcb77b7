import type { Diagnostic } from '../core/diagnostic.ts'
import { visibleLine } from '../core/message.ts'
import { cell, code, prose } from './inline.ts'
import { table } from './table.ts'

/** What became of a command of a comment. */
export interface CommandRow {
  /** As it was written. */
  readonly command: string
  readonly target: string | undefined
  /** `nothing`: it was not run. */
  readonly outcome: 'changed' | 'unchanged' | 'refused' | 'nothing'
  readonly dryRun?: true
  /** What it changes is only in the answer, as a patch: nothing can be pushed to a fork. */
  readonly patch?: true
  /** Why it was refused, or what was noticed. */
  readonly reasons: readonly Pick<Diagnostic, 'code' | 'message' | 'hint'>[]
  /** Why what was probably meant as a command was none, by `msg`. */
  readonly nearMiss?: string
}

/** What became of the commands of one comment. */
export interface CommandSummary {
  readonly rows: readonly CommandRow[]
  /** The commit that holds it, whole SHA. */
  readonly sha: string | undefined
  /** The answer as Markdown, where there is more to say than its rows do. */
  readonly answer?: string | undefined
  /** What could not be made seen, and why: sentences by `msg`. */
  readonly unseen: readonly string[]
}

/** A reason as one sentence: what is wrong, what to do, and the code. */
const reasonText = ({ code: name, message, hint }: CommandRow['reasons'][number]): string =>
  `${message}${hint === undefined ? '' : `. ${hint}`} (\`${name}\`)`

/** Why a command is not there, or was not run though nothing is wrong with it. */
export function reasonsOf({ outcome, reasons, nearMiss }: CommandRow): readonly string[] {
  if (nearMiss !== undefined) return [nearMiss]
  return outcome === 'nothing' && reasons.length === 0
    ? ['Another command of the comment was refused']
    : reasons.map(reasonText)
}

function outcomeText({ outcome, dryRun, patch }: CommandRow): string {
  if (dryRun) return `dry run: ${outcome === 'changed' ? 'would be changed' : outcome}`
  if (outcome === 'nothing') return 'not run'
  return patch && outcome === 'changed' ? 'not written: the answer has a patch' : outcome
}

const row = ({ sha }: CommandSummary) => {
  const commit = sha === undefined ? '' : code(sha.slice(0, 7))
  return (commandRow: CommandRow) =>
    [
      code(visibleLine(commandRow.command)),
      commandRow.target === undefined ? '' : code(commandRow.target),
      outcomeText(commandRow),
      commandRow.outcome === 'changed' && !commandRow.dryRun ? commit : '',
      reasonsOf(commandRow).map(prose).join('<br>'),
    ].map(cell)
}

/** What became of the commands of some comments, as Markdown for the summary of a job. */
export function commandSummary(summaries: readonly CommandSummary[]): string {
  const rows = summaries.flatMap((summary) => summary.rows.map(row(summary)))
  const unseen = summaries.flatMap((summary) => summary.unseen)
  return [
    ...(rows.length === 0
      ? ['These commands were handled before: nothing was done again.']
      : [table(['command', 'target', 'outcome', 'commit', 'why'], rows)]),
    ...summaries.flatMap(({ answer }) =>
      answer === undefined ? [] : [`### Answer\n\n${answer.replace(/^<!--[^>]*-->\n/, '').trimEnd()}`],
    ),
    ...(unseen.length === 0
      ? []
      : [`Not everything could be shown:\n\n${unseen.map((why) => `- ${prose(why)}`).join('\n')}`]),
  ].join('\n\n')
}
