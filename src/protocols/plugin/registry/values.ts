import { mostFrequent } from '../../../core/frequent.ts'
import { byUnit, isPhase, stageOf, type Stages, type Unit } from '../stages/stages.ts'
import { isDay } from '../../../core/time.ts'

/** A value as it is written, and the note behind it. */
interface ValueWithNote {
  readonly value: string
  /** From the blank before it; empty without. */
  readonly note: string
}

const start = /\s\(|\s?—|\s[–-](?=\s|$)/u

/** Parentheses, of which the last may close in a further line, or a dash and more. */
const noteForm = /^(?:\s\(.*\)$|(?:\s\([^)]*\))*(?:\s\([^)]*$|\s?—|\s[–-](?:\s|$)))/su

/** Whether a text, behind a value, is a note. */
const isNote = (text: string): boolean => text === '' || noteForm.test(text.replaceAll('**', '').replaceAll('__', '').trimEnd())

/** Splits a value from a note in parentheses or behind a dash. */
function noted(text: string): ValueWithNote {
  const at = text.search(start)
  const note = at > 0 ? text.slice(at) : ''
  return note !== '' && isNote(note) ? { value: text.slice(0, at), note } : { value: text, note: '' }
}

/** A status of the registry, read (specification, 1.2). */
export type Status =
  | { readonly kind: 'ideated'; readonly hasNote: boolean }
  | { readonly kind: 'stage'; readonly unit: Unit; readonly hasNote: boolean }
  | { readonly kind: 'working' | 'installed'; readonly hasNote: boolean }

const words = { ideated: '💡 Ideated', working: '✅ Working', installed: '📦 Installed' } as const

/** The note that is part of a valid status. */
const draftParameters = '💡 Ideated (Draft Params)'

/** The valid statuses, for messages. */
export const statusForms: readonly string[] = [words.ideated, draftParameters, '🚧 Stage N', '🚧 Stage N.M', words.working, words.installed]

/** What is never in a normalised status. */
const unnormalised = /\*\*|__|\ufe0f|[^\S ]|^ | $| {2}/u

/** A status without marks and variation selectors, its white space folded. Look-alikes stay different. */
export function normalised(status: string): string {
  if (!unnormalised.test(status)) return status
  return status.replaceAll('**', '').replaceAll('__', '').replaceAll('\ufe0f', '').replace(/\s+/gu, ' ').trim()
}

/** How the registry has a unit. */
export const stageStatus = (unit: Unit): string => `🚧 Stage ${unit}`

export const ideatedStatus: string = words.ideated
export const workingStatus: string = words.working
export const installedStatus: string = words.installed

function readWords(text: string, hasNote: boolean, stages: Stages): Status | undefined {
  if (text === words.ideated) return { kind: 'ideated', hasNote }
  if (text === words.working) return { kind: 'working', hasNote }
  if (text === words.installed) return { kind: 'installed', hasNote }
  const unit = text.startsWith('🚧 Stage ') ? text.slice('🚧 Stage '.length) : ''
  const stage = /^\d{1,9}$/.test(unit) || isPhase(unit) ? stages.get(stageOf(unit)) : undefined
  if (!stage || (isPhase(unit) ? stage.phases === undefined : unit !== String(stage.stage))) return undefined
  return { kind: 'stage', unit, hasNote }
}

/** What a status says without a note, whatever stages there are. */
const bare = /^(?:💡 Ideated(?: \(Draft Params\))?|🚧 Stage \d{1,9}(?:\.\d{1,9})?|✅ Working|📦 Installed)$/u

/** Where the note that is part of a status ends. */
const draftNote = /^\s\(Draft Params\)/u

/** A status as it is written, in two parts. */
interface Parts {
  readonly status: string
  /** From the blank before it; empty without. */
  readonly note: string
}

/** Splits a status from its note. A text that does not begin with a status is all status. */
function statusParts(text: string): Parts {
  const whole = { status: text, note: '' }
  if (bare.test(normalised(text))) return whole
  const { value, note } = noted(text)
  if (note === '' || !bare.test(normalised(value))) return whole
  const [draft = ''] = normalised(value) === words.ideated ? (draftNote.exec(note) ?? []) : []
  const rest = note.slice(draft.length)
  return draft === '' || isNote(rest) ? { status: value + draft, note: rest } : whole
}

/** What a status says: its text, normalised, without a note. Statuses are compared by it. */
export const statusText = (text: string): string => normalised(statusParts(text).status)

/** Reads a status; `undefined` when it is none. `hasNote`: it has a note that is not part of its form. */
export function readStatus(text: string, stages: Stages): Status | undefined {
  const { status, note } = statusParts(text)
  const read = normalised(status)
  return read === draftParameters ? { kind: 'ideated', hasNote: note !== '' } : readWords(read, note !== '', stages)
}

/** The words of a status and nothing else: it was meant, and is written in another way. */
const spelledOtherwise = /^[^\p{L}\p{N}]*(?:ideated|stage \d{1,9}(?:\.\d{1,9})?|working|installed)[^\p{L}\p{N}]*$/iu

/** A status in the manner of another: bold where that is, and with its variation selector. What is bold beyond the other stays so. */
function inManner(old: string, status: string): string {
  const [emoji, ...rest] = status.split(' ')
  const symbol = old.includes('\ufe0f') ? `${emoji}\ufe0f` : emoji
  const words = rest.join(' ')
  const mark = ['**', '__'].find((each) => old.includes(each))
  if (mark === undefined) return `${symbol} ${words}`
  const close = (old.split(mark).length - 1) % 2 === 1 ? '' : mark
  return old.trimStart().startsWith(mark) ? `${mark}${symbol} ${words}${close}` : `${symbol} ${mark}${words}${close}`
}

/** A status for a new place, written as most of those are that are there. */
export function statusLike(there: readonly string[], status: string): string {
  const written = there.map((text) => statusParts(text).status).filter((text) => bare.test(normalised(text)))
  return mostFrequent(written.map((text) => inManner(text, status))) ?? status
}

/** What of a text another status takes the place of: of one that is no status, in whatever spelling, nothing. */
function replaceable(old: string, continues: boolean): Parts {
  const parts = statusParts(old)
  if (bare.test(normalised(parts.status))) return parts
  const { value, note } = noted(old)
  return spelledOtherwise.test(normalised(value)) && (note !== '' || !continues) ? { status: value, note } : { status: '', note: old }
}

/**
 * The text of a place once it says a status: a note stays where it is, and so does, as a note, what was no status.
 *
 * @param continues whether the text goes on in the next line.
 */
export function withStatusText(old: string, status: string, continues: boolean): string {
  if (normalised(old) === status) return old
  const { status: written, note } = replaceable(old, continues)
  if (normalised(written) === status) return old
  return written === '' && note !== '' ? `${status} — ${note}` : inManner(written, status) + note
}

const ranks = ['unknown', 'ideated', 'stage', 'working', 'installed'] as const

/** Whether a status is further along than another; what is not a status is further than none. */
export function isFurther(status: string, other: string, stages: Stages): boolean {
  const [one, two] = [status, other].map((text) => ({ text: statusText(text), read: readStatus(text, stages) }))
  if (!one || !two) return false
  const rank = ({ read }: typeof one) => ranks.indexOf(read?.kind ?? 'unknown')
  if (rank(one) !== rank(two)) return rank(one) > rank(two)
  if (one.read?.kind === 'stage' && two.read?.kind === 'stage') return byUnit(one.read.unit, two.read.unit) > 0
  return one.text === draftParameters && two.text !== draftParameters && two.read !== undefined
}

/** The day that a text says, whatever comes after it; a text that says none is taken as it is. Days are compared by it. */
export function dayOf(text: string): string {
  const written = normalised(text)
  const day = written.slice(0, 10)
  return isDay(day) && !/^\d/.test(written.slice(10)) ? day : written
}

/** The words of a date, however it is written, and of what stands in place of one. */
const dateWord =
  /^(?:\d+(?:st|nd|rd|th)?|[YMDHST]+|utc|gmt|am|pm|of|at|today|never|none|n|a|tbd|(?:jan|febr?|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/i

/** A time of day at the beginning of a text. */
const time = /^(?:T|\s+)\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:\s?(?:Z|UTC|[+-]\d\d:?\d\d))?/

/** The text of a place once it says a day: what comes after the former one stays, but for a time, and so does, as a note, what is more than a date. */
export function withDayText(old: string, day: string): string {
  const former = dayOf(old)
  if (former === day) return old
  const at = old.indexOf(former)
  if (isDay(former) && at >= 0) return old.slice(0, at) + day + old.slice(at + former.length).replace(time, '')
  const { value, note } = noted(old)
  const isDate = normalised(value)
    .split(/[^\p{L}\p{N}]+/u)
    .every((each) => each === '' || dateWord.test(each))
  return isDate ? day + note : `${day} — ${old}`
}

/** What stands in place of a version. */
const nothing: ReadonlySet<string> = new Set(['', '-', '–', '—', 'N/A'])

/** A version as it is written, without marks and without a note. */
export const versionText = (text: string): string => normalised(noted(text).value)

/** Whether a version says nothing. */
export const isNoVersion = (text: string | undefined): boolean => nothing.has(versionText(text ?? '').toUpperCase())

/** Which version it is; empty for none. Versions are compared by it: `v1.0.0` is `1.0.0`. */
export const versionOf = (text: string): string => (isNoVersion(text) ? '' : versionText(text).replace(/^v(?=\d)/i, ''))

/** What can be the name of a version, and nothing else. */
const word = /^`?[\p{L}\p{N}_.+-]*`?$/u

/** The text of a place once it says a version: a note stays, a `v` in front, and, as a note, what is more than a version. */
export function withVersionText(old: string, version: string): string {
  if (versionOf(old) === versionOf(version) || isNoVersion(version)) return old
  const { value, note } = noted(old)
  if (isNoVersion(old)) return version + note
  if (!word.test(normalised(value))) return `${version} — ${old}`
  const [letter = ''] = /^v(?=\d)/i.exec(normalised(value)) ?? []
  return letter + versionOf(version) + note
}

const semver = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/

/** Numbers before words, and each by its own order. */
function compareIdentifiers(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => (/^\d+$/.test(text) ? BigInt(text) : undefined))
  if (first !== undefined && second !== undefined) return first < second ? -1 : Number(first > second)
  if (first !== undefined || second !== undefined) return first === undefined ? 1 : -1
  return one < other ? -1 : Number(one > other)
}

/** A release is higher than what comes before it. */
function comparePreReleases(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  const [first, second] = [one.split('.'), other.split('.')]
  for (const [index, identifier] of first.entries()) {
    const opposite = second[index]
    if (opposite === undefined) return 1
    const order = compareIdentifiers(identifier, opposite)
    if (order !== 0) return order
  }
  return first.length < second.length ? -1 : 0
}

/** The order of two versions by Semantic Versioning; `undefined` where one of them is none, or neither is higher. */
export function bySemver(one: string, other: string): number | undefined {
  const [first, second] = [one, other].map((text) => semver.exec(versionOf(text)))
  if (!first || !second) return undefined
  for (const part of [1, 2, 3]) {
    const difference = Number(first[part]) - Number(second[part])
    if (difference !== 0) return difference
  }
  return comparePreReleases(first[4], second[4]) || undefined
}

/** The words of a text, between blanks: each with the dots and dashes in it, and none around it. */
function wordsOf(text: string): string {
  const words = text.match(/[\p{L}\p{N}_]+(?:[.+-]+[\p{L}\p{N}_]+)*/gu) ?? []
  return ` ${words.map(versionOf).join(' ')} `
}

/** Whether a text names a version: not as a part of a longer one. */
export const namesVersion = (text: string, version: string): boolean => wordsOf(text).includes(wordsOf(versionOf(version)))
