import * as z from 'zod'
import type { Host } from '../../../core/host/host.ts'
import type { Api, RepositoryName } from '../requests/api.ts'
import { failureOf, isUnclear } from '../requests/failure.ts'
import { sha } from '../requests/forms.ts'
import { absent } from '../content/merge-base.ts'
import { askUntilAnswered, type RetryOptions } from '../requests/retry.ts'

const reference = z.object({ object: z.object({ sha }) })

/** The commit that a branch is at; `undefined`: there is no such branch. */
export async function tipOf(github: Api, branch: string): Promise<string | undefined> {
  return (await github.find('/repos/{owner}/{repo}/git/ref/{ref}', { ref: `heads/${branch}` }, reference, absent))?.object.sha
}

/**
 * Creates a branch. GitHub refuses a name that exists, so that the request can be repeated: after a lost answer, the branch is found
 * at its commit.
 */
export async function createBranch(github: Api, retry: RetryOptions, name: string, commit: string): Promise<'made' | 'exists'> {
  let unclear = false
  return askUntilAnswered(retry, async () => {
    try {
      await github.post('/repos/{owner}/{repo}/git/refs', { ref: `refs/heads/${name}`, sha: commit }, reference)
      return 'made'
    } catch (error) {
      const failure = failureOf(error)
      if (failure.status !== 422) {
        unclear ||= isUnclear(failure)
        throw failure
      }
      const tip = await tipOf(github, name)
      if (tip === undefined) throw failure
      return unclear && tip === commit ? 'made' : 'exists'
    }
  })
}

type PullRequest = Parameters<Host['openPull']>[0]

const pull = z.object({ number: z.number() })

/** Opens a pull request where there is none. GitHub has one open one of a branch and a base at most, so it may be asked again. */
export async function openPull(
  github: Api,
  { owner }: RepositoryName,
  retry: RetryOptions,
  { branch, base, title, text, ignoreClosed }: PullRequest,
): Promise<number> {
  const find = async () => {
    const parameters = {
      state: ignoreClosed === true ? 'open' : 'all',
      head: `${owner}:${branch}`,
      base,
      sort: 'created',
      direction: 'desc',
      per_page: 1,
    }
    const [found] = await github.get('/repos/{owner}/{repo}/pulls', parameters, z.array(pull))
    return found?.number
  }
  return askUntilAnswered(retry, async () => {
    const existing = await find()
    if (existing !== undefined) return existing
    try {
      return (await github.post('/repos/{owner}/{repo}/pulls', { head: branch, base, title, body: text }, pull)).number
    } catch (error) {
      const failure = failureOf(error)
      const made = failure.status === 422 ? await find() : undefined
      if (made === undefined) throw failure
      return made
    }
  })
}
