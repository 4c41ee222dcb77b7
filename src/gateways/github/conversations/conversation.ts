import * as z from 'zod'
import { Fault } from '../../../core/fault.ts'
import type { Conversation } from '../../../core/host/conversation.ts'
import { msg } from '../../../core/message.ts'
import type { Api } from '../requests/api.ts'
import { actor, connection, loginOf, sha } from '../requests/forms.ts'
import { commitWithFile } from '../content/file-at.ts'
import { pullFields, pullShape, readPull, type Reading } from './pull.ts'
import { commentOf, commentFields, commentNode, type CommentNode } from './comment.ts'

const comments = connection(commentNode)

const conversationForm = z.object({
  id: z.string(),
  number: z.number(),
  title: z.string(),
  author: actor,
  closed: z.boolean(),
  locked: z.boolean(),
  first: comments.extend({ totalCount: z.number() }),
  last: z.object({ nodes: z.array(commentNode) }),
})

const repository = z.object({
  id: z.string(),
  isPrivate: z.boolean(),
  defaultBranchRef: z.object({ name: z.string(), target: z.object({ oid: sha }) }).nullable(),
  issueOrPullRequest: z
    .discriminatedUnion('__typename', [
      conversationForm.extend({
        __typename: z.literal('Issue'),
        repository: z.object({ defaultBranchRef: z.object({ target: commitWithFile }).nullable() }),
      }),
      conversationForm.extend({ __typename: z.literal('PullRequest'), ...pullShape }),
    ])
    .nullable(),
})

const commentsFields = `pageInfo { hasNextPage endCursor } nodes { ${commentFields} }`

/** Both ends of the comments: our sticky comment is one of the first, the comments to handle are among the last. */
const conversationFields = `id number title author { __typename login } closed locked
  first: comments(first: 50) { totalCount ${commentsFields} } last: comments(last: 50) { nodes { ${commentFields} } }`

/** @param file the fields of the commit that the policy is read from */
const fields = (file: string) => `id isPrivate defaultBranchRef { name target { oid } } issueOrPullRequest(number: $number) { __typename
  ... on Issue { ${conversationFields} repository { defaultBranchRef { target { oid ${file} } } } } ... on PullRequest { ${conversationFields} ${pullFields(file)} } }`

const moreCommentsForm = z.object({ issueOrPullRequest: z.object({ comments }) })
const moreComments = `comments(first: 100, after: $after) { ${commentsFields} }`
const moreCommentsFields = `issueOrPullRequest(number: $number) { ... on Issue { ${moreComments} } ... on PullRequest { ${moreComments} } }`

/** All comments; those in between are queried only where there are any. */
async function allComments(github: Api, { number, first, last }: z.infer<typeof conversationForm>): Promise<Iterable<CommentNode>> {
  const found = new Map([...first.nodes, ...last.nodes].map((node) => [node.id, node]))
  for (let { pageInfo } = first; pageInfo.hasNextPage && found.size < first.totalCount;) {
    const variables = { number: ['Int!', number], after: ['String', pageInfo.endCursor] } as const
    const page = (await github.query(moreCommentsFields, moreCommentsForm, { variables })).issueOrPullRequest.comments
    for (const node of page.nodes) found.set(node.id, node)
    ;({ pageInfo } = page)
  }
  return found.values()
}

/** Reads a pull request or an issue: by one query, unless it is very long or GitHub's own lists lag behind. */
export async function readConversation(reading: Reading, number: number, ids: readonly number[]): Promise<Conversation | undefined> {
  const { github, policy } = reading
  const variables = { number: ['Int!', number], ...policy.variables } as const
  const options = { variables, mayLack: ['issueOrPullRequest'], mustTell: Object.keys(policy.variables) }
  const { id, isPrivate, defaultBranchRef, issueOrPullRequest: found } = await github.query(fields(policy.fields), repository, options)
  reading.ids.set('', id)
  if (!found) return undefined
  if (found.__typename === 'Issue') policy.keep(found.repository.defaultBranchRef?.target)
  if (!defaultBranchRef) throw new Fault(msg`The repository has no commit on its default branch yet.`)

  const all = [...(await allComments(reading.github, found))].filter((one) => one.viewerDidAuthor || ids.includes(one.fullDatabaseId))
  const { pull, commits } = found.__typename === 'PullRequest' ? await readPull(reading, id, found) : { pull: undefined, commits: [] }
  return {
    number: found.number,
    node: found.id,
    title: found.title,
    author: loginOf(found.author),
    open: !found.closed,
    locked: found.locked,
    repository: { public: !isPrivate, defaultBranch: defaultBranchRef.name, defaultTip: defaultBranchRef.target.oid },
    pull,
    commits,
    comments: all.map(commentOf).toSorted((one, other) => one.id - other.id),
  }
}
