import { structuredPatch, type StructuredPatchHunk } from 'diff'

/** Lines of a file, or of what differs in it from another text. */
export interface Difference {
  readonly kind: 'whole' | 'diff'
  readonly lines: readonly string[]
}

const maxPeriod = 12
/** The fewest lines that are left out. */
const minLeftOut = 8

/** Where nothing but numbers is different, lines are alike. */
const foldDigits = (line: string) => line.replace(/\d+/g, '0')

/** How many lines from one on repeat those that are a period before, in whole periods. */
function repeatedLength(keys: readonly string[], from: number, period: number): number {
  let index = from + period
  while (index < keys.length && keys[index] === keys[index - period]) index++
  return Math.floor((index - from) / period) * period
}

/** Lines without most of what repeats itself but for its numbers: the first two times and the last are kept. */
export function abridgeRepeats(lines: readonly string[]): readonly string[] {
  const keys = lines.map(foldDigits)
  const keptLines: string[] = []
  for (let lineIndex = 0; lineIndex < lines.length;) {
    const runs = Array.from({ length: maxPeriod }, (_, index) => {
      const period = index + 1
      const length = repeatedLength(keys, lineIndex, period)
      return { period, length, omitted: length - 3 * period }
    })
    const run = runs.find(({ omitted }) => omitted >= minLeftOut)
    if (run) {
      const { period, length, omitted } = run
      keptLines.push(
        ...lines.slice(lineIndex, lineIndex + 2 * period),
        `⋯ ${omitted} more lines like these`,
        ...lines.slice(lineIndex + length - period, lineIndex + length),
      )
      lineIndex += length
    } else keptLines.push(lines[lineIndex++] as string)
  }
  return keptLines
}

export const linesOf = (text: string) => text.replace(/\n$/, '').split('\n')

/** A text, or what differs in it from an old one, whichever is shorter. */
export function difference(path: string, oldText: string | undefined, text: string): Difference {
  const whole: Difference = { kind: 'whole', lines: abridgeRepeats(linesOf(text)) }
  if (oldText === undefined) return whole
  const { hunks } = structuredPatch(path, path, oldText, text, '', '', { context: 1 })
  const lines = abridgeRepeats(
    hunks.flatMap(({ oldStart, newStart, lines: changedLines }) => [
      `@@ -${oldStart} +${newStart} @@`,
      ...changedLines,
    ]),
  )
  return lines.length < whole.lines.length ? { kind: 'diff', lines } : whole
}

/** The lines that a later text has in addition, and those that it lacks; `undefined` where there are none. */
export function linesChanged(text: string, later: string): { readonly added?: string; readonly removed?: string } {
  // A last line without an end is the same with one.
  const [textBefore, textAfter] = [text, later].map(
    (version) => `${version.replaceAll('\r\n', '\n').replace(/\n$/, '')}\n`,
  ) as [string, string]
  const { hunks } = structuredPatch('', '', textBefore, textAfter, '', '', { context: 0 })
  const linesMarked = (mark: string) =>
    hunks.flatMap(({ lines }) => lines.flatMap((line) => (line.startsWith(mark) ? [line.slice(1)] : [])))
  const [added, removed] = [linesMarked('+'), linesMarked('-')]
  return {
    ...(added.length > 0 && { added: added.join('\n') }),
    ...(removed.length > 0 && { removed: removed.join('\n') }),
  }
}

/** The numbers of the lines of a text that a later one does not have. */
function removedLineNumbers(text: string, later: string | undefined): ReadonlySet<number> {
  if (later === undefined) return new Set()
  const { hunks } = structuredPatch('', '', text, later, '', '', { context: 0 })
  return new Set(
    hunks.flatMap(({ oldStart, oldLines }) => Array.from({ length: oldLines }, (_, index) => oldStart + index)),
  )
}

/**
 * The lines in which a text differs from an old one, or the text, whichever is shorter. Lines that only come or go have
 * one more on each side; lines that replace others say by themselves where they are.
 *
 * @param later what the text becomes: lines that it changes again are left out, since that change shows them
 */
export function terseDifference(oldText: string | undefined, text: string, later?: string): Difference {
  const whole: Difference = { kind: 'whole', lines: abridgeRepeats(linesOf(text)) }
  if (oldText === undefined) return whole
  const texts = linesOf(text)
  const removedNumbers = removedLineNumbers(text, later)
  const { hunks } = structuredPatch('', '', oldText, text, '', '', { context: 0 })
  const shownHunks = hunks.filter(
    ({ newStart, newLines }) =>
      newLines === 0 ||
      !Array.from({ length: newLines }, (_, index) => newStart + index).every((lineNumber) =>
        removedNumbers.has(lineNumber),
      ),
  )
  const replaces = ({ oldLines, newLines }: StructuredPatchHunk) => oldLines > 0 && newLines > 0
  const lines = shownHunks.flatMap((hunk, index) => {
    const { newStart, newLines, lines: changedLines } = hunk
    const previousHunk = shownHunks[index - 1]
    if (replaces(hunk))
      return previousHunk && !replaces(previousHunk) ? [`@@ line ${newStart} @@`, ...changedLines] : changedLines
    const contextLine = (lineNumber: number) =>
      [texts[lineNumber - 1]].filter((line) => line !== undefined && line.trim() !== '').map((line) => ` ${line}`)
    return [
      `@@ line ${newStart} @@`,
      ...contextLine(newStart - 1),
      ...changedLines,
      ...contextLine(newStart + newLines),
    ]
  })
  const terseLines = abridgeRepeats(lines)
  return terseLines.length < whole.lines.length ? { kind: 'diff', lines: terseLines } : whole
}
