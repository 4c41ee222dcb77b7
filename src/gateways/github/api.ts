import * as z from 'zod'
import { Failure, failureOf } from './failure.ts'
import type { Patience } from './patience.ts'
import { patiently } from './patience.ts'

/** What is used of Octokit's `request`. */
export interface Request {
  (options: { readonly method: string; readonly url: string; readonly [parameter: string]: unknown }): Promise<{
    readonly headers: Readonly<Record<string, string | number | undefined>>
    readonly data: unknown
  }>
  readonly endpoint: { readonly DEFAULTS: { readonly baseUrl: string } }
}

export interface RepositoryName {
  readonly owner: string
  readonly repo: string
}

type Parameters = Readonly<Record<string, unknown>>

/** Questions about one repository, asked with patience. What is not of the form that was asked for is asked for again. */
export interface Api {
  get<Answer>(url: string, parameters: Parameters, form: z.ZodType<Answer>): Promise<Answer>
  /** The same; `undefined` where the answer has one of these statuses. */
  find<Answer>(url: string, parameters: Parameters, form: z.ZodType<Answer>, no: readonly number[]): Promise<Answer | undefined>
  /** An answer that is no JSON, read as it comes; again from its beginning where it breaks off. */
  read<Answer>(url: string, parameters: Parameters, take: (body: AsyncIterable<Uint8Array>) => Promise<Answer>): Promise<Answer>
  /** A query of the fields of the repository. */
  query<Answer>(fields: string, form: z.ZodType<Answer>): Promise<Answer>
}

function formed<Answer>(form: z.ZodType<Answer>, data: unknown): Answer {
  const { success, data: answer, error } = form.safeParse(data)
  if (success) return answer
  throw new Failure(500, 'the answer is broken', {}, error)
}

/** A body that breaks off is a failure of GitHub's. */
async function* heard(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    throw new Failure(500, 'the answer broke off', {}, cause)
  }
}

/** What GraphQL calls its errors (GitHub's documentation, "Rate limits and query limits for the GraphQL API"), in HTTP. Those without a name pass. */
const statuses: Readonly<Record<string, number>> = { FORBIDDEN: 403, NOT_FOUND: 404, RATE_LIMITED: 429 }

const graphqlAnswer = z.object({
  data: z.object({ repository: z.unknown() }).nullish(),
  errors: z.tuple([z.object({ type: z.string().optional(), message: z.string() })], z.unknown()).optional(),
})

export function api(request: Request, repository: RepositoryName, patience: Patience): Api {
  const url = `${request.endpoint.DEFAULTS.baseUrl.replace(/\/api\/v3$/, '/api')}/graphql`
  const send = (options: Parameters & { readonly method: string; readonly url: string }, more: Parameters = {}) =>
    request({ ...options, request: { signal: patience.deadline(), ...more } })

  const get = async <Answer>(url: string, parameters: Parameters, form: z.ZodType<Answer>) =>
    formed(form, (await send({ method: 'GET', url, ...repository, ...parameters })).data)

  return {
    get: (url, parameters, form) => patiently(patience, () => get(url, parameters, form)),
    find: (url, parameters, form, no) =>
      patiently(patience, () =>
        get(url, parameters, form).catch((error: unknown) => {
          const failure = failureOf(error)
          if (no.includes(failure.status)) return undefined
          throw failure
        }),
      ),
    read: (url, parameters, take) =>
      patiently(patience, async () => {
        const { data } = await send({ method: 'GET', url, ...repository, ...parameters }, { parseSuccessResponseBody: false })
        return take(heard(data as AsyncIterable<Uint8Array>))
      }),
    query: (fields, form) =>
      patiently(patience, async () => {
        const query = `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { ${fields} } }`
        const { data: body, headers } = await send({ method: 'POST', url, query, variables: repository })
        const { data, errors } = formed(graphqlAnswer, body)
        if (errors) throw new Failure(errors[0].type === undefined ? 500 : (statuses[errors[0].type] ?? 422), errors[0].message, headers)
        return formed(form, data?.repository)
      }),
  }
}
