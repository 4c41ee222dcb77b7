import type { Action, ActionKind, NextActions } from '../../core/action.ts'
import type { BranchHistory } from '../../core/command.ts'
import type { Diagnostic, Finding } from '../../core/diagnostic.ts'
import { commandWord, msg } from '../../core/message.ts'
import type { ProtocolName } from '../../core/protocol.ts'
import { targetsNamed, type Target } from '../../core/target.ts'
import type { View } from '../../core/view.ts'
import { noChanges, unchangedAnswer } from '../../engine/commands/answer.ts'
import type { Plan } from '../../engine/commands/plan.ts'
import { holdingAgent } from '../../engine/commands/verdict.ts'
import { unquotedWords, parseWords } from '../../engine/commands/words.ts'
import { nextActions } from '../../engine/next.ts'
import { trialActor } from '../../engine/try-command.ts'
import { type Sources } from '../validate/check.ts'
import { policyIn } from '../validate/policy-in.ts'
import { openProtocols, type LazyProtocols } from '../validate/discovery.ts'
import { contextOf } from '../validate/policy.ts'
import { withPast } from './past.ts'
import { heldElsewhere, type ClaimPort } from './claims.ts'
import { grantingBy, runCommands, type RunResult, type RunPorts, type RunSettings } from './run.ts'

export interface NextSettings {
  /** The time of the question, ISO 8601. */
  readonly at: string
  /** Only actions for this agent. */
  readonly agent?: string | undefined
  /** The agent that asks, where the actions are not for it alone. */
  readonly caller?: string | undefined
  /** The instance of the agent, where no agent is named: what was granted to it is its own work. */
  readonly instance?: string | undefined
  /** The other names under which the server that asks has worked. */
  readonly ownNames?: ReadonlySet<string> | undefined
  /** The number of actions at most. */
  readonly limit: number
  /** Only this target, by its id, or by its name with or without that of its container. */
  readonly target?: string | undefined
  /** Only these protocols; none: all that are found. */
  readonly protocols: readonly ProtocolName[]
  readonly only?: ActionKind
  /** The grants of other worktrees of the clone. */
  readonly claims?: ClaimPort | undefined
}

export interface NextResult extends NextActions {
  /** The targets that a given name means; absent: no name was given. */
  readonly named?: readonly string[]
  readonly namedTargets: readonly Target[]
  /** Errors that belong to no target. */
  readonly errors: readonly Diagnostic[]
  readonly head: View
}

/** Whether there is no state at all, of the protocols that were looked for. */
export const isEmpty = ({ namedTargets, errors }: Pick<NextResult, 'namedTargets' | 'errors'>): boolean =>
  namedTargets.length === 0 && errors.length === 0

/** The next actions on the head of some sources, under the policy of their base. */
export async function next(
  sources: Sources,
  protocols: LazyProtocols,
  settings: NextSettings,
): Promise<NextResult | { readonly problems: readonly Finding[] }> {
  const policy = await policyIn(sources, protocols)
  if ('problems' in policy) return policy
  const { configuration } = policy
  const context = { ...contextOf(configuration, settings.at, sources), asksNext: true } as const
  const opened = await openProtocols(protocols, {
    trees: { head: sources.head },
    configuration,
    context,
    only: settings.protocols,
  })
  const { head, selection, descriptors } = opened
  const { protocols: sections, severity } = configuration
  const { at, target, agent, instance, ownNames, limit, only } = settings
  const caller = grantingBy(configuration, {
    agent: agent ?? settings.caller,
    instance,
    isServer: instance !== undefined,
    ownNames,
  })
  const claimsElsewhere = await heldElsewhere(settings.claims, { protocols, configuration, at })
  const make = (history?: BranchHistory) => () => {
    const request = {
      head,
      context,
      protocols: opened.protocols,
      descriptors,
      sections,
      severity,
      actor: trialActor,
      local: true,
      history,
      isUnsaved: history?.isUnsaved,
    }
    const targets = opened.protocols.flatMap(
      (protocol) => protocol.read({ head }, sections[protocol.name], context).targets,
    )
    const requested = target === undefined ? undefined : targetsNamed(targets, target)
    return {
      ...nextActions({
        ...request,
        agent,
        caller,
        instance,
        limit,
        only,
        elsewhere: claimsElsewhere,
        targets: requested,
      }),
      namedTargets: targets,
      head,
      ...(requested && { named: requested }),
    }
  }
  return withPast(async () => sources.past?.(selection), make)
}

/** How the next target is granted. */
export interface NextGrant extends Pick<NextSettings, 'agent' | 'protocols'> {
  readonly options?: readonly string[]
}

/** Why nothing can be granted, by what there is to do instead, and who does that. */
function reasonNotGranted(
  { do: kind, target: id, state, question, code, why, run }: Action,
  targets: readonly Target[],
): string {
  const details = [code, why].filter((part) => part !== undefined).join(' ')
  const detailsText = details === '' ? '' : msg` (${details})`
  const byCommand = run === undefined ? '' : msg`, by ${run}`
  const target = targets.find((candidate) => candidate.id === id)
  const work =
    target && holdingAgent(target) === undefined
      ? 'its agent, which no file names, has to hand it back'
      : 'has to be handed back'
  const reasons: Readonly<Record<ActionKind, string>> = {
    work: msg`Control of ${id} is granted already (${state}), and ` + work,
    answer: `${msg`${id} waits for an answer`}${question === undefined ? '' : msg` to ${question}`}: the orchestrator gives it${byCommand}`,
    decide: `${msg`${id} came back with an error`}${detailsText}: the orchestrator decides whether it is tried again${byCommand}`,
    review: msg`${id} waits for the verdict of a reviewer` + byCommand,
    finish: msg`${id} has to be finished` + detailsText,
    mend: msg`${id} has to be repaired first` + detailsText,
    accept: msg`${id} cannot be granted to this agent`,
    // The reason to wait is the tool's own.
    wait: `${msg`${id} waits`}${details === '' ? '' : `: ${details}`}`,
  }
  const isNamed = kind === 'answer' || kind === 'decide' || kind === 'review'
  return `${reasons[kind]}.${run === undefined || isNamed ? '' : msg` Next: ${run}`}`
}

/** That another agent has the work. */
function heldText({ target: id, state }: Action, targets: readonly Target[]): string {
  const target = targets.find((candidate) => candidate.id === id)
  const holder = target && holdingAgent(target)
  return holder === undefined
    ? msg`${id} is held by an agent that no file names (${state}). If it is yours, ${`/accept ${commandWord(id)}`} gives it again.`
    : msg`${id} is held by ${holder} (${state}).`
}

const maxWaiting = 3

/** What the targets wait for where there is nothing to do about any. */
function waitingText({ targets, done, waiting }: Pick<NextResult, 'targets' | 'done' | 'waiting'>): string {
  if (targets === 0) return msg`No target can be read: ${'baton validate'} says why.`
  if (waiting.length === 0) return done === targets ? 'All targets are done.' : 'There is nothing to do.'
  const further = waiting.length - maxWaiting
  return `Waiting: ${waiting.slice(0, maxWaiting).join('; ')}${further > 0 ? `; ${further} more` : ''}.`
}

/** The plan where no target can be granted: why, and what there is to do instead. */
const nothingToGrant = (head: View, reason: string, nextAction: Action | undefined): Plan => ({
  outcome: 'unchanged',
  results: [
    {
      command: '/accept --next',
      name: 'accept',
      on: head,
      moves: [],
      ...unchangedAnswer(`Nothing can be granted. ${reason}`),
      ...(nextAction && { extra: { next: nextAction } }),
    },
  ],
  changes: noChanges,
  after: head,
  headDigests: new Map(),
})

/**
 * Grants an agent the first target that it may have. Callers that wait for one another get different targets. @returns
 * `undefined`: there is no state
 */
export async function acceptNext(
  sources: Sources,
  protocols: LazyProtocols,
  { agent, protocols: only, options = [], ...settings }: RunSettings & NextGrant,
  ports: RunPorts,
): Promise<RunResult | undefined> {
  const { claims } = ports
  for (const lostTargets = new Set<string>(); ;) {
    const nextResult = await next(sources, protocols, {
      at: settings.at,
      agent,
      protocols: only,
      limit: 1,
      only: 'accept',
      claims,
    })
    if ('problems' in nextResult) return nextResult
    if (isEmpty(nextResult)) return undefined
    const [action] = nextResult.actions
    if (action?.do !== 'accept' || action.run === undefined) {
      const { naming: { instance, isServer, ownNames } = {} } = settings
      const request = {
        at: settings.at,
        protocols: only,
        limit: 1,
        claims,
        caller: agent,
        instance: isServer ? instance : undefined,
        ownNames,
      }
      const firstOf = async (nextSettings: NextSettings): Promise<Action | undefined> => {
        const result = await next(sources, protocols, nextSettings)
        return 'problems' in result ? undefined : result.actions[0]
      }
      const ownAction = await firstOf({ ...request, agent })
      const otherAction = ownAction ?? (await firstOf(request))
      const isOthersWork = !ownAction && otherAction?.do === 'work'
      const nextAction = isOthersWork ? undefined : otherAction
      const reason = nextAction
        ? reasonNotGranted(nextAction, nextResult.namedTargets)
        : otherAction
          ? heldText(otherAction, nextResult.namedTargets)
          : waitingText(nextResult)
      return { plan: nothingToGrant(nextResult.head, reason, nextAction), head: nextResult.head, nearMisses: [] }
    }
    const [, , ...furtherWords] = parseWords(action.run)
    const command = {
      name: 'accept' as const,
      words: [...unquotedWords([action.target, ...options]), ...furtherWords],
      report: undefined,
    }
    const runResult = await runCommands({ command }, sources, protocols, settings, ports)
    // Another worktree was faster: the next attempt sees its grant.
    const isLost =
      'plan' in runResult &&
      runResult.plan.results.some(({ diagnostics }) => diagnostics.some(({ code }) => code === 'GRANT_ELSEWHERE'))
    if (!isLost || lostTargets.has(action.target)) return runResult
    lostTargets.add(action.target)
  }
}
