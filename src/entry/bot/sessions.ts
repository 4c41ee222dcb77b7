import { Octokit } from '@octokit/core'
import type { Probot } from 'probot'
import { headClaims, type Replica } from '../../app/deliveries/checking.ts'
import { boundedHost, heldHost } from '../../app/deliveries/hosts.ts'
import { RetryLater, type WaitAside, type Notes, type Waiter } from '../../core/lanes.ts'
import { sharedLimits } from '../../app/deliveries/limits.ts'
import { paced, type ContentPace } from '../../app/deliveries/pace.ts'
import type { Turns } from '../../app/deliveries/turns.ts'
import type { IgnoredAuthors } from '../../app/comments/authorization/ignored-authors.ts'
import type { Ports } from '../../app/ports.ts'
import { githubHost } from '../../gateways/github/host.ts'
import type { Identity } from '../../gateways/github/checks/overview.ts'
import { cache } from '../../gateways/github/requests/cache.ts'
import { usualRetry, type Request, type RetryOptions } from '../../gateways/github/requests/send.ts'
import { clock } from '../clock.ts'
import { lazyProtocols } from '../lazy-protocols.ts'
import { nameNeededLevels } from './app-permissions.ts'
import { countedCache, countRequests, rates } from './metrics/github.ts'
import type { Log } from './log.ts'
import type { Meter } from './metrics/meter.ts'
import { nameOf, repositoryKey, type InstalledRepository } from './jobs.ts'
import { safeError } from './safe-error.ts'
import { noteWaits } from './waits.ts'

/** What one batch works with. */
export interface Session {
  readonly ports: Ports
  /** How many requests were sent so far, but for those of tokens, one an hour. */
  readonly requests: () => number
  /** Nothing more is read. */
  end(): Promise<void>
}

export interface SessionOptions {
  /** Its lane, and since when its work waits. */
  readonly waiter: Waiter
  /** Called before everything that changes the repository. */
  readonly hold: () => Promise<void>
  /** How much of the rate limit is left to others. */
  readonly reserve: 'rest' | 'sweep'
  /** Waits for something, with the place left to other lanes. */
  readonly aside: WaitAside
}

/** What all batches share. */
interface SharedServices {
  readonly notes: Notes
  readonly replica: Replica
  ignoredAuthors(repository: InstalledRepository): IgnoredAuthors
  /** Large trees are read one at a time, so that their memory does not add up. */
  readonly largeTrees: Turns
  readonly content: ContentPace
  readonly meter: Meter
  readonly log: Pick<Log, 'warn'>
  /** Why GitHub cannot be worked with; `undefined`: it can. */
  trouble?(): string | undefined
}

/** After how many milliseconds work is tried again while GitHub accepts no key. */
const troubleWait = 30_000

/** Enough for some hundred repositories; what is forgotten is read again. */
const cacheSize = 128 << 20

type RequestOptions = Parameters<Request>[0]

/** A request function that calls `before` before each request is sent. */
export const withBeforeHook = (request: Request, before: (options: RequestOptions) => Promise<void>): Request =>
  Object.assign(
    async (options: RequestOptions) => {
      await before(options)
      return request(options)
    },
    { endpoint: request.endpoint },
  )

/** Whether a request may change anything: only a GET and a query of GraphQL do not. */
export const mayChange = ({ method, query }: RequestOptions): boolean =>
  method !== 'GET' && !(typeof query === 'string' && query.startsWith('query'))

/**
 * An Octokit without the plugins of the Probot that made it: retries and waits are the gateway's own, by class of call.
 * Theirs would post things twice, and keep queries a second apart.
 */
const withoutPlugins = ({ auth, log, request }: Awaited<ReturnType<Probot['auth']>>): Octokit =>
  new Octokit({
    authStrategy: () => auth,
    log,
    baseUrl: request.endpoint.DEFAULTS.baseUrl,
    request: { fetch: request.endpoint.DEFAULTS.request?.['fetch'] as unknown },
  })

/** Opens repositories, each for one batch. What never changes is kept between them. */
export function sessions(
  probot: Probot,
  { login: ownLogin, app }: Identity,
  { notes, replica, ignoredAuthors, largeTrees, content, meter, log, trouble = () => undefined }: SharedServices,
) {
  const sharedCache = countedCache(cache(cacheSize), meter)
  const limits = rates(meter)
  const waits = sharedLimits(notes, Date.now)
  /** By installation, until when the log says that it waits. */
  const loggedWaits = new Map<number, number>()
  const noteContentWait = (repository: InstalledRepository, wait: number) => {
    const { installation } = repository
    meter.count('github_waits_total', { limit: 'content' })
    if ((loggedWaits.get(installation) ?? 0) > Date.now()) return
    loggedWaits.set(installation, Date.now() + wait)
    const sentence = `No more comments, issues and check runs are created in this installation for ${Math.ceil(wait / 1000)} s.`
    log.warn({ installation, repository: nameOf(repository) }, sentence)
  }
  return async (
    repository: InstalledRepository,
    { waiter, hold, reserve, aside }: SessionOptions,
  ): Promise<Session> => {
    const { installation, owner, repo } = repository
    // Another process may have a key that GitHub accepts, and this one after its next start.
    if (trouble() !== undefined) throw new RetryLater(Date.now() + troubleWait)
    await waits.pass(installation)
    const noteLater = (error: unknown) => {
      if (error instanceof RetryLater) noteContentWait(repository, error.until - Date.now())
      throw error
    }
    await content.pass(installation, waiter).catch(noteLater)
    const octokit = withoutPlugins(await probot.auth(installation))
    nameNeededLevels(octokit)
    noteWaits(octokit, (until) => waits.wait(installation, until))
    countRequests(octokit, meter, (headers) => limits.note(installation, headers))
    const heads = headClaims(notes, repositoryKey(repository), Date.now, replica)
    let requests = 0
    const request = withBeforeHook(octokit.request, async (options) => {
      requests += 1
      await heads.renew()
      // Once more: since the host was called, the request may have waited for a limit, and it may be one of several.
      if (mayChange(options)) await hold()
    })
    const report: RetryOptions['report'] = (sentence, failure) => {
      const { status, operation, causes } = safeError(failure)
      log.warn({ installation, repository: nameOf(repository), status, operation, causes }, sentence)
    }
    const host = githubHost(
      request,
      { owner, repo, ownLogin, app, cache: sharedCache, reserve },
      { ...usualRetry, report },
    )
    const { claim, checked, overviews } = heads
    let turn: Promise<() => void> | undefined
    const waitForTurn = async () => void (await (turn ??= aside(largeTrees.take(String(installation)))))
    const endTurn = async () => {
      const release = await turn?.catch(() => undefined)
      turn = undefined
      release?.()
    }
    const waitForContent = async (milliseconds: number) => {
      noteContentWait(repository, milliseconds)
      // Other installations need not wait for this one.
      await endTurn()
      const renew = () => Promise.all([hold(), heads.renew()])
      await aside(content.wait(milliseconds, async () => void (await renew())))
    }
    const { host: pacedHost, reserve: reserveContent } = paced(heldHost(host, hold), {
      take: (wanted) => content.take(installation, wanted, waiter),
      reserve: (count) => content.reserve(installation, count, waiter).catch(noteLater),
      wait: waitForContent,
    })
    const ports: Ports = {
      host: boundedHost(pacedHost, waitForTurn),
      reserveContent,
      protocolRegistry: lazyProtocols,
      clicks: true,
      claim,
      boot: replica.boot,
      checked,
      overviews,
      ignoredAuthors: ignoredAuthors(repository),
      ...clock,
    }
    return {
      ports,
      requests: () => requests,
      end: endTurn,
    }
  }
}
