import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { actionsApp, registerApp, type AppOptions, type OwnedApp } from './app.ts'
import { waitLimit } from '../hang.ts'
import { authenticate } from './authentication.ts'
import { Faults, faultyAnswer, faultyField, Hooks, type Came, type Fault } from './faults.ts'
import { answerQuery, fieldsOf } from './graphql/index.ts'
import type { HostedRepository } from './hosted.ts'
import { host, type Repository } from './hosting.ts'
import { answerComplaints, matchRequest, type MatchedOperation } from './openapi.ts'
import { answerPage } from './pages.ts'
import { Rate } from './rate.ts'
import { answerRest } from './rest/index.ts'
import { refusal, type Answer } from './rest/route.ts'
import { signer } from './signature.ts'
import type { Account } from './state/accounts.ts'
import type { Credential, Permissions } from './state/apps.ts'
import { accountOf, forget, githubLimits, newToken, type Limits, type ServerState } from './state/server-state.ts'
import { ConditionQueue } from './waiting.ts'
import { Deliveries } from './webhooks/deliveries.ts'

/** A request that came. */
export interface LoggedRequest extends Came {
  /** The address with its query. */
  readonly url: string
  readonly body: string
  /** The account of the request; absent for an anonymous or unknown one. */
  readonly by: string | undefined
  /** What was answered; none where nothing was. */
  status: number | undefined
}

/** GitHub on 127.0.0.1. */
export interface GitHub {
  /**
   * The address of the REST API. As on GitHub Enterprise Server it ends in `/api/v3`, and GraphQL is at `/api/graphql`.
   */
  readonly url: string
  readonly faults: Faults
  readonly webhooks: Deliveries
  readonly limits: Limits
  readonly log: LoggedRequest[]
  /** A person, made where there is none of that name. */
  user(login: string): Account
  /** An account is deleted; its comments stay. */
  forget(account: Account): void
  organization(login: string): Account
  /** Makes a team, or adds to it: `example-org/maintainers`. */
  team(name: string, ...members: readonly Account[]): void
  /** Makes an empty repository; private by default. An owner that is no organisation is a person. */
  repository(owner: string, repo: string, options?: { readonly isPrivate?: boolean }): Promise<Repository>
  app(options: AppOptions): OwnedApp
  /** The apps that were registered from a manifest. */
  readonly made: readonly OwnedApp[]
  /** A workflow's token, or an account's own; good for every repository, or for these alone. */
  token(
    permissions: Permissions,
    options?: { readonly by?: Account; readonly repositories?: readonly HostedRepository[] },
  ): string
  /**
   * What is to happen just before the next such request is carried out: an operation or one of a query's outermost
   * fields.
   */
  before(operation: string, happen: () => unknown): void
  /**
   * Waits until something is so, and gives it: `undefined` is not yet. It is looked at again after every answer.
   *
   * @param limit In milliseconds; default: until it counts as hanging. @throws Error where it does not come true.
   */
  until<Result>(probe: () => Result | undefined | Promise<Result | undefined>, limit?: number): Promise<Result>
  /**
   * Is rejected as soon as there is a request or an answer that is not as GitHub describes it: what is waited for may
   * never come then.
   */
  readonly wrong: Promise<never>
  /** @throws Error when there was a request or an answer that is not as GitHub describes it. */
  close(): Promise<void>
}

interface Options {
  /** The time in milliseconds; default: the machine's. */
  readonly clock?: () => number
}

/** A request that is understood as far as it can be without knowing who asks. */
interface ParsedRequest extends Came {
  answer(credential: Credential | undefined, fault: Fault | undefined): Promise<Answer>
}

const rest = '/api/v3'
const graphql = 'POST /graphql'

const isAnswer = (value: Credential | Answer | undefined): value is Answer => value !== undefined && 'status' in value

const bytesOf = ({ body }: Answer): Buffer =>
  body === undefined
    ? Buffer.alloc(0)
    : body instanceof Uint8Array
      ? Buffer.from(body)
      : Buffer.from(JSON.stringify(body))

function send(response: ServerResponse, answer: Answer, headers: Readonly<Record<string, string>>, cut: boolean): void {
  const bytes = bytesOf(answer)
  response.writeHead(answer.status, {
    ...(bytes.length > 0 && { 'content-type': answer.type ?? 'application/json; charset=utf-8' }),
    ...(answer.status !== 304 && answer.status !== 204 && { 'content-length': bytes.length }),
    ...headers,
    ...answer.headers,
  })
  if (cut) response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  else response.end(bytes)
}

/**
 * Documentation: "Best practices for using the REST API", "Use conditional requests if appropriate": what is unchanged
 * costs nothing.
 */
function conditional({ method, headers }: IncomingMessage, answer: Answer): Answer {
  if (method !== 'GET' || answer.status !== 200) return answer
  const etag = `W/"${createHash('sha256').update(bytesOf(answer)).digest('hex')}"`
  const isUnchanged = headers['if-none-match'] === etag
  return { ...(isUnchanged ? { status: 304, body: undefined } : answer), headers: { ...answer.headers, etag } }
}

export async function startGitHub({ clock = Date.now }: Options = {}): Promise<GitHub> {
  const violations: string[] = []
  let reject: (error: Error) => void = () => undefined
  const wrong = new Promise<never>((_, fail) => (reject = fail))
  // Mostly nothing waits for it.
  wrong.catch(() => undefined)
  const complain = (...complaints: readonly string[]) => {
    violations.push(...complaints)
    if (complaints.length > 0) reject(new Error(complaints.join('\n')))
  }
  const [faults, hooks, webhooks, log] = [new Faults(), new Hooks(), new Deliveries(), [] as LoggedRequest[]]
  const waiting = new ConditionQueue()
  let numbers = 1000

  const server = createServer((request, response) => {
    response.on('close', () => waiting.happened())
    respond(request, response).catch((error: unknown) => {
      complain(String(error instanceof Error ? error.stack : error))
      if (!response.headersSent) send(response, refusal(500, 'Server Error'), {}, false)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${rest}`

  const serverState: ServerState = {
    url,
    limits: githubLimits(Math.floor(clock() / 1000) + 3600),
    signer: signer(),
    accounts: new Map(),
    teams: new Map(),
    apps: [],
    manifests: new Map(),
    repositories: [],
    credentials: new Map(),
    nodes: new Map(),
    clock,
    emit: (happening, payload) => webhooks.emit(serverState, happening, payload),
    redeliver: ({ id: _, at: __, status: ___, ...delivery }) =>
      webhooks.deliver(serverState, { ...delivery, redelivery: true }),
    complain: (about, complaints) => complain(...complaints.map((complaint) => `${about}: ${complaint}`)),
    number: () => (numbers += 1),
  }
  const made: OwnedApp[] = []
  const actions = actionsApp(serverState)
  const rate = new Rate(serverState)

  const answerOperation = async (
    matched: MatchedOperation,
    sent: unknown,
    accept: string,
    url: URL,
    credential: Credential | undefined,
  ) => {
    const { operation, parameters } = matched
    const answer = await answerRest(operation, { serverState, credential, parameters, sent, accept, url })
    if (!(answer.body instanceof Uint8Array))
      serverState.complain(`${operation}: answer`, answerComplaints(operation, answer.status, answer.body))
    return answer
  }

  const answerGraphql = async (
    body: string,
    credential: Credential | undefined,
    fault: Fault | undefined,
  ): Promise<Answer> => {
    if (!credential || credential.kind === 'app') return refusal(401, 'This endpoint requires you to be authenticated.')
    const { query, variables = {} } = JSON.parse(body) as {
      readonly query: string
      readonly variables?: Readonly<Record<string, unknown>>
    }
    const request = { serverState, credential, lags: fault?.kind === 'lag', query, variables }
    const { body: answer, complaints } = await answerQuery(request, (field) => faultyField(fault, field))
    serverState.complain(graphql, complaints)
    return { status: 200, body: answer }
  }

  /** Finds the operation of a request and how to answer it. */
  const parseRequest = ({ method = '', headers }: IncomingMessage, url: URL, body: string): ParsedRequest => {
    if (`${method} ${url.pathname}` === 'POST /api/graphql') {
      const { query = '' } = JSON.parse(body) as { readonly query?: string }
      const answer: ParsedRequest['answer'] = (credential, fault) => answerGraphql(body, credential, fault)
      return { operation: graphql, fields: fieldsOf(query), writes: /^\s*mutation\b/.test(query), answer }
    }
    const sent = body === '' ? undefined : (JSON.parse(body) as unknown)
    const matched = url.pathname.startsWith(rest)
      ? matchRequest(method, new URL(`${url.pathname.slice(rest.length)}${url.search}`, url), sent)
      : undefined
    const operation = matched?.operation ?? `${method} ${url.pathname}`
    serverState.complain(`${operation}: request`, matched?.complaints ?? ['not answered here'])
    const accept = headers.accept ?? ''
    const answer: ParsedRequest['answer'] = (credential) =>
      matched ? answerOperation(matched, sent, accept, url, credential) : Promise.resolve(refusal(404, 'Not Found'))
    return { operation, fields: [], writes: method !== 'GET', answer }
  }

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', serverState.url)
    const body = (await buffer(request)).toString()
    const page = answerPage(serverState, made, request, url, body)
    if (page) {
      send(response, page, {}, false)
      return
    }
    const parsed = parseRequest(request, url, body)
    const { operation, fields, writes } = parsed
    const { authorization = '' } = request.headers
    const credential = authenticate(serverState, authorization)
    const by = credential && !isAnswer(credential) ? credential.account.login : undefined
    const entry: LoggedRequest = {
      operation,
      fields,
      writes,
      url: `${url.pathname}${url.search}`,
      body,
      by,
      status: undefined,
    }
    log.push(entry)

    const carryOut = async (fault: Fault | undefined): Promise<Answer> => {
      await hooks.run(parsed)
      return conditional(request, isAnswer(credential) ? credential : await parsed.answer(credential, fault))
    }
    const fault = faults.next(parsed)
    const resource = operation === graphql ? 'graphql' : 'core'
    if (fault?.kind === 'latency') await setTimeout(fault.milliseconds)
    const limited =
      fault?.kind === 'primary-limit' || rate.isSpent(authorization, resource) ? rate.refusal(resource) : undefined
    const instead = limited ?? (fault && faultyAnswer(fault))
    const isLost = fault?.kind === 'silence' || fault?.kind === 'reset'
    const isDone = fault && 'after' in fault ? true : !instead && !isLost
    const outcome = isDone ? await carryOut(fault) : undefined
    if (fault?.kind === 'silence') return
    if (fault?.kind === 'reset') {
      request.socket.destroy()
      return
    }
    const answer = instead ?? outcome ?? refusal(500, 'Server Error')
    entry.status = answer.status
    send(
      response,
      answer,
      rate.count(authorization, resource, answer.status !== 304 && !limited),
      fault?.kind === 'cut',
    )
  }

  return {
    url,
    faults,
    webhooks,
    limits: serverState.limits,
    log,
    user: (login) => accountOf(serverState, login),
    forget: (account) => forget(serverState, account),
    organization: (login) => accountOf(serverState, login, 'Organization'),
    team(name, ...members) {
      const team = serverState.teams.get(name) ?? new Map<string, 'member' | 'maintainer'>()
      for (const { login } of members) team.set(login, 'member')
      serverState.teams.set(name, team)
    },
    repository: (owner, repo, { isPrivate = true } = {}) =>
      Promise.resolve(host(serverState, { owner, repo, isPrivate })),
    app: (options) => registerApp(serverState, options),
    made,
    token(permissions, { by, repositories } = {}) {
      const token = newToken()
      const who = by
        ? { kind: 'user' as const, account: by, app: undefined }
        : { kind: 'actions' as const, account: actions.account, app: actions }
      serverState.credentials.set(token, { ...who, permissions, repositories, expiresAt: Infinity })
      return token
    },
    wrong,
    until: (probe, limit = waitLimit) => Promise.race([waiting.until(probe, limit), wrong]),
    before: (operation, happen) => hooks.add({ operation }, happen),
    async close() {
      webhooks.release()
      await webhooks.settled()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const { git } of serverState.repositories) git.remove()
      if (violations.length > 0) throw new Error(violations.join('\n'))
    },
  }
}
