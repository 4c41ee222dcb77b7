import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Repositories } from '../../app/validate/sources.ts'
import { Fault, reasonOf } from '../../core/fault.ts'
import { msg } from '../../core/message.ts'
import type { Repository } from '../../core/repository.ts'
import { placeOf } from '../../gateways/git/address.ts'
import { openClone, type Clone } from '../../gateways/git/clone.ts'
import { lazyRepository } from '../../gateways/lazy-repository.ts'
import type { Environment } from './environment.ts'
import type { Inputs } from '../../engine/installation/inputs.ts'
import { tokenOf } from './inputs.ts'
import { summarize, warn } from './summary.ts'

const placeName = (address: string): string | undefined => {
  const place = placeOf(address)
  return place && `${place.host}/${place.path}`.toLowerCase()
}

/** The clone of the checkout, and why it is not read or does not have everything, with what mends that. */
interface Checkout {
  readonly clone?: Clone
  readonly lacking?: string
}

const whole = 'Check out with `fetch-depth: 0`: the commits are then read without requests.'
const withoutCheckout = 'or leave out the checkout, which Baton does not need.'

function hasFiles(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}

/** The checkout, if it is one of this repository: in that of a fork, what is called `origin/main` is the fork's. */
async function checkoutOf({ workspace, serverUrl, owner, repo }: Environment): Promise<Checkout> {
  const clone = await openClone(workspace)
  // The workspace of a self-hosted runner may lie inside another clone, whose paths are not those of the workspace.
  if (!clone || !existsSync(join(workspace, '.git')))
    return hasFiles(workspace)
      ? {
          lacking: `the workspace has files, but no clone. Check out without \`path\`, where git is installed, ${withoutCheckout}`,
        }
      : {}
  if (clone.isPartial)
    return { lacking: 'a filter left out some of its files. Check out with `fetch-depth: 0` and without `filter`.' }
  const origin = await clone.origin()
  if (origin === undefined) return { lacking: `${msg`it has no remote ${'origin'}`}. ${whole}` }
  const expected = `${serverUrl}/${owner}/${repo}`
  if (placeName(origin) !== placeName(expected))
    return {
      lacking: `${msg`its remote ${'origin'} is not ${expected}`}. Check out that repository with \`fetch-depth: 0\`, ${withoutCheckout}`,
    }
  return { clone, ...(clone.isShallow && { lacking: `its history is cut off. ${whole}` }) }
}

/**
 * The checkout's clone, if it is one of this repository. @throws Fault where git cannot be run or refuses to read it.
 */
export const cloneOf = async (environment: Environment): Promise<Clone | undefined> =>
  (await checkoutOf(environment)).clone

/** The repository on GitHub. What talks to it is a third of all that a check could load. */
async function openGitHub({ owner, repo, apiUrl }: Environment, inputs: Pick<Inputs, 'token'>): Promise<Repository> {
  const token = tokenOf(inputs)
  const [{ getOctokit }, { githubRepository }, { loggedRetry }] = await Promise.all([
    import('@actions/github'),
    import('../../gateways/github/content/repository.ts'),
    import('./retry.ts'),
  ])
  return githubRepository(getOctokit(token, { baseUrl: apiUrl }).request, { owner, repo }, loggedRetry())
}

/** A clone that says what it does not have when that is looked up first. */
const watched = (clone: Clone, lacks: (lacking: string) => void): Clone => ({
  ...clone,
  async resolve(revision) {
    const sha = await clone.resolve(revision)
    if (sha === undefined) lacks(msg`it does not have the commit ${revision}`)
    return sha
  },
  async fork(branch, head) {
    const fork = await clone.fork(branch, head)
    if (fork) return fork
    if ((await clone.resolve(head)) === undefined) lacks(msg`it does not have the commit ${head}`)
    else lacks(msg`it does not show where ${head} and ${`origin/${branch}`} part`)
    return undefined
  },
})

/**
 * Reads commits in the checkout's clone where that can be (fewer requests), then on GitHub. Nothing is fetched into the
 * checkout. Where there is one and GitHub is asked, the log and the summary say why; it is a warning if the task then
 * fails.
 */
export async function withRepositories<Result>(
  environment: Environment,
  inputs: Pick<Inputs, 'token'>,
  use: (repositories: Repositories) => Promise<Result>,
): Promise<Result> {
  const checkout = await checkoutOf(environment).catch((error: unknown): Checkout => {
    if (!(error instanceof Fault)) throw error
    return { lacking: reasonOf(error) }
  })
  let { lacking } = checkout
  let isAsked = false
  const github = lazyRepository(() => {
    isAsked = true
    return openGitHub(environment, inputs)
  })
  const clone =
    checkout.clone &&
    watched(checkout.clone, (reason) => {
      lacking ??= `${reason}. Check out with \`fetch-depth: 0\` and without \`ref\`, ${withoutCheckout}`
    })
  const why = () =>
    isAsked && lacking !== undefined
      ? `Commits are read through GitHub's API, since the checkout cannot be used: ${lacking}`
      : undefined
  let result: Result
  try {
    result = await use(clone ? [clone, github] : [github])
  } catch (error) {
    const reason = why()
    if (reason !== undefined) await warn(reason)
    throw error
  }
  const reason = why()
  if (reason !== undefined) await summarize(reason)
  return result
}
