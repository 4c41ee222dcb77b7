import { formsOf, withForms, type Proposal } from '../core/action.ts'
import { severities, type Diagnostic } from '../core/diagnostic.ts'
import { groupBy } from '../core/grouped.ts'
import { memo } from '../core/once.ts'
import type { Target } from '../core/target.ts'

export interface CommandRefusal {
  readonly diagnostics: readonly {
    readonly code: string
    readonly message: string
    readonly path?: string
    readonly target?: string
  }[]
}

/** What is wrong in a repository, and how commands are tried on it. */
export interface Trial {
  /** By target: everything that a soft check finds. */
  readonly findings: ReadonlyMap<string | undefined, readonly Diagnostic[]>
  /** By target: its files that git could not merge. */
  readonly conflicts: ReadonlyMap<string, readonly Diagnostic[]>
  /**
   * Why one form of a command about a target is refused. Absent: it would be carried out, or there is no room to try it.
   */
  refusal(target: Target, run: NonNullable<Proposal['run']>): CommandRefusal | undefined
  /** The command that repairs a finding and would be carried out. */
  repair(finding: Diagnostic): string | undefined
}

/** How a target goes on. */
export type Course =
  /**
   * As its protocol proposes; `narrowed`: without the forms of its command that an error keeps from being carried out;
   * `refusal`: why the first form is refused by no fault of the files, where others are not.
   */
  | { readonly by: 'proposal'; readonly narrowed?: Proposal; readonly refusal?: CommandRefusal }
  /** By what has to be repaired first, and its command, if there is one that would be carried out. */
  | { readonly by: 'repair'; readonly finding?: Diagnostic | undefined; readonly run?: string | undefined }
  /** Not yet: what its protocol proposes is refused, by no fault of its files. */
  | { readonly by: 'nothing'; readonly reason: CommandRefusal['diagnostics'][number] | undefined }

/** The number of repairs of a target that are tried. */
const maxRepairs = 3

/** All findings, by code and file. */
const findingsByPlace = memo((findings: Trial['findings']) =>
  groupBy([...findings.values()].flat(), ({ code, path }) => `${code} ${path}`),
)

/**
 * The findings for which a command is refused: those of the target, or those of the files that its refusal names. What
 * is wrong with another target in the same file is no reason, unless that is the one that it is a part of.
 */
function findingsBehind(
  { diagnostics }: CommandRefusal,
  { id, within = id }: Target,
  { findings }: Trial,
): readonly Diagnostic[] {
  const codes = new Set(diagnostics.map(({ code }) => code))
  const targetFindings = (findings.get(id) ?? []).filter(({ code }) => codes.has(code))
  return targetFindings.length > 0
    ? targetFindings
    : diagnostics.flatMap(({ code, path, target }) =>
        (findingsByPlace(findings).get(`${code} ${path}`) ?? []).filter(
          (finding) => target !== id || [undefined, id, within].includes(finding.target),
        ),
      )
}

/** Errors before warnings; among equals what keeps the next command from being carried out. */
const orderBySeverity = (
  blockingFindings: readonly Diagnostic[],
  errors: readonly Diagnostic[],
): readonly Diagnostic[] =>
  [...new Set([...blockingFindings, ...errors])].toSorted(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity),
  )

/**
 * A proposal without the forms of its command that are refused for an error of the target, with that error and what can
 * be done about it; `undefined`: every form stays. What the command still needs is no error, and belongs to the forms
 * that are left out.
 */
function withoutRefusedForms(
  { needs: _, ...proposal }: Proposal,
  refusals: readonly (CommandRefusal | undefined)[],
  target: Target,
  trial: Trial,
): Proposal | undefined {
  const errors = refusals.map(
    (refusal) => refusal && findingsBehind(refusal, target, trial).find(({ severity }) => severity === 'error'),
  )
  const error = errors.find((found) => found !== undefined)
  const { run: [command, words = ''] = [] } = proposal
  if (!error || !command) return undefined
  const run = [command, withForms(words, (index) => errors[index] === undefined)] as const
  return { ...proposal, run, code: error.code, why: error.hint ?? error.message }
}

/**
 * How a target goes on, for every view: `next`, the board, the dashboard issue and the page. A conflict that git could
 * not merge comes before everything else. Then come errors, then what else keeps the next command from being carried
 * out. A finding whose repair would be refused follows from another one, so the first whose repair would be carried out
 * is taken.
 *
 * @param proposal what its protocol proposes; absent: nothing is left to do, and only what can be repaired is
 * @param onlyBlocked errors that do not keep the next command from being carried out are left
 */
export function courseOf(target: Target, proposal: Proposal | undefined, trial: Trial, onlyBlocked = false): Course {
  const [conflict] = trial.conflicts.get(target.id) ?? []
  if (conflict) return { by: 'repair', finding: conflict }
  const isBroken = target.turn?.unreadable === true || (proposal?.do === 'mend' && !proposal.run)
  const run = isBroken ? (['accept'] as const) : proposal?.run
  const [command, words = ''] = run ?? []
  const refusals = command ? formsOf(words).map((form) => trial.refusal(target, [command, form])) : []
  const commandRefusal = refusals.every((refusal) => refusal !== undefined) ? refusals[0] : undefined
  const blockingFindings = commandRefusal ? findingsBehind(commandRefusal, target, trial) : []
  // What the protocol itself proposes as a repair knows best what it needs.
  if (proposal?.do === 'mend' && proposal.run && !commandRefusal) return { by: 'proposal' }
  const isInTheWay = isBroken || commandRefusal !== undefined
  const errors = (trial.findings.get(target.id) ?? []).filter(({ severity }) => severity === 'error')
  const candidates = orderBySeverity(blockingFindings, onlyBlocked && !isInTheWay ? [] : errors)
  for (const finding of candidates.filter(({ fix }) => fix !== undefined).slice(0, maxRepairs)) {
    const command = trial.repair(finding)
    if (command !== undefined) return { by: 'repair', finding, run: command }
  }
  const causes = blockingFindings.length > 0 ? blockingFindings : errors
  if (isBroken || (commandRefusal && causes.length > 0))
    return { by: 'repair', finding: causes.find(({ fix }) => fix === undefined) ?? causes[0] }
  if (commandRefusal) return { by: 'nothing', reason: commandRefusal.diagnostics[0] }
  const narrowed = proposal && withoutRefusedForms(proposal, refusals, target, trial)
  const [refusal] = refusals
  return { by: 'proposal', ...(narrowed ? { narrowed } : refusal && { refusal }) }
}
