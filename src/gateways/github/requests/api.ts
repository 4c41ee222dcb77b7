import * as z from 'zod'
import type { Fault } from '../../../core/fault.ts'
import { msg } from '../../../core/message.ts'
import {
  acceptedPermissions,
  brokenAnswer,
  Failure,
  failureOf,
  graphqlFailure,
  lostAnswer,
  type Headers,
} from './failure.ts'
import { queryTogetherThenEach, type QueryTogether } from './batches.ts'
import { askUntilAnswered, type RetryOptions, type Parameters, type Send } from './send.ts'

export interface RepositoryName {
  readonly owner: string
  readonly repo: string
}

/** Variables of a query by name: type and value. */
export type Variables = Readonly<Record<string, readonly [type: string, value: unknown]>>

interface QueryOptions {
  readonly variables?: Variables
  /** Fields that may be missing, or hidden from the token: no error then, but nothing. */
  readonly mayLack?: readonly string[]
  /** Fields below those in which an error still counts: a hidden value must not be taken for an absent one. */
  readonly mustTell?: readonly string[]
  /** The permission that it takes, `issues=write`, which GitHub does not name to GraphQL. */
  readonly permission?: string
}

/** One of several queries of the repository's fields that are sent as one. */
export interface Part<Answer> extends QueryOptions {
  readonly fields: string
  readonly form: z.ZodType<Answer>
}

/** One of several things to be done by one request: `addComment` with an `AddCommentInput`. */
export interface Mutation {
  readonly field: string
  readonly input: Parameters
  /** The fields of the answer. */
  readonly select: string
}

/**
 * Queries about one repository, repeated until they are answered in the form that the query has. And mutations, sent
 * once.
 */
export interface Api {
  get<Answer>(url: string, parameters: Parameters, form: z.ZodType<Answer>): Promise<Answer>
  /** Gets an answer; `undefined` where its status is one of these. */
  find<Answer>(
    url: string,
    parameters: Parameters,
    form: z.ZodType<Answer>,
    no: readonly number[],
  ): Promise<Answer | undefined>
  /** Gets an answer with its headers. */
  page<Answer>(url: string, parameters: Parameters, form: z.ZodType<Answer>): Promise<Page<Answer>>
  /** Gets a page; `undefined` where it is unchanged since this `ETag`. */
  revisit<Answer>(
    url: string,
    parameters: Parameters,
    form: z.ZodType<Answer>,
    etag: string | undefined,
  ): Promise<Page<Answer> | undefined>
  /** An answer that is not JSON, read as it comes; again from its beginning where it breaks off. */
  read<Answer>(
    url: string,
    parameters: Parameters,
    take: (body: AsyncIterable<Uint8Array>) => Promise<Answer>,
  ): Promise<Answer>
  /** A query of the fields of the repository. */
  query<Answer>(fields: string, form: z.ZodType<Answer>, options?: QueryOptions): Promise<Answer>
  /**
   * Queries of the fields of the repository, by one request. Each results in its answer or the reason why there is
   * none: a query that fails among others is sent once more by itself. Their variables have names of their own.
   */
  each<Answers extends Readonly<Record<string, unknown>>>(parts: {
    readonly [Name in keyof Answers]: Part<Answers[Name]>
  }): Promise<{ readonly [Name in keyof Answers]: Answers[Name] | Fault }>
  ask<Answer>(fields: string, form: z.ZodType<Answer>, options?: QueryOptions): Promise<Answer>
  /** Sent once. @throws Failure */
  post<Answer>(url: string, parameters: Parameters, form: z.ZodType<Answer>): Promise<Answer>
  /**
   * Sent once, carried out in their order; each comes out as it was selected or as a failure of its own. @throws
   * Failure
   */
  mutate(mutations: readonly Mutation[]): Promise<readonly unknown[]>
}

export interface Page<Answer> {
  readonly answer: Answer
  readonly headers: Headers
}

/**
 * An answer of a form. One of another is a failure, with all that zod has to say of it as its cause. @throws Failure
 */
function parseAnswer<Answer>(form: z.ZodType<Answer>, data: unknown): Answer {
  const { success, data: answer, error } = form.safeParse(data)
  if (success) return answer
  throw new Failure(500, brokenAnswer, {}, error)
}

/** A body that breaks off is a failure of GitHub's. */
async function* chunksOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    throw new Failure(500, lostAnswer.brokenOff, {}, cause)
  }
}

const graphqlAnswer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.object({
        type: z.string().optional(),
        message: z.string(),
        path: z
          .array(z.union([z.string(), z.number()]))
          .nullish()
          .transform((path) => path ?? []),
      }),
    )
    .optional()
    .transform((errors) => errors ?? []),
})

type GraphqlError = z.infer<typeof graphqlAnswer>['errors'][number]

const notFoundTypes: ReadonlySet<string | undefined> = new Set(['NOT_FOUND', 'FORBIDDEN', 'INSUFFICIENT_SCOPES'])

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Does something by requests; its failures are of this operation. */
async function performing<Answer>(operation: string, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    throw failureOf(error).of(operation)
  }
}

/** The field of each part of a query that says most: the first with arguments, otherwise the first. */
function fieldsOf(parts: readonly string[]): readonly string[] {
  const names = parts.map((fields) => {
    const inRepository = fields.replace(/^repository\([^)]*\) \{ /, '')
    return (/(\w+)\(/.exec(inRepository) ?? /(?:\w+: )?(\w+)/.exec(inRepository))?.[1] ?? ''
  })
  return [...new Set(names)]
}

const queryFor = (parts: readonly string[]): string => msg`the query for ${fieldsOf(parts)}`

export function api(send: Send, graphqlUrl: string, repository: RepositoryName, retry: RetryOptions): Api {
  /** Parameters that do not occur in the address would be sent with the request. */
  const repositoryParameters = (url: string) => (url.includes('{owner}') ? repository : {})
  /** A request for a fault that it ends with. */
  const requestOf = (url: string, parameters: Parameters) => {
    const values: Parameters = { ...repositoryParameters(url), ...parameters }
    const valueOf = (part: string, name: string) => {
      const value = values[name]
      return typeof value === 'string' || typeof value === 'number' ? `${value}` : part
    }
    return msg`${url.replaceAll(/\{(\w+)\}/g, valueOf)}`
  }
  const page = <Answer>(url: string, parameters: Parameters, form: z.ZodType<Answer>) =>
    performing(`GET ${url}`, async () => {
      const { data, headers } = await send({ method: 'GET', url, ...repositoryParameters(url), ...parameters })
      return { answer: parseAnswer(form, data), headers }
    })

  const unlessStatus = async <Answer>(no: readonly number[], call: Promise<Answer>): Promise<Answer | undefined> => {
    try {
      return await call
    } catch (error) {
      const failure = failureOf(error)
      if (no.includes(failure.status)) return undefined
      throw failure
    }
  }

  const graphql = async (kind: 'query' | 'mutation', fields: string, variables: Variables) => {
    const declarations = Object.entries(variables).map(([name, [type]]) => `$${name}: ${type}`)
    const query = `${kind} ${declarations.length > 0 ? `(${declarations.join(', ')}) ` : ''}{ ${fields} }`
    const values = Object.fromEntries(Object.entries(variables).map(([name, [, value]]) => [name, value]))
    const { data, headers } = await send({ method: 'POST', url: graphqlUrl, query, variables: values })
    return { ...parseAnswer(graphqlAnswer, data), headers }
  }

  const queryUntilAnswered = <Answer>(parts: readonly string[], query: () => Promise<Answer>) =>
    askUntilAnswered(retry, queryFor(parts), () => performing(fieldsOf(parts).join(', '), query))

  const isAmong = (fields: readonly string[], path: GraphqlError['path']) =>
    path.some((part) => fields.includes(String(part)))
  const isMissing = ({ type, path }: GraphqlError, { mayLack = [], mustTell = [] }: QueryOptions) =>
    notFoundTypes.has(type) && isAmong(mayLack, path) && !isAmong(mustTell, path)

  const ask: Api['ask'] = (fields, form, { variables = {}, ...options } = {}) =>
    queryUntilAnswered([fields], async () => {
      const { data, errors, headers } = await graphql('query', fields, variables)
      const queryError = errors.find((error) => !isMissing(error, options))
      const { permission } = options
      if (queryError)
        throw graphqlFailure(
          queryError,
          permission === undefined ? headers : { [acceptedPermissions]: permission, ...headers },
        )
      return parseAnswer(form, data)
    })

  const repositoryField = 'repository(owner: $owner, name: $repo)'
  const repositoryVariables: Variables = { owner: ['String!', repository.owner], repo: ['String!', repository.repo] }

  const askTogether: QueryTogether<Part<unknown>> = (parts) =>
    queryUntilAnswered(
      parts.map(([, { fields }]) => fields),
      async () => {
        const fields = parts.map(([name, part]) => `${name}: ${repositoryField} { ${part.fields} }`)
        const variables = Object.assign(
          {},
          repositoryVariables,
          ...parts.map(([, part]) => part.variables),
        ) as Variables
        const { data, errors, headers } = await graphql('query', fields.join(' '), variables)
        const answerOf = (name: string, part: Part<unknown>): unknown => {
          const { form } = part
          const queryError = errors.find((error) => error.path[0] === name && !isMissing(error, part))
          if (queryError) return graphqlFailure(queryError, headers).of(fieldsOf([part.fields]).join(', '))
          // As `parseAnswer`, without throwing: the other parts may be whole.
          const answer = form.safeParse(data?.[name])
          return answer.success
            ? answer.data
            : new Failure(500, brokenAnswer, {}, answer.error).of(fieldsOf([part.fields]).join(', '))
        }
        const requestError = errors.find(({ path }) => path.length === 0)
        if (requestError) throw graphqlFailure(requestError, headers)
        const answers = new Map(parts.map(([name, part]) => [name, answerOf(name, part)]))
        const [singleAnswer] = answers.size === 1 ? answers.values() : []
        if (singleAnswer instanceof Failure) throw singleAnswer
        return answers
      },
    )

  return {
    get: async (url, parameters, form) =>
      (await askUntilAnswered(retry, requestOf(url, parameters), () => page(url, parameters, form))).answer,
    find: async (url, parameters, form, no) =>
      (await askUntilAnswered(retry, requestOf(url, parameters), () => unlessStatus(no, page(url, parameters, form))))
        ?.answer,
    page: (url, parameters, form) =>
      askUntilAnswered(retry, requestOf(url, parameters), () => page(url, parameters, form)),
    revisit(url, parameters, form, etag) {
      const headers = etag === undefined ? {} : { headers: { 'if-none-match': etag } }
      return askUntilAnswered(retry, requestOf(url, parameters), () =>
        unlessStatus([304], page(url, { ...parameters, ...headers }, form)),
      )
    },
    read: (url, parameters, take) =>
      askUntilAnswered(retry, requestOf(url, parameters), () =>
        performing(`GET ${url}`, async () => {
          const { data } = await send(
            { method: 'GET', url, ...repositoryParameters(url), ...parameters },
            { parseSuccessResponseBody: false },
          )
          return take(chunksOf(data as AsyncIterable<Uint8Array>))
        }),
      ),
    async query(fields, form, { variables = {}, ...options } = {}) {
      const call = { variables: { ...repositoryVariables, ...variables }, ...options }
      return (await ask(`${repositoryField} { ${fields} }`, z.object({ repository: form }), call)).repository
    },
    // Each is of the form that its part has.
    each: (parts) =>
      queryTogetherThenEach(Object.entries(parts), askTogether, ({ fields }) => queryFor([fields])) as never,
    ask,
    post: (url, parameters, form) =>
      performing(`POST ${url}`, async () =>
        parseAnswer(form, (await send({ method: 'POST', url, ...repositoryParameters(url), ...parameters })).data),
      ),
    mutate: (mutations) =>
      performing([...new Set(mutations.map(({ field }) => field))].join(', '), async () => {
        const fields = mutations.map(
          ({ field, select }, index) => `e${index}: ${field}(input: $e${index}) { ${select} }`,
        )
        const inputs = mutations.map(
          ({ field, input }, index) => [`e${index}`, [`${capitalised(field)}Input!`, input]] as const,
        )
        const { data, errors, headers } = await graphql('mutation', fields.join(' '), Object.fromEntries(inputs))
        const requestError = errors.find(({ path }) => path.length === 0)
        if (requestError) throw graphqlFailure(requestError, headers)
        return mutations.map(({ field }, index) => {
          const mutationError = errors.find(({ path }) => path[0] === `e${index}`)
          if (!mutationError) return data?.[`e${index}`]
          // Further down it was done, and only the answer is missing.
          const failure =
            mutationError.path.length > 1
              ? new Failure(500, mutationError.message, headers)
              : graphqlFailure(mutationError, headers)
          return failure.of(field)
        })
      }),
  }
}
