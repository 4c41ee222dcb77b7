import * as z from 'zod'
import { isoTime } from '../../../core/time.ts'

/** The id of a git object. */
export const sha = z.string().regex(/^[0-9a-f]{40}$/)

/** When a commit was made, as it claims: a year may have more digits than dates are written with. */
export const committedDate = z.string().transform((at) => {
  const time = Date.parse(at)
  // GitHub writes such years without the sign that ISO 8601 requires, or as no date.
  return Number.isNaN(time) && /^\+?\d{5,}-/.test(at) ? isoTime(Infinity) : isoTime(time)
})

/** GraphQL's page of a connection. */
export const connection = <Node>(node: z.ZodType<Node>) =>
  z.object({ pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }), nodes: z.array(node) })

/**
 * The nodes of a connection of which all that matters is on its first page; those that the token may not see are left
 * out.
 */
export const nodes = <Node extends z.ZodType>(node: Node) =>
  z
    .object({ nodes: z.array(node.nullable()).nullish() })
    .nullish()
    .transform((list) => (list?.nodes ?? []).filter((item) => item !== null))

/** The account that did something; absent where the account is gone. */
export const actor = z
  .object({ __typename: z.string(), login: z.string() })
  .nullable()
  .transform((account) => account ?? undefined)

/** The suffix of an app's name in the REST API and webhooks, which GraphQL leaves out. */
export const loginOf = (account: z.infer<typeof actor>): string | undefined =>
  account && (isBot(account) ? `${account.login.replace(/\[bot\]$/, '')}[bot]` : account.login)

export const isBot = (account: z.infer<typeof actor>): boolean => account?.__typename === 'Bot'
