import { formsOf, type Action, type ActionKind, type Proposal } from '../core/action.ts'
import type { CommandName } from '../core/command-names.ts'
import type { Place } from '../core/diagnostic.ts'
import { type Claim, describeEnd, withoutPlace } from '../core/grant.ts'
import { groupBy } from '../core/grouped.ts'
import { commandWord, msg, visibleLine } from '../core/message.ts'
import { agentInFiles, bareName, type Target } from '../core/target.ts'
import { hasEnded } from '../kit/grant.ts'
import { check } from './check.ts'
import { repairFinder } from './commands/offered.ts'
import type { GrantPolicy, PlanRequest } from './commands/planned.ts'
import { resolve, type FoundProtocol, readingsOf, type Readings } from './commands/resolve.ts'
import { courseOf, type Course, type Trial } from './course.ts'
import { holdingAgent } from './commands/verdict.ts'
import { commandTrier } from './try-command.ts'
import { conflictsByTarget } from './unmerged.ts'

export interface NextRequest extends Omit<PlanRequest, 'maxCommands'> {
  /** Only actions for this agent: its own work, and what it could be granted. */
  readonly agent?: string | undefined
  /**
   * The instance of the agent, where no agent is named: what was granted to it is its own work, and what was granted to
   * another is not.
   */
  readonly instance?: string | undefined
  readonly limit: number
  /** Only these targets and their parts; absent: all. */
  readonly targets?: readonly string[] | undefined
  readonly only?: ActionKind | undefined
  /** Who asks, whatever agent the actions are for: what is refused to the agent that did the work waits for another. */
  readonly caller?: GrantPolicy | undefined
  /** The targets that other worktrees of the clone hold: they are granted there, and not here. */
  readonly elsewhere?: ReadonlyMap<string, Claim> | undefined
}

/** A target with what is proposed about it. */
export interface Candidate {
  readonly target: Target
  readonly found: FoundProtocol
  readonly proposal: Proposal
  /** Its protocol proposes nothing: it is here for what can be repaired. */
  readonly isIdle?: true
  /** The claim of another worktree, if one holds the target. */
  readonly claim: Claim | undefined
}

/** What the actions of one request are made from. */
export interface NextContext extends Trial {
  readonly request: NextRequest & { readonly maxCommands: number }
  readonly readings: Readings
  /** Whether a command about a target is refused to who asks, since duties are kept apart. */
  isDenied(target: Target, run: NonNullable<Proposal['run']>): boolean
}

export function contextFor(nextRequest: NextRequest): NextContext {
  const request = { ...nextRequest, maxCommands: 1 }
  const readings = readingsOf(request)
  const checkOptions = {
    mode: 'soft',
    failOn: 'never',
    allowEmpty: true,
    paths: [],
    targets: [],
    given: [],
    notes: [],
  } as const
  const { diagnostics } = check({ ...request, readings, ...checkOptions })
  const tryOut = commandTrier(request, readings)
  const tryAsCaller = commandTrier({ ...request, granting: request.caller }, readings)
  const commandStart = (target: Target, command: CommandName) =>
    `/${command} ${nameFor(target, command, { request, readings })} `
  return {
    request,
    readings,
    findings: groupBy(diagnostics, ({ target }) => target),
    conflicts: conflictsByTarget(request.head, readings(request.head), diagnostics),
    refusal(target, [command, argument = '']) {
      const result = tryOut(commandStart(target, command) + argument)
      return result.outcome === 'refused' ? result : undefined
    },
    isDenied: (target, [command, argument = '']) =>
      formsOf(argument).some((form) =>
        tryAsCaller(commandStart(target, command) + form).diagnostics.some(({ code }) => code === 'COMMAND_DENIED'),
      ),
    repair: repairFinder({ ...request, past: request.history }, readings, diagnostics),
  }
}

/** The shortest name by which a command finds a target, in quotes where it has blanks. */
function nameFor(
  { id }: Target,
  command: CommandName,
  { request, readings }: Pick<NextContext, 'request' | 'readings'>,
): string {
  const { head, protocols, descriptors = protocols } = request
  const name = bareName(id)
  const means = (candidate: string) => {
    const answer = resolve({ command, words: [candidate], isOwn: false, touched: [], descriptors }, readings(head))
    return 'target' in answer && answer.target === id
  }
  return commandWord([name.split('@', 1)[0] ?? name, name].find(means) ?? id)
}

/** The file of a finding, where there is one to read. */
const fileOf = ({ path }: Place, { head }: NextRequest) => ({ read: head.entry(path)?.kind === 'file' ? [path] : [] })

/** A code at the beginning of the words of an error, where both are in one text, and the words behind it. */
export const leadingCode =
  /^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|CANCELLED|TIMEOUT|UNKNOWN|[A-Z][A-Z0-9_]*(?=:\s))(?::?\s+|$)([^]*)$/

/** What the end of a grant means for the work that goes on. */
function endedGrant({ grant }: Target, at: string): Pick<Proposal, 'code' | 'why'> {
  const until = grant?.until
  if (until === undefined || !hasEnded({ until }, at)) return {}
  return { code: 'GRANT_OVER', why: `the grant is ${describeEnd(until, at)}, and another agent may take it over` }
}

const maxMessageLength = 1000

/** The warning with work whose agent no file names, so that only that agent goes on. */
function unnamedWork({ target, proposal }: Candidate, { agent, instance }: NextRequest): Pick<Proposal, 'why'> {
  const mayBeOthers = agent === undefined ? instance !== undefined : proposal.agent === undefined
  return proposal.do === 'work' && mayBeOthers && holdingAgent(target) === undefined
    ? { why: 'no file names the agent that has it: go on only if that is you' }
    : {}
}

/** The agent that asked, which an answer may name. Control that came back has no grant, so that most files do not say. */
function askerOf({ target, proposal }: Candidate): Pick<Proposal, 'why'> {
  if (proposal.do !== 'answer' || proposal.run?.[0] !== 'answer' || target.holder === 'agent') return {}
  const asker = holdingAgent(target)
  return {
    why: asker ? msg`${asker} asked` : 'no file names the agent that asked: its grant ended as it handed back',
  }
}

/** The code and the words of an error that a decision is about, or after which a target waits. */
export function errorOf({ do: kind, code, why }: Proposal, { error }: Target): Pick<Proposal, 'code' | 'why'> {
  if (kind === 'wait' && error !== undefined && why !== undefined)
    return { why: `error: ${visibleLine(error)}. ${why}` }
  const [, codeInText, text = why] = (kind === 'decide' && code === undefined && leadingCode.exec(why ?? '')) || []
  return {
    ...((codeInText ?? code) !== undefined && { code: codeInText ?? code }),
    // A text of a file is cut; a message, in which each value is cut already, is shown whole.
    ...(text && { why: kind === 'mend' ? visibleLine(text, maxMessageLength) : visibleLine(text) }),
  }
}

export function actionOf(candidate: Candidate, context: NextContext): Action {
  const { target, found: foundProtocol, proposal } = candidate
  const { run, program, why: _, code: __, roles: ___, ...rest } = proposal
  const [command, argument] = run ?? []
  const agent = agentInFiles(target)
  return {
    target: target.id,
    protocol: foundProtocol.protocol.name,
    state: target.state,
    ...(agent !== undefined && { agent }),
    ...rest,
    ...unnamedWork(candidate, context.request),
    ...askerOf(candidate),
    ...errorOf(proposal, target),
    ...(proposal.do === 'work' && endedGrant(target, context.request.context.at)),
    ...(target.question !== undefined && { question: visibleLine(target.question) }),
    ...(target.grant && { grant: withoutPlace(target.grant) }),
    ...(program !== undefined && { run: program }),
    ...(command && { run: [`/${command}`, nameFor(target, command, context), argument].filter(Boolean).join(' ') }),
  }
}

/** The repair of what comes first about a target: its command, and the reason, with the file that has it. */
function repairAction({ finding, run }: Extract<Course, { by: 'repair' }>, { id }: Target, { request }: NextContext) {
  if (!finding) return { do: 'mend', run: `/validate ${id}` } as const
  const { code, message: why } = finding
  return { do: 'mend', run: run ?? `/explain ${code}`, code, why, ...fileOf(finding, request) } as const
}

/**
 * An action whose command would succeed; otherwise the error to fix or the reason to wait. None where nothing is
 * proposed or to be fixed.
 */
export function triedAction(candidate: Candidate, context: NextContext): Action | undefined {
  const { target, proposal, isIdle } = candidate
  const { request } = context
  const course = courseOf(target, isIdle ? undefined : proposal, context, request.only === 'accept')
  if (course.by === 'proposal' && isIdle) return undefined
  if (course.by === 'proposal') return actionOf({ ...candidate, proposal: course.narrowed ?? proposal }, context)
  const action = actionOf(candidate, context)
  const { run: _, needs: __, read: ___, ...rest } = action
  if (course.by === 'repair') return { ...rest, ...repairAction(course, target, context) }
  const { reason } = course
  return {
    ...rest,
    do: 'wait',
    ...(reason && {
      code: reason.code,
      why: reason.message,
      ...(reason.path !== undefined && fileOf({ path: reason.path }, request)),
    }),
  }
}
