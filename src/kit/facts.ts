/** A fact of a target as a line shows it. A mapping of texts is `file: doing, board: done`. */
export function factText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value)
    if (entries.length > 0 && entries.every(([, text]) => typeof text === 'string'))
      return entries.map(([name, text]) => `${name}: ${text === '' ? '-' : text}`).join(', ')
  }
  return JSON.stringify(value)
}
