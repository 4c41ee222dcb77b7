import type { Credential } from '../state/apps.ts'
import type { HostedRepository } from '../hosted.ts'
import type { ServerState } from '../state/server-state.ts'

export interface Answer {
  readonly status: number
  /** Bytes are sent as they are, with `type`; everything else as JSON, `undefined` as nothing. */
  readonly body: unknown
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A request for one operation. */
export interface Question {
  readonly serverState: ServerState
  /** The account of a request; anonymous without one. */
  readonly credential: Credential | undefined
  /** Those of the path and the query. */
  readonly parameters: Readonly<Record<string, string>>
  /** What was sent, as the description has it. */
  readonly sent: unknown
  readonly accept: string
  readonly url: URL
}

/** One on a repository that its sender may see. */
export interface RepositoryQuestion extends Question {
  readonly repository: HostedRepository
}

/** One by a known account. */
export interface OwnQuestion extends Question {
  readonly credential: Credential
}

/** Needs a permission for a repository, in GitHub's words: `contents=read`. */
export interface RepositoryRoute {
  readonly permission: string
  answer(question: RepositoryQuestion): Answer | Promise<Answer>
}

/** Needs to be an account of a kind, with a permission that is for no repository where one is named. */
export interface OwnRoute {
  readonly by: readonly Credential['kind'][]
  readonly permission?: string
  answer(question: OwnQuestion): Answer | Promise<Answer>
}

/** Open to requests without an account. */
export interface OpenRoute {
  readonly open: true
  answer(question: Question): Answer | Promise<Answer>
}

export type Route = RepositoryRoute | OwnRoute | OpenRoute

/** Documentation: "Troubleshooting the REST API". */
export const refusal = (status: number, message: string): Answer => ({
  status,
  body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
})

export const ok = (body: unknown, status = 200): Answer => ({ status, body })

/**
 * Documentation: "Using pagination in the REST API": 30 to a page, 100 at most, the other pages' addresses in a header.
 */
export function page<Item>(
  { parameters, url }: Question,
  items: readonly Item[],
): { readonly items: readonly Item[]; readonly headers: Readonly<Record<string, string>> } {
  const size = Math.min(100, Number(parameters['per_page'] ?? 30))
  const number = Math.max(1, Number(parameters['page'] ?? 1))
  const last = Math.max(1, Math.ceil(items.length / size))
  const address = (page: number) => {
    const pageUrl = new URL(url)
    pageUrl.searchParams.set('page', String(page))
    return pageUrl.href
  }
  const links = [
    ...(number > 1 ? [`<${address(number - 1)}>; rel="prev"`, `<${address(1)}>; rel="first"`] : []),
    ...(number < last ? [`<${address(number + 1)}>; rel="next"`, `<${address(last)}>; rel="last"`] : []),
  ]
  return {
    items: items.slice((number - 1) * size, number * size),
    headers: links.length > 0 ? { link: links.join(', ') } : {},
  }
}

export async function pageOf<Item>(
  question: Question,
  items: readonly Item[],
  body: (item: Item) => unknown,
): Promise<Answer> {
  const { items: shown, headers } = page(question, items)
  return { status: 200, body: await Promise.all(shown.map(body)), headers }
}
