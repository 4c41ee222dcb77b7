const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim()

const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`

/** A Markdown table of our own words: what is in the cells is Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
