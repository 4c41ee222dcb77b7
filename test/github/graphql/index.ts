import {
  buildSchema,
  execute,
  getOperationAST,
  Kind,
  parse,
  validate,
  type DocumentNode,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql'
import { memo, memoBy } from '../../../src/core/once.ts'
import { notFound } from '../refused.ts'
import { sees, type Credential } from '../state/apps.ts'
import { repositoryOf, type Node, type ServerState } from '../state/server-state.ts'
import { userOf } from './actors.ts'
import type { QueryContext } from './query-context.ts'
import { runObject } from './checks.ts'
import { commentObject, conversationObject } from './conversations.ts'
import { hostedOf, mutations } from './mutations.ts'
import { gitObject, refObject } from './objects.ts'
import { repositoryObject } from './repository.ts'

let built: GraphQLSchema | undefined

/** GitHub's own schema. Building it takes a while, so only who asks pays. */
async function githubSchema(): Promise<GraphQLSchema> {
  const { schema } = await import('@octokit/graphql-schema')
  built ??= buildSchema(schema.idl, { assumeValid: true, assumeValidSDL: true })
  return built
}

function nodeObject(context: QueryContext, node: Node) {
  switch (node.kind) {
    case 'repository':
      return repositoryObject(context, node)
    case 'comment':
      return commentObject(context, node)
    case 'check-run':
      return runObject(context, node)
    case 'check-suite':
      return null
    default:
      return conversationObject(context, node)
  }
}

/** Documentation: "Queries". */
const queries = (context: QueryContext) => {
  const { serverState, credential } = context
  const find = (id: string) => {
    const node = serverState.nodes.get(id)
    if (!node || !sees(credential, hostedOf(node)))
      throw notFound(`Could not resolve to a node with the global id of '${id}'`)
    return nodeObject(context, node)
  }
  const nothing = (id: string): object | null => {
    try {
      return find(id)
    } catch (error) {
      // As an error of its own, beside the others.
      return error instanceof Error ? error : null
    }
  }
  return {
    viewer: userOf(credential.account),
    repository({ owner, name }: { readonly owner: string; readonly name: string }) {
      const hosted = repositoryOf(serverState, owner, name)
      if (hosted && sees(credential, hosted)) return repositoryObject(context, hosted)
      throw notFound(`Could not resolve to a Repository with the name '${owner}/${name}'.`)
    },
    node: ({ id }: { readonly id: string }) => find(id),
    nodes: ({ ids }: { readonly ids: readonly string[] }) => ids.map(nothing),
  }
}

const isBag = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Objects refer to each other, so they are brought together here. */
function queryContext(serverState: ServerState, credential: Credential, lags: boolean): QueryContext {
  const context: QueryContext = {
    serverState,
    credential,
    lags,
    show: {
      repository: (hosted) => repositoryObject(context, hosted),
      object: (hosted, oid) => gitObject(context, hosted, oid),
      ref: (hosted, name) => refObject(context, hosted, name),
    },
  }
  return context
}

interface QueryRequest {
  readonly serverState: ServerState
  readonly credential: Credential
  /** Whether pull requests are shown as they were before the last push. */
  readonly lags: boolean
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

interface Result {
  readonly body: { readonly data?: unknown; readonly errors?: readonly object[] }
  /** Why the query is none that GitHub would take, or what is not answered here. */
  readonly complaints: readonly string[]
}

/** The same queries come again and again. */
const parsed = memoBy((query: string) => parse(query), 1000)

/** The names of a query's outermost fields: `createCommitOnBranch`. */
export function fieldsOf(query: string): readonly string[] {
  try {
    const operation = getOperationAST(parsed(query))
    return (operation?.selectionSet.selections ?? []).flatMap((selection) =>
      selection.kind === Kind.FIELD ? [selection.name.value] : [],
    )
  } catch {
    return []
  }
}

/** What is wrong with a query. */
const complaintsBy = memo((schema: GraphQLSchema) => memo((document: DocumentNode) => validate(schema, document)))

/**
 * Answers a query; like GitHub always with status 200. Mutations are carried out one after the other.
 *
 * @param refuse Why one of the outermost fields, by its name or by what it is called in the answer, is not to be
 * carried out.
 */
export async function answerQuery(
  request: QueryRequest,
  refuse: (field: string) => Error | undefined,
): Promise<Result> {
  const { serverState, credential, lags, query, variables } = request
  const schema = await githubSchema()
  const complaints: string[] = []
  const resolve: GraphQLFieldResolver<unknown, unknown> = (source, args, _, { fieldName, path }) => {
    if (path.prev === undefined) {
      const refusal = refuse(fieldName) ?? refuse(String(path.key))
      if (refusal) throw refusal
    }
    if (!isBag(source) || !(fieldName in source)) {
      // GitHub hands it back where it was given, which does not matter here.
      if (fieldName !== 'clientMutationId') complaints.push(`${path.typename}.${fieldName} is not answered here`)
      return null
    }
    const value = source[fieldName]
    return typeof value === 'function' ? (value as (args: unknown) => unknown)(args) : value
  }
  const document = parsed(query)
  const wrong = complaintsBy(schema)(document)
  if (wrong.length > 0)
    return { body: { errors: wrong.map(({ message }) => ({ message })) }, complaints: wrong.map(String) }
  const context = queryContext(serverState, credential, lags)
  const rootValue = { ...queries(context), ...mutations(context) }
  const { data, errors } = await execute({
    schema,
    document,
    rootValue,
    variableValues: variables,
    fieldResolver: resolve,
  })
  const stray = (errors ?? []).filter(({ extensions }) => extensions['type'] === undefined)
  complaints.push(...stray.map(({ message, path }) => `${path?.join('.')}: ${message}`))
  if (!errors) return { body: { data }, complaints }
  const answered = errors.map(({ message, path, locations, extensions }) => ({
    type: extensions['type'],
    path,
    locations,
    message,
  }))
  return { body: { data, errors: answered }, complaints }
}
