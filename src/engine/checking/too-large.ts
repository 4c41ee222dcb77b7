import type { Diagnostic } from '../../core/diagnostic.ts'
import { codeUrl } from '../../core/links.ts'
import { msg } from '../../core/message.ts'
import { reportedRule, type RuleFacts } from '../../core/rule.ts'
import type { View } from '../../core/view.ts'
import { sign } from './sign.ts'

/** As many commas, colons and line ends as are read in all files of one tree where others wait for the check: each may become an object. */
export const mostRead = 2_000_000

const marks: ReadonlySet<number> = new Set(Array.from(',:\n', (mark) => mark.charCodeAt(0)))

function marksIn(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (marks.has(byte)) count++
  return count
}

/** The rule that reports a tree that is not checked, by the engine itself. */
export const tooLargeRule: RuleFacts = {
  code: 'TREE_TOO_LARGE',
  strict: 'error',
  soft: 'error',
  summary: 'The state files of a commit hold more data than the bot reads of one commit.',
  why: 'The bot checks commits of many repositories, those of strangers among them: none may take all of its time and memory.',
  repair:
    'Remove the state files that do not belong to the change. A repository that needs as many is checked by the Action or by `baton validate`.',
  examples: () => ({ bad: [], good: [] }),
}

export const signedTooLargeRule = reportedRule(tooLargeRule, codeUrl(tooLargeRule.code))

/**
 * Why a tree is not read: its files hold more than so many commas, colons and line ends. A file counts as often as it has a path, since it is
 * read for each.
 */
export function tooLarge(view: View, most: number): Diagnostic | undefined {
  let left = most
  for (const path of view.paths) {
    const bytes = view.bytes(path)
    left -= bytes ? marksIn(bytes) : 0
    if (left >= 0) continue
    const message = msg`Unexpected amount of data, expected at most ${most} commas, colons and line ends in all state files: up to this file there are more`
    const { repair } = tooLargeRule
    return sign(
      { message, place: { path }, ...(repair !== undefined && { hint: repair }) },
      { code: tooLargeRule.code, severity: 'error', touched: true },
    )
  }
  return undefined
}
