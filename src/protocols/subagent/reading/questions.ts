import type { TextDocument } from '../../../documents/text.ts'
import { isPlaceholder } from '../schema.ts'
import { fieldsIn, itemAt, linesOf, sectionsWithTitle, sectionUnder, wholeText, type Lines } from './lines.ts'

/** A value that a question gives to one of its fields. */
export interface Value {
  readonly name: string
  readonly text: string
  readonly line: number
}

export interface Question {
  /** Without number and priority, its blanks folded. */
  readonly text: string
  readonly line: number
  readonly values: readonly Value[]
  /** The value of a field; none where it is template text. */
  get(name: string): string | undefined
}

export interface Cycle {
  readonly cycle: number
  readonly line: number
  readonly questions: readonly Question[]
}

/** A file of questions in cycles. */
export interface Questions {
  readonly path: string
  readonly document: TextDocument
  readonly cycles: readonly Cycle[]
  /** *Session ID* of the overview. */
  readonly session: Value | undefined
}

const fieldNames: ReadonlySet<string> = new Set([
  'category',
  'priority',
  'status',
  'impact',
  'answer',
  'source',
  'confidence',
])

/** What the fields may say. */
export const allowedValues: Readonly<Record<string, readonly string[]>> = {
  category: ['Technical', 'Requirements', 'Constraints', 'Assumptions', 'Risks'],
  priority: ['High', 'Medium', 'Low'],
  status: ['Unanswered', 'Research Needed', 'Answered'],
  confidence: ['High', 'Medium', 'Low', 'Unknown', 'N/A'],
}

const plainText = (text: string) => text.replaceAll(/[*`]/g, '').trim()

const questionText = (text: string) =>
  plainText(text)
    .replace(/^\[[^\]]{0,40}\]\s*/, '')
    .replace(/\s+/g, ' ')
    .trim()

const isTemplate = (text: string) => isPlaceholder(text) || text.includes('|')

/** The index of the first cycle that does not have the number of its place. */
export const misnumberedIndex = ({ cycles }: Pick<Questions, 'cycles'>): number =>
  cycles.findIndex(({ cycle }, index) => cycle !== index + 1)

function questionsIn(lines: Lines, from: number, end: number): readonly Question[] {
  const starts: { readonly line: number; readonly text: string }[] = []
  for (let line = from; line < end; line++) {
    const item = itemAt(lines, line)
    if (item && item.indent <= 3 && item.bullet.endsWith('.'))
      starts.push({ line, text: questionText(wholeText(lines, item)) })
  }
  return starts.map(({ line, text }, index) => {
    const fields = fieldsIn(lines, line + 1, starts[index + 1]?.line ?? end, fieldNames)
    const values = fields.flatMap(({ name, values: fieldValues, line: fieldLine }) => {
      const value = plainText(
        fieldValues
          .filter((fieldValue) => fieldValue !== '')
          .join(' ')
          .replaceAll('\n', ' '),
      )
      return isTemplate(value) ? [] : [{ name, text: value, line: fieldLine }]
    })
    return { text, line, values, get: (name) => values.find((value) => value.name === name)?.text }
  })
}

export function readQuestions(document: TextDocument): Questions {
  const lines = linesOf(document)
  const cycles = lines.headings.flatMap((heading): readonly Cycle[] => {
    const [, digits] = /^cycle\s+(\d{1,6})(?!\d)/i.exec(plainText(heading.text)) ?? []
    if (digits === undefined || heading.level < 2 || heading.level > 4) return []
    const { from, end } = sectionUnder(lines, heading)
    return [{ cycle: Number(digits), line: heading.line, questions: questionsIn(lines, from, end) }]
  })
  const overview = sectionsWithTitle(lines, (title) => title.startsWith('overview'))
  const sessionFields = overview.flatMap(({ from, end }) => fieldsIn(lines, from, end, new Set(['session id'])))
  const [session] = sessionFields.flatMap(({ name, values, line }) => {
    const text = plainText(values.find((value) => value !== '') ?? '')
    return isTemplate(text) ? [] : [{ name, text, line }]
  })
  return { path: document.path, document, cycles, session }
}
