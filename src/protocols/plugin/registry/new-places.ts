import { memo } from '../../../core/once.ts'
import { mostFrequent } from '../../../core/grouped.ts'
import { splice, type Splice, type TextDocument, insertAfter } from '../../../documents/text.ts'
import { cellsOf, elementsBetween, outline } from '../../../documents/markdown.ts'
import { insertBefore, isBlank, lastFilledLine, lastLineOfEntry } from '../../../documents/lines.ts'
import { markdownField } from '../../../kit/markdown-fields.ts'
import type { PluginModel } from '../model.ts'
import {
  blanksAfter,
  escapeForCell,
  replaceCell,
  paddingSidesOf,
  type RegistryValues,
  formatLabel,
  labelForm,
  type LabelForm,
} from './edits.ts'
import { withoutBullet, type Row, type SecondPlace, type Table } from './registry.ts'
import { isNoVersion } from './values.ts'

/** How a `NOTES.md` is built. */
export interface NotesForm {
  /** Its title; `NAME` stands for the plugin's name. */
  readonly title: string
  /** The headings of its sections, in order. */
  readonly sections: readonly string[]
  /** The heading that the status is under; none: it is under the title. */
  readonly home: string | undefined
  /** Whether a blank line is between that heading and the status. */
  readonly gap: boolean
  /** What precedes the label of a field. */
  readonly bullet: string
  readonly labels: LabelForm
  /** Whether blank lines part the fields. */
  readonly parted: boolean
  readonly eol: string
}

const timelineTitle = 'Lifecycle Timeline'

/** The form where the notes show none. */
const plainForm: NotesForm = {
  title: 'NAME',
  sections: [timelineTitle],
  home: undefined,
  gap: true,
  bullet: '- ',
  labels: '**Label:**',
  parted: false,
  eol: '\n',
}

const isParted = (document: TextDocument, line: number): boolean =>
  isBlank(document, line + 1) && line + 2 <= document.lineCount && markdownField(document, line + 2, true) !== undefined

/** A heading that is underlined may have several. */
const isOneLine = (text: string) => !text.includes('\n')

function formOf({ document, name, line }: SecondPlace): NotesForm {
  const { headings } = outline(document)
  const title = headings.find(({ level, text }) => level === 1 && isOneLine(text))?.text ?? ''
  const sections = headings.filter(({ level, text }) => level === 2 && isOneLine(text))
  const statusHeading = elementsBetween(sections, 1, line).at(-1)
  const [bullet = ''] = /^\s*(?:[-*+] )?/.exec(document.line(line)) ?? []
  return {
    title: title.includes(name) ? title.replace(name, 'NAME') : 'NAME',
    sections: sections.map(({ text }) => text),
    home: statusHeading?.text,
    gap: !statusHeading || isBlank(document, statusHeading.line + 1),
    bullet,
    labels: labelForm(document, line),
    parted: isParted(document, line),
    eol: document.eol,
  }
}

/** So many are looked at. */
const maxSamples = 100

/** The sections that more than half of some notes have, in the order of those that have most of them. */
function commonSections(forms: readonly NotesForm[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { sections } of forms)
    for (const section of new Set(sections)) counts.set(section, (counts.get(section) ?? 0) + 1)
  const isCommon = (section: string) => (counts.get(section) ?? 0) * 2 > forms.length
  const sectionLists = forms.map(({ sections }) => [...new Set(sections.filter(isCommon))])
  const longestList = sectionLists.reduce((best, list) => (list.length > best.length ? list : best), [])
  return [...new Set([...longestList, ...[...counts.keys()].filter(isCommon)])]
}

/** The form that the notes of a repository have: of each part what most of them have. */
export const notesForm = memo((model: PluginModel): NotesForm => {
  const forms = model.plugins
    .flatMap(({ seconds }) => seconds.filter(({ kind }) => kind === 'notes'))
    .slice(0, maxSamples)
    .map(formOf)
  const mostFrequentOf = (part: (form: NotesForm) => string) => mostFrequent(forms.map(part)) ?? part(plainForm)
  const statusHeading = mostFrequentOf((form) => form.home ?? '')
  const usualSections = forms.length === 0 ? plainForm.sections : commonSections(forms)
  const sections = [
    ...(statusHeading === '' || usualSections.includes(statusHeading) ? [] : [statusHeading]),
    ...usualSections,
  ]
  return {
    title: mostFrequentOf(({ title }) => title),
    sections: sections.some((section) => section.toLowerCase() === timelineTitle.toLowerCase())
      ? sections
      : [...sections, timelineTitle],
    home: statusHeading === '' ? undefined : statusHeading,
    gap: mostFrequentOf(({ gap }) => String(gap)) === 'true',
    bullet: mostFrequentOf(({ bullet }) => bullet),
    labels: mostFrequentOf(({ labels }) => labels) as LabelForm,
    parted: mostFrequentOf(({ parted }) => String(parted)) === 'true',
    eol: mostFrequentOf(({ eol }) => eol),
  }
})

const emptyCell = '-'

/** A row for a plugin that has none, laid out as the header; unknown values are `-`. */
export function newRow(document: TextDocument, table: Table, name: string, values: RegistryValues): string {
  const valuesByColumn = { name, ...values }
  const cells = table.titles.map(() => emptyCell)
  for (const column of ['name', 'status', 'version', 'updated'] as const) {
    const index = table.columns[column]
    if (index !== undefined) cells[index] = escapeForCell(valuesByColumn[column] ?? emptyCell)
  }
  const typeIndex = table.titles.indexOf('type')
  if (typeIndex !== -1 && values.type !== undefined) cells[typeIndex] = escapeForCell(values.type)
  const line = document.line(table.header)
  const sides = paddingSidesOf(document, table, table.last)
  const edits = cellsOf(line).map((cell, index) => {
    const text = cells[index] ?? emptyCell
    if (sides.length > 0) return replaceCell(line, cell, text, sides[index])
    return {
      start: cell.start,
      end: cell.end + blanksAfter(line, cell),
      text: text + (line[cell.start - 1] === ' ' ? ' ' : ''),
    }
  })
  return splice(line, edits).trimEnd()
}

/** The type of a plugin, where the table has a column for it. */
export function typeOf(row: Row, document: TextDocument): string | undefined {
  const text = cellsOf(document.line(row.line))[row.table.titles.indexOf('type')]?.text
  return text === undefined || text === '' || text === emptyCell ? undefined : text
}

export interface SecondPlaceDetails extends RegistryValues {
  readonly name: string
  readonly type: string | undefined
}

/** Fields with a value, as lines. */
const fieldLines = (
  fields: readonly (readonly [words: string, text: string | undefined])[],
  labels: LabelForm,
): readonly string[] =>
  fields.flatMap(([words, text]) => (text === undefined ? [] : [`${formatLabel(words, labels)} ${text}`]))

/** How an entry is built. */
interface EntryForm {
  /** Whether a blank line is between its heading and its first field. */
  readonly gap: boolean
  readonly labels: LabelForm
  readonly timelineBullet: string
}

/** The form that the entries of a registry have: of each part what most of them have. */
export const entryForm = memo(({ registry }: PluginModel): EntryForm => {
  const entries = (registry?.entries ?? []).filter(({ firstField }) => firstField !== undefined).slice(0, maxSamples)
  const isUsual = (predicate: (entry: SecondPlace) => boolean) =>
    mostFrequent(entries.map((entry) => String(predicate(entry)))) !== 'false'
  const bullets = entries.flatMap(({ document, timelines }) => {
    const firstLine = timelines[0]?.[0]
    return (firstLine && /^\s*([-*+] )/.exec(document.line(firstLine.line))?.[1]) ?? []
  })
  return {
    gap: isUsual(({ document, line }) => isBlank(document, line + 1)),
    labels: (mostFrequent(entries.map(({ document, firstField }) => labelForm(document, firstField))) ??
      '**Label:**') as LabelForm,
    timelineBullet: mostFrequent(bullets) ?? '- ',
  }
})

/** The lines of an entry for a plugin that has none, in the form of the others. */
export function newEntry(details: SecondPlaceDetails, timeline: readonly string[], form: EntryForm): readonly string[] {
  const { name, status, version, type, updated } = details
  const { gap, labels, timelineBullet } = form
  const fields = [
    ['Status', status],
    ['Version', isNoVersion(version) ? undefined : version],
    ['Type', type],
  ] as const
  return [
    `### ${name}`,
    ...(gap ? [''] : []),
    ...fieldLines(fields, labels),
    '',
    formatLabel('Lifecycle Timeline', labels),
    ...timeline.map((line) => timelineBullet + withoutBullet(line)),
    '',
    ...fieldLines([['Last Updated', updated]], labels),
  ]
}

/** The text of a `NOTES.md` for a plugin that has none, in the form of the others. */
export function newNotes({ name, status, version, type }: SecondPlaceDetails, form: NotesForm): string {
  const { title, sections, home, gap, bullet, labels, parted, eol } = form
  const fields = [
    ['Current Status', status],
    ['Version', isNoVersion(version) ? 'N/A' : version],
    ['Type', type],
  ] as const
  const detailLines = fieldLines(fields, labels).flatMap((line, index) => [
    ...(parted && index > 0 ? [''] : []),
    bullet + line,
  ])
  const sectionBlocks = sections.map((section) => [
    `## ${section}`,
    ...(section === home ? [...(gap ? [''] : []), ...detailLines] : []),
  ])
  const titleLines = [`# ${title.replace('NAME', () => name)}`]
  const blocks = [titleLines, ...(home === undefined ? [detailLines] : []), ...sectionBlocks]
  return blocks.map((lines) => lines.join(eol) + eol).join(eol)
}

/**
 * The status line for a `NOTES.md` that has none: before its first field, otherwise under the heading where the others
 * have it, under its title or at its top.
 */
export function newStatusLine(
  document: TextDocument,
  status: string,
  { home, gap, bullet, labels }: NotesForm,
): Splice {
  const line = `${bullet}${formatLabel('Current Status', labels)} ${status}`
  const outlined = outline(document)
  for (let lineNumber = 1; lineNumber <= document.lineCount; lineNumber++) {
    if (outlined.kindOf(lineNumber) === 'text' && markdownField(document, lineNumber, true))
      return insertBefore(document, lineNumber, [line])
  }
  const insertUnder = (heading: number, leadingLines: readonly string[]) =>
    insertAfter(document, heading, [...leadingLines, line, ...(isBlank(document, heading + 1) ? [] : [''])])
  const section = outlined.headings.find(({ level, text }) => level === 2 && text === home)
  if (section) return insertUnder(section.line, gap ? [''] : [])
  const title = outlined.headings.find(({ level }) => level === 1)
  if (title) return insertUnder(title.line, [''])
  return insertBefore(document, 1, isBlank(document, 1) ? [line] : [line, ''])
}

/** The line of a version after all that belongs to the status, in its manner. */
function newVersion({ document, status }: SecondPlace, version: string): readonly Splice[] {
  const { line, last } = status ?? {}
  if (line === undefined || last === undefined) return []
  const [bullet = ''] = /^\s*(?:[-*+] )?/.exec(document.line(line)) ?? []
  const [item] = elementsBetween(outline(document).items, line, line + 1)
  const versionLine = `${bullet}${formatLabel('Version', labelForm(document, line))} ${version}`
  const previousLine = lastFilledLine(document, last, Math.max(last + 1, item?.end ?? 0))
  return [insertAfter(document, previousLine, isParted(document, previousLine) ? ['', versionLine] : [versionLine])]
}

/**
 * The fields that a second place must have and lacks: the status before its first field, a version after that, the day
 * of an entry at its end.
 */
export function newFields(place: SecondPlace, values: RegistryValues): readonly Splice[] {
  const { kind, document, line, end, firstField, status, version, updated } = place
  const edits: Splice[] = []
  const labels = labelForm(document, firstField)
  const addedVersion = version ? undefined : values.version
  if (status && addedVersion !== undefined) edits.push(...newVersion(place, addedVersion))
  if (kind === 'notes') return edits
  if (!status && values.status !== undefined) {
    const separators = isBlank(document, line + 1) ? [] : ['']
    const fields = [
      ['Status', values.status],
      ['Version', addedVersion],
    ] as const
    const lines = fieldLines(fields, labels)
    edits.push(
      firstField === undefined
        ? insertAfter(document, line, ['', ...lines, ...separators])
        : insertBefore(document, firstField, lines),
    )
  }
  if (!updated && values.updated !== undefined)
    edits.push(
      insertAfter(document, lastLineOfEntry(document, line, end), [
        '',
        ...fieldLines([['Last Updated', values.updated]], labels),
      ]),
    )
  return edits
}
