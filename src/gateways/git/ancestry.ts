import type { NamedCommit } from '../../core/command.ts'
import { isoTime } from '../../core/time.ts'
import type { Tree } from '../../core/view.ts'
import type { Git } from './program.ts'
import { marks, records } from './records.ts'
import { namedCommit, resolveCommit } from './revision.ts'

/** How far down a history is looked at. */
const maxCommits = 500

export interface WrittenCommit {
  readonly sha: string
  readonly parents: readonly string[]
  readonly message: string
}

/** The commits on the way down from a head, that one included. */
export interface Ancestry {
  /** The newest that touch a file, 500 by default, newest first, with when they were committed (ISO 8601). */
  history(path: string, count?: number): AsyncGenerator<{ readonly sha: string; readonly at: string }>
  /** The whole SHA of a commit by 7 digits or more of it; `undefined`: it is none of these. */
  ancestor(commit: string): Promise<string | undefined>
  /** The commit that a revision names, whether or not it leads to the head. */
  named(revision: string): Promise<NamedCommit>
  /** When a commit was made, whole SHA, ISO 8601. */
  committedAt(sha: string): Promise<string | undefined>
  /** The newest 500, newest first. */
  commits(): Promise<readonly WrittenCommit[]>
  commitTree(sha: string): Tree
}

/** A commit as `git rev-list --header` prints it: its SHA, its header, an empty line, its message indented by four. */
function commitOf(record: string): WrittenCommit {
  const end = record.indexOf('\n\n')
  const [sha = '', ...header] = record.slice(0, end === -1 ? undefined : end).split('\n')
  const message = end === -1 ? [] : record.slice(end + 2).split('\n')
  return {
    sha,
    parents: header.flatMap((line) => /^parent ([0-9a-f]+)$/.exec(line)?.[1] ?? []),
    message: message.map((line) => line.replace(/^ {4}/, '')).join('\n'),
  }
}

/** @param head a whole SHA. */
export const ancestryFrom = (git: Git, head: string, commitTree: (sha: string) => Tree): Ancestry => ({
  async *history(path, count = maxCommits) {
    const words = ['rev-list', '--timestamp', `--max-count=${count}`, '--end-of-options', head, '--', path]
    for await (const line of records(git, marks.newline, words)) {
      const [seconds = '', sha = ''] = line.split(' ')
      yield { sha, at: isoTime(Number(seconds) * 1000) }
    }
  },
  async ancestor(commit) {
    if (!/^[0-9a-f]{7,64}$/.test(commit)) return undefined
    const sha = await resolveCommit(git, commit)
    if (sha === undefined) return undefined
    return (await git.ask(['merge-base', '--is-ancestor', '--end-of-options', sha, head], [1])) === undefined
      ? undefined
      : sha
  },
  named: (revision) => namedCommit(git, revision, head),
  async committedAt(sha) {
    const line = await git.ask(['rev-list', '--timestamp', '--max-count=1', '--end-of-options', sha], [128])
    return line === undefined ? undefined : isoTime(Number(line.split(' ', 1)[0]) * 1000)
  },
  async commits() {
    const commits: WrittenCommit[] = []
    const words = ['rev-list', '--header', `--max-count=${maxCommits}`, '--end-of-options', head]
    for await (const record of records(git, marks.nul, words)) commits.push(commitOf(record))
    return commits
  },
  commitTree,
})
