import { msg } from './message.ts'
import leven, { closestMatch } from 'leven'

const maxWordLength = 100

/**
 * The candidate closest to a misspelt word, if at most a third of its letters differ (rounded up, ignoring case);
 * otherwise `undefined`.
 */
export function suggestion(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > maxWordLength) return undefined
  const byLowerCase = new Map(Array.from(candidates, (candidate) => [candidate.toLowerCase(), candidate]))
  const nearest = closestMatch(word.toLowerCase(), [...byLowerCase.keys()], { maxDistance: Math.ceil(word.length / 3) })
  return nearest === undefined ? undefined : byLowerCase.get(nearest)
}

/** How many letters must be added, dropped or replaced to turn one word into the other. */
export const distance = (a: string, b: string): number => leven(a, b)

const sortedLetters = (word: string) => Array.from(word).toSorted().join('')

/**
 * The candidate that a word is probably a misspelling of, where it could also be the first word of a text: one letter
 * is different, or two of a long word, or the same letters are in another order.
 */
export function misspelling(word: string, candidates: Iterable<string>): string | undefined {
  const lowerCased = word.toLowerCase().replace(/[^\p{L}\p{N}]+$/u, '')
  const isNear = (candidate: string) => {
    const differingLetters = distance(lowerCased, candidate.toLowerCase())
    return (
      differingLetters <= (lowerCased.length < 8 ? 1 : 2) ||
      (differingLetters === 2 && sortedLetters(lowerCased) === sortedLetters(candidate.toLowerCase()))
    )
  }
  return lowerCased.length < 4 || lowerCased.length > maxWordLength ? undefined : [...candidates].find(isNear)
}

/** The hint that names what was probably meant; empty if nothing is near. */
export const suggestionHint = (suggestedWord: string | undefined): { readonly hint?: string } =>
  suggestedWord === undefined ? {} : { hint: msg`Did you mean ${suggestedWord}?` }
