import type { TextDocument } from '../../../documents/text.ts'
import { elementsBetween, type Heading } from '../../../documents/markdown.ts'
import type { ReportName } from './names.ts'
import { isPlaceholder, leadingId, verdicts, type Verdict } from '../schema.ts'
import { goesOn, labelled, itemAt, linesOf, plainTitle, sectionUnder, type Lines, type LineRange } from './lines.ts'

/** A value and the line that it is in. */
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
  /** Whether PART 1 is filled in. */
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
  /** Whether the PART 2 of the verdict has feedback. */
  readonly hasFeedback: boolean
}

const partOf = ({ level, text }: Heading): string | undefined =>
  level <= 3 ? /^PART[ \t]+([12])(?!\d)/i.exec(text.replaceAll(/[*_`]/g, '').trim())?.[1] : undefined

/** Emphasis may enclose the word, the value or both: `**Status: Qualified**`. */
const statusLine = /^status\s*:(.*)$/i
const unemphasized = (text: string) => text.replaceAll(/[*_`]/g, '').trim()

/** A value of *Status*: a verdict, something else, or nothing that counts. */
function verdictOf(value: string): Verdict | 'unknown' | undefined {
  const bare = unemphasized(value)
    .replaceAll(/[\u2705\u274c]/g, '')
    .trim()
  const words = verdicts.filter((verdict) => new RegExp(`\\b${verdict}\\b`, 'i').test(bare))
  if (words.length > 1 || isPlaceholder(bare)) return undefined
  return words.find((verdict) => bare.toLowerCase().startsWith(verdict.toLowerCase())) ?? 'unknown'
}

interface Statuses {
  readonly verdicts: ValueOnLine<Verdict>[]
  readonly unknown: ValueOnLine<string>[]
}

/** What a value says that begins in the line after its label. */
function nextIn(lines: Lines, line: number, end: number): string | undefined {
  const text = lines.document.line(line)
  return line < end && goesOn(lines, line) && !labelled(text) ? text : undefined
}

function statusesIn(lines: Lines, { from, end }: LineRange, into: Statuses): void {
  for (let line = from; line < end; line++) {
    if (!lines.isRead(line)) continue
    const text = itemAt(lines, line)?.text ?? lines.document.line(line)
    const [, rest] = statusLine.exec(unemphasized(text)) ?? []
    const value = rest?.trim() === '' ? (nextIn(lines, line + 1, end) ?? rest) : rest
    const verdict = value === undefined ? undefined : verdictOf(value)
    if (verdict === 'unknown') into.unknown.push({ value: value ?? '', line })
    else if (verdict) into.verdicts.push({ value: verdict, line })
  }
}

const ruler = /^-{3,}$/

/** Whether a line of PART 1 is more than a line of the template. */
function isStated(lines: Lines, line: number, isHeading: boolean): boolean {
  const text = lines.document.line(line).trim()
  if (isHeading || ruler.test(text) || lines.isComment(line) || isPlaceholder(text)) return false
  if (text.startsWith('*(') && text.endsWith(')*')) return false
  const item = itemAt(lines, line)
  if (!item) return true
  const label = labelled(item.text)
  return !isPlaceholder(item.text) && !(label && isPlaceholder(label.value))
}

/** The text of lines, without blank lines at the end and one `---` before them. */
function frozenText(document: TextDocument, end: number): string {
  let last = end - 1
  const skip = () => {
    while (last >= 1 && document.line(last).trim() === '') last--
  }
  skip()
  if (last >= 1 && ruler.test(document.line(last).trim())) last--
  skip()
  return Array.from({ length: last }, (_, index) => document.line(index + 1)).join('\n')
}

const textBetween = (document: TextDocument, from: number, end: number) =>
  Array.from({ length: Math.max(0, end - from) }, (_, index) => document.line(from + index))
    .join('\n')
    .trimEnd()

function feedbackIn(lines: Lines, { from, end }: LineRange): boolean {
  const { headings, document } = lines
  const titled = headings.filter(({ line, text }) => line >= from && line < end && plainTitle(text).startsWith('feedback'))
  const isHeading = new Set(headings.map(({ line }) => line))
  return titled.some((heading) => {
    const { from: first, end: last } = sectionUnder(lines, heading)
    for (let line = first; line < Math.min(last, end); line++)
      if (!isHeading.has(line) && !lines.isComment(line) && !isPlaceholder(document.line(line)) && !ruler.test(document.line(line).trim()))
        return true
    return false
  })
}

function titleOf({ headings }: Lines): ValueOnLine<string> | undefined {
  const [first] = headings
  const [, rest = ''] = first ? (/^Task Report:\s*(.*)$/i.exec(first.text.replaceAll(/[*`]/g, '').trim()) ?? []) : []
  const id = leadingId(rest)
  return first && id !== undefined ? { value: id, line: first.line } : undefined
}

/** The verdict of a report that predates parts: the first line of text under *Status*. */
function legacyVerdict(lines: Lines, heading: Heading): ValueOnLine<Verdict> | undefined {
  const { from, end } = sectionUnder(lines, heading)
  for (let line = from; line < end; line++) {
    const text = itemAt(lines, line)?.text ?? lines.document.line(line).trim()
    if (text === '' || !lines.isRead(line)) continue
    const verdict = verdictOf(labelled(text)?.value ?? text)
    return verdict === undefined || verdict === 'unknown' ? undefined : { value: verdict, line }
  }
  return undefined
}

export function readReport(document: TextDocument, name: ReportName): Report {
  const lines = linesOf(document)
  const parts = lines.headings.flatMap((heading) => {
    const part = partOf(heading)
    return part === undefined ? [] : [{ part, line: heading.line }]
  })
  const stretches = parts.map(({ part, line }, index): LineRange & { readonly part: string } => ({
    part,
    from: line,
    end: parts[index + 1]?.line ?? document.lineCount + 1,
  }))
  const reviews = stretches.filter(({ part }) => part === '2')
  const status = parts.length === 0 ? lines.headings.find(({ text }) => plainTitle(text) === 'status') : undefined

  const found: Statuses = { verdicts: [], unknown: [] }
  for (const review of reviews) {
    const titled = elementsBetween(lines.headings, review.from + 1, review.end).filter(({ text }) =>
      plainTitle(text).startsWith('recommendation'),
    )
    const places = titled.map((heading) => sectionUnder(lines, heading)).map(({ from, end }) => ({ from, end: Math.min(end, review.end) }))
    for (const place of titled.length > 0 ? places : [review]) statusesIn(lines, place, found)
  }
  const legacy = status && legacyVerdict(lines, status)
  if (legacy) found.verdicts.push(legacy)
  const verdict = found.verdicts.at(-1)
  const deciding = verdict && reviews.find(({ from, end }) => verdict.line >= from && verdict.line < end)

  const part1 = stretches.find(({ part }) => part === '1')
  const part2 = reviews[0]?.from
  const isHeading = new Set(lines.headings.map(({ line }) => line))
  const [from, end] = part1
    ? [part1.from, part2 !== undefined && part2 > part1.from ? part2 : document.lineCount + 1]
    : [1, document.lineCount + 1]
  let filled = false
  if (part1 || status) for (let line = from; line < end && !filled; line++) filled = isStated(lines, line, isHeading.has(line))
  return {
    ...name,
    path: document.path,
    document,
    title: titleOf(lines),
    part1: part1?.from,
    filled,
    legacy: status?.line,
    part2,
    frozen: frozenText(document, part2 ?? document.lineCount + 1),
    review: part2 === undefined ? '' : textBetween(document, part2, document.lineCount + 1),
    verdicts: found.verdicts,
    verdict,
    unknown: found.unknown,
    hasFeedback: deciding ? feedbackIn(lines, deciding) : false,
  }
}
