import type { Place } from './diagnostic.ts'

/**
 * A failure of the program or its environment (git cannot be run, GitHub does not answer): thrown, caught at the entry
 * point, logged, retried or reported. Never used for a mistake in a repository (that is a finding) or in a request (a
 * refusal).
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

/** A code that says why nothing was written. */
export type TreeCode =
  | 'TREE_BUSY'
  | 'TREE_CHANGED'
  | 'TREE_READ_ONLY'
  | 'COMMIT_AUTHOR_UNKNOWN'
  | 'COMMIT_UNCOMMITTED'
  | 'UNCOMMITTED'

/** One reason for a refusal. */
export interface Obstacle {
  /** A sentence without its full stop. */
  readonly message: string
  readonly hint?: string
  readonly place: Place
  /** Whether the same call may succeed later. */
  readonly retry?: true
}

/**
 * A write was not made, because of the state of the tree or of another program at work on it. Reported with a code,
 * like a refused request.
 */
export class TreeRefusal extends Fault {
  readonly code: TreeCode
  readonly obstacles: readonly Obstacle[]

  constructor(code: TreeCode, obstacles: readonly [Obstacle, ...Obstacle[]], cause?: unknown) {
    const [{ message, hint }] = obstacles
    super(`${message}.`, { ...(hint !== undefined && { hint }), cause })
    this.code = code
    this.obstacles = obstacles
  }
}

/** What went wrong and what to do about it, for people, as one text. */
export const reasonOf = ({ message, hint }: Fault): string => (hint === undefined ? message : `${message} ${hint}`)

/** The answer to a question, or the Fault that prevented it. */
export const resultOf = <Answer>(question: Promise<Answer>): Promise<Answer | Fault> =>
  question.catch((error: unknown) => {
    if (error instanceof Fault) return error
    throw error
  })

/** What to do where it is not known whether something was done. */
export const retryHint =
  'The bot tries again at its next sweep; in a workflow, run the job again: nothing is done twice.'
