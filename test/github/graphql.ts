import { execute, GraphQLError, parse, validate, buildSchema, type GraphQLSchema } from 'graphql'
import type { Hosted, Limits } from './hosted.ts'

let built: GraphQLSchema | undefined

/** GitHub's own schema. Building it takes a while, so only who asks pays. */
async function githubSchema(): Promise<GraphQLSchema> {
  const { schema } = await import('@octokit/graphql-schema')
  built ??= buildSchema(schema.idl, { assumeValid: true, assumeValidSDL: true })
  return built
}

/** What a query is answered from. */
export interface Context {
  /** The repository of that name, if the sender may see it. */
  find(owner: string, repo: string): Hosted | undefined
  readonly limits: Limits
}

/** Text as GitHub has it: decoded from whatever it seems to be encoded in. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

const typeNames = { blob: 'Blob', commit: 'Commit', tag: 'Tag', tree: 'Tree' } as const

/** Documentation: "Objects", "Blob": `text` is null for binary blobs, and cut where `isTruncated`. */
async function object({ git }: Hosted, oid: string, { textBytes }: Limits) {
  const stored = await git.object(oid)
  if (!stored) return null
  const { type, bytes } = stored
  const isBinary = bytes.includes(0)
  return {
    __typename: typeNames[type],
    oid,
    byteSize: bytes.length,
    isBinary,
    isTruncated: bytes.length > textBytes,
    text: isBinary ? null : decoded(bytes.subarray(0, textBytes)),
  }
}

/** Fields that are resolved; what a query asks for besides is null, which the schema refuses where it must not be. */
const root = ({ find, limits }: Context) => ({
  repository({ owner, name }: { readonly owner: string; readonly name: string }) {
    const repository = find(owner, name)
    if (repository) return { object: ({ oid }: { readonly oid: string }) => object(repository, oid, limits) }
    throw new GraphQLError(`Could not resolve to a Repository with the name '${owner}/${name}'.`, { extensions: { type: 'NOT_FOUND' } })
  },
})

interface Result {
  readonly body: { readonly data?: unknown; readonly errors?: readonly object[] }
  /** Why the query is none that GitHub would take. */
  readonly complaints: readonly string[]
}

/** Answers a query; like GitHub always with status 200, and with an error's `type` beside its message. */
export async function answerQuery(query: string, variables: Readonly<Record<string, unknown>>, context: Context): Promise<Result> {
  const schema = await githubSchema()
  const document = parse(query)
  const wrong = validate(schema, document)
  if (wrong.length > 0) return { body: { errors: wrong.map(({ message }) => ({ message })) }, complaints: wrong.map(String) }
  const { data, errors } = await execute({ schema, document, rootValue: root(context), variableValues: variables })
  if (!errors) return { body: { data }, complaints: [] }
  return {
    body: { data, errors: errors.map(({ message, path, extensions }) => ({ type: extensions['type'], path, message })) },
    complaints: [],
  }
}
