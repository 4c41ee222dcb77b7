import stringWidth from 'string-width'
import type { Tree } from './scene.ts'

/** A way in which people write the same files. */
export interface Convention {
  readonly name: string
  /** The text in this way; the same text where that does not concern it. */
  write(path: string, text: string): string
  /** The lines, or the whole text, that are not written so. */
  breaches(path: string, text: string): readonly string[]
}

const isMarkdown = (path: string) => path.endsWith('.md')
const isJson = (path: string) => path.endsWith('.json')

/** The lines of a text; `isBody` tells which are neither in a front matter nor in a fence. */
function mapLines(text: string, map: (line: string, index: number, lines: readonly string[]) => string): string {
  let [inFront, inFence] = [false, false]
  return text
    .split('\n')
    .map((line, index, lines) => {
      if (line === '---' && (index === 0 || inFront)) inFront = index === 0
      else if (line.startsWith('```')) inFence = !inFence
      else if (!inFront && !inFence) return map(line, index, lines)
      return line
    })
    .join('\n')
}

/** The body lines of a Markdown text that are of a form. */
function bodyLines(text: string, isMeant: (line: string, before: string) => boolean): readonly string[] {
  const found: string[] = []
  mapLines(text, (line, index, lines) => {
    if (isMeant(line, lines[index - 1] ?? '')) found.push(line)
    return line
  })
  return found
}

const isItem = (line: string) => /^(?:[-*+]|\d+\.) /.test(line)

const dated = /^[-*] \*\*(\d{4}-\d{2}-\d{2})/

/** Runs of lines of a form, each by its lines. */
function replaceRuns(
  text: string,
  isMeant: (line: string) => boolean,
  change: (run: readonly string[]) => readonly string[],
): string {
  const written: string[] = []
  let run: string[] = []
  for (const line of [...text.split('\n'), undefined]) {
    if (line !== undefined && isMeant(line)) run.push(line)
    else {
      if (run.length > 0) written.push(...change(run))
      run = []
      if (line !== undefined) written.push(line)
    }
  }
  return written.join('\n')
}

/** The runs of lines of a form. */
function runsOf(text: string, isMeant: (line: string) => boolean): readonly (readonly string[])[] {
  const runs: (readonly string[])[] = []
  replaceRuns(text, isMeant, (run) => {
    runs.push(run)
    return run
  })
  return runs
}

const isRow = (line: string) => line.startsWith('|')
const cellsIn = (row: string): readonly string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

function aligned(rows: readonly string[], side: 'left' | 'right' = 'left'): readonly string[] {
  const cells = rows.map(cellsIn)
  // With room for longer values, as where another row has them.
  const widths = (cells[0] ?? []).map(
    (_, column) => 6 + Math.max(...cells.map((row) => stringWidth(row[column] ?? ''))),
  )
  return cells.map((row) => {
    const padded = row.map((cell, column) => {
      const width = widths[column] ?? 0
      const blanks = ' '.repeat(Math.max(0, width - stringWidth(cell)))
      if (/^-{3,}$/.test(cell)) return side === 'left' ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`
      return side === 'left' ? cell + blanks : blanks + cell
    })
    return `| ${padded.join(' | ')} |`
  })
}

const misaligned = (text: string): readonly string[] =>
  runsOf(text, isRow).flatMap((run) => run.filter((row) => pipesOf(row) !== pipesOf(run[0] ?? '')))

const pipesOf = (row: string): string =>
  row
    .split('|')
    .map((cell) => stringWidth(cell))
    .join(' ')

const indented = (unit: number | string): Convention => ({
  name: `JSON that is indented by ${JSON.stringify(unit)}`,
  write: (path, text) => (isJson(path) ? `${JSON.stringify(JSON.parse(text), null, unit)}\n` : text),
  breaches: (path, text) =>
    isJson(path) && text !== `${JSON.stringify(JSON.parse(text), null, unit)}\n` ? [text] : [],
})

const bulleted = (bullet: '*' | '+'): Convention => ({
  name: `lists with ${bullet}`,
  write: (path, text) => (isMarkdown(path) ? mapLines(text, (line) => line.replace(/^(\s*)- /, `$1${bullet} `)) : text),
  breaches: (path, text) => (isMarkdown(path) ? bodyLines(text, (line) => /^\s*- /.test(line)) : []),
})

const isHandoff = (path: string) => path.endsWith('.continue-here.md')

/** The lines of a front matter. */
const frontLines = (text: string): readonly string[] => {
  const lines = text.split('\n')
  return lines[0] === '---' ? lines.slice(1, lines.indexOf('---', 1)) : []
}

/** A text with another front matter. */
const withFront = (text: string, change: (front: string) => string): string => {
  const front = frontLines(text)
  return front.length === 0
    ? text
    : `---\n${change(front.join('\n'))}${text.slice('---\n'.length + front.join('\n').length)}`
}

/** A label whose colon is bold too, at the beginning of a line or of an item; a line of a timeline has none. */
const boldColon = /^([-*+] )?\*\*([A-Z][A-Za-z ]*):\*\*/

export const conventions: readonly Convention[] = [
  {
    name: 'Windows line ends',
    write: (_, text) => text.replaceAll(/\r?\n/g, '\r\n'),
    breaches: (_, text) =>
      text.split('\n').filter((line, index, lines) => index < lines.length - 1 && !line.endsWith('\r')),
  },
  indented(4),
  indented('\t'),
  bulleted('*'),
  bulleted('+'),
  {
    name: 'lists with blank lines between their items',
    write: (path, text) =>
      isMarkdown(path)
        ? mapLines(text, (line, index, lines) => (isItem(line) && isItem(lines[index - 1] ?? '') ? `\n${line}` : line))
        : text,
    breaches: (path, text) =>
      isMarkdown(path) ? bodyLines(text, (line, before) => isItem(line) && isItem(before)) : [],
  },
  {
    name: 'timelines with the newest line first',
    write: (path, text) =>
      isMarkdown(path)
        ? replaceRuns(
            text,
            (line) => dated.test(line),
            (run) => run.toReversed(),
          )
        : text,
    breaches: (_, text) =>
      runsOf(text, (line) => dated.test(line)).flatMap((run) =>
        run.filter((line, index) => (dated.exec(line)?.[1] ?? '') > (dated.exec(run[index - 1] ?? line)?.[1] ?? '')),
      ),
  },
  {
    name: 'tables whose columns are aligned',
    write: (path, text) => (isMarkdown(path) ? replaceRuns(text, isRow, (rows) => aligned(rows)) : text),
    breaches: (_, text) => misaligned(text),
  },
  {
    name: 'tables whose columns are aligned to the right',
    write: (path, text) => (isMarkdown(path) ? replaceRuns(text, isRow, (rows) => aligned(rows, 'right')) : text),
    breaches: (_, text) => [
      ...misaligned(text),
      ...runsOf(text, isRow).flatMap((run) => run.filter((row) => /\S {2,}(?:\||$)/.test(row))),
    ],
  },
  {
    name: 'tables without pipes at their ends',
    write: (path, text) =>
      isMarkdown(path) ? replaceRuns(text, isRow, (run) => run.map((row) => cellsIn(row).join(' | '))) : text,
    breaches: (path, text) => (isMarkdown(path) ? bodyLines(text, (line) => isRow(line) || line.endsWith(' |')) : []),
  },
  {
    name: 'tables without blanks',
    write: (path, text) =>
      isMarkdown(path) ? replaceRuns(text, isRow, (run) => run.map((row) => `|${cellsIn(row).join('|')}|`)) : text,
    breaches: (_, text) =>
      runsOf(text, isRow).flatMap((run) => run.filter((row) => row !== `|${cellsIn(row).join('|')}|`)),
  },
  {
    name: 'labels with the colon behind the bold',
    write: (path, text) => (isMarkdown(path) ? mapLines(text, (line) => line.replace(boldColon, '$1**$2**:')) : text),
    breaches: (path, text) => (isMarkdown(path) ? bodyLines(text, (line) => boldColon.test(line)) : []),
  },
  {
    name: 'labels in capitals',
    write: (path, text) =>
      isMarkdown(path) ? mapLines(text, (line) => line.replace(boldColon, (written) => written.toUpperCase())) : text,
    breaches: (path, text) =>
      isMarkdown(path)
        ? bodyLines(
            text,
            (line) => boldColon.test(line) && line !== line.replace(boldColon, (written) => written.toUpperCase()),
          )
        : [],
  },
  {
    name: 'statuses with a variation selector',
    write: (path, text) =>
      isMarkdown(path) ? mapLines(text, (line) => line.replaceAll(/(💡|🚧|✅|📦)(?!\ufe0f)/gu, '$1\ufe0f')) : text,
    breaches: (path, text) =>
      isMarkdown(path) ? bodyLines(text, (line) => /(?:💡|🚧|✅|📦)(?!\ufe0f)/u.test(line)) : [],
  },
  {
    name: 'statuses with bold words',
    write: (path, text) =>
      isMarkdown(path)
        ? mapLines(text, (line) => line.replace(/(💡|🚧|✅|📦) ((?:Stage [\d.]+|[A-Z][a-z]+))/u, '$1 **$2**'))
        : text,
    breaches: (path, text) => (isMarkdown(path) ? bodyLines(text, (line) => /(?:💡|🚧|✅|📦) \w/u.test(line)) : []),
  },
  {
    name: 'statuses that are bold as a whole',
    write: (path, text) =>
      isMarkdown(path)
        ? mapLines(text, (line) => line.replace(/(?:💡|🚧|✅|📦) (?:Stage [\d.]+|[A-Z][a-z]+)/u, '**$&**'))
        : text,
    breaches: (path, text) =>
      isMarkdown(path) ? bodyLines(text, (line) => /(?<!\*\*)(?:💡|🚧|✅|📦)/u.test(line)) : [],
  },
  {
    name: 'YAML that is indented by 4',
    write: (_, text) => withFront(text, (front) => front.replaceAll(/^ {2}(?! )/gm, '    ')),
    breaches: (_, text) => frontLines(text).filter((line) => /^ {1,3}\S/.test(line)),
  },
  {
    name: 'YAML whose lists are not indented',
    write: (_, text) => withFront(text, (front) => front.replaceAll(/^ +(?=- )/gm, '')),
    breaches: (_, text) => frontLines(text).filter((line) => /^ +- /.test(line)),
  },
  {
    name: 'YAML whose lists are indented by 4',
    write: (_, text) => withFront(text, (front) => front.replaceAll(/^ *(?=- )/gm, '    ')),
    breaches: (_, text) => frontLines(text).filter((line) => /^ {0,3}- /.test(line)),
  },
  {
    name: 'YAML with a status in single quotes',
    write: (path, text) =>
      isHandoff(path) ? withFront(text, (front) => front.replace(/^status: (\w+)$/m, "status: '$1'")) : text,
    breaches: (path, text) => (isHandoff(path) ? frontLines(text).filter((line) => /^status: \w/.test(line)) : []),
  },
  {
    name: 'sections whose names are in capitals',
    write: (path, text) =>
      isHandoff(path) ? mapLines(text, (line) => line.replace(/^## [^:]*/, (heading) => heading.toUpperCase())) : text,
    breaches: (path, text) => (isHandoff(path) ? bodyLines(text, (line) => /^## [^:]*[a-z]/.test(line)) : []),
  },
  {
    name: 'ticks in capitals',
    write: (path, text) =>
      isHandoff(path) ? mapLines(text, (line) => line.replace(/^(\s*[-*+] )\[x\]/, '$1[X]')) : text,
    breaches: (path, text) => (isHandoff(path) ? bodyLines(text, (line) => /^\s*[-*+] \[x\]/.test(line)) : []),
  },
  {
    name: 'JSON in one line',
    write: (path, text) => (isJson(path) ? `${JSON.stringify(JSON.parse(text))}\n` : text),
    breaches: (path, text) => (isJson(path) && text !== `${JSON.stringify(JSON.parse(text))}\n` ? [text] : []),
  },
  {
    name: 'JSON without a line end',
    write: (path, text) => (isJson(path) ? text.trimEnd() : text),
    breaches: (path, text) => (isJson(path) && text.endsWith('\n') ? ['the last line'] : []),
  },
  {
    name: 'Markdown without a line end',
    write: (path, text) => (isMarkdown(path) ? text.trimEnd() : text),
    // The part that a review adds to a report has a line end of its own.
    breaches: (path, text) =>
      isMarkdown(path) && !path.endsWith('-report.md') && text.endsWith('\n') ? ['the last line'] : [],
  },
  {
    name: 'Markdown after a byte-order mark',
    write: (path, text) => (isMarkdown(path) ? `\ufeff${text}` : text),
    breaches: (path, text) => (isMarkdown(path) && !text.startsWith('\ufeff') ? ['the first line'] : []),
  },
  {
    name: 'times with milliseconds',
    write: (path, text) => (isJson(path) ? text.replaceAll(/(T\d{2}:\d{2}:\d{2})Z/g, '$1.000Z') : text),
    breaches: () => [],
  },
]

/** A repository with some of its files in a convention; `undefined` where that leaves them as they are. */
export function inConvention(tree: Tree, paths: readonly string[], { write, breaches }: Convention): Tree | undefined {
  const restyled = Object.entries(tree).map(([path, content]): readonly [string, string | Uint8Array] => {
    if (typeof content !== 'string' || !paths.includes(path)) return [path, content]
    try {
      const text = write(path, content)
      return [path, breaches(path, text).length === 0 ? text : content]
    } catch {
      // JSON that cannot be read has no layout.
      return [path, content]
    }
  })
  return restyled.some(([path, content]) => content !== tree[path]) ? Object.fromEntries(restyled) : undefined
}
