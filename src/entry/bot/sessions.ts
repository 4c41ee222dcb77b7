import type { Probot } from 'probot'
import { checking } from '../../app/deliveries/checking.ts'
import { heldHost } from '../../app/deliveries/held-host.ts'
import type { Notes } from '../../app/deliveries/lanes.ts'
import type { IgnoredAuthors } from '../../app/comments/authorization/ignored-authors.ts'
import type { Ports } from '../../app/ports.ts'
import { githubHost } from '../../gateways/github/host.ts'
import type { Us } from '../../gateways/github/checks/overview.ts'
import { cache } from '../../gateways/github/requests/cache.ts'
import type { Request } from '../../gateways/github/requests/send.ts'
import { clock } from '../clock.ts'
import { lazyProtocols } from '../lazy-protocols.ts'
import { repositoryKey, type Installed } from './jobs.ts'

/** What one batch works with. */
export interface Session {
  readonly ports: Ports
  /** How many requests were sent so far, but for those of tokens, one an hour. */
  readonly requests: () => number
}

export interface SessionOptions {
  /** Called before everything that changes the repository. */
  readonly hold: () => Promise<void>
  /** How much of the rate limit is left to others. */
  readonly reserve: 'rest' | 'sweep'
}

/** What all batches share. */
interface Shared {
  readonly notes: Notes
  ignoredAuthors(at: Installed): IgnoredAuthors
}

/** Enough for some hundred repositories; what is forgotten is read again. */
const kept = 128 << 20

/** The same request function, which calls `received` before each request is sent. */
const notingReceipt = (request: Request, received: () => Promise<void>): Request =>
  Object.assign(
    async (options: Parameters<Request>[0]) => {
      await received()
      return request(options)
    },
    { endpoint: request.endpoint },
  )

/** Opens repositories, each for one batch. What never changes is kept between them. */
export function sessions(probot: Probot, { login: us, app }: Us, { notes, ignoredAuthors }: Shared) {
  const shared = cache(kept)
  return async (at: Installed, { hold, reserve }: SessionOptions): Promise<Session> => {
    const { installation, owner, repo } = at
    const octokit = await probot.auth(installation)
    const heads = checking(notes, repositoryKey(at), Date.now)
    let requests = 0
    const request = notingReceipt(octokit.request, async () => {
      requests += 1
      await heads.renew()
    })
    const host = githubHost(request, { owner, repo, us, app, cache: shared, reserve })
    const { claim, checked, overviews } = heads
    const ports: Ports = {
      host: heldHost(host, hold),
      protocolRegistry: lazyProtocols,
      clicks: true,
      claim,
      checked,
      overviews,
      ignoredAuthors: ignoredAuthors(at),
      ...clock,
    }
    return { ports, requests: () => requests }
  }
}
