import { type FileRecord } from '../../../kit/record.ts'
import { digestOf } from '../../../documents/digest.ts'
import { limits } from '../schema.ts'

const encoder = new TextEncoder()

/** The order of texts by their UTF-8 bytes. */
export function compareByBytes(a: string, b: string): number {
  const [left, right] = [encoder.encode(a), encoder.encode(b)]
  const firstDifference = left.findIndex((byte, index) => byte !== right[index])
  return firstDifference === -1
    ? left.length - right.length
    : (left[firstDifference] ?? 0) - (right[firstDifference] ?? -1)
}

/** The hash of a list of texts: SHA-256 over its JSON. */
const hashOf = (texts: readonly string[]): string =>
  `sha256:${digestOf(new TextEncoder().encode(JSON.stringify(texts))).sha256}`

const foldWhitespace = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim()

/** The hash of a set of issues: their order, white space and doubles do not matter. */
export const issuesHash = (issues: readonly string[]): string =>
  hashOf([...new Set(issues.map(foldWhitespace).filter((issue) => issue !== ''))].toSorted(compareByBytes))

export const errorHash = (error: string, location: string): string =>
  hashOf([foldWhitespace(error), foldWhitespace(location)])

const noIssuesHash = issuesHash([])

/** The number of `true` answers at the end. */
const runAtEnd = (answers: readonly boolean[]): number => answers.length - 1 - answers.lastIndexOf(false)

const isRepeated = (hashes: readonly unknown[], index: number) =>
  hashes[index] === hashes[index - 1] && hashes[index] === hashes[index - 2]

/** Cycles of planner and checker, oldest first. */
export interface Planner {
  readonly hashes: readonly unknown[]
  readonly scores: readonly unknown[]
}

/**
 * How many cycles at the end stall: the same issues as in the two before, which are not none, and no better score than
 * in the one before.
 */
export function plannerStalls({ hashes, scores }: Planner): number {
  const isStalling = (index: number) =>
    isRepeated(hashes, index) && hashes[index] !== noIssuesHash && !(Number(scores[index]) > Number(scores[index - 1]))
  return runAtEnd(hashes.map((_, index) => index >= 2 && isStalling(index)))
}

/** How many errors at the end are the same as the two before. */
export const validatorRepeats = (hashes: readonly unknown[]): number =>
  runAtEnd(hashes.map((_, index) => index >= 2 && isRepeated(hashes, index)))

/** The highest count that a full window can show: then there may have been more before. */
const maxVisibleCount = limits.window - 2

/** Whether a count is what the window shows, or may be. */
export const countsAgree = (storedCount: number, windowCount: number): boolean =>
  windowCount === maxVisibleCount ? storedCount >= maxVisibleCount : storedCount === windowCount

/** The count behind one more entry: the window shows no more than it holds. */
export const nextCount = (storedCount: number, windowCount: number): number =>
  windowCount === maxVisibleCount ? Math.max(maxVisibleCount, storedCount + 1) : windowCount

/** When a loop is one: the fourth equal cycle, the third equal error. */
const thresholds = { planner: 2, validator: 1 } as const

/** What a loop is, for the rule that finds it and the command that records it. */
export const loopMessages = {
  planner: 'Unexpected fourth cycle with the same issues and no better score',
  validator: 'Unexpected third occurrence of the same error',
} as const

/** stall/<id>.json, as its histories have it. */
export interface Stall {
  readonly id: string
  readonly file: FileRecord
  readonly planner: Planner & { readonly stored: number | undefined; readonly counted: number }
  readonly validator: {
    readonly hashes: readonly unknown[]
    readonly stored: number | undefined
    readonly counted: number
  }
}

export function readStall(id: string, file: FileRecord): Stall {
  const cycles = {
    hashes: file.list('plannerChecker', 'issuesHashHistory'),
    scores: file.list('plannerChecker', 'scoreHistory'),
  }
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

/** A count of a stall file, or its last score, that is not what its histories give. */
export interface Miscount {
  readonly path: readonly string[]
  readonly stored: number
  /** What it should be. */
  readonly counted: number | null
}

export function miscountsIn({ file, planner, validator }: Stall): readonly Miscount[] {
  const counts = [
    { path: ['plannerChecker', 'stallCount'], ...planner },
    { path: ['validatorFix', 'repeatCount'], ...validator },
  ].flatMap(({ path, stored, counted }) =>
    stored === undefined || countsAgree(stored, counted) ? [] : [{ path, stored, counted }],
  )
  const [lastScore, score = null] = [file.number('plannerChecker', 'lastScore'), planner.scores.at(-1)]
  return lastScore === undefined || lastScore === score
    ? counts
    : [...counts, { path: ['plannerChecker', 'lastScore'], stored: lastScore, counted: score as number | null }]
}

/** The loops that the histories of a stall file show, and its stored counts do not. */
export function hiddenLoops(stall: Stall): readonly (keyof typeof thresholds)[] {
  const counted: Stall = {
    ...stall,
    planner: { ...stall.planner, stored: stall.planner.counted },
    validator: { ...stall.validator, stored: stall.validator.counted },
  }
  return [
    ...(isStalled(counted) && !isStalled(stall) ? ['planner' as const] : []),
    ...(isRepeating(counted) && !isRepeating(stall) ? ['validator' as const] : []),
  ]
}
