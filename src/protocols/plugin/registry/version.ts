import { noted } from './note.ts'
import { normalised } from './status.ts'

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

const form = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/

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
  const [first, second] = [one, other].map((text) => form.exec(versionOf(text)))
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
