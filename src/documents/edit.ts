import { Fault } from '../core/fault.ts'

/** A stretch of a text, in UTF-16 offsets with the end exclusive, and what is to stand there instead. An empty stretch: what is added. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * The text with all splices made at once; nothing else changes. Their offsets are those of the text as it was. What is added at one
 * place stands in the order given, before what replaces the text behind it; what is added within a stretch that goes, behind that.
 *
 * @throws Fault when two want the same text, or one wants text that is not there.
 */
export function splice(text: string, splices: readonly Splice[]): string {
  let made = ''
  let done = 0
  let isGone = false
  for (const { start, end, text: instead } of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (start === end && start < done && isGone) {
      made += instead
      continue
    }
    if (start < done || end < start || end > text.length) throw new Fault(`Edits overlap, or leave the text, at ${start}.`)
    made += text.slice(done, start) + instead
    done = end
    isGone = instead === ''
  }
  return made + text.slice(done)
}
