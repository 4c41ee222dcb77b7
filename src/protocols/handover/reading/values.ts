import * as z from 'zod'
import { expected } from '../../../core/configuration.ts'
import { once } from '../../../core/once.ts'
import { isDay, parseTime } from '../../../core/time.ts'
import { type Complaint, textMatching, notText } from '../../../kit/values.ts'

const idForm = /^ANN-\d{4,}$/
export const isAnnotationId = (text: string): boolean => text.length <= 64 && idForm.test(text)

const timestampPattern =
  /^(?<day>\d{4}-\d\d-\d\d)(?:T(?<time>\d\d:\d\d)(?::(?<second>\d\d)(?<fraction>\.\d+)?)?(?<zone>Z|[+-]\d\d:\d\d)?)?$/

/**
 * The time that a timestamp names, in milliseconds; `undefined` where it is none. A day alone is its midnight, a time
 * without a zone in UTC.
 */
export const instantOf = (text: string): number | undefined => parseTime(timestampPattern, text)

/** How a time is written: in UTC, with milliseconds only if they are not zero. */
export const timestampOf = (at: string): string => new Date(at).toISOString().replace('.000Z', 'Z')

/** The later of two timestamps, as it is written; one that cannot be read is the earlier. */
export function laterTimestamp(timestamp: string, otherTimestamp: string): string {
  return (instantOf(otherTimestamp) ?? Number.NEGATIVE_INFINITY) > (instantOf(timestamp) ?? Number.NEGATIVE_INFINITY)
    ? otherTimestamp
    : timestamp
}

export const currentVersions = { brief: '2.0', plan: '1.7', review: '1.0' } as const

/** The one before, which is read on without manifests. */
export const previousPlanVersion = '1.6'

const versionForm = /^(\d{1,9})\.(\d{1,9})$/

/** `N.M` as two numbers; `undefined` where it is of another form. */
export function versionOf(text: string): readonly [number, number] | undefined {
  const [, major, minor] = versionForm.exec(text) ?? []
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)]
}

/** Below zero where the first is older; `1.10` is newer than `1.7`. */
export const compareVersions = (a: readonly [number, number], b: readonly [number, number]): number =>
  a[0] - b[0] || a[1] - b[1]

export function isSameVersion(text: string | undefined, version: string): boolean {
  const [textNumbers, versionNumbers] = [versionOf(text ?? ''), versionOf(version)]
  return textNumbers !== undefined && versionNumbers !== undefined && compareVersions(textNumbers, versionNumbers) === 0
}

const slugForm = /^[A-Za-z0-9][A-Za-z0-9._~-]*$/
export const isSlug = (text: string): boolean => slugForm.test(text)

const shaForm = /^[0-9a-f]{7,64}$/
export const isSha = (text: string): boolean => shaForm.test(text)

// The shapes of values, as the shapes of files are made of them.

/** A text that code judges; `pattern` stands for that check in a published schema. */
export const textWhere = (isValid: (text: string) => boolean, error: Complaint, pattern?: RegExp) => {
  const text = z.string({ error }).refine(isValid, { error })
  return pattern ? text.meta({ pattern: pattern.source }) : text
}
export const nonBlankText = once(() => textMatching(/\S/, notText))
export const dayShape = once(() =>
  textWhere(isDay, expected`a date such as ${'2026-01-20'}`, /^\d{4}-\d\d-\d\d$/).meta({ format: 'date' }),
)
export const time = once(() =>
  textWhere(
    (timestamp) => instantOf(timestamp) !== undefined,
    expected`a timestamp such as ${'2026-01-20T10:00:00Z'}`,
    /^\d{4}-\d\d-\d\d/,
  ),
)
export const sha = once(() => textMatching(shaForm, expected`a commit in ${'7'} to ${'64'} hex digits`))
export const digest = once(() => textMatching(/^[0-9a-f]{16}$/, expected`${16} lower-case hex digits`))
export const annotationId = once(() =>
  textWhere(isAnnotationId, expected`an id such as ${'ANN-0001'}`, idForm).meta({ maxLength: 64 }),
)
export const slug = once(() => textMatching(slugForm, expected`letters, digits, ${'.'}, ${'_'}, ${'~'} and ${'-'}`))
export const version = (currentVersion: string) =>
  textMatching(versionForm, expected`${'N.M'}, such as ${currentVersion}`)
export const listOf = (form: RegExp, error: Complaint) => z.array(textMatching(form, error), { error })
export const texts = once(() => listOf(/\S/, expected`a list of strings`))

const reservedWordPattern = /^(?:y|yes|n|no|true|false|on|off|null)$/i

/** Whether a word would be no text to YAML 1.1. */
export const isReservedWord = (text: string): boolean => reservedWordPattern.test(text)
