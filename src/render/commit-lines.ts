import type { Commit } from '../core/change.ts'

const account = ({ login }: Commit['author']) => (login === undefined ? [] : [`account: ${login}`])

export const commitTitle = ({ parents }: Commit): string => (parents.length > 1 ? 'A merge:' : 'A commit:')

/** A commit of an example: what it says, whose it is, and what it touches. */
export function commitLines({ message, author, paths }: Commit): readonly string[] {
  const changeLines = paths.map(
    ({ path, change, link }) => `${change}: ${path}${link === undefined ? '' : ` -> ${link}`}`,
  )
  return [...message.replace(/\n$/, '').split('\n'), '', ...account(author), ...changeLines]
}
