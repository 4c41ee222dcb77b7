import { mostFrequent } from '../../../core/grouped.ts'
import { compareUnits, isPhase, stageOf, type Stages, type Unit } from '../stages/stages.ts'
import { isDay } from '../../../core/time.ts'

/** A text of the registry in two parts. */
interface ValueWithNote {
  readonly value: string
  /** From the blank before it; empty without. */
  readonly note: string
}

const noteStart = /\s\(|\s?—|\s[–-](?=\s|$)/u

/** Parentheses, of which the last may close in a further line, or a dash and more. */
const noteForm = /^(?:\s\(.*\)$|(?:\s\([^)]*\))*(?:\s\([^)]*$|\s?—|\s[–-](?:\s|$)))/su

/** Whether a text, behind a value, is a note. */
const isNote = (text: string): boolean =>
  text === '' || noteForm.test(text.replaceAll('**', '').replaceAll('__', '').trimEnd())

/** Splits a value from a note in parentheses or behind a dash. */
function splitNote(text: string): ValueWithNote {
  const noteIndex = text.search(noteStart)
  const note = noteIndex > 0 ? text.slice(noteIndex) : ''
  return note !== '' && isNote(note) ? { value: text.slice(0, noteIndex), note } : { value: text, note: '' }
}

/** A status of the registry, read (specification, 1.2). */
export type Status = (
  | { readonly kind: 'ideated' | 'working' | 'installed' }
  | { readonly kind: 'stage'; readonly unit: Unit }
) & {
  /** Whether it has a note that is not part of its form. */
  readonly hasNote: boolean
}

const statusWords = { ideated: '💡 Ideated', working: '✅ Working', installed: '📦 Installed' } as const

/** The note that is part of a valid status. */
const draftParameters = '💡 Ideated (Draft Params)'

/** The valid statuses, for messages. */
export const statusForms: readonly string[] = [
  statusWords.ideated,
  draftParameters,
  '🚧 Stage N',
  '🚧 Stage N.M',
  statusWords.working,
  statusWords.installed,
]

/** What is never in a normalised status. */
const unnormalizedPattern = /\*\*|__|\ufe0f|[^\S ]|^ | $| {2}/u

/** A status without marks and variation selectors, its white space folded. Look-alikes stay different. */
export function normalizeText(status: string): string {
  if (!unnormalizedPattern.test(status)) return status
  return status.replaceAll('**', '').replaceAll('__', '').replaceAll('\ufe0f', '').replace(/\s+/gu, ' ').trim()
}

const stagePrefix = '🚧 Stage '

/** How the registry has a unit. */
export const stageStatus = (unit: Unit): string => stagePrefix + unit

export const ideatedStatus: string = statusWords.ideated
export const workingStatus: string = statusWords.working
export const installedStatus: string = statusWords.installed

/** What a status says without a note, whatever stages there are. */
const bareStatusPattern =
  /^(?:💡 Ideated(?: \(Draft Params\))?|🚧 Stage \d{1,9}(?:\.\d{1,9})?|✅ Working|📦 Installed)$/u

/** Where the note that is part of a status ends. */
const draftNotePattern = /^\s\(Draft Params\)/u

/** Splits a status from its note. A text that does not begin with a status is all status. */
function statusParts(text: string): ValueWithNote {
  const statusOnly = { value: text, note: '' }
  if (bareStatusPattern.test(normalizeText(text))) return statusOnly
  const { value, note } = splitNote(text)
  if (note === '' || !bareStatusPattern.test(normalizeText(value))) return statusOnly
  const [draft = ''] = normalizeText(value) === statusWords.ideated ? (draftNotePattern.exec(note) ?? []) : []
  const rest = note.slice(draft.length)
  return draft === '' || isNote(rest) ? { value: value + draft, note: rest } : statusOnly
}

/** What a status says: its text, normalised, without a note. Statuses are compared by it. */
export const statusText = (text: string): string => normalizeText(statusParts(text).value)

/** Reads a status; `undefined` when it is none. */
export function readStatus(text: string, stages: Stages): Status | undefined {
  const { value, note } = statusParts(text)
  const words = normalizeText(value)
  const hasNote = note !== ''
  if (words === draftParameters) return { kind: 'ideated', hasNote }
  const kind = (['ideated', 'working', 'installed'] as const).find((name) => statusWords[name] === words)
  if (kind) return { kind, hasNote }
  const unit = words.startsWith(stagePrefix) ? words.slice(stagePrefix.length) : ''
  const stage = /^\d{1,9}$/.test(unit) || isPhase(unit) ? stages.get(stageOf(unit)) : undefined
  if (!stage || (isPhase(unit) ? stage.phases === undefined : unit !== String(stage.stage))) return undefined
  return { kind: 'stage', unit, hasNote }
}

/** The words of a status and nothing else: it was meant, and is written in another way. */
const otherSpellingPattern = /^[^\p{L}\p{N}]*(?:ideated|stage \d{1,9}(?:\.\d{1,9})?|working|installed)[^\p{L}\p{N}]*$/iu

/**
 * A status in the manner of another: bold where that is, and with its variation selector. What is bold beyond the other
 * stays so.
 */
function formatLike(old: string, status: string): string {
  const [emoji, ...rest] = status.split(' ')
  const symbol = old.includes('\ufe0f') ? `${emoji}\ufe0f` : emoji
  const words = rest.join(' ')
  const mark = ['**', '__'].find((candidate) => old.includes(candidate))
  if (mark === undefined) return `${symbol} ${words}`
  const close = (old.split(mark).length - 1) % 2 === 1 ? '' : mark
  return old.trimStart().startsWith(mark) ? `${mark}${symbol} ${words}${close}` : `${symbol} ${mark}${words}${close}`
}

/** A status for a new place, written as most of those are that are there. */
export function statusLike(existingTexts: readonly string[], status: string): string {
  const statuses = existingTexts
    .map((text) => statusParts(text).value)
    .filter((text) => bareStatusPattern.test(normalizeText(text)))
  return mostFrequent(statuses.map((text) => formatLike(text, status))) ?? status
}

/** What of a text another status takes the place of: of one that is no status, in whatever spelling, nothing. */
function replaceableParts(old: string, continues: boolean): ValueWithNote {
  const parts = statusParts(old)
  if (bareStatusPattern.test(normalizeText(parts.value))) return parts
  const split = splitNote(old)
  const isMeant = otherSpellingPattern.test(normalizeText(split.value)) && (split.note !== '' || !continues)
  return isMeant ? split : { value: '', note: old }
}

/**
 * The text of a place once it says a status: a note stays where it is, and so does, as a note, what was no status.
 *
 * @param continues whether the text goes on in the next line.
 */
export function withStatusText(old: string, status: string, continues: boolean): string {
  if (normalizeText(old) === status) return old
  const { value: oldStatus, note } = replaceableParts(old, continues)
  if (normalizeText(oldStatus) === status) return old
  if (oldStatus !== '' || note === '') return formatLike(oldStatus, status) + note
  // The status itself, and more without a dash, such as another field.
  const more = note.trimStart().startsWith(`${status} `) ? note.trimStart().slice(status.length).trimStart() : note
  return `${status} — ${more}`
}

const ranks = ['unknown', 'ideated', 'stage', 'working', 'installed'] as const

/** Whether a status is further along than another; what is not a status is further than none. */
export function isFurther(status: string, otherStatus: string, stages: Stages): boolean {
  const [left, right] = [status, otherStatus].map((text) => ({
    text: statusText(text),
    read: readStatus(text, stages),
  }))
  if (!left || !right) return false
  const rank = ({ read }: typeof left) => ranks.indexOf(read?.kind ?? 'unknown')
  if (rank(left) !== rank(right)) return rank(left) > rank(right)
  if (left.read?.kind === 'stage' && right.read?.kind === 'stage')
    return compareUnits(left.read.unit, right.read.unit) > 0
  return left.text === draftParameters && right.text !== draftParameters && right.read !== undefined
}

/**
 * The day that a text says, whatever comes after it; a text that says none is taken as it is. Days are compared by it.
 */
export function dayOf(text: string): string {
  const normalizedText = normalizeText(text)
  const day = normalizedText.slice(0, 10)
  return isDay(day) && !/^\d/.test(normalizedText.slice(10)) ? day : normalizedText
}

/** The words of a date, however it is written, and of what stands in place of one. */
const dateWordPattern =
  /^(?:\d+(?:st|nd|rd|th)?|[YMDHST]+|utc|gmt|am|pm|of|at|today|never|none|n|a|tbd|(?:jan|febr?|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/i

/** A time of day at the beginning of a text. */
const timePattern = /^(?:T|\s+)\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:\s?(?:Z|UTC|[+-]\d\d:?\d\d))?/

/**
 * The text of a place once it says a day: what comes after the former one stays, but for a time, and so does, as a
 * note, what is more than a date.
 */
export function withDayText(old: string, day: string): string {
  const oldDay = dayOf(old)
  if (oldDay === day) return old
  const dayIndex = old.indexOf(oldDay)
  if (isDay(oldDay) && dayIndex >= 0)
    return old.slice(0, dayIndex) + day + old.slice(dayIndex + oldDay.length).replace(timePattern, '')
  const { value, note } = splitNote(old)
  const isDate = normalizeText(value)
    .split(/[^\p{L}\p{N}]+/u)
    .every((textPart) => textPart === '' || dateWordPattern.test(textPart))
  return isDate ? day + note : `${day} — ${old}`
}

/** What stands in place of a version. */
const emptyVersions: ReadonlySet<string> = new Set(['', '-', '–', '—', 'N/A'])

/** A version as it is written, without marks and without a note. */
export const versionText = (text: string): string => normalizeText(splitNote(text).value)

export const isNoVersion = (text: string | undefined): boolean =>
  emptyVersions.has(versionText(text ?? '').toUpperCase())

/** Which version it is; empty for none. Versions are compared by it: `v1.0.0` is `1.0.0`. */
export const versionOf = (text: string): string => (isNoVersion(text) ? '' : versionText(text).replace(/^v(?=\d)/i, ''))

/** What can be the name of a version, and nothing else. */
const versionPattern = /^`?[\p{L}\p{N}_.+-]*`?$/u

/**
 * The text of a place once it says a version: a note stays, a `v` in front, and, as a note, what is more than a
 * version.
 */
export function withVersionText(old: string, version: string): string {
  if (versionOf(old) === versionOf(version) || isNoVersion(version)) return old
  const { value, note } = splitNote(old)
  if (isNoVersion(old)) return version + note
  if (!versionPattern.test(normalizeText(value))) return `${version} — ${old}`
  const [letter = ''] = /^v(?=\d)/i.exec(normalizeText(value)) ?? []
  return letter + versionOf(version) + note
}

const semverPattern = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/

/** Numbers before words, and each by its own order. */
function compareIdentifiers(left: string, right: string): number {
  const [leftNumber, rightNumber] = [left, right].map((text) => (/^\d+$/.test(text) ? BigInt(text) : undefined))
  if (leftNumber !== undefined && rightNumber !== undefined)
    return leftNumber < rightNumber ? -1 : Number(leftNumber > rightNumber)
  if (leftNumber !== undefined || rightNumber !== undefined) return leftNumber === undefined ? 1 : -1
  return left < right ? -1 : Number(left > right)
}

/** A release is higher than what comes before it. */
function comparePreReleases(left: string | undefined, right: string | undefined): number {
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined)
  const [leftIdentifiers, rightIdentifiers] = [left.split('.'), right.split('.')]
  for (const [index, identifier] of leftIdentifiers.entries()) {
    const rightIdentifier = rightIdentifiers[index]
    if (rightIdentifier === undefined) return 1
    const order = compareIdentifiers(identifier, rightIdentifier)
    if (order !== 0) return order
  }
  return leftIdentifiers.length < rightIdentifiers.length ? -1 : 0
}

/** The order of two versions by Semantic Versioning; `undefined` where one of them is none, or neither is higher. */
export function compareBySemver(left: string, right: string): number | undefined {
  const [leftMatch, rightMatch] = [left, right].map((text) => semverPattern.exec(versionOf(text)))
  if (!leftMatch || !rightMatch) return undefined
  for (const part of [1, 2, 3]) {
    const difference = Number(leftMatch[part]) - Number(rightMatch[part])
    if (difference !== 0) return difference
  }
  return comparePreReleases(leftMatch[4], rightMatch[4]) || undefined
}

/** The words of a text, between blanks: each with the dots and dashes in it, and none around it. */
function wordsOf(text: string): string {
  const words = text.match(/[\p{L}\p{N}_]+(?:[.+-]+[\p{L}\p{N}_]+)*/gu) ?? []
  return ` ${words.map(versionOf).join(' ')} `
}

/** Whether a text names a version: not as a part of a longer one. */
export const namesVersion = (text: string, version: string): boolean =>
  wordsOf(text).includes(wordsOf(versionOf(version)))
