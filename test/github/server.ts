import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { bareRepository } from './bare-repository.ts'
import { faultyAnswer, Faults } from './faults.ts'
import { answerQuery } from './graphql.ts'
import type { Hosted, Limits } from './hosted.ts'
import { githubLimits } from './hosted.ts'
import type { Matched } from './openapi.ts'
import { answerComplaints, matchRequest } from './openapi.ts'
import type { Answer } from './rest.ts'
import { refusal, routes } from './rest.ts'

/** What a token may do with every repository: `{ contents: 'read' }`. */
export type Permissions = Readonly<Record<string, 'read' | 'write'>>

/** A request that came. */
export interface Logged {
  /** `GET /repos/{owner}/{repo}`, `POST /graphql`; method and address where it is none that is answered. */
  readonly operation: string
  /** The address with its query. */
  readonly url: string
  readonly body: string
}

/** GitHub on 127.0.0.1, with real git repositories. */
export interface GitHub {
  /** The address of the REST API. As on GitHub Enterprise Server it ends in `/api/v3`, and GraphQL is at `/api/graphql`. */
  readonly url: string
  readonly faults: Faults
  readonly limits: Limits
  readonly log: Logged[]
  /** Makes an empty repository; private by default. */
  repository(owner: string, repo: string, options?: { readonly isPrivate?: boolean }): Promise<Hosted>
  token(permissions: Permissions): string
  /** @throws Error when there was a request or an answer that is not as GitHub describes it. */
  close(): Promise<void>
}

/** A question that was understood, and how it is answered to somebody; without permissions to nobody in particular. */
interface Asked {
  readonly operation: string
  answer(permissions: Permissions | undefined): Promise<Answer>
}

const rest = '/api/v3'
const graphql = 'POST /graphql'

/** Documentation: "Rate limits for the REST API", "Checking the status of your rate limit". */
const rate = {
  'x-ratelimit-limit': '5000',
  'x-ratelimit-remaining': '4999',
  'x-ratelimit-used': '1',
  'x-ratelimit-reset': '1770000000',
  'x-ratelimit-resource': 'core',
}

function send(response: ServerResponse, { status, body, type, headers }: Answer, cut: boolean): void {
  const bytes = body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(JSON.stringify(body))
  response.writeHead(status, {
    'content-type': type ?? 'application/json; charset=utf-8',
    'content-length': bytes.length,
    ...rate,
    ...headers,
  })
  if (cut) response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  else response.end(bytes)
}

export async function startGitHub(): Promise<GitHub> {
  const hosted: Hosted[] = []
  const tokens = new Map<string, Permissions>()
  const violations: string[] = []
  const faults = new Faults()
  const limits = githubLimits()
  const log: Logged[] = []

  const complain = (operation: string, complaints: readonly string[]) =>
    void violations.push(...complaints.map((what) => `${operation}: ${what}`))

  /** Documentation: "Troubleshooting the REST API": what is private does not exist for those who may not see it. */
  const visible = (permissions: Permissions | undefined) => (owner: string, repo: string) =>
    hosted.find((one) => one.owner === owner && one.repo === repo && (!one.isPrivate || Object.keys(permissions ?? {}).length > 0))

  const answerRest = async ({ operation, parameters }: Matched, accept: string, permissions: Permissions | undefined): Promise<Answer> => {
    const route = routes[operation]
    const repository = visible(permissions)(parameters['owner'] ?? '', parameters['repo'] ?? '')
    if (!route || !repository) return refusal(404, 'Not Found')
    const [permission = ''] = route.permission.split('=')
    // Documentation: the same, "Resource not accessible": the header says which permission would do.
    if (repository.isPrivate && permissions?.[permission] === undefined) {
      return { ...refusal(403, 'Resource not accessible by integration'), headers: { 'x-accepted-github-permissions': route.permission } }
    }
    const answer = await route.answer({ repository, parameters, accept, limits })
    if (!(answer.body instanceof Uint8Array)) complain(`${operation}: answer`, answerComplaints(operation, answer.status, answer.body))
    return answer
  }

  const answerGraphql = async (body: string, permissions: Permissions | undefined): Promise<Answer> => {
    if (!permissions) return refusal(401, 'This endpoint requires you to be authenticated.')
    const { query, variables } = JSON.parse(body) as { readonly query: string; readonly variables: Readonly<Record<string, unknown>> }
    const find = permissions['contents'] === undefined ? () => undefined : visible(permissions)
    const { body: answer, complaints } = await answerQuery(query, variables, { find, limits })
    complain(graphql, complaints)
    return { status: 200, body: answer }
  }

  /** What is asked, and how it is answered. */
  const understand = ({ method = '', headers }: IncomingMessage, url: URL, body: string): Asked => {
    if (`${method} ${url.pathname}` === 'POST /api/graphql')
      return { operation: graphql, answer: (permissions) => answerGraphql(body, permissions) }
    const matched = url.pathname.startsWith(rest)
      ? matchRequest(method, new URL(`${url.pathname.slice(rest.length)}${url.search}`, url))
      : undefined
    const operation = matched?.operation ?? `${method} ${url.pathname}`
    complain(`${operation}: request`, matched?.complaints ?? ['not answered here'])
    return {
      operation,
      answer: (permissions) =>
        matched ? answerRest(matched, headers.accept ?? '', permissions) : Promise.resolve(refusal(404, 'Not Found')),
    }
  }

  /** Documentation: "Authenticating to the REST API", "Failed login limit". */
  const answerTo = ({ authorization = '' }: IncomingHttpHeaders, { answer }: Asked): Promise<Answer> => {
    const [, token] = /^(?:bearer|token) (.+)$/i.exec(authorization) ?? []
    const permissions = token === undefined ? undefined : tokens.get(token)
    return token !== undefined && !permissions ? Promise.resolve(refusal(401, 'Bad credentials')) : answer(permissions)
  }

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const body = (await buffer(request)).toString()
    const asked = understand(request, url, body)
    const { operation } = asked
    log.push({ operation, url: `${url.pathname}${url.search}`, body })

    const fault = faults.next(operation)
    if (fault?.kind === 'silence') return
    if (fault?.kind === 'latency') await setTimeout(fault.milliseconds)
    if (fault?.kind === 'reset') request.socket.destroy()
    else
      send(
        response,
        (fault && faultyAnswer(fault, operation === graphql)) ?? (await answerTo(request.headers, asked)),
        fault?.kind === 'cut',
      )
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      violations.push(String(error))
      send(response, refusal(500, 'Server Error'), false)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${rest}`

  return {
    url,
    faults,
    limits,
    log,
    async repository(owner, repo, { isPrivate = true } = {}) {
      const made: Hosted = { owner, repo, isPrivate, git: await bareRepository(), url: `${url}/repos/${owner}/${repo}` }
      hosted.push(made)
      return made
    },
    token(permissions) {
      const token = `ghs_${randomBytes(18).toString('hex')}`
      tokens.set(token, permissions)
      return token
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const { git } of hosted) git.remove()
      if (violations.length > 0) throw new Error(violations.join('\n'))
    },
  }
}
