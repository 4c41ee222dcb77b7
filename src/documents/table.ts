/** A cell of a Markdown table: its trimmed text in the line. Offsets count from the beginning of the line. */
export interface Cell {
  /** What it says: `\|` is a pipe. */
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The pipes of a line that part cells. GitHub takes one behind a backslash for text, whatever stands before the backslash. */
function partingPipes(line: string): number[] {
  const pipes: number[] = []
  for (let at = line.indexOf('|'); at !== -1; at = line.indexOf('|', at + 1)) if (line[at - 1] !== '\\') pipes.push(at)
  return pipes
}

/** The cells of one line of a table, with or without pipes around it. An empty cell is an empty stretch behind its first blank. */
export function cellsOf(line: string): readonly Cell[] {
  const text = line.trim()
  if (text === '') return []
  const begin = line.indexOf(text)
  const bounds = partingPipes(line)
  if (bounds[0] !== begin) bounds.unshift(begin - 1)
  if (bounds.at(-1) !== begin + text.length - 1) bounds.push(line.length)
  return bounds.slice(1).map((bound, index) => {
    const from = (bounds[index] ?? 0) + 1
    const raw = line.slice(from, bound)
    const source = raw.trim()
    const start = source === '' ? Math.min(from + 1, bound) : from + raw.indexOf(source)
    return { text: source.replaceAll('\\|', '|'), start, end: start + source.length }
  })
}
