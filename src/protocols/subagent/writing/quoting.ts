/** Everything that could break a line, hide text or turn its direction. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu

const visible = (line: string) => line.replace(unprintable, ' ').replaceAll('<', '&lt;').trimEnd()

/** People's words as a block quote: each line begins with `>`, so that none can be a heading, a fence or a status. */
export function quoted(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/).map((line) => `> ${visible(line)}`.trimEnd())
}

/** People's words as one line of a list item: what could begin a block there, or be read as a status, is escaped. */
export function inline(text: string): string {
  const line = visible(text.replace(/\s+/gu, ' ')).trim()
  return line.replace(/^(?:\d+(?=[.)])|(?=[#>`~\-+*=|[]))/, '$&\\').replace(/^([*_\s]*status[*_\s]*):/i, '$1\\:')
}

/** A login as it stands in a code span. */
export const login = (actor: string): string => actor.replace(/[^A-Za-z0-9_.[\]-]/g, '') || 'nobody'
