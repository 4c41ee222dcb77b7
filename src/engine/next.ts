import { actionKinds, type Action, type ActionKind, type NextActions, type Proposal } from '../core/action.ts'
import { isSameAgent, withoutPlace, type Grant } from '../core/grant.ts'
import type { CommandName } from '../core/command-names.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { grouped } from '../core/grouped.ts'
import { visible } from '../core/message.ts'
import type { Target } from '../core/target.ts'
import { check } from './check.ts'
import { addedErrors } from './commands/added.ts'
import { resolve, type Found } from './commands/resolve.ts'
import { planOne, type Planned } from './commands/one.ts'
import type { PlanRequest } from './commands/planned.ts'
import { readingsOf } from './commands/readings.ts'
import { words } from './commands/words.ts'

/** A question for the next actions. */
export interface NextRequest extends Omit<PlanRequest, 'most'> {
  /** Only actions for this agent: its own work, and what it could be granted. */
  readonly agent?: string | undefined
  /** The instance of the agent, where no agent is named: what was granted to it is its own work. */
  readonly instance?: string | undefined
  /** The number of actions at most. */
  readonly limit: number
  /** Only these targets and their parts; absent: all. */
  readonly targets?: readonly string[] | undefined
  /** Only actions of this kind. */
  readonly only?: ActionKind | undefined
}

interface Candidate {
  readonly target: Target
  readonly found: Found
  readonly proposal: Proposal
}

const alternatives = /^([a-z_]+(?:\|[a-z_]+)+)/

/** Each form of the words of a command, `success|error "…"`. */
function formsOf(written: string): readonly string[] {
  const [choice] = alternatives.exec(written) ?? []
  return choice === undefined ? [written] : choice.split('|').map((each) => each + written.slice(choice.length))
}

/** Whether an action is for an agent; without one every action counts. */
function concerns({ target, proposal }: Candidate, agent: string | undefined): boolean {
  if (agent === undefined) return true
  const holder = target.grant?.agent ?? proposal.agent
  const isFor = holder === undefined || isSameAgent(holder, agent)
  return isFor && ['work', 'accept', 'decide'].includes(proposal.do) && (proposal.do !== 'work' || target.holder === 'agent')
}

const heldBy = ({ agent, until }: Grant) => [agent, ...(until === undefined ? [] : [`until ${until}`])].join(' ')

/** The rank of a kind of action: an agent's own work comes before everything else. */
function rankOf(kind: ActionKind, { grant }: Target, { agent, instance }: Pick<NextRequest, 'agent' | 'instance'>): number {
  const isOwn = agent !== undefined || (instance !== undefined && grant?.agent?.endsWith(`/${instance}`) === true)
  return kind === 'work' && isOwn ? -1 : actionKinds.indexOf(kind)
}

/** The command that mends an error of a target, and the reason. */
function mending(errors: readonly Diagnostic[], target: string): Pick<Action, 'do' | 'run' | 'code' | 'why'> {
  const error = errors.find(({ fix }) => fix !== undefined) ?? errors[0]
  if (!error) return { do: 'mend', run: `/validate ${target}` }
  return { do: 'mend', run: error.fix ?? `/explain ${error.code}`, code: error.code, why: error.message }
}

/** The next actions, as each protocol proposes them by its states. Each command in them was tried: it would succeed. */
export function nextActions(request: NextRequest): NextActions {
  const { head: view, agent, limit, targets: named, only, descriptors = request.protocols } = request
  const readings = readingsOf(request)
  const whole = { ...request, most: 1 }
  const added = addedErrors(whole, readings)
  const report = check({
    ...request,
    readings,
    mode: 'soft',
    failOn: 'never',
    allowEmpty: true,
    paths: [],
    targets: [],
    given: [],
    notes: [],
  })
  const findings = grouped(report.diagnostics, ({ target }) => target)
  const errors = grouped(
    report.diagnostics.filter(({ severity }) => severity === 'error'),
    ({ target }) => target,
  )
  const isMeant = ({ id, within = id }: Target) => named === undefined || named.includes(id) || named.includes(within)
  const all = readings(view).flatMap((found) =>
    found.reading.targets.filter(isMeant).map((target) => ({ target, found, proposal: found.reading.next(target) })),
  )
  const proposed = all.flatMap(({ proposal, ...rest }): readonly Candidate[] => (proposal ? [{ ...rest, proposal }] : []))
  const candidates = proposed.filter((each) => concerns(each, agent) && (only === undefined || each.proposal.do === only))

  /** The shortest name by which a command finds a target, in quotes where it has blanks. */
  function called({ target: { id } }: Candidate, command: CommandName): string {
    const name = id.slice(id.indexOf(':') + 1)
    const names = [name.split('@', 1)[0] ?? name, name]
    const means = (written: string) => {
      const answer = resolve({ command, words: [written], isOwn: false, touched: [], descriptors }, readings(view))
      return 'target' in answer && answer.target === id
    }
    const short = names.find(means) ?? id
    return /\s/u.test(short) ? `"${short}"` : short
  }

  const tryOut = (command: string): Planned['result'] => {
    const [name, ...rest] = words(command.slice(1))
    const requested = { name: name?.text as CommandName, words: rest, report: undefined, dryRun: true }
    return planOne({ request: whole, readings, added, offered: (_, found) => found, intents: [] }, requested, view).result
  }

  const actionOf = (candidate: Candidate): Action => {
    const { target, found, proposal } = candidate
    const { run, why, ...rest } = proposal
    const [command, behind = ''] = run ?? []
    return {
      target: target.id,
      protocol: found.protocol.name,
      state: target.state,
      ...rest,
      ...(target.question !== undefined && { question: visible(target.question) }),
      ...(why !== undefined && { why: visible(why) }),
      ...(target.grant && { grant: withoutPlace(target.grant) }),
      ...(command !== undefined && { run: `/${command} ${called(candidate, command)}${behind === '' ? '' : ` ${behind}`}` }),
      ...(proposal.do === 'mend' && run === undefined && mending(errors.get(target.id) ?? [], target.id)),
    }
  }

  /** The action, if its command would succeed; else the error to mend or the reason to wait. */
  const tried = (candidate: Candidate): Action => {
    const action = actionOf(candidate)
    const { proposal, target } = candidate
    if (action.run === undefined || proposal.do === 'mend') return action
    const results = formsOf(proposal.run?.[1] ?? '').map((form) => {
      const behind = proposal.run?.[1] ?? ''
      return tryOut(`${action.run?.slice(0, action.run.length - behind.length)}${form}`)
    })
    const [refusal] = results
    if (!refusal || results.some(({ outcome }) => outcome !== 'refused')) return action
    const { run: _, needs: __, ...rest } = action
    // The finding that refuses the command may be softer than an error.
    const refusing = (findings.get(target.id) ?? []).filter(({ code }) => refusal.diagnostics.some((each) => each.code === code))
    const wrong = refusing.length > 0 ? refusing : (errors.get(target.id) ?? [])
    if (wrong.length > 0) return { ...rest, ...mending(wrong, target.id) }
    const [reason] = refusal.diagnostics
    return { ...rest, do: 'wait', ...(reason && { code: reason.code, why: reason.message }) }
  }

  // Errors of a target are mended before anything else is done about it.
  const settled = candidates.map((candidate) => ({ candidate, action: errors.has(candidate.target.id) ? tried(candidate) : undefined }))
  const rank = ({ action, candidate: { proposal, target } }: (typeof settled)[number]) => rankOf(action?.do ?? proposal.do, target, request)
  const inOrder = settled.toSorted((a, b) => rank(a) - rank(b))
  const actions: Action[] = []
  const waiting: Action[] = []
  let at = 0
  for (; at < inOrder.length && actions.length < limit; at++) {
    const { candidate, action = tried(candidate) } = inOrder[at] as (typeof inOrder)[number]
    if (action.do === 'wait') waiting.push(action)
    else if (only !== undefined && action.do !== only) continue
    else actions.push(action)
  }
  const rest = inOrder.slice(at).map(({ candidate, action }) => action ?? actionOf(candidate))
  const behind = agent === undefined ? [...rest, ...waiting] : rest.filter((each) => each.do !== 'wait')
  const room = limit - actions.length
  return {
    actions: [...actions, ...behind.slice(0, room)],
    more: behind.slice(room),
    targets: all.length,
    done: all.length - proposed.length,
    waiting: proposed
      .filter((each) => !candidates.includes(each) || each.proposal.do === 'wait')
      .map(({ target: { id, grant } }) => [id, ...(grant?.agent === undefined ? [] : [heldBy(grant)])].join(', ')),
  }
}
