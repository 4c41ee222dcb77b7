import { createRun, updateRun } from '../changes/checks.ts'
import { addComment, deleteComment, editComment, react, unreact } from '../changes/comments.ts'
import { commitOnBranch, type CommitOnBranch } from '../changes/commits.ts'
import { close, editConversation, isPull, openIssue, reopen, revise } from '../changes/pulls.ts'
import { updateRefs, type RefUpdate } from '../changes/refs.ts'
import { notFound } from '../refused.ts'
import { reactionContents, type Comment, type Conversation, type ReactionContent } from '../state/conversations.ts'
import type { HostedRepository } from '../hosted.ts'
import { repositoryOf, type Node } from '../state/server-state.ts'
import { sees } from '../state/apps.ts'
import { actor } from './actors.ts'
import { demand, type QueryContext } from './query-context.ts'
import { runObject, wordsOf, type RunInput } from './checks.ts'
import { commentObject, conversationObject, reactionObject } from './conversations.ts'
import { gitObject, refObject } from './objects.ts'

interface Input<Fields> {
  readonly input: Fields & { readonly clientMutationId?: string | null }
}

interface IssueInput {
  readonly id: string
  readonly title?: string | null
  readonly body?: string | null
  readonly state?: 'OPEN' | 'CLOSED' | null
}

export function hostedOf(node: Node): HostedRepository {
  switch (node.kind) {
    case 'repository':
      return node
    case 'comment':
      return node.conversation.hosted
    case 'check-run':
      return node.suite.hosted
    default:
      return node.hosted
  }
}

/** Something of a kind that the sender may see. */
function find<Kind extends Node['kind']>(
  { serverState, credential }: QueryContext,
  id: string,
  ...kinds: readonly Kind[]
): Extract<Node, { readonly kind: Kind }> {
  const node = serverState.nodes.get(id)
  const isOne = (node: Node): node is Extract<Node, { readonly kind: Kind }> =>
    (kinds as readonly string[]).includes(node.kind)
  if (node && isOne(node) && sees(credential, hostedOf(node))) return node
  throw notFound(`Could not resolve to a node with the global id of '${id}'`)
}

const converse = 'issues=write; pull_requests=write'

const nameOf = (content: string) =>
  (Object.keys(reactionContents) as ReactionContent[]).find((name) => reactionContents[name] === content) ?? 'eyes'

const subjectObject = (context: QueryContext, subject: Comment | Conversation) =>
  subject.kind === 'comment' ? commentObject(context, subject) : conversationObject(context, subject)

interface Branch {
  readonly id?: string | null
  readonly repositoryNameWithOwner?: string | null
  readonly branchName?: string | null
}

/** Documentation: "Input objects", `CommittableBranch`: a name with its repository, or the id of a ref. */
function branchOf(
  { serverState, credential }: QueryContext,
  { repositoryNameWithOwner, branchName, id }: Branch,
): { readonly hosted: HostedRepository; readonly branch: string } {
  const [number, ref] = Buffer.from(id?.replace('REF_', '') ?? '', 'base64url')
    .toString()
    .split(':refs/heads/')
  const [owner = '', repo = ''] = (repositoryNameWithOwner ?? '').split('/')
  const hosted = id
    ? serverState.repositories.find((repository) => repository.id === Number(number))
    : repositoryOf(serverState, owner, repo)
  const branch = (branchName ?? ref ?? '').replace('refs/heads/', '')
  if (!hosted || !sees(credential, hosted))
    throw notFound(`Could not resolve to a Repository with the name '${repositoryNameWithOwner}'.`)
  return { hosted, branch }
}

/** Documentation: "Mutations", each under its name. What is not here is not answered. */
export const mutations = (context: QueryContext) => {
  const { serverState, credential } = context
  const { account } = credential
  return {
    async createCommitOnBranch({ input }: Input<Omit<CommitOnBranch, 'branch'> & { readonly branch: Branch }>) {
      const { hosted, branch } = branchOf(context, input.branch)
      const { additions, deletions } = input.fileChanges ?? {}
      const workflows = [...(additions ?? []), ...(deletions ?? [])].some(({ path }) =>
        path.startsWith('.github/workflows/'),
      )
      // Documentation: "Permissions required for GitHub Apps", "Workflows".
      demand(context, hosted, workflows ? 'contents=write,workflows=write' : 'contents=write')
      const sha = await commitOnBranch(serverState, hosted, account, { ...input, branch })
      return { commit: () => gitObject(context, hosted, sha), ref: () => refObject(context, hosted, branch) }
    },
    async addComment({ input }: Input<{ readonly subjectId: string; readonly body: string }>) {
      const conversation = find(context, input.subjectId, 'issue', 'pull')
      demand(context, conversation.hosted, converse)
      const comment = await addComment(serverState, conversation, account, input.body)
      const edge = { cursor: '', node: commentObject(context, comment) }
      return { commentEdge: edge, subject: conversationObject(context, conversation) }
    },
    async updateIssueComment({ input }: Input<{ readonly id: string; readonly body: string }>) {
      const comment = find(context, input.id, 'comment')
      demand(context, hostedOf(comment), converse)
      await editComment(serverState, comment, account, input.body)
      return { issueComment: commentObject(context, comment) }
    },
    async deleteIssueComment({ input }: Input<{ readonly id: string }>) {
      const comment = find(context, input.id, 'comment')
      demand(context, hostedOf(comment), converse)
      await deleteComment(serverState, comment, account)
      return { clientMutationId: input.clientMutationId ?? null }
    },
    async createIssue({
      input,
    }: Input<{ readonly repositoryId: string; readonly title: string; readonly body?: string | null }>) {
      const hosted = find(context, input.repositoryId, 'repository')
      demand(context, hosted, 'issues=write')
      const issue = await openIssue(serverState, hosted, { title: input.title, body: input.body ?? '', by: account })
      return { issue: conversationObject(context, issue) }
    },
    async updateIssue({ input }: Input<IssueInput>) {
      const issue = find(context, input.id, 'issue', 'pull')
      if (issue.pull) throw notFound(`Could not resolve to Issue node with the global id of '${input.id}'.`)
      demand(context, issue.hosted, 'issues=write')
      const { title, body, state } = input
      editConversation(serverState, issue, account, { title: title ?? issue.title, body: body ?? issue.body })
      if (state === 'CLOSED' && issue.closedAt === undefined) await close(serverState, issue, account)
      if (state === 'OPEN' && issue.closedAt !== undefined) await reopen(serverState, issue, account)
      return { issue: conversationObject(context, issue) }
    },
    addReaction({ input }: Input<{ readonly subjectId: string; readonly content: string }>) {
      const subject = find(context, input.subjectId, 'comment', 'issue', 'pull')
      demand(context, hostedOf(subject), converse)
      const { reaction } = react(serverState, subject, account, nameOf(input.content))
      return { reaction: reactionObject(reaction), subject: subjectObject(context, subject) }
    },
    removeReaction({ input }: Input<{ readonly subjectId: string; readonly content: string }>) {
      const subject = find(context, input.subjectId, 'comment', 'issue', 'pull')
      demand(context, hostedOf(subject), converse)
      const reaction = subject.reactions.find(({ by, content }) => by === account && content === nameOf(input.content))
      if (reaction) unreact(subject, reaction)
      return { reaction: reaction ? reactionObject(reaction) : null, subject: subjectObject(context, subject) }
    },
    async updatePullRequest({ input }: Input<Parameters<typeof revise>[3] & { readonly pullRequestId: string }>) {
      const conversation = find(context, input.pullRequestId, 'issue', 'pull')
      demand(context, conversation.hosted, 'pull_requests=write')
      if (isPull(conversation)) await revise(serverState, conversation, account, input)
      return { actor: actor(account), pullRequest: conversationObject(context, conversation) }
    },
    async updateRefs({ input }: Input<{ readonly repositoryId: string; readonly refUpdates: readonly RefUpdate[] }>) {
      const hosted = find(context, input.repositoryId, 'repository')
      demand(context, hosted, 'contents=write')
      await updateRefs(serverState, hosted, account, input.refUpdates)
      return { clientMutationId: input.clientMutationId ?? null }
    },
    async createCheckRun({
      input,
    }: Input<RunInput & { readonly repositoryId: string; readonly headSha: string; readonly name: string }>) {
      const hosted = find(context, input.repositoryId, 'repository')
      demand(context, hosted, 'checks=write')
      const run = await createRun(serverState, hosted, credential, input.headSha, {
        ...wordsOf(input),
        name: input.name,
      })
      return { checkRun: runObject(context, run) }
    },
    async updateCheckRun({ input }: Input<RunInput & { readonly checkRunId: string }>) {
      const run = find(context, input.checkRunId, 'check-run')
      demand(context, hostedOf(run), 'checks=write')
      await updateRun(serverState, run, credential, wordsOf(input))
      return { checkRun: runObject(context, run) }
    },
  }
}
