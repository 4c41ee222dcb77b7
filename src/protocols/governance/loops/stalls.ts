import { type FileRecord } from '../../../kit/record.ts'
import { digestOf } from '../../../documents/digest.ts'
import { limits } from '../schema.ts'

const encoder = new TextEncoder()

/** The order of texts by their UTF-8 bytes. */
export function byBytes(a: string, b: string): number {
  const [one, other] = [encoder.encode(a), encoder.encode(b)]
  const at = one.findIndex((byte, index) => byte !== other[index])
  return at === -1 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1)
}

/** The hash of a list of texts: SHA-256 over its JSON. */
const hashOf = (texts: readonly string[]): string => `sha256:${digestOf(new TextEncoder().encode(JSON.stringify(texts))).sha256}`

const folded = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim()

/** The hash of a set of issues: their order, white space and doubles do not matter. */
export const issuesHash = (issues: readonly string[]): string =>
  hashOf([...new Set(issues.map(folded).filter((issue) => issue !== ''))].toSorted(byBytes))

export const errorHash = (error: string, location: string): string => hashOf([folded(error), folded(location)])

const nothingOpen = issuesHash([])

/** The length of the run at the end of a list of answers. */
const runAtEnd = (answers: readonly boolean[]): number => answers.length - 1 - answers.lastIndexOf(false)

const repeats = (hashes: readonly unknown[], at: number) => hashes[at] === hashes[at - 1] && hashes[at] === hashes[at - 2]

/** Cycles of planner and checker, oldest first. */
export interface Planner {
  readonly hashes: readonly unknown[]
  readonly scores: readonly unknown[]
}

/**
 * How many cycles at the end stall: the same issues as in the two before, which are not none, and no better score than in the one
 * before.
 */
export function plannerStalls({ hashes, scores }: Planner): number {
  const stalls = (at: number) => repeats(hashes, at) && hashes[at] !== nothingOpen && !(Number(scores[at]) > Number(scores[at - 1]))
  return runAtEnd(hashes.map((_, at) => at >= 2 && stalls(at)))
}

/** How many errors at the end are the same as the two before. */
export const validatorRepeats = (hashes: readonly unknown[]): number => runAtEnd(hashes.map((_, at) => at >= 2 && repeats(hashes, at)))

/** As many as a full window can show: then there may have been more before. */
const mostSeen = limits.window - 2

/** Whether a count is what the window shows, or may be. */
export const agrees = (stored: number, counted: number): boolean => (counted === mostSeen ? stored >= mostSeen : stored === counted)

/** The count behind one more entry: the window shows no more than it holds. */
export const nextCount = (stored: number, counted: number): number => (counted === mostSeen ? Math.max(mostSeen, stored + 1) : counted)

/** When a loop is one: the fourth equal cycle, the third equal error. */
const thresholds = { planner: 2, validator: 1 } as const

/** stall/<id>.json, as its histories have it. */
export interface Stall {
  readonly id: string
  readonly file: FileRecord
  readonly planner: Planner & { readonly stored: number | undefined; readonly counted: number }
  readonly validator: { readonly hashes: readonly unknown[]; readonly stored: number | undefined; readonly counted: number }
}

export function readStall(id: string, file: FileRecord): Stall {
  const cycles = { hashes: file.list('plannerChecker', 'issuesHashHistory'), scores: file.list('plannerChecker', 'scoreHistory') }
  const hashes = file.list('validatorFix', 'errorHashHistory')
  return {
    id,
    file,
    planner: { ...cycles, stored: file.number('plannerChecker', 'stallCount'), counted: plannerStalls(cycles) },
    validator: { hashes, stored: file.number('validatorFix', 'repeatCount'), counted: validatorRepeats(hashes) },
  }
}

export const isStalled = ({ planner }: Stall): boolean => (planner.stored ?? 0) >= thresholds.planner
export const isRepeating = ({ validator }: Stall): boolean => (validator.stored ?? 0) >= thresholds.validator

/** The same with the counts that the histories give. */
export const withCountedStalls = (stall: Stall): Stall => ({
  ...stall,
  planner: { ...stall.planner, stored: stall.planner.counted },
  validator: { ...stall.validator, stored: stall.validator.counted },
})
