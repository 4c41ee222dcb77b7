import {
  actionKinds,
  maxActions,
  maxNamedFurther,
  type Action,
  type ActionKind,
  type NextActions,
  type Proposal,
} from '../core/action.ts'
import { laneOf } from '../core/board.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { claimMessage, describeEnd, isSameAgent, isSameRole, type Claim, type Grant } from '../core/grant.ts'
import { commandWord, msg, visibleLine } from '../core/message.ts'
import { agentInFiles, type Target } from '../core/target.ts'
import { turnOf } from '../core/turn.ts'
import { targetReader } from './checking/unreadable.ts'
import { foldedName, foldsNames } from './commands/grant-options.ts'
import type { GrantPolicy } from './commands/planned.ts'
import { holdingAgent, isOwnWork } from './commands/verdict.ts'
import {
  actionOf,
  type Candidate,
  contextFor,
  errorOf,
  type NextContext,
  type NextRequest,
  triedAction,
} from './next-action.ts'
import { maxRuns } from './try-command.ts'
import { isAboutConflict } from './unmerged.ts'

/**
 * Whether an action is for an agent: its own work, closing steps that were granted to it included, what it could be
 * granted, and reviews that the protocol gives to it. Without an agent every action counts, but for the work of other
 * instances where the caller is one.
 */
function concerns(
  { target, proposal, found: foundProtocol }: Candidate,
  { agent: agentName, instance }: Pick<NextRequest, 'agent' | 'instance'>,
): boolean {
  if (agentName === undefined) {
    const [, otherInstance] = holdingAgent(target)?.split('/', 2) ?? []
    return (
      instance === undefined || otherInstance === undefined || otherInstance === instance || target.holder !== 'agent'
    )
  }
  const name = foldsNames(foundProtocol.protocol) ? foldedName(agentName) : agentName
  const { do: kind, agent, roles = [] } = proposal
  const isOwn = (ownerName: string | undefined) => ownerName !== undefined && isSameAgent(ownerName, name)
  const isHeld = target.holder === 'agent'
  // The protocol's own agents are known in any case; the name of a grant is as it was given.
  const hasRole = (role: string | undefined) =>
    role !== undefined && isSameAgent(role.toLowerCase(), name.toLowerCase())
  const holder = holdingAgent(target)
  if (kind === 'work') return isHeld && (holder === undefined ? agent === undefined || hasRole(agent) : isOwn(holder))
  if (kind === 'finish') return isHeld && isOwn(target.grant?.agent)
  // What keeps the files of its own grant from being read.
  if (kind === 'mend') return isOwn(target.grant?.agent)
  if (kind === 'review') return hasRole(agent)
  // Whether what came back with an error is tried again is decided by a person, as the board says.
  return kind === 'accept' && (hasRole(agent) || !roles.some(hasRole))
}

const holderText = ({ agent, until }: Grant, at: string) =>
  [agent, ...(until === undefined ? [] : [describeEnd(until, at)])].join(' ')

const agentActions: ReadonlySet<ActionKind> = new Set(['accept', 'work', 'review'])

const maxTextLength = 80

/** A text of a file in one line of an answer. */
const shortenText = (text: string): string =>
  text.length > maxTextLength ? `${visibleLine(text.slice(0, maxTextLength))}…` : visibleLine(text)

/**
 * What a target waits for: the agent that holds it, the reason, or what is to be done, by which agent or by which
 * command of a person.
 */
function waitOf({ target, claim, proposal }: Candidate, tried: Action | undefined, at: string): string {
  const { id, grant, question, error } = target
  const holdingGrant = grant ?? claim?.grant
  if (tried?.do === 'mend') {
    const [path] = tried.read ?? []
    const place = path === undefined ? '' : msg` of ${path}`
    const problem = [tried.code, tried.why].filter((part) => part !== undefined).join(' ')
    return `mend${place}: ${problem}${tried.run === undefined ? '' : msg`, by ${tried.run}`}`
  }
  if (holdingGrant?.agent !== undefined) return holderText(holdingGrant, at)
  const { do: kind, agent = agentInFiles(target), why, code } = tried ?? { ...proposal, ...errorOf(proposal, target) }
  if (kind === 'wait') return [code, why].flatMap((part) => (part === undefined ? [] : visibleLine(part))).join(' ')
  if (kind === 'work' && target.holder === 'agent' && holdingAgent(target) === undefined)
    return msg`work whose agent no file names: if it is yours, ${`/accept ${commandWord(id)}`} gives it again`
  const { run: [command, argument] = [], program } = proposal
  const commandText =
    command === undefined ? program : [`/${command}`, commandWord(id), argument].filter(Boolean).join(' ')
  const commandSuffix = commandText === undefined ? '' : msg`: ${commandText}`
  // The work of another agent is not taken by its command; a review may be given by any that did not do the work.
  if (agent !== undefined && agentActions.has(kind))
    return `${kind} by ${agent}${kind === 'review' ? commandSuffix : ''}`
  if (kind === 'answer' && question !== undefined)
    return `for an answer to ${JSON.stringify(shortenText(question))}${commandSuffix}`
  if (kind === 'decide')
    return `for a decision${error === undefined ? '' : ` about ${shortenText(error)}`}${commandSuffix}`
  if (kind === 'finish' && commandText !== undefined) return msg`for ${commandText}`
  return `${kind}${commandSuffix === '' && why !== undefined ? `: ${visibleLine(why)}` : commandSuffix}`
}

/**
 * The rank of a kind of action: an agent's own work comes before everything else, what was granted to it by name first.
 * What was granted to no agent by name is its own where it may be: the protocol has it done by this agent, or records
 * no grants, or the caller is an instance. Otherwise another agent may be at work on it.
 */
function rankOf(
  kind: ActionKind,
  { target, proposal }: Candidate,
  { agent, instance }: Pick<NextRequest, 'agent' | 'instance'>,
): number {
  const usualRank = actionKinds.indexOf(kind)
  const isWork = kind === 'work' || (kind === 'finish' && target.holder === 'agent')
  if (!isWork || (agent === undefined && instance === undefined)) return usualRank
  const grantedAgent = holdingAgent(target)
  if (grantedAgent !== undefined) return agent !== undefined || grantedAgent.endsWith(`/${instance}`) ? -2 : usualRank
  return agent === undefined || proposal.agent !== undefined || target.agentName !== undefined ? -1 : usualRank
}

/** Replaces a proposal to grant what another worktree holds by one to wait. */
export const waitIfHeld = (proposal: Proposal | undefined, claim: Claim | undefined): Proposal | undefined =>
  claim && (proposal?.run?.[0] === 'accept' || proposal?.run?.[0] === 'answer')
    ? { do: 'wait', code: 'GRANT_ELSEWHERE', why: claimMessage(claim) }
    : proposal

/** Whether the agent that asks is the one that did the work on a target, or does it. */
function isWorker(target: Target, caller: GrantPolicy): boolean {
  const worker = holdingAgent(target) ?? target.attemptBy
  return worker !== undefined && isOwnWork(worker, caller.agent, caller)
}

/** Replaces a proposal to review what the agent that asks has done by one to wait, where duties are kept apart. */
function waitIfOwn(target: Target, proposal: Proposal | undefined, context: NextContext): Proposal | undefined {
  const { caller } = context.request
  if (proposal?.do !== 'review' || !proposal.run || caller?.separateDuties !== true) return proposal
  if (!isWorker(target, caller) || !context.isDenied(target, proposal.run)) return proposal
  const why = msg`another agent has to review it: ${holdingAgent(target) ?? target.attemptBy ?? ''} did the work`
  return { do: 'wait', code: 'COMMAND_DENIED', why }
}

/** The targets that are meant, each with what its protocol proposes. */
function targetsOf(nextContext: NextContext) {
  const { request, readings } = nextContext
  const { head, context, targets: targetNames, elsewhere } = request
  const readTarget = targetReader(context.limit)
  const isMeant = ({ id, within = id }: Target) =>
    targetNames === undefined || targetNames.includes(id) || targetNames.includes(within)
  return readings(head).flatMap((foundProtocol) =>
    foundProtocol.reading.targets.filter(isMeant).map((protocolTarget) => {
      const target = readTarget(head, protocolTarget)
      const claim = elsewhere?.get(target.id)
      const proposal = waitIfOwn(target, waitIfHeld(foundProtocol.reading.next(target), claim), nextContext)
      return { target, found: foundProtocol, claim, proposal }
    }),
  )
}

/** What is proposed about a target, with its action where that was tried already. */
interface RankedCandidate {
  readonly candidate: Candidate
  readonly action: Action | undefined
}

const isError = ({ severity }: Diagnostic) => severity === 'error'

/** Whether something is wrong with a target that a command repairs, however severe. */
const isRepairable = ({ id }: Target, { findings }: NextContext): boolean =>
  (findings.get(id) ?? []).some(({ fix }) => fix !== undefined)

/** Whether something is wrong with a target that may have to be repaired before anything else is done about it. */
const isWrong = ({ id, turn }: Target, { findings, conflicts }: NextContext): boolean =>
  turn?.unreadable === true || conflicts.has(id) || (findings.get(id) ?? []).some(isError)

/**
 * The most urgent first. Errors of a target are fixed before anything else is done about it; where very many have
 * errors, those after the first are ordered by what their protocol proposes.
 */
function rankCandidates(candidates: readonly Candidate[], context: NextContext): readonly RankedCandidate[] {
  let room = Math.max(maxActions, maxRuns / Math.max(1, candidates.length))
  const triedCandidates = candidates.map((candidate) => ({
    candidate,
    action:
      (isWrong(candidate.target, context) || isRepairable(candidate.target, context)) && room-- > 0
        ? triedAction(candidate, context)
        : undefined,
  }))
  // Where nothing is proposed, only a repair counts.
  const rankedCandidates = triedCandidates.filter(
    ({ candidate: { isIdle }, action }) => isIdle !== true || action !== undefined,
  )
  const rank = ({ action, candidate }: RankedCandidate) =>
    rankOf(action?.do ?? candidate.proposal.do, candidate, context.request)
  return rankedCandidates.toSorted((a, b) => rank(a) - rank(b))
}

/** Tells the first action that mends a file from the same ones on other targets that share the file. */
function firstOfSharedTester({ request }: NextContext): (action: Action) => boolean {
  const seen = new Set<string>()
  return (action) => {
    if (request.targets || action.do !== 'mend' || action.read === undefined) return true
    const key = JSON.stringify([action.read, action.code, action.why, action.run])
    const isFirst = !seen.has(key)
    seen.add(key)
    return isFirst
  }
}

/**
 * Chooses the wanted number of actions, each tried; what waits comes after them. Those that an answer names beyond them
 * are tried too, so that it names what a greater limit shows.
 */
function chooseActions(
  ranked: readonly RankedCandidate[],
  context: NextContext,
): Pick<NextActions, 'actions' | 'more'> & { readonly waiting: readonly Action[] } {
  const { agent, limit, only } = context.request
  const wanted = only === undefined ? limit + maxNamedFurther : limit
  const triedActions: Action[] = []
  const waiting: Action[] = []
  const isFirstOfShared = firstOfSharedTester(context)
  let at = 0
  for (; at < ranked.length && triedActions.length < wanted; at++) {
    const { candidate, action = triedAction(candidate, context) } = ranked[at] as RankedCandidate
    if (!action || !isFirstOfShared(action)) continue
    if (action.do === 'wait') waiting.push(action)
    else if (only === undefined || action.do === only) triedActions.push(action)
  }
  const rest = ranked
    .slice(at)
    .map(({ candidate, action }) => action ?? actionOf(candidate, context))
    .filter(isFirstOfShared)
  const laterActions = agent === undefined ? [...rest, ...waiting] : rest.filter((action) => action.do !== 'wait')
  const actions = [...triedActions, ...laterActions]
  return { actions: actions.slice(0, limit), more: actions.slice(limit), waiting }
}

/** The first finding of each file. */
const onePerFile = (findings: readonly Diagnostic[]): readonly Diagnostic[] =>
  [...new Map(findings.toReversed().map((finding) => [finding.path, finding])).values()].toReversed()

/**
 * The next actions, as each protocol proposes them by its states. Each command in them was tried: it would succeed.
 * `errors`: those that belong to no target.
 */
export function nextActions(request: NextRequest): NextActions & { readonly errors: readonly Diagnostic[] } {
  const context = contextFor(request)
  const { only } = request
  const allTargets = targetsOf(context)
  const laneOfEntry = ({ target, proposal }: (typeof allTargets)[number]) =>
    laneOf(target.holder, turnOf(target, proposal))
  const isDone = (entry: (typeof allTargets)[number]) => laneOfEntry(entry) === 'done'
  // As the board counts them: a container only with findings of its own.
  const isContainer = ({ target, proposal }: (typeof allTargets)[number]) =>
    target.turn?.container === true && !proposal && !context.findings.has(target.id)
  const candidates = allTargets
    .flatMap(({ proposal, ...rest }): readonly Candidate[] =>
      proposal
        ? [{ ...rest, proposal }]
        : isWrong(rest.target, context)
          ? [{ ...rest, proposal: { do: 'mend' }, isIdle: true }]
          : [],
    )
    .filter((candidate) => concerns(candidate, request) && (only === undefined || candidate.proposal.do === only))
  const { actions, more, waiting } = chooseActions(rankCandidates(candidates, context), context)
  const shownIds = new Set([...actions, ...more].flatMap((action) => (action.do === 'wait' ? [] : [action.target])))
  const triedActions = new Map([...actions, ...waiting].map((action) => [action.target, action]))
  // A server that starts again is another instance.
  const earlierName = (target: Target): string => {
    const { agent, instance } = request
    const holder = target.holder === 'agent' ? holdingAgent(target) : undefined
    const mayBeEarlier = agent === undefined || (agent.endsWith(`/${instance}`) && isSameRole(holder ?? '', agent))
    return instance !== undefined && holder?.includes('/') === true && mayBeEarlier
      ? '; if that was you in an earlier session, give that name as the agent'
      : ''
  }
  const describeWait = ({ proposal, ...entry }: (typeof allTargets)[number], index: number): string => {
    const { target } = entry
    const { id, holder, state, grant } = target
    const { at } = request.context
    if (proposal) {
      const candidate = { ...entry, proposal }
      const isTried = !triedActions.has(id) && index < maxNamedFurther && isWrong(target, context)
      const tried = isTried ? triedAction(candidate, context) : triedActions.get(id)
      return `${id}, ${waitOf(candidate, tried, at)}${earlierName(target)}`
    }
    return `${id}, ${grant ? holderText(grant, at) : holder === 'agent' ? `with an agent, ${state}` : state}`
  }
  const remaining = allTargets.filter(({ target }) => !shownIds.has(target.id))
  const otherErrors = context.findings.get(undefined)?.filter(isError) ?? []
  const shownPaths = new Set(
    [...actions, ...more].flatMap((action) => (action.do === 'mend' ? (action.read ?? []) : [])),
  )
  const isOwned = (path: string) =>
    context.readings(request.head).some(({ reading }) => reading.owners(path).length > 0)
  const doneIds = new Set(allTargets.filter(isDone).map(({ target }) => target.id))
  // What can only be resumed later is done, as the board has it.
  const withLane = (action: Action): Action =>
    action.do === 'wait' && action.why !== undefined && doneIds.has(action.target)
      ? { ...action, why: `done. ${action.why}` }
      : action
  return {
    actions: actions.map(withLane),
    more,
    targets: allTargets.filter((entry) => !isContainer(entry)).length,
    done: doneIds.size,
    errors: otherErrors,
    // Those of a target are its next action, where it has one for the agent that asks.
    conflicts: request.targets
      ? []
      : onePerFile([
          ...otherErrors.filter((error) => isAboutConflict(request.head, error) && !isOwned(error.path)),
          ...remaining.flatMap(({ target: { id } }) => context.conflicts.get(id) ?? []),
        ]).filter(({ path }) => !shownPaths.has(path)),
    resumable: remaining.filter((entry) => isDone(entry) && entry.proposal !== undefined).map(describeWait),
    containers: remaining.filter(isContainer).map(({ target: { id, state } }) => `${id}, ${state}`),
    waiting: remaining.filter((entry) => !isDone(entry) && !isContainer(entry)).map(describeWait),
  }
}
