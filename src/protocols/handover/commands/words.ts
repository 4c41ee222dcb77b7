const unfit = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu

/** TEXT as it is written: one line without controls, its blanks folded (handover protocol, section 7). */
export const cleaned = (text: string): string => text.replace(unfit, ' ').replace(/ {2,}/g, ' ').trim()

/** The number of a step; nothing where a word is none. */
export const stepOf = (word: string): number | undefined => (/^\d{1,9}$/.test(word) ? Number(word) : undefined)
