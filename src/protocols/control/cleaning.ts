/** Control characters, halves of surrogate pairs, separators of lines and paragraphs, bidirectional controls. */
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Whether a text can forge lines, or turn their direction, where it is shown. */
export const hasControls = (text: string): boolean => text.search(unfit) !== -1

/** A text as it is written and shown: one line of well-formed letters, its white space folded. */
export function cleaned(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(unfit, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}
