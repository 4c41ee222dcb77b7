/** A value as it is written, and the note behind it. */
interface Noted {
  readonly value: string
  /** From the blank before it; empty without. */
  readonly note: string
}

const start = /\s\(|\s?—|\s[–-](?=\s|$)/u

/** Parentheses, of which the last may close in a further line, or a dash and more. */
const form = /^(?:\s\(.*\)$|(?:\s\([^)]*\))*(?:\s\([^)]*$|\s?—|\s[–-](?:\s|$)))/su

/** Whether a text, behind a value, is a note. */
export const isNote = (text: string): boolean => text === '' || form.test(text.replaceAll('**', '').replaceAll('__', '').trimEnd())

/** Splits a value from a note in parentheses or behind a dash. */
export function noted(text: string): Noted {
  const at = text.search(start)
  const note = at > 0 ? text.slice(at) : ''
  return note !== '' && isNote(note) ? { value: text.slice(0, at), note } : { value: text, note: '' }
}
