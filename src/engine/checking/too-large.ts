import type { Diagnostic } from '../../core/diagnostic.ts'
import { codeUrl } from '../../core/links.ts'
import { reportedRule, type RuleFacts } from '../../core/rule.ts'
import type { Steps } from '../../core/steps.ts'
import type { View } from '../../core/view.ts'
import { sign } from './sign.ts'

/**
 * The most commas, colons and line ends that are read in all files of one tree where others wait for it: each may
 * become an object.
 */
export const maxMarks = 1_000_000

/** The most bytes: a text without any of these marks takes memory too. */
export const maxBytes = 64 << 20

const markBytes: ReadonlySet<number> = new Set(Array.from(',:\n', (mark) => mark.charCodeAt(0)))

function countMarks(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (markBytes.has(byte)) count++
  return count
}

/** The rule that reports a tree that is not read, by the engine itself. */
export const tooLargeRule: RuleFacts = {
  code: 'TREE_TOO_LARGE',
  strict: 'error',
  soft: 'error',
  summary: 'The state files of a commit hold more data than the bot reads of one commit.',
  why: 'The bot reads commits of many repositories, those of strangers among them: none may take all of its time and memory.',
  repair:
    'Remove the state files that do not belong to the change. A repository that needs as many is checked by the Action or by `baton validate`.',
}

export const signedTooLargeRule = reportedRule(tooLargeRule, codeUrl(tooLargeRule.code))

/** The finding that a tree is not read. @param message by `msg` */
export function tooLargeDiagnostic(message: string, path: string): Diagnostic {
  const { code, repair: hint } = tooLargeRule
  return sign(
    { message, place: { path }, ...(hint !== undefined && { hint }) },
    { code, severity: 'error', touched: true },
  )
}

/**
 * The first path up to which the files of a view hold more marks than that; a step for each file. A file counts as
 * often as it has a path, since it is read for each.
 */
export function* pathOverMarkLimit(view: View, limit = maxMarks): Steps<string | undefined> {
  let remaining = limit
  for (const path of view.paths) {
    const bytes = view.bytes(path)
    remaining -= bytes ? countMarks(bytes) : 0
    if (remaining < 0) return path
    yield
  }
  return undefined
}
