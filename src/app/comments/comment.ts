import type { GrantedRole } from '../../core/host/conversation.ts'
import { callsIn, hasCommands, parseComment, widestGrammar, type CommandLine } from '../../engine/commands/grammar.ts'
import type { Cause } from '../../engine/commands/ledger.ts'

/** A comment to be handled: as it was delivered, or as the sweep found it later. */
export interface IncomingComment {
  /** The number of the pull request or issue. */
  readonly number: number
  /** The host's number of the comment. */
  readonly id: number
  readonly node: string
  readonly author: string
  /** The host's number of the author's account, where it is known. */
  readonly account?: number
  readonly bot: boolean
  readonly text: string
  /** When it was written, ISO 8601. */
  readonly at: string
  /** Found by the sweep, not delivered: then its text may have been edited. */
  readonly late: boolean
  /** The author's role as the sweep has read it, after this was written: enough to leave it alone, never to run it. */
  readonly lately?: { readonly grantedRole: GrantedRole | null }
  /** No comment was written, but a button was clicked: then the number is that of the check run. */
  readonly click?: { readonly identifier: string; /** When the check run began, ISO 8601. */ readonly since: string }
}

/** A comment whose text is parsed, independently of the configuration. It can be written as JSON. */
export interface ParsedComment extends IncomingComment {
  readonly lines: readonly CommandLine[]
}

/** Parses the text of a comment: once, where it comes in. */
export const parseIncomingComment = (comment: IncomingComment): ParsedComment => ({
  ...comment,
  lines: parseComment(comment.text),
})

export interface CommentEdit {
  readonly comment: ParsedComment
  /** Who edited it. */
  readonly by: string
  /** The lines before the edit. */
  readonly before: readonly CommandLine[]
}

/**
 * Whether a comment has commands, or words that are probably meant as one, under any configuration. Most have none, and
 * cost no request.
 */
export const mayHaveCommands = ({ lines }: ParsedComment): boolean =>
  hasCommands(lines) || callsIn(lines, widestGrammar).nearMisses.length > 0

/** The cause that the ledger records for a command of a comment, so that it is not run twice. */
export const causeOf = ({ id, click }: IncomingComment, index: number): Cause =>
  click
    ? { kind: 'click', check: id, identifier: click.identifier }
    : { kind: 'comment', comment: id, ordinal: index + 1 }

/** The time before which no commit can have handled it. */
export const sinceOf = ({ at, click }: IncomingComment): string => click?.since ?? at
