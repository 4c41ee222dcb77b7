import type { Finding } from './diagnostic.ts'
import { msg, shellWord } from './message.ts'

/** The lines of a conflict that git could not merge: markers included, counted from 1, the end exclusive. */
export type Conflict = readonly [from: number, to: number]

/** The most conflicts of a file that are listed by their lines. */
const maxNamed = 5

export const conflictMessage = (conflicts: readonly Conflict[]): string => {
  if (conflicts.length === 0) return 'Unexpected conflict in the index of git, expected what was decided'
  const lineRanges = conflicts.slice(0, maxNamed).map(([from, to]) => `${from}–${to - 1}`)
  const moreText = conflicts.length > maxNamed ? ` and ${conflicts.length - maxNamed} more` : ''
  return `Unexpected merge conflict in lines ${lineRanges.join(', ')}${moreText}, expected what was decided`
}

/**
 * What to do about it.
 *
 * @param shared whether the file has the state of several targets, each in its own part
 */
export const conflictHint = (path: string, conflicts: readonly Conflict[], shared: boolean): string => {
  if (conflicts.length === 0)
    return msg`Write the intended content; then ${`git add -- ${shellWord(path)}`} records that it is merged, or ${`git rm -- ${shellWord(path)}`} that it is gone.`
  return shared
    ? 'Write the intended content and delete the markers. To take one side whole would drop what the other side changed of every other target.'
    : msg`Write the intended content and delete the markers. While the merge is not concluded, ${`git checkout --ours -- ${shellWord(path)}`} or ${`git checkout --theirs -- ${shellWord(path)}`} takes one side whole.`
}

/** What is wrong with a file that is not merged. */
export const conflictFinding = (path: string, conflicts: readonly Conflict[], shared = false): Finding => {
  const [[line, endLine] = []] = conflicts
  const place = { path, ...(line !== undefined && endLine !== undefined && { line, endLine }) }
  return { message: conflictMessage(conflicts), hint: conflictHint(path, conflicts, shared), place }
}
