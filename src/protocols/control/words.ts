/** Why control is returned. */
export const reasons = ['success', 'error', 'question'] as const
export type Reason = (typeof reasons)[number]

/** Words that people write in place of a reason. */
const otherWords: Readonly<Record<string, Reason>> = {
  complete: 'success',
  completed: 'success',
  done: 'success',
  ok: 'success',
  failed: 'error',
  failure: 'error',
}

export const isReason = (word: string): word is Reason => (reasons as readonly string[]).includes(word)

/** The reason that a word stands for, if any. */
export function reasonMeant(word: string): Reason | undefined {
  const small = word.toLowerCase()
  if (isReason(small)) return small
  return Object.hasOwn(otherWords, small) ? otherWords[small] : undefined
}

/** The codes of an error, each with its description. */
export const errorCodes = {
  INPUT_MISSING: 'Required input file does not exist',
  INPUT_INVALID: 'Input file exists but content is invalid or unusable',
  SCHEMA_VIOLATION: 'Output file fails JSON Schema validation',
  EXTERNAL_FAILURE: 'External service or API failure outside agent control',
  PERMISSION_DENIED: 'Insufficient permissions for required operation',
  RESOURCE_EXHAUSTED: 'Resource limit exceeded (tokens, memory, disk)',
  INTERNAL_ERROR: 'Unexpected internal error in agent logic',
  TIMEOUT: 'Operation exceeded time limit',
  CANCELLED: 'Operation was cancelled by user or system',
  UNKNOWN: 'Error category cannot be determined',
} as const satisfies Readonly<Record<string, string>>

export type ErrorCode = keyof typeof errorCodes
export const errorCodeNames = Object.keys(errorCodes) as readonly ErrorCode[]
export const isErrorCode = (word: string): word is ErrorCode => Object.hasOwn(errorCodes, word)

/** What the name of a stage may be. */
export const stageName = /^[a-z][a-z0-9-]*$/
