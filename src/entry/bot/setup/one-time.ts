import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether two texts are the same, compared in a time that does not depend on where they differ. */
export const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

export const randomWord = (): string => randomBytes(32).toString('base64url')

/** A word that is accepted once. */
export interface OneTimeWord {
  readonly word: string
  /** Whether a text is the word, and the first that is. */
  accept(text: string): boolean
}

/** @param isOver whether the word has expired */
export function oneTimeWord(isOver: () => boolean): OneTimeWord {
  const word = randomWord()
  let isUsed = false
  return {
    word,
    accept(text) {
      const isAccepted = isSame(text, word) && !isUsed && !isOver()
      isUsed ||= isAccepted
      return isAccepted
    },
  }
}
