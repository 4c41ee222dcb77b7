import { unprintableCharacters } from '../../../core/message.ts'
import { splice } from '../../../documents/text.ts'
import type { Session, Task } from '../model.ts'
import type { Marker } from '../states.ts'
import type { FileRecord } from '../../../kit/record.ts'
import { reportName } from '../reading/names.ts'
import type { Content } from '../reading/message.ts'
import type { Report } from '../reading/report.ts'
import { timestampOf, type Verdict } from '../schema.ts'
import type { Stamp } from './messages.ts'

/** progress.md with one mark changed, and nothing else; `undefined` where it is there already. */
export function withMarker(
  { progress }: Session,
  { line }: Task,
  marker: Marker,
): readonly (readonly [path: string, text: string])[] {
  if (!progress || !line || line.mark === marker) return []
  const { document } = progress
  return [[document.path, splice(document.text, [{ start: line.at, end: line.at + line.mark.length, text: marker }])]]
}

const unprintableRuns = new RegExp(`${unprintableCharacters.source}+`, 'gu')

const printableLine = (line: string) => line.replace(unprintableRuns, ' ').replaceAll('<', '&lt;').trimEnd()

/** People's words as a block quote: each line begins with `>`, so that none can be a heading, a fence or a status. */
export function blockQuoteLines(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/).map((line) => `> ${printableLine(line)}`.trimEnd())
}

/** People's words as one line of a list item: what could begin a block there, or be read as a status, is escaped. */
export function inlineText(text: string): string {
  const line = printableLine(text.replace(/\s+/gu, ' ')).trim()
  return line.replace(/^(?:\d+(?=[.)])|(?=[#>`~\-+*=|[]))/, '$&\\').replace(/^([*_\s]*status[*_\s]*):/i, '$1\\:')
}

/** A login as written in a code span. */
export const login = (actor: string): string => actor.replace(/[^A-Za-z0-9_.[\]-]/g, '') || 'nobody'

const recordNote = ({ actor, at: time }: Stamp) => `*(Recorded by Baton for \`${login(actor)}\`, ${timestampOf(time)})*`

const placeholderLines = ['_Not stated._']

/** A report of an attempt that has none: the text goes under one heading, the rest is not stated. */
export function skeleton(
  task: Task,
  attempt: number,
  details: { readonly sectionUnder: 'success' | 'error'; readonly text: string },
  stamp: Stamp,
): string {
  const { id, definition } = task
  const objective = definition?.objective ?? ''
  const sectionUnder = (word: typeof details.sectionUnder) =>
    details.sectionUnder === word && details.text.trim() !== '' ? blockQuoteLines(details.text) : placeholderLines
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ...(attempt > 1
      ? [['Rework Context', [`Previous report: \`${reportName({ task: id, attempt: attempt - 1 })}\``]] as const]
      : []),
    ['Objective Recap', objective === '' ? placeholderLines : blockQuoteLines(objective)],
    ['Success Criteria Status', sectionUnder('error')],
    ['Summary of Changes', sectionUnder('success')],
    ['Verification Results', placeholderLines],
    ['Discovered Tasks', placeholderLines],
  ]
  const title = `# Task Report: ${id}${attempt > 1 ? ` [Rework #${attempt}]` : ''}`
  const lines = [
    title,
    '',
    '---',
    '## PART 1: IMPLEMENTATION REPORT',
    recordNote(stamp),
    ...sections.flatMap(([name, text]) => ['', `### ${name}`, ...text]),
  ]
  return `${lines.join('\n')}\n`
}

function criterionLines(fields: FileRecord, index: number): readonly string[] {
  const text = (key: string) => fields.text('criteria_results', index, key) ?? ''
  const detail = (label: string, key: string) =>
    text(key).trim() === '' ? [] : [`  - **${label}**: ${inlineText(text(key))}`]
  const isMet = fields.value('criteria_results', index, 'met') === true
  return [
    `- ${isMet ? '✅' : '❌'} **${inlineText(text('criterion')).replaceAll('*', '\\*')}**: ${isMet ? 'Met' : 'Not Met'}`,
    ...detail('Evidence Reviewed', 'evidence'),
    ...detail('Finding', 'finding'),
  ]
}

/** A reviewer's message without its verdict, as sections. */
function messageSections(content: Content | undefined): readonly string[] {
  const fields = content?.fields
  const criteria = fields?.list('criteria_results').flatMap((_, index) => criterionLines(fields, index)) ?? []
  const quality = content?.fields.text('quality_assessment') ?? ''
  const issues = (content?.texts('issues') ?? []).map(({ text }) => `- ${inlineText(text)}`)
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`### ${title}`, ...lines, '']
  return [
    ...section('Success Criteria Validation', criteria),
    ...section('Quality Assessment', quality.trim() === '' ? [] : blockQuoteLines(quality)),
    ...section('Issues Identified', issues),
  ]
}

/** A report with a PART 2 appended. */
export function withReview(
  { document }: Report,
  verdict: Verdict,
  details: { readonly text: string; readonly content: Content | undefined },
  stamp: Stamp,
): string {
  const { text, content } = details
  const feedback = [content?.fields.text('feedback') ?? '', text].find((words) => words.trim() !== '') ?? ''
  const lines = [
    '---',
    '## PART 2: REVIEW REPORT',
    recordNote(stamp),
    '',
    ...messageSections(content),
    '### Recommendation',
    `**Status**: ${verdict}`,
    ...(text === '' ? [] : ['', ...blockQuoteLines(text)]),
    ...(verdict === 'Failed' ? ['', '### Feedback for Next Iteration', ...blockQuoteLines(feedback)] : []),
  ]
  const { eol } = document
  const separator = document.text.endsWith('\n') ? eol : eol + eol
  return `${document.text}${separator}${lines.join(eol)}${eol}`
}
