import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether two texts are the same, compared in a time that does not depend on where they differ. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

export const randomWord = (): string => randomBytes(32).toString('base64url')

/** A word that is accepted once. */
export interface OneTimeWord {
  readonly word: string
  /** Whether a text is the word, and the first that is. */
  accept(given: string): boolean
}

/** @param isOver whether the word has expired */
export function oneTimeWord(isOver: () => boolean): OneTimeWord {
  const word = randomWord()
  let isUsed = false
  return {
    word,
    accept(given) {
      const isAccepted = isSame(given, word) && !isUsed && !isOver()
      isUsed ||= isAccepted
      return isAccepted
    },
  }
}
