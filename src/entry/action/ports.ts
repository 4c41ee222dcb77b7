import { getOctokit } from '@actions/github'
import type { Ports } from '../../app/ports.ts'
import type { Host } from '../../core/host/host.ts'
import { githubHost } from '../../gateways/github/host.ts'
import { clock } from '../clock.ts'
import { lazyProtocols } from '../lazy-protocols.ts'
import { loggedRetry } from './retry.ts'
import type { Environment } from './environment.ts'
import type { Inputs } from '../../engine/installation/inputs.ts'
import { tokenOf } from './inputs.ts'

/** The account and the App as which a workflow's token acts. */
export const workflowIdentity = { login: 'github-actions[bot]', app: 'github-actions' } as const

/** The repository that the workflow runs for, to act in. */
function hostOf(
  { owner, repo, apiUrl }: Environment,
  { config, ...inputs }: Pick<Inputs, 'token' | 'config'>,
  beforeRetry?: () => void,
): Host {
  const { request } = getOctokit(tokenOf(inputs), { baseUrl: apiUrl })
  const repository = { owner, repo, ownLogin: workflowIdentity.login, configuration: config }
  return githubHost(request, repository, loggedRetry(beforeRetry))
}

/**
 * What the use cases of a conversation need, from within a workflow.
 *
 * @param beforeRetry is called before the log says that a request is sent again
 * @throws Fault where there is no token
 */
export const portsOf = (
  environment: Environment,
  inputs: Pick<Inputs, 'token' | 'config'>,
  beforeRetry?: () => void,
): Ports => ({
  host: hostOf(environment, inputs, beforeRetry),
  protocolRegistry: lazyProtocols,
  configuration: inputs.config,
  ...clock,
})
