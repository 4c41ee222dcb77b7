import type { TextDocument } from '../../../documents/text.ts'
import { elementsBetween, type Heading } from '../../../documents/markdown.ts'
import type { ReportName } from './names.ts'
import { isPlaceholder, leadingId, verdicts, type Verdict } from '../schema.ts'
import {
  continuesParagraph,
  linesIn,
  parseLabel,
  itemAt,
  linesOf,
  plainTitle,
  sectionUnder,
  type Lines,
  type LineRange,
} from './lines.ts'

export interface ValueOnLine<Value> {
  readonly value: Value
  readonly line: number
}

/** A report of one attempt: what the executor wrote, and what the reviewer appended. */
export interface Report extends ReportName {
  readonly path: string
  readonly document: TextDocument
  /** The heading `Task Report: <id>`, where it names an id. */
  readonly title: ValueOnLine<string> | undefined
  /** The line of PART 1. */
  readonly part1: number | undefined
  readonly filled: boolean
  /** Without parts, with a section *Status*: the line of that heading. */
  readonly legacy: number | undefined
  /** The line of the first PART 2. */
  readonly part2: number | undefined
  /** What the executor wrote, line ends as LF. */
  readonly frozen: string
  /** From the first PART 2 on, line ends as LF; empty where there is none. */
  readonly review: string
  readonly verdicts: readonly ValueOnLine<Verdict>[]
  /** The one that counts: the last. */
  readonly verdict: ValueOnLine<Verdict> | undefined
  /** Status lines that say neither word. */
  readonly unknown: readonly ValueOnLine<string>[]
  readonly hasFeedback: boolean
}

const partOf = ({ level, text }: Heading): string | undefined =>
  level <= 3 ? /^PART[ \t]+([12])(?!\d)/i.exec(text.replaceAll(/[*_`]/g, '').trim())?.[1] : undefined

/** Emphasis may enclose the word, the value or both: `**Status: Qualified**`. */
const statusLine = /^status\s*:(.*)$/i
const withoutEmphasis = (text: string) => text.replaceAll(/[*_`]/g, '').trim()

/** A value of *Status*: a verdict, something else, or nothing that counts. */
function verdictOf(value: string): Verdict | 'unknown' | undefined {
  const plainValue = withoutEmphasis(value)
    .replaceAll(/[\u2705\u274c]/g, '')
    .trim()
  const words = verdicts.filter((verdict) => new RegExp(`\\b${verdict}\\b`, 'i').test(plainValue))
  if (words.length > 1 || isPlaceholder(plainValue)) return undefined
  return words.find((verdict) => plainValue.toLowerCase().startsWith(verdict.toLowerCase())) ?? 'unknown'
}

interface Statuses {
  readonly verdicts: ValueOnLine<Verdict>[]
  readonly unknown: ValueOnLine<string>[]
}

/** What a value says that begins in the line after its label. */
function continuedValueAt(lines: Lines, line: number, end: number): string | undefined {
  const text = lines.document.line(line)
  return line < end && continuesParagraph(lines, line) && !parseLabel(text) ? text : undefined
}

function statusesIn(lines: Lines, { from, end }: LineRange, statuses: Statuses): void {
  for (let line = from; line < end; line++) {
    if (!lines.isRead(line)) continue
    const text = itemAt(lines, line)?.text ?? lines.document.line(line)
    const [, rest] = statusLine.exec(withoutEmphasis(text)) ?? []
    const value = rest?.trim() === '' ? (continuedValueAt(lines, line + 1, end) ?? rest) : rest
    const verdict = value === undefined ? undefined : verdictOf(value)
    if (verdict === 'unknown') statuses.unknown.push({ value: value ?? '', line })
    else if (verdict) statuses.verdicts.push({ value: verdict, line })
  }
}

const ruler = /^-{3,}$/

/** Whether a line of PART 1 is more than a line of the template. */
function isStated(lines: Lines, line: number): boolean {
  const text = lines.document.line(line).trim()
  if (lines.rankOf(line) !== undefined || ruler.test(text) || lines.isComment(line) || isPlaceholder(text)) return false
  if (text.startsWith('*(') && text.endsWith(')*')) return false
  const item = itemAt(lines, line)
  if (!item) return true
  const label = parseLabel(item.text)
  return !isPlaceholder(item.text) && !(label && isPlaceholder(label.value))
}

/** The text of some lines, line ends as LF. */
const textOf = (document: TextDocument, range: LineRange) =>
  linesIn(range)
    .map((line) => document.line(line))
    .join('\n')

/** The text before a line, without blank lines at the end and one `---` before them. */
function frozenText(document: TextDocument, end: number): string {
  let lastLine = end - 1
  const skipBlankLines = () => {
    while (lastLine >= 1 && document.line(lastLine).trim() === '') lastLine--
  }
  skipBlankLines()
  if (lastLine >= 1 && ruler.test(document.line(lastLine).trim())) lastLine--
  skipBlankLines()
  return textOf(document, { from: 1, end: lastLine + 1 })
}

/** Whether a section *Feedback* has text under it. */
function feedbackIn(lines: Lines, { from, end }: LineRange): boolean {
  const { headings, document, rankOf, isComment } = lines
  const isText = (line: number) =>
    rankOf(line) === undefined &&
    !isComment(line) &&
    !isPlaceholder(document.line(line)) &&
    !ruler.test(document.line(line).trim())
  return elementsBetween(headings, from, end)
    .filter(({ text }) => plainTitle(text).startsWith('feedback'))
    .map((heading) => sectionUnder(lines, heading))
    .some((section) => linesIn({ from: section.from, end: Math.min(section.end, end) }).some(isText))
}

function titleOf({ headings }: Lines): ValueOnLine<string> | undefined {
  const [firstHeading] = headings
  const [, rest = ''] = firstHeading
    ? (/^Task Report:\s*(.*)$/i.exec(firstHeading.text.replaceAll(/[*`]/g, '').trim()) ?? [])
    : []
  const id = leadingId(rest)
  return firstHeading && id !== undefined ? { value: id, line: firstHeading.line } : undefined
}

/** The verdict of a report that predates parts: the first line of text under *Status*. */
function legacyVerdict(lines: Lines, heading: Heading): ValueOnLine<Verdict> | undefined {
  const textAt = (line: number) => itemAt(lines, line)?.text ?? lines.document.line(line).trim()
  const line = linesIn(sectionUnder(lines, heading)).find(
    (candidate) => textAt(candidate) !== '' && lines.isRead(candidate),
  )
  if (line === undefined) return undefined
  const verdict = verdictOf(parseLabel(textAt(line))?.value ?? textAt(line))
  return verdict === undefined || verdict === 'unknown' ? undefined : { value: verdict, line }
}

export function readReport(document: TextDocument, name: ReportName): Report {
  const lines = linesOf(document)
  const afterLast = document.lineCount + 1
  const parts = lines.headings.flatMap((heading) => {
    const part = partOf(heading)
    return part === undefined ? [] : [{ part, line: heading.line }]
  })
  const stretches = parts.map(({ part, line }, index): LineRange & { readonly part: string } => ({
    part,
    from: line,
    end: parts[index + 1]?.line ?? afterLast,
  }))
  const reviews = stretches.filter(({ part }) => part === '2')
  const statusHeading =
    parts.length === 0 ? lines.headings.find(({ text }) => plainTitle(text) === 'status') : undefined

  const statuses: Statuses = { verdicts: [], unknown: [] }
  for (const review of reviews) {
    const recommendationHeadings = elementsBetween(lines.headings, review.from + 1, review.end).filter(({ text }) =>
      plainTitle(text).startsWith('recommendation'),
    )
    const ranges = recommendationHeadings
      .map((heading) => sectionUnder(lines, heading))
      .map(({ from, end }) => ({ from, end: Math.min(end, review.end) }))
    for (const range of recommendationHeadings.length > 0 ? ranges : [review]) statusesIn(lines, range, statuses)
  }
  const legacy = statusHeading && legacyVerdict(lines, statusHeading)
  if (legacy) statuses.verdicts.push(legacy)
  const verdict = statuses.verdicts.at(-1)
  const decidingReview = verdict && reviews.find(({ from, end }) => verdict.line >= from && verdict.line < end)

  const part1 = stretches.find(({ part }) => part === '1')
  const part2 = reviews[0]?.from
  const from = part1?.from ?? 1
  const end = part1 && part2 !== undefined && part2 > from ? part2 : afterLast
  const isFilled =
    (part1 ?? statusHeading) !== undefined && linesIn({ from, end }).some((line) => isStated(lines, line))
  return {
    ...name,
    path: document.path,
    document,
    title: titleOf(lines),
    part1: part1?.from,
    filled: isFilled,
    legacy: statusHeading?.line,
    part2,
    frozen: frozenText(document, part2 ?? afterLast),
    review: part2 === undefined ? '' : textOf(document, { from: part2, end: afterLast }).trimEnd(),
    verdicts: statuses.verdicts,
    verdict,
    unknown: statuses.unknown,
    hasFeedback: decidingReview ? feedbackIn(lines, decidingReview) : false,
  }
}
