import picocolors from 'picocolors'
import { describeCounts, type Diagnostic, type Place, type Severity } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import { groupBy } from '../core/grouped.ts'
import { excerptOf } from './excerpt.ts'
import { plainText, withVisibleCharacters } from './plain.ts'
import { setupLines } from './setup.ts'
import { hasOldAndNew, verdict } from './verdict.ts'

type Paint = ReturnType<typeof picocolors.createColors>

const colours: Record<Severity, 'red' | 'yellow' | 'blue'> = { error: 'red', warning: 'yellow', notice: 'blue' }

/** A path that begins a line: as `./::path` it is the same file, and no workflow command. */
function heading(path: string): string {
  const pathText = plainText(path)
  return pathText.startsWith(':') ? `./${pathText}` : pathText
}

/** `27:14`, `27`; `-` for the file as a whole. */
const position = ({ line, column }: Place) =>
  line === undefined ? '-' : column === undefined ? `${line}` : `${line}:${column}`

const placeText = (place: Place) => `${plainText(place.path)}${place.line === undefined ? '' : `:${position(place)}`}`

/** What is below a finding: label and text. */
function details(diagnostic: Diagnostic): readonly (readonly [string, string | undefined])[] {
  return [
    ['hint', diagnostic.hint],
    ['fix', diagnostic.fix],
    ...(diagnostic.related ?? []).map((related) => ['see', `${placeText(related)}: ${related.message}`] as const),
    ['commit', diagnostic.commit],
    ['in', diagnostic.conversation === undefined ? undefined : `#${diagnostic.conversation}`],
  ]
}

/**
 * The line that a finding is about, and a mark below the place. None where the line is not available or is of another
 * head, nor where the finding is about no part of a line: then it points at the top of the file.
 */
function excerpt(diagnostic: Diagnostic, source: Report['source'], width: number, paint: Paint): readonly string[] {
  const { path, line, column, severity, commit, conversation } = diagnostic
  if (line === undefined || column === undefined || (commit ?? conversation) !== undefined) return []
  const text = source?.(path, line)
  if (text === undefined) return []
  const shownExcerpt = excerptOf(text, { ...diagnostic, line, column })
  const gutter = (label: string) => paint.dim(`  ${label.padStart(width)} | `)
  return [
    `${gutter(String(line))}${shownExcerpt.text}`.trimEnd(),
    `${gutter('')}${' '.repeat(shownExcerpt.before)}${paint[colours[severity]]('^'.repeat(shownExcerpt.width))}`,
  ]
}

/** How findings are shown. */
interface TextOptions extends Pick<Report, 'source'> {
  /** Whether new errors are marked. */
  readonly marked: boolean
}

function finding(
  diagnostic: Diagnostic,
  width: number,
  { source, marked }: TextOptions,
  paint: Paint,
): readonly string[] {
  const { severity, message, code, target } = diagnostic
  const margin = ' '.repeat(width + 4)
  const word = marked && diagnostic.new ? `${severity} (new)` : severity
  const label = (text: string) => paint.dim(text.padEnd(8))
  const subject = paint.dim(target === undefined ? plainText(code) : `${plainText(code)} ${plainText(target)}`)
  return [
    `  ${paint.dim(position(diagnostic).padStart(width))}  ${paint[colours[severity]](word.padEnd(8))} ${plainText(message)}  ${subject}`,
    ...excerpt(diagnostic, source, width, paint),
    ...details(diagnostic).flatMap(([name, value]) =>
      value === undefined ? [] : `${margin}${label(name)} ${plainText(value)}`,
    ),
  ]
}

function file(path: string, diagnostics: readonly Diagnostic[], options: TextOptions, paint: Paint): readonly string[] {
  const width = diagnostics.reduce((widest, diagnostic) => Math.max(widest, position(diagnostic).length), 0)
  return [
    paint.underline(heading(path)),
    ...diagnostics.flatMap((diagnostic) => finding(diagnostic, width, options, paint)),
    '',
  ]
}

/** What was found: of a check with its verdict, of a look at targets without one. */
function conclusion(report: Report, isLook: boolean, paint: Paint): string {
  const { title, reason, checked } = verdict(report)
  if (isLook && report.verdict !== 'nothing')
    return `${paint.bold(describeCounts(report.diagnostics) || 'Nothing is wrong')}; ${checked}.`
  const mark = report.verdict === 'passed' ? paint.green(`✔ ${title}`) : paint.red(`✖ ${title}`)
  return `${paint.bold(mark)}; ${checked}.${reason === '' ? '' : ` ${reason}`}`
}

function summary(report: Report, isLook: boolean, paint: Paint): readonly string[] {
  return [
    ...[...report.notes, ...(report.afterMerge ?? [])].map((note) => `${paint.yellow('note')} ${plainText(note)}`),
    ...(report.diagnostics.length > 0
      ? [paint.dim('`baton explain CODE` says what a code means and how to fix it.')]
      : []),
    conclusion(report, isLook, paint),
  ]
}

/**
 * The report for a terminal: grouped by file; new errors before all else; the verdict last, unless it is only a look.
 * No line depends on the terminal's width.
 */
export function text(
  report: Report,
  { color, isLook = false }: { readonly color: boolean; readonly isLook?: boolean },
): string {
  const paint = picocolors.createColors(color)
  const options = { source: report.source, marked: hasOldAndNew(report) }
  // A file with other findings too is there twice, so that nothing comes before a new error.
  const groups = [true, false]
    .map((isNew) => report.diagnostics.filter((diagnostic) => (diagnostic.new === true) === isNew))
    .flatMap((diagnostics) => [...groupBy(diagnostics, ({ path }) => path)])
    .flatMap(([path, diagnostics]) => file(path, diagnostics, options, paint))
  const setup = setupLines(report.setup ?? []).map(withVisibleCharacters)
  const ownLines = report.report ? [...report.report.lines.map((line) => plainText(line)), ''] : []
  return `${[...setup, ...(setup.length === 0 ? [] : ['']), ...ownLines, ...groups, ...summary(report, isLook, paint)].join('\n')}\n`
}
