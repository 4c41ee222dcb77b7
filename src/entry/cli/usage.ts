/** The caller's mistake in using the program: answered with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
