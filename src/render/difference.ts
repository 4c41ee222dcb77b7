import { structuredPatch, type StructuredPatchHunk } from 'diff'

/** Lines of a file, or of what differs in it from another text. */
export interface Difference {
  readonly kind: 'whole' | 'diff'
  readonly lines: readonly string[]
}

const maxPeriod = 12
/** That many lines at least are left out, or none. */
const minLeftOut = 8

/** Where nothing but numbers is different, lines are alike. */
const folded = (line: string) => line.replace(/\d+/g, '0')

/** How many lines from one on repeat those that are a period before, in whole periods. */
function repeating(keys: readonly string[], from: number, period: number): number {
  let at = from + period
  while (at < keys.length && keys[at] === keys[at - period]) at++
  return Math.floor((at - from) / period) * period
}

/** Lines without most of what repeats itself but for its numbers: the first two times and the last are kept. */
export function abridged(lines: readonly string[]): readonly string[] {
  const keys = lines.map(folded)
  const kept: string[] = []
  for (let at = 0; at < lines.length;) {
    const runs = Array.from({ length: maxPeriod }, (_, index) => {
      const period = index + 1
      const length = repeating(keys, at, period)
      return { period, length, left: length - 3 * period }
    })
    const run = runs.find(({ left }) => left >= minLeftOut)
    if (run) {
      const { period, length, left } = run
      kept.push(...lines.slice(at, at + 2 * period), `⋯ ${left} more lines like these`, ...lines.slice(at + length - period, at + length))
      at += length
    } else kept.push(lines[at++] as string)
  }
  return kept
}

export const linesOf = (text: string) => text.replace(/\n$/, '').split('\n')

/** A text, or what differs in it from an old one, whichever is shorter. */
export function difference(path: string, old: string | undefined, text: string): Difference {
  const whole: Difference = { kind: 'whole', lines: abridged(linesOf(text)) }
  if (old === undefined) return whole
  const { hunks } = structuredPatch(path, path, old, text, '', '', { context: 1 })
  const lines = abridged(hunks.flatMap(({ oldStart, newStart, lines: changed }) => [`@@ -${oldStart} +${newStart} @@`, ...changed]))
  return lines.length < whole.lines.length ? { kind: 'diff', lines } : whole
}

/** The lines that a later text has in addition, and those that it lacks; `undefined` where there are none. */
export function linesChanged(text: string, later: string): { readonly added?: string; readonly removed?: string } {
  // A last line without an end is the same with one.
  const [before, after] = [text, later].map((each) => `${each.replaceAll('\r\n', '\n').replace(/\n$/, '')}\n`) as [string, string]
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 0 })
  const marked = (mark: string) => hunks.flatMap(({ lines }) => lines.flatMap((line) => (line.startsWith(mark) ? [line.slice(1)] : [])))
  const [added, removed] = [marked('+'), marked('-')]
  return { ...(added.length > 0 && { added: added.join('\n') }), ...(removed.length > 0 && { removed: removed.join('\n') }) }
}

/** The numbers of the lines of a text that a later one does not have. */
function linesGone(text: string, later: string | undefined): ReadonlySet<number> {
  if (later === undefined) return new Set()
  const { hunks } = structuredPatch('', '', text, later, '', '', { context: 0 })
  return new Set(hunks.flatMap(({ oldStart, oldLines }) => Array.from({ length: oldLines }, (_, index) => oldStart + index)))
}

/**
 * The lines in which a text differs from an old one, or the text, whichever is shorter. Lines that only come or go have one more on
 * each side; lines that replace others say by themselves where they are.
 *
 * @param later what the text becomes: lines that it changes again are left out, since that change shows them
 */
export function terseDifference(old: string | undefined, text: string, later?: string): Difference {
  const whole: Difference = { kind: 'whole', lines: abridged(linesOf(text)) }
  if (old === undefined) return whole
  const texts = linesOf(text)
  const gone = linesGone(text, later)
  const { hunks } = structuredPatch('', '', old, text, '', '', { context: 0 })
  const shown = hunks.filter(
    ({ newStart, newLines }) =>
      newLines === 0 || !Array.from({ length: newLines }, (_, index) => newStart + index).every((at) => gone.has(at)),
  )
  const replaces = ({ oldLines, newLines }: StructuredPatchHunk) => oldLines > 0 && newLines > 0
  const lines = shown.flatMap((hunk, index) => {
    const { newStart, newLines, lines: changed } = hunk
    const before = shown[index - 1]
    if (replaces(hunk)) return before && !replaces(before) ? [`@@ line ${newStart} @@`, ...changed] : changed
    const around = (at: number) => [texts[at - 1]].filter((line) => line !== undefined && line.trim() !== '').map((line) => ` ${line}`)
    return [`@@ line ${newStart} @@`, ...around(newStart - 1), ...changed, ...around(newStart + newLines)]
  })
  const some = abridged(lines)
  return some.length < whole.lines.length ? { kind: 'diff', lines: some } : whole
}
