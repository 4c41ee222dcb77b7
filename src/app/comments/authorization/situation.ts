import type { Conversation, LedgerCommit } from '../../../core/host/conversation.ts'
import { once } from '../../../core/once.ts'
import type {
  PushReader,
  BranchReader,
  FileHistory,
  CommitWriter,
  PullRequestOpener,
  HostIdentity,
} from '../../../core/host/host.ts'
import type { CheckClaims, CheckRunOptions, ContentReserve, Clock, WithHost, PolicySource } from '../../ports.ts'
import type { Repository } from '../../../core/repository.ts'
import type { EffectPorts } from '../feedback/publish.ts'
import type { Change } from '../../../core/change.ts'
import type { Log } from '../../../core/log.ts'
import { logAt } from '../../command/past.ts'
import { policyIn, policyOfBranch } from '../../validate/policy-in.ts'
import type { ReadPolicy } from '../../validate/policy.ts'
import { separationOfDutiesOf } from './separation-of-duties.ts'
import { authorize, cachingRoles, type AuthorizationPorts, type AuthorizedComment } from './authorize.ts'
import type { ParsedComment } from '../comment.ts'
import { changeBetween, ownAccounts } from '../../validate/change.ts'
import type { CommandDiagnostic } from '../../../core/command.ts'
import { defaultConfiguration, type Configuration } from '../../../engine/configuration/schema.ts'
import { resultOf } from '../../../core/fault.ts'
import { msg } from '../../../core/message.ts'

/** Where the commands of a conversation read, and where their commit goes (docs/commands.md, "Where it is written"). */
export type Place =
  /** On the head branch of a pull request, or on the default branch where the configuration lets it. */
  | { readonly kind: 'branch'; readonly branch: string; readonly head: string; readonly since: ReviewBase }
  /** On a new branch off the default branch, with a pull request. */
  | { readonly kind: 'new'; readonly base: string; readonly head: string; readonly since: ReviewBase }
  /** Nowhere: a fork cannot be pushed to. */
  | { readonly kind: 'fork'; readonly head: string; readonly since: ReviewBase }

/** The merge base of the change under review; absent if there is none. */
export type ReviewBase = { readonly mergeBase: string } | undefined

/**
 * Where it goes. A comment must not be a way around review: on the default branch itself only where the configuration
 * says so.
 */
function placeOf({ pull, repository }: Conversation, onIssue: 'pull-request' | 'commit'): Place {
  if (pull?.head.of === 'fork') return { kind: 'fork', head: pull.head.sha, since: { mergeBase: pull.mergeBase } }
  if (pull && pull.head.branch !== repository.defaultBranch)
    return { kind: 'branch', branch: pull.head.branch, head: pull.head.sha, since: { mergeBase: pull.mergeBase } }
  const { defaultBranch: branch, defaultTip: head } = repository
  return onIssue === 'commit' && !pull
    ? { kind: 'branch', branch, head, since: undefined }
    : { kind: 'new', base: branch, head, since: undefined }
}

/** The commit that the policy is read from: the tip of the base branch, on an issue that of the default branch. */
export const policyTip = ({ pull, repository }: Conversation): string => pull?.base.tip ?? repository.defaultTip

/**
 * The settings of commands; with `broken`, every command is refused: the defaults never stand in for a configuration
 * that cannot be read.
 */
interface Policy {
  readonly configuration: Configuration
  readonly broken: readonly CommandDiagnostic[]
  /** Absent where it is broken. */
  readonly read?: ReadPolicy
}

/**
 * Reads the policy at the tip of the base. Where it is broken, the defaults say at least who gets an answer about that.
 */
export async function policyAt(
  { host, protocolRegistry, configuration }: PolicySource & WithHost<Pick<Repository, 'commitTree'>>,
  tip: string,
  conversation?: Pick<Conversation, 'pull' | 'repository'>,
): Promise<Policy> {
  const policyTree = host.commitTree(tip)
  const { pull, repository } = conversation ?? {}
  const change = pull && { base: host.commitTree(pull.mergeBase), policyName: policyOfBranch(pull.base.branch) }
  const policy = await policyIn(
    { head: pull ? host.commitTree(pull.head.sha) : policyTree, policy: policyTree, ...change },
    protocolRegistry,
    { configuration },
  )
  if (!('problems' in policy)) return { configuration: policy.configuration, broken: [], read: policy }
  const branch = pull?.base.branch ?? repository?.defaultBranch
  const where = branch === undefined ? 'the base branch' : msg`${branch}`
  const merge = policy.isCorrected ? ', which this pull request does once it is merged' : ''
  const broken = policy.problems.map((problem): CommandDiagnostic => ({
    ...problem,
    code: 'CONFIG_INVALID',
    severity: 'error',
    hint: `The configuration of ${where} holds here, and every command is refused until it is corrected there${merge}.`,
  }))
  return { configuration: defaultConfiguration, broken }
}

/** The ports that handling the comments of a conversation needs. */
export type CommentPorts = Clock &
  PolicySource &
  CheckClaims &
  ContentReserve &
  CheckRunOptions &
  AuthorizationPorts &
  EffectPorts &
  WithHost<Repository & PushReader & BranchReader & FileHistory & CommitWriter & PullRequestOpener>

type ReadConversation = () => Promise<Conversation | undefined>

/** Everything that is known before anything is planned. */
export interface Situation {
  readonly ports: CommentPorts
  /** Reads the conversation again. */
  readonly read: ReadConversation
  readonly conversation: Conversation
  readonly policy: Policy
  readonly place: Place
  readonly authorized: readonly AuthorizedComment[]
  /** Reads the commits of the change under review. */
  readonly change: () => Promise<Change | undefined>
  /** The commits that lead to the head. */
  readonly log: Log
}

/** Reads a conversation and the commands of its comments; `undefined` if there is no such conversation. */
export async function readSituation(
  ports: CommentPorts,
  read: ReadConversation,
  comments: readonly ParsedComment[],
): Promise<Situation | undefined> {
  const conversation = await read()
  if (!conversation) return undefined
  const policy = await policyAt(ports, policyTip(conversation), conversation)
  const place = placeOf(conversation, policy.configuration.commands.onIssue)
  const cachingPorts = { ...ports, host: cachingRoles(ports.host) }
  const authorizedComments = await Promise.all(
    comments.map((comment) => authorize(cachingPorts, comment, policy.configuration, conversation, place)),
  )
  const broken = policy.broken
  const authorized = authorizedComments.flatMap((candidate) =>
    candidate === undefined
      ? []
      : [broken.length === 0 || candidate.edited ? candidate : { ...candidate, refused: broken }],
  )
  return {
    ports,
    read,
    conversation,
    policy,
    place,
    authorized,
    change: changeOf(ports, conversation, place),
    log: logAt([ports.host], place.head),
  }
}

/** Who worked on the change, where the duties of persons are kept apart; or the Fault that keeps us from knowing. */
export async function separationOfDutiesAt(
  { ports, conversation, policy, place }: Situation,
  ledger: readonly LedgerCommit[],
) {
  if (policy.configuration.commands.separateDuties !== true) return undefined
  return resultOf(separationOfDutiesOf(ports, conversation, place, ledger))
}

/**
 * Reads the commits of a change under review, once, when they are first used; `undefined` where there is no such
 * change.
 */
function changeOf(
  { host }: WithHost<Repository & HostIdentity>,
  { pull }: Conversation,
  { head, since }: Place,
): () => Promise<Change | undefined> {
  return once(async () =>
    since
      ? changeBetween([host], { base: since.mergeBase, head, branch: pull?.head.branch }, ownAccounts(host.ownLogin))
      : undefined,
  )
}
