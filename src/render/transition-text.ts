import picocolors from 'picocolors'
import type { Diagnostic, Severity } from '../core/diagnostic.ts'
import { workLines } from './next.ts'
import { plainText, withVisibleCharacters } from './plain.ts'
import { actions, type Transition, type TransitionResult } from './transition.ts'
import { bareName } from '../core/target.ts'

const marks = { changed: '✔', unchanged: '=', refused: '✖' } as const
const dryRunWords = { changed: 'would change', unchanged: 'nothing to change', refused: 'would be refused' } as const

/** The lines of a reply; what fences a block in a comment means nothing to a terminal. */
const withoutFences = (reply: string) =>
  reply === '' ? [] : reply.split('\n').filter((line) => !/^`{3,}(?:text|yaml)?$/.test(line))

/** The command, and the target where the command does not name the whole of it. */
function nameOf({ command, target }: TransitionResult): string {
  const isNamed = target === undefined || command.includes(bareName(target))
  return isNamed ? command : `${command} (${target})`
}

/** Whether a command went on from where the one before it had brought the target: its state is not repeated. */
const continuesFrom = (previous: TransitionResult | undefined, { target, from }: TransitionResult): boolean =>
  previous?.target !== undefined && previous.target === target && previous.to === from

/** What of a command is printed once for all of a batch. */
interface TransitionContext {
  readonly before: TransitionResult | undefined
  readonly after: TransitionResult | undefined
  /** Another command was refused, and so nothing was done. */
  readonly isIdle: boolean
  readonly isDry: boolean
}

function moveOf(result: TransitionResult, { before, after }: TransitionContext): string | undefined {
  const { from, to, holder, work, outcome } = result
  const agent = holder === 'agent' ? (result.agent ?? work?.agent) : undefined
  if (from === undefined || to === undefined) return undefined
  if (from === to) return outcome === 'changed' && work && agent !== undefined ? `${to}, held by ${agent}` : undefined
  const holderText =
    holder === undefined || (after && continuesFrom(result, after)) ? '' : `, held by ${agent ?? `the ${holder}`}`
  return `${continuesFrom(before, result) ? '' : `${from} `}→ ${to}${holderText}`
}

/** A diagnostic with its repair; a hint often names the command already. */
function diagnosticLine({ severity, code, message, hint, fix }: Diagnostic): string {
  const mend = fix === undefined || hint?.includes(fix) ? [] : [`Fix it with ${fix}`]
  return `${severity} ${code} ${[message, ...(hint === undefined ? [] : [hint.replace(/\.$/, '')]), ...mend].join('. ')}`
}

/** Of what was done, what needs nothing more is left to the JSON; the failed checks of a report are among its lines. */
const shownSeverities: Readonly<Record<TransitionResult['outcome'], readonly Severity[]>> = {
  changed: ['warning'],
  unchanged: ['warning', 'notice'],
  refused: ['error', 'warning', 'notice'],
}

/**
 * Notices of a change that are shown all the same: other worktrees do not see the grant, that of another agent was
 * ended, or the end of a text is in no file.
 */
export const shownNotices: ReadonlySet<string> = new Set(['GRANT_UNCLAIMED', 'GRANT_ENDED', 'TEXT_CUT'])

const isShown = ({ severity, code }: Diagnostic, outcome: TransitionResult['outcome']): boolean =>
  shownSeverities[outcome].includes(severity) || shownNotices.has(code)

function resultLines(result: TransitionResult, context: TransitionContext): readonly string[] {
  const { outcome, reply, brief, diagnostics, report, diff, work } = result
  const isFine = outcome !== 'refused'
  const isDry = context.isDry || diff !== undefined
  const lead = isDry ? 'Dry run: ' : ''
  if (context.isIdle && outcome === 'changed')
    return [`${lead}= ${nameOf(result)}: not done, since another was refused`]
  const move = moveOf(result, context)
  const isOver = context.after !== undefined && continuesFrom(result, context.after)
  const briefText = move === undefined || brief === undefined || brief === '' || isOver ? '' : `. ${brief}`
  const replyLines = move === undefined || brief === undefined ? withoutFences(reply) : []
  // Those of a report have an indent of their own: programs look for them at the beginning of a line.
  const lines = report?.lines ?? replyLines.map((line) => (line === '' ? '' : `  ${line}`))
  return [
    `${lead}${isDry && outcome === 'changed' ? '' : `${marks[outcome]} `}${nameOf(result)}: ${move ?? (isDry ? dryRunWords[outcome] : outcome)}${briefText}`,
    ...(isFine ? lines : []),
    ...(isOver || !work ? [] : workLines(work).map((line) => `  ${line}`)),
    ...diagnostics
      .filter((diagnostic) => isShown(diagnostic, outcome))
      .map((diagnostic) => `  ${diagnosticLine(diagnostic)}`),
  ]
}

/** What was done to which files, in one line. */
function filesLine(batch: Transition): readonly string[] {
  const fileActions = actions(batch)
  const pathsOf = (action: string) =>
    fileActions.filter((fileAction) => fileAction.action === action).map(({ path }) => path)
  const parts = [
    ['wrote', pathsOf('write')],
    ['deleted', pathsOf('delete')],
  ] as const
  const partTexts = parts.filter(([, paths]) => paths.length > 0).map(([word, paths]) => `${word} ${paths.join(', ')}`)
  return partTexts.length === 0 ? [] : [`  ${partTexts.join('; ')}`]
}

/** The result of a batch, for a terminal: a line for each command, what else matters, and a line of all files. */
export function transitionText(batch: Transition, { color = false }: { readonly color?: boolean } = {}): string {
  const { outcome, results, diff, commit } = batch
  const diffLines = (text: string | undefined) => linesOfDiff(text, color)
  const lines = results.flatMap((result, index) => {
    const context = {
      before: results[index - 1],
      after: results[index + 1],
      isIdle: outcome === 'refused',
      isDry: diff !== undefined,
    }
    return [...resultLines(result, context).map(plainLine), ...diffLines(result.diff)]
  })
  // A diff names its files.
  const diffOutput = diffLines(diff)
  const files = diff === undefined ? filesLine(batch) : diffOutput.length === 0 ? [] : ['', ...diffOutput]
  const commitLine = commit === undefined ? [] : [`  committed as ${commit.slice(0, 12)}`]
  return [...lines, ...(diff === undefined ? files.map(plainLine) : files), ...commitLine, ''].join('\n')
}

/** A diff as it is: every blank of it counts. */
function linesOfDiff(diff = '', color: boolean): readonly string[] {
  const paint = picocolors.createColors(color)
  const painters = [
    [/^(?:---|\+\+\+) /, paint.bold],
    [/^\+/, paint.green],
    [/^-/, paint.red],
    [/^@@/, paint.cyan],
  ] as const
  return diff
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (painters.find(([form]) => form.test(line))?.[1] ?? String)(withVisibleCharacters(line)))
}

/** A line whose beginning matters: its indent stays. */
function plainLine(line: string): string {
  return ' '.repeat(line.length - line.trimStart().length) + plainText(line)
}
