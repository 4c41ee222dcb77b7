import * as z from 'zod'
import type { Forgery, OwnIssue } from '../../../core/host/conversation.ts'
import type { Api, Variables } from '../requests/api.ts'
import { inBatches } from '../requests/batches.ts'
import type { Cache } from '../requests/cache.ts'
import { actor, connection, loginOf } from '../requests/forms.ts'
import { allPages, answerShelf } from '../requests/pages.ts'

const issue = z.object({
  id: z.string(),
  number: z.number(),
  title: z.string(),
  body: z.string(),
  closed: z.boolean(),
  locked: z.boolean(),
  viewerDidAuthor: z.boolean(),
  createdAt: z.string(),
  lastEditedAt: z.string().nullable(),
  editor: actor,
})

type Issue = z.infer<typeof issue>

const issueFields =
  'id number title body closed locked viewerDidAuthor createdAt lastEditedAt editor { __typename login }'

/** How many pages are looked at: the account of workflows may have opened issues for others too. */
const maxPages = 10

interface PageOfIssues {
  readonly issues: { readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null } }
}

/** The repository's fields with its issues page by page, `$after` being where the next begins. */
async function* pagesOf<Page extends PageOfIssues>(
  github: Api,
  fields: string,
  form: z.ZodType<Page>,
  variables: Variables,
  permission?: string,
): AsyncGenerator<Page> {
  let cursor: string | null = null
  for (let page = 1; page <= maxPages; page++) {
    const pageAnswer: Page = await github.query(fields, form, {
      variables: { after: ['String', cursor], ...variables },
      ...(permission !== undefined && { permission }),
    })
    yield pageAnswer
    const { hasNextPage, endCursor } = pageAnswer.issues.pageInfo
    if (!hasNextPage) return
    cursor = endCursor
  }
}

const ownIssuesForm = z.object({ hasIssuesEnabled: z.boolean(), issues: connection(issue) })

const ownFields = `hasIssuesEnabled issues(first: 50, after: $after, filterBy: { createdBy: $ownLogin }, orderBy: { field: CREATED_AT, direction: DESC }) {
  pageInfo { hasNextPage endCursor } nodes { ${issueFields} } }`

const issueListForm = z.object({ issues: connection(z.object({ id: z.string(), viewerDidAuthor: z.boolean() })) })

const issueListFields = `issues(first: 100, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
  pageInfo { hasNextPage endCursor } nodes { id viewerDidAuthor } }`

const nodesForm = z.object({ nodes: z.array(z.union([issue, z.null()])) })

/**
 * Everything that we have opened among the issues of late, without asking for the author: some of GitHub's hosts find
 * no issue by the login of an app (renovatebot/renovate#44730), and who believes that opens another one each time.
 */
async function listOwnIssues(github: Api): Promise<readonly Issue[]> {
  const ids: string[] = []
  for await (const { issues } of pagesOf(github, issueListFields, issueListForm, {}))
    for (const { id, viewerDidAuthor } of issues.nodes) if (viewerDidAuthor) ids.push(id)
  const foundIssues: Issue[] = []
  for (const batch of inBatches(ids, 50)) {
    const variables = { ids: ['[ID!]!', batch] } as const
    const answer = await github.ask(`nodes(ids: $ids) { ... on Issue { ${issueFields} } }`, nodesForm, {
      variables,
      mayLack: ['nodes'],
    })
    foundIssues.push(...answer.nodes.filter((node) => node !== null))
  }
  return foundIssues.toSorted((a, b) => b.number - a.number)
}

/** Issues of our own that begin with a marker. They are found by author as well, never by marker alone. */
export async function ownIssues(
  github: Api,
  ownLogin: string,
  marker: string,
): Promise<readonly OwnIssue[] | undefined> {
  const foundIssues: Issue[] = []
  for await (const { hasIssuesEnabled, issues } of pagesOf(
    github,
    ownFields,
    ownIssuesForm,
    { ownLogin: ['String!', ownLogin] },
    'issues=write',
  )) {
    if (!hasIssuesEnabled) return undefined
    foundIssues.push(...issues.nodes)
  }
  return (foundIssues.length > 0 ? foundIssues : await listOwnIssues(github))
    .filter(({ viewerDidAuthor, body }) => viewerDidAuthor && body.startsWith(marker))
    .map(({ id: node, number, title, body: text, closed, locked, createdAt, lastEditedAt, editor }) => {
      const untouched = lastEditedAt === null || loginOf(editor) === ownLogin
      return { node, number, title, text, open: !closed, locked, untouched, writtenAt: lastEditedAt ?? createdAt }
    })
}

const changedForm = z.object({
  issues: connection(z.object({ number: z.number(), body: z.string(), author: actor, viewerDidAuthor: z.boolean() })),
})

const changedFields = `issues(first: 100, after: $after, filterBy: { since: $since }, orderBy: { field: UPDATED_AT, direction: DESC }) {
  pageInfo { hasNextPage endCursor } nodes { number body viewerDidAuthor author { __typename login } } }`

const comment = z.object({
  body: z.string().optional(),
  issue_url: z.string(),
  user: z.object({ login: z.string() }).nullable(),
})

/** Texts by other accounts that begin as ours do. */
export async function findForgedTexts(
  github: Api,
  cache: Cache,
  ownLogin: string,
  beginning: string,
  since: string,
): Promise<readonly Forgery[]> {
  const forgeries: Forgery[] = []
  for await (const { issues } of pagesOf(github, changedFields, changedForm, { since: ['DateTime', since] })) {
    for (const { number, body, author, viewerDidAuthor } of issues.nodes)
      if (!viewerDidAuthor && body.startsWith(beginning)) forgeries.push({ number, author: loginOf(author) })
  }
  const parameters = { since, sort: 'updated', direction: 'desc' }
  const comments = await allPages(
    github,
    answerShelf(cache),
    '/repos/{owner}/{repo}/issues/comments',
    parameters,
    comment,
    maxPages,
  )
  return [
    ...forgeries,
    ...comments.flatMap(({ body, issue_url: url, user }) =>
      body?.startsWith(beginning) === true && user?.login !== ownLogin
        ? [{ number: Number(url.split('/').at(-1)), author: user?.login }]
        : [],
    ),
  ]
}
