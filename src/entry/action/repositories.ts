import * as core from '@actions/core'
import type { Repositories } from '../../app/validate/sources.ts'
import { Fault } from '../../core/fault.ts'
import type { Repository } from '../../core/repository.ts'
import { placeOf } from '../../gateways/git/address.ts'
import { openClone, type Clone } from '../../gateways/git/clone.ts'
import { lazyRepository } from '../../gateways/lazy-repository.ts'
import { plain } from '../../render/plain.ts'
import type { Environment } from './environment.ts'
import type { Inputs } from '../../engine/installation/inputs.ts'
import { tokenOf } from './inputs.ts'

const placeName = (address: string): string | undefined => {
  const place = placeOf(address)
  return place && `${place.host}/${place.path}`.toLowerCase()
}

/** The checkout's clone, if it is one of this repository: in that of a fork, what is called `origin/main` is the fork's. */
export async function cloneOf({ workspace, serverUrl, owner, repo }: Environment): Promise<Clone | undefined> {
  const clone = await openClone(workspace)
  if (!clone || clone.isPartial) return undefined
  const origin = await clone.origin()
  return origin !== undefined && placeName(origin) === placeName(`${serverUrl}/${owner}/${repo}`) ? clone : undefined
}

/** The repository on GitHub. What talks to it is a third of all that a check could load. */
async function hosted({ owner, repo, apiUrl }: Environment, inputs: Pick<Inputs, 'token'>): Promise<Repository> {
  const token = tokenOf(inputs)
  const [{ getOctokit }, { githubRepository }] = await Promise.all([
    import('@actions/github'),
    import('../../gateways/github/content/repository.ts'),
  ])
  return githubRepository(getOctokit(token, { baseUrl: apiUrl }).request, { owner, repo })
}

/** Where commits are read: the checkout's clone where that can be (fewer requests), then GitHub. Nothing is fetched into the checkout. */
export async function repositoriesOf(environment: Environment, inputs: Pick<Inputs, 'token'>): Promise<Repositories> {
  const github = lazyRepository(() => hosted(environment, inputs))
  const clone = await cloneOf(environment).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error
    core.info(plain(`The checkout is not used: ${error.message}`))
    return undefined
  })
  return clone ? [clone, github] : [github]
}
