import { severities, worstFirst, type Diagnostic, type Severity, pluralize } from '../core/diagnostic.ts'
import { referenceFor } from '../core/links.ts'
import type { Report } from '../core/report.ts'
import { inertText, plainText, plainPath } from './plain.ts'
import { reportForComments } from './spelling.ts'
import { hasOldAndNew, verdict } from './verdict.ts'

/** An annotation that GitHub shows at lines of a file. Lines count from 1; columns are given only within one line. */
export interface Annotation {
  readonly level: Severity
  readonly path: string
  readonly startLine: number
  readonly endLine: number
  readonly startColumn?: number
  readonly endColumn?: number
  readonly title: string
  /** Lines of plain text: what is wrong, what to do, what repairs it, where to read more. */
  readonly message: string
}

/** An annotation stands alone: the verdict of the check is elsewhere. */
const oldError = 'Not new: the base has this error too, and the change does not touch it.'

function annotation(diagnostic: Diagnostic, { compared }: Report, marksNew: boolean): Annotation {
  const {
    severity: level,
    path,
    line: startLine = 1,
    column,
    endColumn,
    code,
    target,
    message,
    hint,
    fix,
    conversation,
    url,
  } = diagnostic
  // An end at column 1 is the end of the line before.
  const endLine = Math.max(startLine, (diagnostic.endLine ?? startLine) - (endColumn === 1 ? 1 : 0))
  const isWithinLine = diagnostic.line !== undefined && (diagnostic.endLine ?? startLine) === startLine
  const lines = [
    message,
    compared === true && level === 'error' && diagnostic.new !== true ? oldError : undefined,
    hint,
    fix === undefined ? undefined : `Fix it with: ${fix}`,
    conversation === undefined ? undefined : `In #${conversation}`,
    referenceFor(code, url),
  ]
  return {
    level,
    path: plainPath(path),
    startLine,
    endLine,
    ...(isWithinLine && column !== undefined && { startColumn: column, ...(endColumn !== undefined && { endColumn }) }),
    title: plainText(
      `${target === undefined ? code : `${code} ${target}`}${marksNew && diagnostic.new ? ' (new)' : ''}`,
    ),
    message: lines.flatMap((line) => (line === undefined ? [] : plainText(line))).join('\n'),
  }
}

/** The findings as annotations, worst first; at most so many of a level as are given for it. */
export function annotations(
  givenReport: Report,
  maxOf: Readonly<Partial<Record<Severity, number>>> = {},
): readonly Annotation[] {
  const report = reportForComments(givenReport)
  const sorted = worstFirst(report.diagnostics)
  const marksNew = hasOldAndNew(report)
  return severities
    .flatMap((level) => sorted.filter(({ severity }) => severity === level).slice(0, maxOf[level]))
    .map((diagnostic) => annotation(diagnostic, report, marksNew))
}

const escapes: Record<string, string> = { '%': '%25', '\r': '%0D', '\n': '%0A', ':': '%3A', ',': '%2C' }

const data = (value: string) => value.replace(/[%\r\n]/g, (unit) => escapes[unit] ?? unit)
const property = (value: string | number) => String(value).replace(/[%\r\n:,]/g, (unit) => escapes[unit] ?? unit)

/**
 * The workflow command of one annotation, as the Actions toolkit writes it. A path with an older workflow command in it
 * is broken: where something precedes the line in a log, the runner would use that one.
 */
export function command({
  level,
  path,
  startLine,
  endLine,
  startColumn,
  endColumn,
  title,
  message,
}: Annotation): string {
  const properties = { title, file: path, line: startLine, endLine, col: startColumn, endColumn }
  const propertyTexts = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : `${key}=${property(value)}`,
  )
  return inertText(`::${level} ${propertyTexts.join(',')}::${data(message)}`)
}

/** An annotation about no file. */
const workflowCommand = (level: Severity, title: string, message: string) =>
  `::${level} title=${property(title)}::${data(message)}`

/** A rule as a workflow command: what its code means, why it matters, how to repair it, where to read more. */
export function githubRule({ code, summary, why, repair, url }: Report['rules'][number]): string {
  const lines = [summary, why, repair, referenceFor(code, url)].flatMap((text) => text?.split('\n') ?? [])
  return `${workflowCommand('notice', code, lines.map(plainText).join('\n'))}\n`
}

/** GitHub shows this many annotations of one level per step, and drops the rest in silence. */
const maxPerLevel = 10

/**
 * The worst of the annotations that can be shown. The verdict of a step that fails is an error itself, and what says
 * that there are more is a notice: each needs one of their places.
 */
function shownAnnotations(report: Report): readonly Annotation[] {
  const worst = annotations(report, {
    error: report.verdict === 'failed' ? maxPerLevel - 1 : maxPerLevel,
    warning: maxPerLevel,
    notice: maxPerLevel,
  })
  const full = worst.filter(({ level }) => level === 'notice').length === maxPerLevel
  return full && worst.length < report.diagnostics.length ? worst.slice(0, -1) : worst
}

/** Workflow commands, one a line: the worst findings as annotations; then what they do not say. */
export function github(report: Report): string {
  const keptAnnotations = shownAnnotations(report)
  const omitted = report.diagnostics.length - keptAnnotations.length
  const moreText = `${pluralize(omitted, 'more finding')} not shown here, where GitHub shows ${maxPerLevel} of a level: the JSON report and \`baton validate\` have all.`
  const { title, reason } = verdict(report)
  return [
    ...keptAnnotations.map(command),
    ...(omitted > 0 ? [workflowCommand('notice', 'Baton', moreText)] : []),
    ...(report.verdict === 'nothing' ? [workflowCommand('error', 'Baton', `${title}. ${reason}`)] : []),
  ]
    .map((line) => `${line}\n`)
    .join('')
}
