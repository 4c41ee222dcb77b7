import { memoBy, once } from '../../../core/once.ts'
import type { PushReader, BranchReader, FileHistory, CommitWriter, PullRequestOpener, HostIdentity } from '../../../core/host/host.ts'
import type { CheckClaims, CheckRunOptions, Clock, WithHost, PolicySource } from '../../ports.ts'
import type { Repository } from '../../../core/repository.ts'
import type { EffectPorts } from '../feedback/publish.ts'
import type { Change } from '../../../core/change.ts'
import type { Context } from '../../../core/context.ts'
import type { Diagnostic } from '../../../core/diagnostic.ts'
import type { Log } from '../../../core/log.ts'
import { emptyView } from '../../../core/view.ts'
import type { Conversation, LedgerCommit } from '../../../core/host/conversation.ts'
import { configurationPath } from '../../../engine/configuration/read.ts'
import { resultOf } from '../../command/questions.ts'
import { neededBy, selectorsOf } from '../../command/run.ts'
import { logAt } from '../../command/log.ts'
import { TreeTooLarge } from '../../validate/bounded-tree.ts'
import { openProtocols, withDeclared, type OpenViews, type OpenRequest } from '../../validate/discovery.ts'
import { contextOf, configurationOf, type ReadPolicy } from '../../validate/policy.ts'
import { separationOfDutiesOf } from './separation-of-duties.ts'
import { authorize, cachingRoles, type AuthorizationPorts, type AuthorizedComment } from './authorize.ts'
import { placeOf, policyTip, type Place } from './place.ts'
import type { ParsedComment } from '../comment.ts'
import { changeBetween, ownAccounts } from '../../validate/change.ts'
import type { CommandDiagnostic } from '../../../core/command.ts'
import { defaultConfiguration, type Configuration } from '../../../engine/configuration/schema.ts'

/** The settings of commands; with `broken`, every command is refused: the defaults never stand in for a configuration that cannot be read. */
interface Policy {
  readonly configuration: Configuration
  readonly broken: readonly CommandDiagnostic[]
  /** Absent where it is broken. */
  readonly read?: ReadPolicy
}

/** Reads the policy at the tip of the base. Where it is broken, the defaults say at least who gets an answer about that. */
export async function policyAt(
  { host, protocolRegistry, configuration: path = configurationPath }: PolicySource & WithHost<Pick<Repository, 'commitTree'>>,
  tip: string,
): Promise<Policy> {
  const read = await configurationOf({ tree: host.commitTree(tip), path }, protocolRegistry)
  if (!('problems' in read)) return { configuration: read.configuration, broken: [], read }
  const broken = read.problems.map((problem): CommandDiagnostic => ({
    ...problem,
    code: 'CONFIG_INVALID',
    severity: 'error',
    hint: 'The configuration of the base branch cannot be read, and so every command is refused until it is fixed.',
  }))
  return { configuration: defaultConfiguration, broken }
}

/** The ports that handling the comments of a conversation needs. */
export type CommentPorts = Clock &
  PolicySource &
  CheckClaims &
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
  const policy = await policyAt(ports, policyTip(conversation))
  const place = placeOf(conversation, policy.configuration.commands.onIssue)
  const asking = { ...ports, host: cachingRoles(ports.host) }
  const all = await Promise.all(comments.map((each) => authorize(asking, each, policy.configuration, conversation, place)))
  const broken = policy.broken
  const authorized = all.flatMap((each) =>
    each === undefined ? [] : [broken.length === 0 || each.edited ? each : { ...each, refused: broken }],
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

/** One commit, and the one that it is compared with, as a batch is planned on them. */
export interface PlanningViews extends OpenViews {
  readonly sha: string
  /** Whether they show files that no protocol reads: commands look at these. */
  readonly isWider: boolean
  /** The context of a time, ISO 8601. The same time gives the same context, so that its readings can be used again. */
  contextAt(at: string): Context
  /** Why nothing was read: then the views are empty, and every command is refused. */
  readonly tooLarge?: Diagnostic
}

/** Opens the trees on which a batch is planned. */
export async function openForPlanning(
  { ports, policy: { configuration }, log }: Pick<Situation, 'ports' | 'policy' | 'log'>,
  sha: string,
  mergeBase: string | undefined,
  authorized: readonly AuthorizedComment[],
): Promise<PlanningViews> {
  const { host, protocolRegistry, configuration: path = configurationPath } = ports
  const head = host.commitTree(sha)
  const contextAt = memoBy((at: string) => ({ ...contextOf(configuration, at, { head, log }), asksNext: true }) as const)
  const batches = authorized.map(({ comment, commands }) => ({
    actor: comment.author,
    batch: commands.slice(0, configuration.limits.commands),
  }))
  let isWider = false
  const request: OpenRequest = {
    trees: { head, base: mergeBase === undefined ? undefined : host.commitTree(mergeBase) },
    configuration,
    context: contextAt(authorized[0]?.comment.at ?? ports.now()),
    // The check of the result looks at it: so it is read with the others.
    besides: [{ glob: path, level: 'text' }],
    also: batches.flatMap(({ batch }) => neededBy(batch, withDeclared(protocolRegistry, configuration))),
    more(protocols) {
      const selectors = batches.flatMap(({ batch, actor }) => selectorsOf(batch, protocols, actor))
      isWider = selectors.length > 0
      return selectors
    },
  }
  try {
    return { ...(await openProtocols(protocolRegistry, request)), sha, isWider, contextAt }
  } catch (error) {
    if (!(error instanceof TreeTooLarge)) throw error
    const { context } = request
    const unread = { head: emptyView, base: undefined, selection: { selectors: [], limit: 0 }, context, descriptors: [], protocols: [] }
    return { ...unread, sha, isWider, contextAt, tooLarge: error.diagnostic }
  }
}

/** Who worked on the change, where duties are kept apart; or the Fault that keeps us from knowing. */
export async function separationOfDutiesAt({ ports, conversation, policy, place }: Situation, ledger: readonly LedgerCommit[]) {
  if (!policy.configuration.commands.separateDuties) return undefined
  return resultOf(separationOfDutiesOf(ports, conversation, place, ledger))
}

/** Reads the commits of a change under review, once, when they are first used; `undefined` where there is no such change. */
function changeOf(
  { host }: WithHost<Repository & HostIdentity>,
  { pull }: Conversation,
  { head, since }: Place,
): () => Promise<Change | undefined> {
  return once(async () =>
    since ? changeBetween([host], { base: since.mergeBase, head, branch: pull?.head.branch }, ownAccounts(host.us)) : undefined,
  )
}
