import type { CommandDiagnostic } from '../../core/command.ts'
import { describeGrant, isSameGrant, type Claim, type Claims } from '../../core/grant.ts'
import { msg } from '../../core/message.ts'
import type { Tree } from '../../core/view.ts'
import { noChanges, refusedFor, signed } from '../../engine/commands/answer.ts'
import type { Plan, Result } from '../../engine/commands/plan.ts'
import { refusal } from '../../engine/commands/resolve.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'
import { isOver } from '../../kit/stale.ts'
import { openProtocols, type LazyProtocols } from '../validate/discovery.ts'
import { contextOf } from '../validate/policy.ts'

/** The claims of the worktrees of a clone. */
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

/** The results that grant control of a target. */
const granting = ({ results }: Plan): readonly (Result & { readonly target: string })[] =>
  results.flatMap((result) => {
    const { name, outcome, target, holder, dryRun } = result
    const grants = (name === 'accept' || name === 'answer') && outcome === 'changed' && holder === 'agent'
    return grants && target !== undefined && dryRun !== true ? [{ ...result, target }] : []
  })

/** Whether a target is held by an agent on a tree. */
async function isHeldOn(tree: Tree, target: string, { protocols, configuration, at }: ClaimRequest): Promise<boolean> {
  const context = contextOf(configuration, at, { head: tree })
  const opened = await openProtocols(protocols, { trees: { head: tree }, configuration, context })
  return opened.protocols.some((protocol) =>
    protocol
      .read({ head: opened.head }, configuration.protocols[protocol.name], context)
      .targets.some(({ id, holder }) => id === target && holder === 'agent'),
  )
}

/** Whether a target is held in the worktree of a claim. One that is not may be about to be: claims are made before files are written. */
const isHeld = async ({ worktree, target }: Claim, port: ClaimPort, request: ClaimRequest): Promise<boolean> =>
  (await isHeldOn(port.tree(worktree), target, request)) ||
  !(await port.untilIdle(worktree)) ||
  (await isHeldOn(port.tree(worktree), target, request))

/** How often a claim is made anew where another worktree has made one meanwhile. */
const mostTries = 3

/** Makes a claim; or gives that of another worktree, which holds the target still, or is faster each time. */
async function take(
  claim: Claim,
  port: ClaimPort,
  request: ClaimRequest,
  mayTakeOver: boolean,
): Promise<'taken' | 'unwritable' | { readonly other: Claim }> {
  for (let tries = 1; ; tries++) {
    const other = port.elsewhere(claim.target)
    if (other) {
      const over = mayTakeOver && other.grant !== undefined && isOver(other.grant, request.at, request.configuration.staleAfter)
      if (!over && (tries > mostTries || (await isHeld(other, port, request)))) return { other }
    }
    const made = port.take(claim, other)
    if (made !== 'lost') return made
    // Nothing that could be seen keeps it from being made.
    if (tries > mostTries && !port.elsewhere(claim.target)) return 'unwritable'
  }
}

function elsewhere({ target, worktree, branch, grant }: Claim): CommandDiagnostic {
  const held = grant ? describeGrant(grant) : 'an agent'
  const place = branch === undefined ? msg`${worktree}` : msg`${worktree}, on ${branch}`
  const message = `${msg`${target} is held by ${held} in`} ${place}`
  return { ...refusal('GRANT_ELSEWHERE', message, 'Choose other work, or hand it back there first.'), target }
}

/** The plan, with these diagnostics before those of a target's result. */
const withDiagnostics = (plan: Plan, target: string, diagnostics: readonly CommandDiagnostic[]): Plan => ({
  ...plan,
  results: plan.results.map((result) =>
    result.target === target ? { ...result, diagnostics: [...diagnostics.map((each) => signed(each)), ...result.diagnostics] } : result,
  ),
})

const refusedBy = (plan: Plan, target: string, diagnostic: CommandDiagnostic): Plan => ({
  outcome: 'refused',
  results: plan.results.map((result) => {
    if (result.target !== target) return result
    const { command, name, on } = result
    return { command, name, on, target, ...refusedFor([signed(diagnostic)]), moves: [] }
  }),
  changes: noChanges,
  after: plan.after,
  seen: plan.seen,
})

/**
 * Claims the targets that a plan grants, before it is written; refuses it where another worktree of the clone still holds one. Gives the
 * plan to be carried out, and a function that releases the claims.
 */
export async function claimed(plan: Plan, port: ClaimPort, request: ClaimRequest): Promise<{ readonly plan: Plan; undo(): void }> {
  let now = plan
  const taken: Claim[] = []
  const undo = () => {
    for (const claim of taken) port.release(claim.target, (each) => each.worktree === claim.worktree && each.digest === claim.digest)
  }
  for (const { target, grant, moves, takesOver } of granting(plan)) {
    const digest = moves.find((move) => move.target === target)?.digest
    const { worktree, branch, session } = port
    const claim = { target, worktree, branch, grant, digest, session }
    const made = await take(claim, port, request, takesOver === true)
    if (typeof made === 'object') {
      undo()
      return { plan: refusedBy(plan, target, elsewhere(made.other)), undo: () => undefined }
    }
    if (made === 'taken') taken.push(claim)
    else {
      const hint = 'Other worktrees of this clone do not see this grant. Everything else is done.'
      const notice = {
        ...refusal('GRANT_UNCLAIMED', msg`The claim of ${target} could not be written`, hint),
        severity: 'notice' as const,
        target,
      }
      now = withDiagnostics(now, target, [notice])
    }
  }
  return { plan: now, undo }
}

/** Releases the claims of the grants that a plan has ended, of any worktree. */
export function release({ results, seen }: Plan, port: Claims): void {
  for (const { name, outcome, target, ended, dryRun } of results) {
    if (name !== 'handback' || outcome !== 'changed' || target === undefined || dryRun === true) continue
    const before = seen.get(target)?.state.split(' ') ?? []
    port.release(target, ({ grant, digest }) =>
      grant && ended ? isSameGrant(grant, ended) : grant === undefined && digest !== undefined && before.includes(digest),
    )
  }
}
