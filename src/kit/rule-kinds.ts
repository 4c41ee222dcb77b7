import type * as z from 'zod'
import type { Finding, Place } from '../core/diagnostic.ts'
import { msg } from '../core/message.ts'
import type { Data, FileRecord, Path } from './record.ts'
import type { Rule } from './rules.ts'
import { shapeFindings, unreadable } from './shape-findings.ts'

/** A rule of a recurring kind without its check, which the kind has: its code, its severities and its texts. */
type RuleDetails = Omit<Rule<never>, 'check'>

/** A file that is there can be read. A link in its place is reported by another rule. */
export const fileFormRule = <Part>(
  entry: RuleDetails,
  fileOf: (part: Part) => Parameters<typeof unreadable>[0],
): Rule<Part> => ({
  ...entry,
  check: (part) => unreadable(fileOf(part)),
})

/** What a file holds has its shape; where it cannot be read, its form is reported instead. */
export const shapeRule = <Part>(
  entry: RuleDetails,
  dataOf: (part: Part) => Data | undefined,
  expected: () => z.ZodType,
  spelling?: Parameters<typeof shapeFindings>[2],
): Rule<Part> => ({
  ...entry,
  *check(part) {
    const data = dataOf(part)
    if (data) yield* shapeFindings(data, expected(), spelling)
  },
})

/** A text of a file that is to be the same as something else. */
export interface ExpectedText {
  /** What it is, in a word: `run`. */
  readonly what: string
  readonly file: FileRecord
  readonly key: Path
  readonly expected: string
}

/**
 * A text is the same as what names or describes the same thing elsewhere. Where there is none, or another value, its
 * shape is reported instead.
 */
export function* textDifference({ what: noun, file, key, expected }: ExpectedText): Iterable<Finding> {
  const text = file.text(...key)
  if (text === undefined || text === expected) return
  yield { message: `Unexpected ${noun} ${msg`${text}, expected ${expected}`}`, place: file.place(...key) }
}

/** A text is the same as what names or describes the same thing elsewhere. */
export const equalTextRule = <Part>(
  entry: RuleDetails,
  pairOf: (part: Part) => ExpectedText | undefined,
): Rule<Part> => ({
  ...entry,
  *check(part) {
    const pair = pairOf(part)
    if (pair) yield* textDifference(pair)
  },
})

/** Something with a name that nothing else of its kind may have. */
interface NamedPart {
  readonly text: string
  readonly place: Place
}

/** Every name of a kind occurs once. */
export const uniqueNamesRule = <Part>(
  entry: RuleDetails,
  noun: string,
  namesOf: (part: Part) => Iterable<NamedPart>,
): Rule<Part> => ({
  ...entry,
  *check(part) {
    const seenNames = new Set<string>()
    for (const { text, place } of namesOf(part)) {
      if (seenNames.has(text)) yield { message: `Unexpected second ${noun} ${msg`${text}`}, expected each once`, place }
      seenNames.add(text)
    }
  },
})
