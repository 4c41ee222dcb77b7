import type * as z from 'zod'
import type { Finding, Place } from '../core/diagnostic.ts'
import { msg } from '../core/message.ts'
import type { Data, FileRecord, Path } from './record.ts'
import type { Rule } from './rules.ts'
import { shapeFindings, unreadable } from './shape-findings.ts'

/** A rule of a recurring kind without its check, which the kind has: its code, its severities and its texts. */
type Entry = Omit<Rule<never>, 'check'>

/** A file that is there can be read. A link in its place is reported by another rule. */
export const fileForm = <Part>(entry: Entry, fileOf: (part: Part) => Parameters<typeof unreadable>[0]): Rule<Part> => ({
  ...entry,
  check: (part) => unreadable(fileOf(part)),
})

/** What a file holds has its shape; where it cannot be read, its form is reported instead. */
export const shape = <Part>(
  entry: Entry,
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
export interface Equal {
  /** What it is, in a word: `run`. */
  readonly what: string
  readonly file: FileRecord
  readonly key: Path
  readonly expected: string
}

/** A text is the same as what names or describes the same thing elsewhere. Where there is none, or another value, its shape is reported instead. */
export function* unequal({ what, file, key, expected }: Equal): Iterable<Finding> {
  const found = file.text(...key)
  if (found === undefined || found === expected) return
  yield { message: `Unexpected ${what} ${msg`${found}, expected ${expected}`}`, place: file.place(...key) }
}

/** A text is the same as what names or describes the same thing elsewhere. */
export const equal = <Part>(entry: Entry, pairOf: (part: Part) => Equal | undefined): Rule<Part> => ({
  ...entry,
  *check(part) {
    const pair = pairOf(part)
    if (pair) yield* unequal(pair)
  },
})

/** Something with a name that nothing else of its kind may have. */
interface Named {
  readonly text: string
  readonly place: Place
}

/** Every name of a kind occurs once. */
export const unique = <Part>(entry: Entry, what: string, namesOf: (part: Part) => Iterable<Named>): Rule<Part> => ({
  ...entry,
  *check(part) {
    const seen = new Set<string>()
    for (const { text, place } of namesOf(part)) {
      if (seen.has(text)) yield { message: `Unexpected second ${what} ${msg`${text}`}, expected each once`, place }
      seen.add(text)
    }
  },
})
