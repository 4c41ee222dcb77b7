import * as z from 'zod'
import type { Host } from '../../../core/host/host.ts'
import type { Api } from '../requests/api.ts'
import { actor, loginOf, sha } from '../requests/forms.ts'

const pull = z.object({
  number: z.number(),
  id: z.string(),
  title: z.string(),
  body: z.string(),
  state: z.enum(['OPEN', 'CLOSED', 'MERGED']),
  viewerDidAuthor: z.boolean(),
  isCrossRepository: z.boolean(),
  baseRefName: z.string(),
  headRefOid: sha,
  timelineItems: z.object({ nodes: z.array(z.object({ actor })) }),
})

const proposalsForm = z.object({
  ref: z.object({ target: z.object({ oid: sha }) }).nullable(),
  pullRequests: z.object({ nodes: z.array(pull) }),
})

/** Only this many pull requests of one branch, the newest, are considered. */
const maxProposals = 20

const fields = `ref(qualifiedName: $ref) { target { oid } }
  pullRequests(headRefName: $branch, first: ${maxProposals}, orderBy: { field: CREATED_AT, direction: DESC }) { nodes {
    number id title body state viewerDidAuthor isCrossRepository baseRefName headRefOid
    timelineItems(last: 1, itemTypes: [CLOSED_EVENT]) { nodes { ... on ClosedEvent { actor { __typename login } } } } } }`

const states = { OPEN: 'open', CLOSED: 'closed', MERGED: 'merged' } as const

/**
 * A branch, and the pull requests that come from it; those of forks, whose branches may be called the same, are left
 * out.
 */
export async function readProposals(github: Api, ownLogin: string, branch: string): ReturnType<Host['proposals']> {
  const variables = { ref: ['String!', `refs/heads/${branch}`], branch: ['String!', branch] } as const
  const { ref, pullRequests } = await github.query(fields, proposalsForm, { variables, mayLack: ['ref'] })
  const pulls = pullRequests.nodes
    .filter(({ isCrossRepository }) => !isCrossRepository)
    .map((node) => ({
      number: node.number,
      node: node.id,
      title: node.title,
      text: node.body,
      state: states[node.state],
      isOwn: node.viewerDidAuthor,
      closedByUs: node.timelineItems.nodes.some(({ actor: closer }) => loginOf(closer) === ownLogin),
      base: node.baseRefName,
      head: node.headRefOid,
    }))
  return { tip: ref?.target.oid, pulls }
}
