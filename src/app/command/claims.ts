import type { CommandDiagnostic } from '../../core/command.ts'
import { describeGrant, isOver, isSameGrant, type Claim, type Claims } from '../../core/grant.ts'
import { msg } from '../../core/message.ts'
import type { Tree } from '../../core/view.ts'
import { noChanges, refusedFor, signed } from '../../engine/commands/answer.ts'
import type { Plan, Result } from '../../engine/commands/plan.ts'
import { refusal } from '../../engine/commands/resolve.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'
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

/** Whether a target is held by an agent in another worktree now. */
async function isHeld(tree: Tree, target: string, { protocols, configuration, at }: ClaimRequest): Promise<boolean> {
  const context = contextOf(configuration, at, { head: tree })
  const opened = await openProtocols(protocols, { trees: { head: tree }, configuration, context })
  return opened.protocols.some((protocol) =>
    protocol
      .read({ head: opened.head }, configuration.protocols[protocol.name], context)
      .targets.some(({ id, holder }) => id === target && holder === 'agent'),
  )
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
    const other = port.elsewhere(target)
    if (other && (await isHeld(port.tree(other.worktree), target, request))) {
      const over = other.grant && isOver(other.grant, request.at, request.configuration.staleAfter)
      if (takesOver !== true || over !== true) {
        undo()
        return { plan: refusedBy(plan, target, elsewhere(other)), undo: () => undefined }
      }
    }
    const digest = moves.find((move) => move.target === target)?.digest
    const { worktree, branch, session } = port
    const claim = { target, worktree, branch, grant, digest, session }
    const made = port.take(claim)
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
