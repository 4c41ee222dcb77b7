import type { CommandDiagnostic } from '../../core/command.ts'
import { claimMessage, isSameGrant, type Claim, type Claims } from '../../core/grant.ts'
import { msg } from '../../core/message.ts'
import type { Target } from '../../core/target.ts'
import type { Tree } from '../../core/view.ts'
import { noChanges, refusedAnswerFrom, signDiagnostic } from '../../engine/commands/answer.ts'
import type { Plan, CommandResult } from '../../engine/commands/plan.ts'
import { refusal } from '../../engine/commands/resolve.ts'
import { holdingAgent } from '../../engine/commands/verdict.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'
import { isGrantOver } from '../../kit/grant.ts'
import { openProtocols, type LazyProtocols } from '../validate/discovery.ts'
import { contextOf } from '../validate/policy.ts'

export interface ClaimPort extends Claims {
  /** The files of another worktree. */
  tree(worktree: string): Tree
  readonly session?: string | undefined
}

export interface ClaimRequest {
  readonly protocols: LazyProtocols
  readonly configuration: Configuration
  readonly at: string
}

/** A result that grants control of a target. */
type GrantingResult = CommandResult & {
  readonly target: string
  /** The result as the plan has it: that of an undo may be about several targets, or name none. */
  readonly index: number
}

/**
 * The results that grant control of a target or give it back, once for each target; those of dry runs too, and those
 * that return it at once.
 */
const grantingResults = ({ results }: Plan): readonly GrantingResult[] =>
  results.flatMap((result, index) => {
    const { name, recordedAs, outcome, target, holder, impliesAccept } = result
    if (name === 'undo' && outcome === 'changed') {
      const { grant: _, moves, ...details } = result
      return moves.flatMap((move) =>
        move.given ? [{ ...details, moves, target: move.target, ...move.given, index }] : [],
      )
    }
    const gives = (name === 'accept' || name === 'answer' || recordedAs === 'new') && holder === 'agent'
    return (gives || impliesAccept) && outcome === 'changed' && target !== undefined
      ? [{ ...result, target, index }]
      : []
  })

/** A target as a tree has it, if an agent holds it there. */
async function heldTarget(
  tree: Tree,
  targetId: string,
  { protocols, configuration, at }: ClaimRequest,
): Promise<Target | undefined> {
  const context = contextOf(configuration, at, { head: tree })
  const opened = await openProtocols(protocols, { trees: { head: tree }, configuration, context })
  return opened.protocols
    .flatMap(
      (protocol) => protocol.read({ head: opened.head }, configuration.protocols[protocol.name], context).targets,
    )
    .find(({ id, holder }) => id === targetId && holder === 'agent')
}

/**
 * A claim whose target is held in its worktree, with the agent that the files there name. A target that is not held may
 * be about to be: claims are made before files are written.
 */
async function whereHeld(claim: Claim, port: ClaimPort, request: ClaimRequest): Promise<Claim | undefined> {
  const read = () => heldTarget(port.tree(claim.worktree), claim.target, request)
  const target = await read()
  if (!target && !(await port.untilIdle(claim.worktree))) return claim
  const found = target ?? (await read())
  return found && { ...claim, agent: holdingAgent(found) }
}

/** Whether the grant of a claim is over, so that it may be taken over. */
const isEnded = ({ grant }: Claim, { at, configuration }: ClaimRequest): boolean =>
  grant !== undefined && isGrantOver(grant, at, configuration.staleAfter)

/** The targets that other worktrees of the clone still hold, each with its claim. */
export async function heldElsewhere(
  port: ClaimPort | undefined,
  request: ClaimRequest,
): Promise<ReadonlyMap<string, Claim>> {
  const heldClaims = new Map<string, Claim>()
  for (const claim of port?.others() ?? []) {
    const heldClaim = port && (await whereHeld(claim, port, request))
    if (heldClaim) heldClaims.set(claim.target, heldClaim)
  }
  return heldClaims
}

/** How often a claim is tried again where another worktree has made one meanwhile. */
const maxTries = 3

/** The result of making a claim; `before`: the grant in another worktree that it takes over. */
type ClaimResult =
  | { readonly kind: 'taken' | 'unwritable'; readonly before?: Claim | undefined }
  | { readonly kind: 'held'; readonly by: Claim }

/** Makes a claim; or gives that of another worktree, which holds the target still, or is faster each time. */
async function takeClaim(
  claim: Claim,
  port: ClaimPort,
  request: ClaimRequest,
  mayTakeOver: boolean,
): Promise<ClaimResult> {
  for (let tries = 1; ; tries++) {
    const otherClaim = port.elsewhere(claim.target)
    const heldClaim = otherClaim && (await whereHeld(otherClaim, port, request))
    if (heldClaim && !(mayTakeOver && isEnded(heldClaim, request))) return { kind: 'held', by: heldClaim }
    if (otherClaim && tries > maxTries) return { kind: 'held', by: otherClaim }
    const outcome = await port.take(claim, otherClaim)
    if (outcome !== 'lost') return { kind: outcome, before: heldClaim }
    // Nothing that could be seen keeps it from being made.
    if (tries > maxTries && !port.elsewhere(claim.target)) return { kind: 'unwritable' }
  }
}

/** Whether the session was reminded of the grant of a claim already, which may have got another end since. */
const wasReminded = ({ target, worktree, session, grant }: Claim, port: ClaimPort): boolean =>
  grant !== undefined &&
  port
    .all()
    .some(
      (earlier) =>
        earlier.reminded === true &&
        earlier.target === target &&
        earlier.worktree === worktree &&
        earlier.session === session &&
        earlier.grant !== undefined &&
        isSameGrant({ ...earlier.grant, until: grant.until }, grant),
    )

/** The words that take over the grant of another worktree, once it is over. */
function takeoverOf({ command, name, grant }: GrantingResult): string {
  const agent = grant?.agent === undefined ? '' : ` --agent ${grant.agent}`
  return `${command.replace(/^\/(?:handback|preflight)/, '/accept')}${agent} --takeover${name === 'answer' ? ' "…"' : ''}`
}

function refusalBy(claim: Claim, result: GrantingResult, request: ClaimRequest): CommandDiagnostic {
  const mayTakeOver = result.name !== undefined && result.name !== 'undo' && result.takesOver !== true
  const isOffered = mayTakeOver && isEnded(claim, request)
  const hint = isOffered ? undefined : 'Choose other work, or hand it back there first.'
  const fix = isOffered ? { fix: takeoverOf(result) } : {}
  return { ...refusal('GRANT_ELSEWHERE', claimMessage(claim), hint), target: result.target, ...fix }
}

/** The warning that a grant of another worktree is taken over; none where the files of this one have it, too. */
const takeoverWarnings = (claim: Claim, { target, diagnostics }: GrantingResult): readonly CommandDiagnostic[] =>
  diagnostics.some(({ code }) => code === 'GRANT_TAKEN')
    ? []
    : [{ ...refusal('GRANT_TAKEN', `Taken over: ${claimMessage(claim)}`), severity: 'warning', target }]

function unclaimedNotice({ target }: GrantingResult): CommandDiagnostic {
  const hint = 'Other worktrees of this clone do not see this grant. Everything else is done.'
  return {
    ...refusal('GRANT_UNCLAIMED', msg`The claim of ${target} could not be written`, hint),
    severity: 'notice',
    target,
  }
}

/** The plan, with these diagnostics before those of a target's results. */
const withDiagnostics = (
  plan: Plan,
  { target, index }: GrantingResult,
  diagnostics: readonly CommandDiagnostic[],
): Plan => ({
  ...plan,
  results: plan.results.map((result, position) =>
    position === index || result.target === target
      ? {
          ...result,
          diagnostics: [...diagnostics.map((diagnostic) => signDiagnostic(diagnostic)), ...result.diagnostics],
        }
      : result,
  ),
})

/** The plan with one of its results refused, and all of it where that is more than a dry run among other commands. */
export function refuseByClaims(
  plan: Plan,
  refusedResult: Pick<GrantingResult, 'index' | 'dryRun'> & { readonly target?: string },
  diagnostic: CommandDiagnostic,
  grant?: Claim['grant'],
): Plan {
  const results = plan.results.map((result, position) => {
    if (
      position !== refusedResult.index &&
      (result.target !== refusedResult.target || result.dryRun !== refusedResult.dryRun)
    )
      return result
    const { command, name, on, target = refusedResult.target, dryRun } = result
    const details = { ...(target !== undefined && { target }), ...(dryRun && { dryRun }), ...(grant && { grant }) }
    return { command, name, on, ...details, ...refusedAnswerFrom([signDiagnostic(diagnostic)]), moves: [] }
  })
  if (refusedResult.dryRun === true && plan.results.some(({ dryRun }) => dryRun !== true)) return { ...plan, results }
  return { outcome: 'refused', results, changes: noChanges, after: plan.after, headDigests: plan.headDigests }
}

/**
 * Whether a result is wrong where another worktree holds its target. What a handback or an answer is refused for would
 * be repaired by commands that are refused for that, and a preflight answers as `/accept` does.
 */
const isWrongElsewhere = ({ name, outcome }: CommandResult): boolean =>
  name === 'preflight' ? outcome !== 'refused' : outcome === 'refused' && (name === 'handback' || name === 'answer')

/** A plan with results refused whose targets another worktree holds, and no agent here. */
async function refuseHeldElsewhere(plan: Plan, port: ClaimPort, request: ClaimRequest): Promise<Plan> {
  let currentPlan = plan
  for (const [index, result] of plan.results.entries()) {
    const { target } = result
    if (target === undefined || !isWrongElsewhere(result)) continue
    const otherClaim = port.elsewhere(target)
    if (!otherClaim || (await heldTarget(port.tree(port.worktree), target, request))) continue
    const claim = await whereHeld(otherClaim, port, request)
    if (!claim) continue
    const refusedResult = { ...result, target, index }
    currentPlan = refuseByClaims(currentPlan, refusedResult, refusalBy(claim, refusedResult, request), claim.grant)
  }
  return currentPlan
}

/**
 * Claims the targets that a plan grants, before it is written; refuses it where another worktree of the clone still
 * holds one. Gives the plan to be carried out, and a function that releases the claims. A dry run claims nothing, and
 * answers the same.
 */
export async function claimTargets(
  plan: Plan,
  port: ClaimPort,
  request: ClaimRequest,
  dryRun: boolean,
): Promise<{ readonly plan: Plan; undo(): Promise<void> }> {
  let currentPlan = await refuseHeldElsewhere(plan, port, request)
  const takenClaims: Claim[] = []
  const undo = async () => {
    for (const claim of takenClaims)
      await port.release(
        claim.target,
        (currentClaim) => currentClaim.worktree === claim.worktree && currentClaim.digest === claim.digest,
      )
  }
  for (const result of grantingResults(plan)) {
    const { target, grant, moves, takesOver, impliesAccept } = result
    // A target that is returned at once has no holder that a claim could name.
    const isTried = dryRun || result.dryRun === true || impliesAccept === true
    const digest = moves.find((move) => move.target === target)?.digest
    const { worktree, branch, session } = port
    const newClaim = { target, worktree, branch, grant, digest, session }
    const claim = wasReminded(newClaim, port) ? { ...newClaim, reminded: true } : newClaim
    const claimResult = await takeClaim(
      claim,
      isTried ? { ...port, take: () => Promise.resolve('taken') } : port,
      request,
      takesOver === true,
    )
    if (claimResult.kind === 'held') {
      currentPlan = refuseByClaims(
        currentPlan,
        result,
        refusalBy(claimResult.by, result, request),
        claimResult.by.grant,
      )
      if (currentPlan.outcome !== 'refused') continue
      await undo()
      return { plan: currentPlan, undo: () => Promise.resolve() }
    }
    if (claimResult.kind === 'taken' && !isTried) takenClaims.push(claim)
    const diagnostics = [
      ...(claimResult.before ? takeoverWarnings(claimResult.before, result) : []),
      ...(claimResult.kind === 'unwritable' ? [unclaimedNotice(result)] : []),
    ]
    if (diagnostics.length > 0) currentPlan = withDiagnostics(currentPlan, result, diagnostics)
  }
  return { plan: currentPlan, undo }
}

/** Releases the claims of the grants that a plan has ended, of any worktree. */
export async function release({ results, headDigests }: Plan, port: Claims): Promise<void> {
  for (const { name, outcome, dryRun, moves } of results) {
    if ((name !== 'handback' && name !== 'undo') || outcome !== 'changed' || dryRun === true) continue
    for (const { target, ended } of moves) {
      const statesBefore = headDigests.get(target)?.state.split(' ') ?? []
      await port.release(target, ({ grant, digest }) =>
        grant && ended
          ? isSameGrant(grant, ended)
          : grant === undefined && digest !== undefined && statesBefore.includes(digest),
      )
    }
  }
}
