import type { NamedCommit } from '../../core/command.ts'
import type { Git } from './program.ts'

/**
 * A revision that git would take for an option or an exclusion, or that no line of its input could hold, names nothing.
 */
export const isRevision = (text: string): boolean => text !== '' && !/^[-^]/.test(text) && !/[\0\n]/.test(text)

/** The commit that a revision names, whole SHA; `undefined`: none, or several. */
export async function resolveCommit(git: Git, revision: string): Promise<string | undefined> {
  if (!isRevision(revision)) return undefined
  return git.ask(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`], [1, 128])
}

/** How many candidates are named. */
const maxCandidates = 10

/** The commits whose SHA begins with some digits. */
async function commitsFrom(git: Git, digits: string): Promise<readonly string[]> {
  if (!/^[0-9a-f]{4,64}$/i.test(digits)) return []
  const objects = await git.ask(['rev-parse', `--disambiguate=${digits}`], [1, 128])
  const types = await git.ask(['cat-file', '--batch-check=%(objectname) %(objecttype)'], [], `${objects ?? ''}\n`)
  return (types ?? '').split('\n').flatMap((line) => /^([0-9a-f]+) commit$/.exec(line)?.[1] ?? [])
}

/** The commit that a revision names, seen from a head, whole SHA. */
export async function namedCommit(git: Git, revision: string, head: string): Promise<NamedCommit> {
  if (!isRevision(revision)) return { cutOff: false }
  const isShallow = async () => (await git.ask(['rev-parse', '--is-shallow-repository'])) === 'true'
  const places = ['heads', 'tags'].map((kind) => `refs/${kind}/${revision}`)
  const [sha, ...refCommits] = await Promise.all(
    [revision, ...places].map((candidate) => resolveCommit(git, candidate)),
  )
  // Git would take the tag, and warn.
  if (new Set(refCommits).size > 1 && !refCommits.includes(undefined)) return { candidates: places }
  if (sha === undefined) {
    const candidates = await commitsFrom(git, revision)
    return candidates.length > 1 ? { candidates: candidates.slice(0, maxCandidates) } : { cutOff: await isShallow() }
  }
  const isAncestor = (await git.ask(['merge-base', '--is-ancestor', '--end-of-options', sha, head], [1])) !== undefined
  return { sha, ancestor: isAncestor || ((await isShallow()) ? undefined : false) }
}
