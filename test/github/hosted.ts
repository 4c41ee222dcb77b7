import type { BareRepository } from './bare-repository.ts'

/** A repository on the stand-in. */
export interface Hosted {
  readonly owner: string
  readonly repo: string
  /** Whether it is hidden from those without a permission for it. */
  readonly isPrivate: boolean
  readonly git: BareRepository
  /** Its address, for what answers say of themselves. */
  readonly url: string
}

/** The limits that GitHub sets to single answers. A test may tighten them. */
export interface Limits {
  /** Entries of a tree ("Get a tree": 100,000). */
  treeEntries: number
  /** Bytes of `Blob.text`, which is cut behind them. Not documented; `Blob.isTruncated` says when. */
  textBytes: number
}

export const githubLimits = (): Limits => ({ treeEntries: 100_000, textBytes: 512_000 })

/** The commit that a branch, a tag or a SHA names. */
export async function commitOf({ git }: Hosted, name: string): Promise<string | undefined> {
  if (/^[0-9a-f]{40}$/.test(name)) return git.ask('rev-parse', '--verify', '--quiet', `${name}^{commit}`)
  for (const folder of ['heads', 'tags']) {
    const sha = await git.ask('rev-parse', '--verify', '--quiet', `refs/${folder}/${name}^{commit}`)
    if (sha !== undefined) return sha
  }
  return undefined
}
