import { diffArrays } from 'diff'
import type { TreeEntry } from '../bare-repository.ts'
import { tipOf, type BranchRule, type HostedRepository } from '../hosted.ts'
import { accountBehind, readCommit, type CommitFacts } from '../state/commits.ts'
import { inaccessible, notFound } from '../refused.ts'
import { userOf } from './actors.ts'
import type { QueryContext } from './query-context.ts'
import { checkSuites } from './checks.ts'
import { connection, type PagingArguments } from './connection.ts'

/** Text as GitHub has it: decoded from whatever it seems to be encoded in. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

/** Documentation: "Objects", "Blob": `text` is null for binary blobs, and cut where `isTruncated`. */
function blob(oid: string, bytes: Buffer, textBytes: number) {
  const isBinary = bytes.includes(0)
  return {
    __typename: 'Blob',
    id: `B_${oid}`,
    oid,
    byteSize: bytes.length,
    isBinary,
    isTruncated: bytes.length > textBytes,
    text: isBinary ? null : decoded(bytes.subarray(0, textBytes)),
  }
}

/** Documentation: "Objects", "TreeEntry". */
const treeEntry = (
  context: QueryContext,
  hosted: HostedRepository,
  { path, mode, type, sha: oid }: Omit<TreeEntry, 'size'>,
) => ({
  __typename: 'TreeEntry',
  name: path.slice(path.lastIndexOf('/') + 1),
  path,
  mode: Number.parseInt(mode, 8),
  type,
  oid,
  object: () => gitObject(context, hosted, oid),
})

const stamp = ({ serverState }: QueryContext, { name, email, date }: CommitFacts['author']) => ({
  __typename: 'GitActor',
  name,
  email,
  date,
  user: userOf(accountBehind(serverState, { name, email, date })),
})

/** The commit that last changed each line of a file, by the first parents of those that touched it. */
function blamed({ git }: HostedRepository, head: string, path: string): readonly string[] {
  const linesAt = (sha: string) => {
    const found = git.entry(sha, path)
    return found ? (git.object(found.sha)?.bytes.toString().replace(/\n$/, '').split('\n') ?? []) : []
  }
  return git
    .commits({ from: head, path })
    .toReversed()
    .reduce<readonly (readonly [line: string, sha: string])[]>((before, sha) => {
      const old = before.map(([line]) => line)
      let position = 0
      return diffArrays(old, linesAt(sha)).flatMap(({ value, added, removed }) => {
        if (added) return value.map((line) => [line, sha] as const)
        const kept = before.slice(position, position + value.length)
        position += value.length
        return removed ? [] : kept
      })
    }, [])
    .map(([, sha]) => sha)
}

interface History extends PagingArguments {
  readonly since?: string | null
  readonly until?: string | null
  readonly path?: string | null
}

/** Documentation: "Objects", "Commit"; `signature` is null for what is not signed. */
function commit(context: QueryContext, hosted: HostedRepository, oid: string): object | null {
  const facts = readCommit(context.serverState, hosted, oid)
  if (!facts) return null
  const { message, author, committer, parents, signature, tree } = facts
  const [headline = ''] = message.split('\n')
  return {
    __typename: 'Commit',
    id: `C_${Buffer.from(`${hosted.id}:${oid}`).toString('base64url')}`,
    oid,
    abbreviatedOid: oid.slice(0, 7),
    message,
    messageHeadline: headline,
    messageBody: message.slice(headline.length).trim(),
    author: stamp(context, author),
    committer: stamp(context, committer),
    authoredDate: author.date,
    committedDate: committer.date,
    url: `${hosted.url}/commits/${oid}`,
    repository: () => context.show.repository(hosted),
    tree: () => gitObject(context, hosted, tree),
    parents: (paging: PagingArguments) => connection(parents, paging, (parent) => commit(context, hosted, parent)),
    signature: signature && {
      __typename: 'GpgSignature',
      isValid: signature.isValid,
      // Other signatures: GitHub alone signs here.
      wasSignedByGitHub: signature.isValid,
      state: signature.isValid ? 'VALID' : 'INVALID',
      signature: signature.text,
      payload: signature.payload,
    },
    history({ since, until, path, ...paging }: History) {
      const filter = { since: since ?? undefined, until: until ?? undefined, path: path ?? undefined }
      return connection(hosted.git.commits({ from: oid, ...filter }), paging, (sha) => commit(context, hosted, sha))
    },
    blame: ({ path }: { readonly path: string }) => ({
      __typename: 'Blame',
      ranges: blamed(hosted, oid, path).map((sha, index) => ({
        __typename: 'BlameRange',
        startingLine: index + 1,
        endingLine: index + 1,
        age: 1,
        commit: () => commit(context, hosted, sha),
      })),
    }),
    file({ path }: { readonly path: string }) {
      const found = hosted.git.entry(oid, path)
      return found ? treeEntry(context, hosted, found) : null
    },
    checkSuites: checkSuites(context, hosted, oid),
  }
}

/** Documentation: "Interfaces", "GitObject". */
export function gitObject(context: QueryContext, hosted: HostedRepository, oid: string): object | null {
  const stored = hosted.git.object(oid)
  if (!stored) return null
  const { type, bytes } = stored
  if (type === 'blob') return blob(oid, bytes, context.serverState.limits.textBytes)
  if (type === 'tree')
    return {
      __typename: 'Tree',
      id: `T_${oid}`,
      oid,
      entries: () => hosted.git.entries(oid).map((entry) => treeEntry(context, hosted, entry)),
    }
  if (type === 'commit') return commit(context, hosted, oid)
  return { __typename: 'Tag', id: `TAG_${oid}`, oid }
}

/** Documentation: "Objects", "Ref"; `compare` is with another branch or commit. */
export function refObject(context: QueryContext, hosted: HostedRepository, qualified: string) {
  const name = qualified.startsWith('refs/') ? qualified : `refs/heads/${qualified}`
  const oid = hosted.git.resolve(name)
  if (oid === undefined) return null
  const branch = name.replace(/^refs\/heads\//, '')
  const rule = hosted.rules.get(branch)
  return {
    __typename: 'Ref',
    id: `REF_${Buffer.from(`${hosted.id}:${name}`).toString('base64url')}`,
    name: branch,
    prefix: name.slice(0, name.length - branch.length),
    repository: () => context.show.repository(hosted),
    target: () => gitObject(context, hosted, oid),
    branchProtectionRule: () => protection(context, hosted, branch),
    rules: (paging: PagingArguments) =>
      connection(rule?.by === 'ruleset' ? rulesOf(rule) : [], paging, ({ type, parameters }) => ({
        __typename: 'RepositoryRule',
        id: `RR_${hosted.id}_${branch}_${type}`,
        type,
        parameters,
      })),
    compare: ({ headRef }: { readonly headRef: string }) => comparison(context, hosted, oid, headRef),
  }
}

/** Documentation: "Unions", "RuleParameters". */
const rulesOf = ({ pullRequest, checks }: BranchRule) => [
  ...(pullRequest
    ? [
        {
          type: 'PULL_REQUEST',
          parameters: {
            __typename: 'PullRequestParameters',
            requireLastPushApproval: pullRequest.lastPushApproval,
            requiredApprovingReviewCount: 1,
          },
        },
      ]
    : []),
  ...(checks
    ? [
        {
          type: 'REQUIRED_STATUS_CHECKS',
          parameters: {
            __typename: 'RequiredStatusChecksParameters',
            requiredStatusChecks: checks.map(({ name, app }) => ({ context: name, integrationId: app ?? null })),
          },
        },
      ]
    : []),
]

/** Documentation: "Objects", "BranchProtectionRule"; "Permissions required for GitHub Apps": `administration`. */
function protection({ credential }: QueryContext, { rules }: HostedRepository, branch: string) {
  if (credential.permissions['administration'] === undefined) throw inaccessible()
  const rule = rules.get(branch)
  if (rule?.by !== 'protection') return null
  return {
    __typename: 'BranchProtectionRule',
    id: `BPR_${branch}`,
    pattern: branch,
    requireLastPushApproval: rule.pullRequest?.lastPushApproval ?? false,
    requiresApprovingReviews: rule.pullRequest !== undefined,
    requiredStatusChecks:
      rule.checks?.map(({ name, app }) => ({ context: name, app: app === undefined ? null : { databaseId: app } })) ??
      null,
  }
}

function comparison(context: QueryContext, hosted: HostedRepository, base: string, headRef: string) {
  const head = /^[0-9a-f]{40}$/.test(headRef) ? headRef : tipOf(hosted, headRef)
  if (head === undefined) throw notFound(`Could not resolve to a ref or commit named '${headRef}'.`)
  const ahead = hosted.git.commits({ from: head, without: [base] }).toReversed()
  const behind = hosted.git.commits({ from: base, without: [head] }).length
  return {
    __typename: 'Comparison',
    id: `CMP_${base}_${head}`,
    aheadBy: ahead.length,
    behindBy: behind,
    status: ahead.length > 0 ? (behind > 0 ? 'DIVERGED' : 'AHEAD') : behind > 0 ? 'BEHIND' : 'IDENTICAL',
    baseTarget: () => gitObject(context, hosted, base),
    headTarget: () => gitObject(context, hosted, head),
    commits: (paging: PagingArguments) => connection(ahead, paging, (oid) => gitObject(context, hosted, oid)),
  }
}
