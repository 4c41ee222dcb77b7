import type { OwnCommit } from '../../core/command.ts'
import { commandNames } from '../../core/command-names.ts'
import { handledIn } from '../../engine/commands/ledger.ts'

/** A commit as it is read from a repository. */
export interface ReadCommit {
  readonly sha: string
  readonly parents: readonly string[]
  readonly message: string
}

/** Those of some commits that are Baton's by their trailers. Whether these can be believed is for the caller to say. */
export const ownCommits = (commits: readonly ReadCommit[]): readonly OwnCommit[] =>
  commits.flatMap(({ sha, parents, message }) => {
    const handled = handledIn(message)
    const targets = [...new Set(handled.flatMap(({ target }) => target ?? []))]
    const commands = handled.map(({ command, target }) => ({ name: commandNames.find((name) => name === command), target }))
    return handled.length === 0 ? [] : [{ sha, parent: parents[0], targets, commands }]
  })
