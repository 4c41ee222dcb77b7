/**
 * What moves the cursor, hides text or turns its direction: controls, formatting, halves of surrogate pairs, separators of lines and
 * paragraphs.
 */
export const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

export const hasUnprintable = (text: string): boolean => text.search(unprintable) !== -1

/** What forges lines or turns their direction. Formatting that emoji and scripts need, such as joiners, is not among it. */
export const forgingCharacters = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
