import type { TextDocument } from '../../../documents/text.ts'

/** How labels are written, by an example: the colon bold or behind the bold, the words capitalized or in capitals. */
export type LabelForm = '**Label:**' | '**Label**:' | '**LABEL:**' | '**LABEL**:'

export const label = (words: string, form: LabelForm): string =>
  form.replace(/label/i, (example) => (example === 'LABEL' ? words.toUpperCase() : words))

/** The form of the label in a line. */
export function labelForm(document: TextDocument, line: number | undefined): LabelForm {
  const [, words = '', colon = ':**'] =
    line === undefined ? [] : (/^\s*(?:[-*+] )?\*\*([^*]*?)(:\*\*|\*\*:)/.exec(document.line(line)) ?? [])
  const isInCapitals = words !== words.toLowerCase() && words === words.toUpperCase()
  return `**${isInCapitals ? 'LABEL' : 'Label'}${colon as ':**' | '**:'}`
}
