import * as z from 'zod'
import { Fault } from '../../../core/fault.ts'
import type { OverviewPage, OverviewOptions, OverviewRun, OverviewData } from '../../../core/host/overview.ts'
import type { Host } from '../../../core/host/host.ts'
import { queueFields, queueForm } from '../conversations/sweep.ts'
import type { Api, Part } from '../requests/api.ts'
import { connection, nodes, sha } from '../requests/forms.ts'

/** Who we are: our login, and the number of the app, by which GitHub finds its suites. */
export interface Identity {
  readonly login: string
  readonly app?: number | undefined
}

/** The names of our check runs: how a commit was checked, and that it was audited. */
export interface CheckNames {
  readonly check: string
  readonly audit: string
}

/** An app has one suite of check runs on a commit; the query names `$app`, or that of others might come first. */
const suites = (
  name: string,
  select: string,
) => `checkSuites(first: 1, filterBy: { appId: $app, checkName: "${name}" }) { nodes { app { slug }
  checkRuns(first: 50, filterBy: { checkName: "${name}", checkType: ALL }) { nodes { ${select} } } } }`

const suitesOf = <Run extends z.ZodType>(run: Run) =>
  nodes(z.object({ app: z.object({ slug: z.string() }).nullish(), checkRuns: nodes(run) }))

/** The runs of those suites that are ours. */
const ownRuns = <Run>(
  checkSuites: readonly {
    readonly app?: { readonly slug: string } | null | undefined
    readonly checkRuns: readonly Run[]
  }[],
  identity: Identity,
) => checkSuites.flatMap(({ app, checkRuns }) => (app && `${app.slug}[bot]` === identity.login ? checkRuns : []))

const run = z
  .object({ status: z.string(), externalId: z.string().nullish(), startedAt: z.string().nullable() })
  .transform(({ status, externalId, startedAt }): OverviewRun => ({
    isCompleted: status === 'COMPLETED',
    key: externalId ?? '',
    startedAt: startedAt ?? undefined,
  }))
const runFields = 'status externalId startedAt'

const commit = z.object({ oid: sha, checkSuites: suitesOf(run) })
type Commit = z.infer<typeof commit>

const commitFields = (name: string) => `oid ${suites(name, runFields)}`

const checkedCommit = ({ oid, checkSuites }: Commit, identity: Identity) => ({
  sha: oid,
  runs: ownRuns(checkSuites, identity),
})

/** Pages of the open pull requests come in an order that stays. */
const openPulls = (after: string, select: string) =>
  `pullRequests(states: [OPEN], first: 100, after: $${after}, orderBy: { field: CREATED_AT, direction: ASC }) {
  pageInfo { hasNextPage endCursor } nodes { ${select} } }`

/** A page, and where the next one begins. */
interface Page<Item> {
  readonly items: readonly Item[]
  readonly next: string | undefined
}

const pageOf = <Node extends z.ZodType, Item>(node: Node, itemsOf: (node: z.infer<Node>) => readonly Item[]) =>
  z
    .object({ pullRequests: connection(node.nullable()) })
    .transform(({ pullRequests: { pageInfo, nodes: pullNodes } }): Page<Item> => ({
      items: pullNodes.flatMap((pullNode) => (pullNode === null ? [] : itemsOf(pullNode))),
      next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
    }))

const headNode = z.object({
  number: z.number(),
  headRefOid: sha,
  headRefName: z.string(),
  baseRefName: z.string(),
  isCrossRepository: z.boolean(),
  updatedAt: z.string(),
  commits: nodes(z.object({ commit })),
})

const headFields = (name: string) => `number headRefOid headRefName baseRefName isCrossRepository updatedAt
  commits(last: 1) { nodes { commit { ${commitFields(name)} } } }`

const heads = (
  identity: Identity,
  { check }: CheckNames,
  cursor: string | null,
): Part<Page<OverviewData['heads'][number]>> => ({
  fields: openPulls('heads', headFields(check)),
  form: pageOf(
    headNode,
    ({
      number,
      headRefOid: head,
      headRefName: branch,
      baseRefName: base,
      isCrossRepository: fork,
      updatedAt,
      commits,
    }) => {
      // The list of commits may lag behind the branch: then nothing is known of its check runs.
      const last = commits.find((candidate) => candidate.commit.oid === head)
      return [
        { number, head, branch, base, fork, updatedAt, runs: last ? checkedCommit(last.commit, identity).runs : [] },
      ]
    },
  ),
  variables: { app: ['Int', identity.app], heads: ['String', cursor] },
})

const conflictNode = z.object({
  number: z.number(),
  mergeable: z.string(),
  isCrossRepository: z.boolean(),
  headRefOid: sha,
  baseRef: z.object({ target: z.object({ oid: sha }).nullable() }).nullable(),
})

/** The first query makes GitHub compute it, the next one reads it (its documentation, "Enums", `MergeableState`). */
const conflicts = (cursor: string | null): Part<Page<OverviewData['conflicts'][number]>> => ({
  fields: openPulls('conflicts', 'number mergeable isCrossRepository headRefOid baseRef { target { oid } }'),
  form: pageOf(conflictNode, ({ number, mergeable, isCrossRepository, headRefOid: head, baseRef }) =>
    mergeable === 'CONFLICTING' && !isCrossRepository && baseRef?.target
      ? [{ number, head, base: baseRef.target.oid }]
      : [],
  ),
  variables: { conflicts: ['String', cursor] },
})

const tipForm = z.object({
  defaultBranchRef: z.object({ name: z.string(), target: z.object({ history: nodes(commit) }) }).nullable(),
})

const tip = (
  identity: Identity,
  { check }: CheckNames,
  back: number,
): Part<{ readonly found: OverviewData['tip'] }> => ({
  fields: `defaultBranchRef { name target { ... on Commit { history(first: ${back}) { nodes { ${commitFields(check)} } } } } }`,
  form: tipForm.transform(({ defaultBranchRef: ref }) => ({
    found: ref
      ? { branch: ref.name, commits: ref.target.history.map((node) => checkedCommit(node, identity)) }
      : undefined,
  })),
  variables: { app: ['Int', identity.app] },
})

const auditRun = z.object({ externalId: z.string().nullish(), completedAt: z.string().nullish() })
const heartbeatForm = z.object({
  defaultBranchRef: z.object({ target: z.object({ checkSuites: suitesOf(auditRun) }) }).nullable(),
})

const heartbeat = (identity: Identity, { audit }: CheckNames): Part<OverviewData['heartbeat']> => ({
  fields: `defaultBranchRef { target { ... on Commit { ${suites(audit, 'externalId completedAt')} } } }`,
  form: heartbeatForm.transform(({ defaultBranchRef: ref }) =>
    ownRuns(ref?.target.checkSuites ?? [], identity).flatMap(({ externalId, completedAt }) =>
      completedAt && externalId ? [externalId] : [],
    ),
  ),
  variables: { app: ['Int', identity.app] },
})

const groups = (
  identity: Identity,
  { check }: CheckNames,
  { bases, back }: OverviewOptions,
): Part<OverviewData['groups']> => {
  const queues = ['queue', ...bases.map((_, index) => `queue${index}`)]
  const baseQueues = bases.map((_, index) => `queue${index}: mergeQueue(branch: $base${index}) { ${queueFields} }`)
  const merged = `merged: pullRequests(states: [MERGED], first: ${back}, orderBy: { field: UPDATED_AT, direction: DESC }) {
    nodes { mergeCommit { ${commitFields(check)} } } }`
  const form = z.looseObject({ merged: nodes(z.object({ mergeCommit: commit.nullable() })) })
  return {
    fields: [`queue: mergeQueue { ${queueFields} }`, ...baseQueues, merged].join(' '),
    form: form.transform(({ merged: pulls, ...rest }) => ({
      waiting: queues.flatMap((queue) => queueForm.parse(rest[queue])),
      merged: pulls.flatMap(({ mergeCommit }) => (mergeCommit ? [checkedCommit(mergeCommit, identity)] : [])),
    })),
    variables: {
      app: ['Int', identity.app],
      ...Object.fromEntries(bases.map((base, index) => [`base${index}`, ['String', base] as const])),
    },
    mayLack: queues,
  }
}

/** The next page; none where this one was not answered. */
const nextOf = (page: Page<unknown> | Fault | undefined) =>
  page === undefined || page instanceof Fault ? undefined : page.next
const itemsOf = <Item>(page: Page<Item> | Fault): readonly Item[] | Fault => (page instanceof Fault ? page : page.items)

/** By one query for each hundred open pull requests, of which the first asks for everything else as well. */
export async function* overview(
  github: Api,
  identity: Identity,
  names: CheckNames,
  options: OverviewOptions,
): ReturnType<Host['overview']> {
  const first = await github.each({
    heads: heads(identity, names, null),
    conflicts: conflicts(null),
    tip: tip(identity, names, options.back),
    heartbeat: heartbeat(identity, names),
    groups: groups(identity, names, options),
  })
  yield {
    heads: itemsOf(first.heads),
    conflicts: itemsOf(first.conflicts),
    tip: first.tip instanceof Fault ? first.tip : first.tip.found,
    heartbeat: first.heartbeat,
    groups: first.groups,
  } satisfies OverviewPage

  let [headsAfter, conflictsAfter] = [nextOf(first.heads), nextOf(first.conflicts)]
  while (headsAfter !== undefined || conflictsAfter !== undefined) {
    const page: {
      readonly heads?: Page<OverviewData['heads'][number]> | Fault
      readonly conflicts?: Page<OverviewData['conflicts'][number]> | Fault
    } = await github.each({
      ...(headsAfter !== undefined && { heads: heads(identity, names, headsAfter) }),
      ...(conflictsAfter !== undefined && { conflicts: conflicts(conflictsAfter) }),
    })
    yield {
      ...(page.heads && { heads: itemsOf(page.heads) }),
      ...(page.conflicts && { conflicts: itemsOf(page.conflicts) }),
    }
    ;[headsAfter, conflictsAfter] = [nextOf(page.heads), nextOf(page.conflicts)]
  }
}
