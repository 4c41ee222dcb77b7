import { msg } from './message.ts'
import leven, { closestMatch } from 'leven'

const longest = 100

/** The candidate closest to a misspelt word, if at most a third of its letters differ (rounded up, ignoring case); otherwise `undefined`. */
export function suggestion(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > longest) return undefined
  const bySmall = new Map(Array.from(candidates, (candidate) => [candidate.toLowerCase(), candidate]))
  const nearest = closestMatch(word.toLowerCase(), [...bySmall.keys()], { maxDistance: Math.ceil(word.length / 3) })
  return nearest === undefined ? undefined : bySmall.get(nearest)
}

/** How many letters must be added, dropped or replaced to turn one word into the other. */
export const distance = (a: string, b: string): number => leven(a, b)

const letters = (word: string) => Array.from(word).toSorted().join('')

/**
 * The candidate that a word is probably a misspelling of, where it could also be the first word of a text: one letter is different, or two
 * of a long word, or the same letters are in another order.
 */
export function misspelling(word: string, candidates: Iterable<string>): string | undefined {
  const small = word.toLowerCase().replace(/[^\p{L}\p{N}]+$/u, '')
  const isNear = (candidate: string) => {
    const apart = distance(small, candidate.toLowerCase())
    return apart <= (small.length < 8 ? 1 : 2) || (apart === 2 && letters(small) === letters(candidate.toLowerCase()))
  }
  return small.length < 4 || small.length > longest ? undefined : [...candidates].find(isNear)
}

/** The hint that names what was probably meant; empty if nothing is near. */
export const suggestionHint = (meant: string | undefined): { readonly hint?: string } =>
  meant === undefined ? {} : { hint: msg`Did you mean ${meant}?` }
