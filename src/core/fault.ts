/**
 * Ours or the world's going wrong (git cannot be run, GitHub does not answer): thrown, caught at the door, logged, retried or
 * reported. Never used for what a repository (finding) or a request (refusal) did wrong.
 */
export class Fault extends Error {
  override readonly name = 'Fault'
  /** What the reader can do about it. */
  readonly hint: string | undefined

  constructor(message: string, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.hint = options.hint
  }
}

/** What went wrong and what to do about it, for people, as one text. */
export const reasonOf = ({ message, hint }: Fault): string => (hint === undefined ? message : `${message} ${hint}`)
