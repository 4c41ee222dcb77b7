import * as z from 'zod'
import type { LedgerCommit } from '../../../core/host/conversation.ts'
import type { Api, Variables } from '../requests/api.ts'
import { committedDate, connection, sha } from '../requests/forms.ts'

/** How many commits are looked at. */
export const maxLedgerCommits = 300

export const ledgerFields = `oid parents(first: 10) { nodes { oid } } message committedDate author { email user { login } } signature { isValid wasSignedByGitHub }`

export const ledgerNode = z.object({
  oid: sha,
  parents: z.object({ nodes: z.array(z.object({ oid: sha })) }),
  message: z.string(),
  committedDate,
  author: z.object({ email: z.string().nullable(), user: z.object({ login: z.string() }).nullable() }).nullable(),
  signature: z.object({ isValid: z.boolean(), wasSignedByGitHub: z.boolean() }).nullable(),
})

type LedgerNode = z.infer<typeof ledgerNode>

/** The identity of every workflow that runs with the token of Actions. */
const actions = 'github-actions[bot]'

/** `baton[bot]` in `1234+baton[bot]@users.noreply.github.com` (GitHub's documentation, "Email addresses reference"). */
function noReplyLogin(email: string, domains: readonly string[]): string | undefined {
  const index = email.lastIndexOf('@')
  return domains.includes(email.slice(index + 1)) ? email.slice(0, index).replace(/^\d+\+/, '') : undefined
}

/**
 * Finds out which commits are ours. Names and addresses of authors are free text, so they only count where GitHub has
 * signed the commit: it does that for commits made through its own API or pages, where no account can commit as
 * another.
 */
export function ledgerReader(ownLogin: string, baseUrl: string): (node: LedgerNode) => LedgerCommit {
  const logins = new Set([ownLogin, actions].map((login) => login.toLowerCase()))
  const domains = ['github.com', new URL(baseUrl).hostname].map((host) => `users.noreply.${host}`)

  const isOurs = ({ author, signature }: LedgerNode): boolean => {
    if (!signature?.isValid || !signature.wasSignedByGitHub) return false
    const authorLogins = [author?.user?.login, noReplyLogin(author?.email ?? '', domains)]
    return authorLogins.some((login) => login !== undefined && logins.has(login.toLowerCase()))
  }

  return (node) => ({
    sha: node.oid,
    parents: node.parents.nodes.map(({ oid }) => oid),
    message: node.message,
    isOwn: isOurs(node),
    at: node.committedDate,
  })
}

interface Walk<Node> {
  /** A SHA or `refs/heads/BRANCH`. */
  readonly from: string
  readonly path?: string
  /** ISO 8601. */
  readonly since?: string
  readonly select: string
  readonly variables?: Variables
  readonly form: z.ZodType<Node>
  readonly each: number
  readonly maxCommits: number
}

type History<Node> = z.infer<ReturnType<typeof connection<Node>>>

/** Commits on the way down from a commit, newest first; none where there is no such commit. */
export async function* walk<Node>(
  github: Api,
  { from, path, since, select, variables: selectVariables, form, each: perPage, maxCommits: limit }: Walk<Node>,
): AsyncGenerator<Node> {
  const answer = z.object({ object: z.object({ history: connection(form) }).nullable() })
  const fields = `object(expression: $from) { ... on Commit { history(first: ${perPage}, after: $after, path: $path, since: $since) {
    pageInfo { hasNextPage endCursor } nodes { ${select} } } } }`
  const page = (cursor: string | null) => {
    const variables = {
      from: ['String!', from],
      after: ['String', cursor],
      path: ['String', path],
      since: ['GitTimestamp', since],
      ...selectVariables,
    } as const
    return github.query(fields, answer, { variables })
  }

  let cursor: string | null = null
  for (let remaining = limit; remaining > 0;) {
    const history: History<Node> | undefined = (await page(cursor)).object?.history
    yield* history?.nodes.slice(0, remaining) ?? []
    if (!history?.pageInfo.hasNextPage) return
    remaining -= history.nodes.length
    cursor = history.pageInfo.endCursor
  }
}
