import type { Log, LoggedCommit } from '../../core/log.ts'
import { once } from '../../core/once.ts'
import { isInClone } from './top.ts'
import { runGitSync, type Environment } from './program.ts'

/** The log of a folder: the commits that lead to its present state, and which of its files git has. */
export interface KnownHistory {
  readonly log: Log
  /** Whether a file is in the index. */
  tracked(path: string): boolean
}

function commitOf(line: string): readonly LoggedCommit[] {
  const [sha = '', parents = '', ...subject] = line.split('\0')
  // Git puts a line of its own before each.
  return line.includes('\0')
    ? [{ sha, parents: parents.split(' ').filter((parent) => parent !== ''), subject: subject.join(' ') }]
    : []
}

/**
 * What git records of a folder and a commit in it (without one: that which the working tree has checked out), read when
 * it is first used; `undefined` where it is in no clone.
 */
export function gitFactsOf(
  root: string,
  commit = 'HEAD',
  environment: Environment = process.env,
): KnownHistory | undefined {
  if (!isInClone(root)) return undefined
  const ask = (words: readonly string[]) => runGitSync(root, environment, words)
  const head = once(() => ask(['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`])?.trim())
  const whole = once(() => head() !== undefined && ask(['rev-parse', '--is-shallow-repository'])?.trim() === 'false')
  const commits = once(() => {
    const output = whole() ? ask(['rev-list', '--format=%H%x00%P%x00%s', '--end-of-options', head() ?? '']) : undefined
    return (output ?? '').split('\n').flatMap(commitOf)
  })
  return {
    log: { head, whole, commits },
    tracked: (path) => (ask(['ls-files', '-z', '--', path]) ?? '') !== '',
  }
}
