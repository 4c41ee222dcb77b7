import type { FileHistory } from '../../core/host/host.ts'
import type { Repository } from '../../core/repository.ts'
import type { Change } from '../../core/change.ts'
import type { CommittedCommand, NamedCommit, OwnCommit } from '../../core/command.ts'
import type { LedgerCommit } from '../../core/host/conversation.ts'
import type { Selection, Tree } from '../../core/view.ts'
import { escapeGlob } from '../../documents/glob.ts'
import type { Past } from './past.ts'
import { commandNames } from '../../core/command-names.ts'
import { handledCommandsIn } from '../../engine/commands/ledger.ts'

/** Reads the history of a head. */
export interface Ancestry {
  /** The head, if a working tree has it checked out. */
  readonly checkedOut?: string
  /** Whether a file of that working tree has content that no object of git has. */
  readonly isUnsaved?: (path: string) => Promise<boolean>
  /** The newest 500 commits that touch a file, newest first. */
  history(path: string): AsyncIterable<{ readonly sha: string; readonly at: string }>
  /** The whole SHA of a commit that may be abbreviated; `undefined`: it is not an ancestor of the head. */
  ancestor(commit: string): Promise<string | undefined>
  /** The commit that a revision names, whether or not it leads to the head. */
  named(revision: string): Promise<NamedCommit>
  /** When a commit was made, whole SHA, ISO 8601; `undefined` where that is not known. */
  committedAt(sha: string): Promise<string | undefined>
  /** The commits that may be Baton's, newest first: their trailers are believed. */
  commits(): Promise<readonly ReadCommit[]>
  commitTree(sha: string): Tree
}

/** The largest file of the past that is fetched, in bytes. */
const maxFileSize = 10 << 20

/** Reads the commits of the change under review. */
type ReadChange = () => Promise<Change | undefined>

const noChange: ReadChange = () => Promise.resolve(undefined)

/** The past of a head, by reading its history. @param selection the files that the view of the head shows */
export function pastOf(ancestry: Ancestry, selection: Selection, change = noChange): Past {
  const bytesAt = async (sha: string, path: string) =>
    (
      await ancestry
        .commitTree(sha)
        .open({ selectors: [{ glob: escapeGlob(path), level: 'text' }], limit: maxFileSize })
    ).bytes(path)
  return {
    async *versions(path) {
      for await (const { sha, at } of ancestry.history(path)) yield { sha, at, bytes: await bytesAt(sha, path) }
    },
    async at(commit, path) {
      const sha = await ancestry.ancestor(commit)
      return sha === undefined ? undefined : { sha, bytes: await bytesAt(sha, path) }
    },
    named: (revision) => ancestry.named(revision),
    committedAt: (sha) => ancestry.committedAt(sha),
    ledger: async () => ownCommits(await ancestry.commits()),
    view: (sha) => ancestry.commitTree(sha).open(selection),
    checkedOut: ancestry.checkedOut,
    isUnsaved: ancestry.isUnsaved,
    change,
  }
}

/** The ports by which a past at a host is read. */
export type PastReader = FileHistory & Pick<Repository, 'fork' | 'resolve' | 'commitTree'>

/**
 * The past of a branch at a host, seen from a head commit.
 *
 * @param commits those of the branch, newest first: of them only ours count as commands.
 */
export function pastOfHost(
  host: PastReader,
  head: string,
  commits: readonly LedgerCommit[],
  selection: Selection,
  change?: ReadChange,
): Past {
  // An ancestor of the head is where the two part.
  const isAncestor = async (sha: string) => (await host.fork(head, sha))?.mergeBase === sha
  return pastOf(
    {
      history: (path) => host.history(head, path),
      async ancestor(commit) {
        const sha = await host.resolve(commit)
        return sha !== undefined && (await isAncestor(sha)) ? sha : undefined
      },
      async named(revision) {
        if (revision === 'HEAD') return { sha: head, ancestor: true }
        const sha = await host.resolve(revision)
        // A branch may have a name of hex digits.
        return sha?.startsWith(revision) === true ? { sha, ancestor: await isAncestor(sha) } : { cutOff: false }
      },
      committedAt: (sha) => Promise.resolve(commits.find((commit) => commit.sha === sha)?.at),
      commits: () => Promise.resolve(commits.filter(({ isOwn }) => isOwn)),
      commitTree: (sha) => host.commitTree(sha),
    },
    selection,
    change,
  )
}

export interface ReadCommit {
  readonly sha: string
  readonly parents: readonly string[]
  readonly message: string
}

/** The commits that are Baton's by their trailers. Whether these can be believed is for the caller to say. */
export const ownCommits = (commits: readonly ReadCommit[]): readonly OwnCommit[] =>
  commits.flatMap(({ sha, parents, message }) => {
    const handled = handledCommandsIn(message)
    const targets = [...new Set(handled.flatMap(({ target }) => target ?? []))]
    const commands: CommittedCommand[] = []
    for (const { command, target, further } of handled) {
      const given = further && commands.pop()
      commands.push(
        given
          ? { ...given, further: [...(given.further ?? []), ...(target === undefined ? [] : [target])] }
          : { name: commandNames.find((name) => name === command), target },
      )
    }
    return handled.length === 0 ? [] : [{ sha, parent: parents[0], targets, commands }]
  })
