import type { Diagnostic } from '../../core/diagnostic.ts'

/** The caller's mistake in using the program: answered with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** What is wrong, where that has codes of its own. */
  readonly diagnostics: readonly Diagnostic[] | undefined

  constructor(message: string, diagnostics?: readonly Diagnostic[]) {
    super(message)
    this.diagnostics = diagnostics
  }
}

/** The request is refused, with codes: answered with exit code 1. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest'
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n'))
    this.diagnostics = diagnostics
  }
}

/** There is nothing to look at: answered with exit code 3. */
export class NothingHere extends Error {
  override readonly name = 'NothingHere'
  readonly code: 'NOTHING_HERE' | 'TARGET_UNKNOWN'
  /** What was seen and is none, a line each. */
  readonly details: readonly string[]

  constructor(
    message: string,
    { code = 'NOTHING_HERE', details = [] }: Partial<Pick<NothingHere, 'code' | 'details'>> = {},
  ) {
    super(message)
    this.code = code
    this.details = details
  }
}
