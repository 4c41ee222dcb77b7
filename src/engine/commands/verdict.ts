import type { CommandDiagnostic } from '../../core/command.ts'
import type { CommandName } from '../../core/command-names.ts'
import { isSameAgent, isSameRole, type Grant } from '../../core/grant.ts'
import { msg } from '../../core/message.ts'
import type { Target } from '../../core/target.ts'
import { isGrantOver } from '../../kit/grant.ts'
import { withInstance, type GrantOptions } from './grant-options.ts'
import type { GrantPolicy } from './planned.ts'
import { refusal } from './resolve.ts'

/** Whether a recorded grant allows a command. */
type Verdict =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'refused'; readonly diagnostic: CommandDiagnostic }
  /** Control stays where it is, with another grant. */
  | { readonly kind: 'regranted'; readonly warning?: CommandDiagnostic }

interface GrantQuery {
  readonly name: CommandName
  readonly naming: GrantOptions
  readonly target: Target
  readonly at: string
  readonly granting: GrantPolicy
  /** The name of the target in commands. */
  readonly called: string
}

/** By whom and until when a grant was given, as the end of a sentence. */
const termsOf = ({ by, until }: Grant): string =>
  `${by === undefined ? '' : msg`, given by ${by}`}${until === undefined ? '' : msg`, until ${until}`}`

/**
 * The agent that holds a target by a grant or, where none is recorded, by the name in its files: people write that with
 * an `@`, too.
 */
export const holdingAgent = ({ grant, agentName = '' }: Target): string | undefined =>
  grant ? grant.agent : agentName.replace(/^@/, '') || undefined

const holdingMessage = ({ id, agentName = '' }: Target, grant: Grant | undefined): string =>
  grant
    ? msg`${grant.agent ?? 'an agent'} holds ${id} since ${grant.since}` + termsOf(grant)
    : msg`${agentName} holds ${id}, as its files say`

/** Calls of a server always name an agent: an orchestrator ends the grant of another elsewhere. */
const whoEndsGrant =
  'Only that agent ends its grant, or the orchestrator, in a comment or a shell, with no agent named.'

/** How an agent goes on with what it was granted in an earlier session, which had another instance. */
const earlierSessionHint = ({ agent, isAssumed }: GrantOptions, grantedAgent: string): string =>
  isAssumed || isSameRole(agent ?? '', grantedAgent)
    ? msg` If ${grantedAgent} was you in an earlier session, give that name as the agent.`
    : ''

/** A grant that is none any more. */
export const formerGrantText = ({ id }: Target, grant: Grant): string =>
  msg`the grant of ${id} to ${grant.agent ?? 'an agent'}, since ${grant.since}` + termsOf(grant)

/**
 * Whether work is that of the agent that gives a command. A server of tools does not know which of its agents gives a
 * command without a number in its name: then all that was done through it counts.
 */
export function isOwnWork(
  worker: string,
  agent: string | undefined,
  { instance, isServer, ownNames = new Set() }: Pick<GrantPolicy, 'instance' | 'isServer' | 'ownNames'>,
): boolean {
  if (agent !== undefined && isSameAgent(worker, agent)) return true
  if (isServer !== true || instance === undefined) return false
  const isOfServer = (name: string) => name.endsWith(`/${instance}`)
  const isUnnumbered = agent === undefined || isOfServer(withInstance(agent, instance))
  return isUnnumbered && (isOfServer(worker) || [...ownNames].some((name) => isSameAgent(worker, name)))
}

/** Why an agent that did the work may not give the verdict on it, where duties are kept apart. */
export function ownVerdictRefusal(
  { name, naming: { agent }, target: { id }, granting }: Pick<GrantQuery, 'name' | 'naming' | 'target' | 'granting'>,
  worker: string | undefined,
): CommandDiagnostic | undefined {
  const isJudge = granting.separateDuties === true && agent !== undefined && worker !== undefined
  if (!isJudge || !isOwnWork(worker, agent, granting)) return undefined
  const message = `Unexpected ${msg`${`/${name}`} by ${agent}`}: ${name === 'review' ? msg`${worker} worked on ${id}` : msg`the files of ${id} name ${worker} as its agent`}`
  const serverText = isSameAgent(worker, agent) ? '' : msg` This server worked as ${worker}.`
  const hint = `The configuration keeps duties apart (\`commands.separate-duties\`): another agent has to give this command.${serverText}`
  return { ...refusal('COMMAND_DENIED', message, hint), target: id }
}

/** The verdict on a command about a target, by the target's recorded grant (docs/agents/integrating.md, "Grants"). */
export function verdictOf({ name, naming, target, at, granting, called }: GrantQuery): Verdict {
  const { grant, holder, id } = target
  const { agent } = naming
  const diagnosticOf = (code: 'GRANT_HELD' | 'GRANT_OTHER' | 'GRANT_TAKEN', message: string, hint?: string) => ({
    ...refusal(code, message, hint),
    target: id,
    place: grant?.place ?? { path: target.path },
  })
  if (name === 'review') {
    const diagnostic = ownVerdictRefusal({ name, naming, target, granting }, target.attemptBy)
    return diagnostic ? { kind: 'refused', diagnostic } : { kind: 'allowed' }
  }
  const holderName = holdingAgent(target)
  if (holder !== 'agent' || holderName === undefined || agent === undefined) return { kind: 'allowed' }
  const isOwn = isSameAgent(holderName, agent)
  const caseHint = isSameAgent(holderName.toLowerCase(), agent.toLowerCase())
    ? msg` Capital letters count in the names of agents: ${agent} is not ${holderName}.`
    : ''
  if (name === 'handback') {
    if (isOwn) return { kind: 'allowed' }
    const hint = `${whoEndsGrant}${caseHint}${earlierSessionHint(naming, holderName)}`
    return {
      kind: 'refused',
      diagnostic: diagnosticOf(
        'GRANT_OTHER',
        `Unexpected handback ${msg`by ${agent}`}: ${holdingMessage(target, grant)}`,
        hint,
      ),
    }
  }
  if (name !== 'accept' && name !== 'answer') return { kind: 'allowed' }
  if (isOwn) return naming.refresh && granting.record !== 'never' ? { kind: 'regranted' } : { kind: 'allowed' }
  const isOver = grant !== undefined && isGrantOver(grant, at, granting.staleAfter)
  const message = holdingMessage(target, grant)
  if (naming.takeover && isOver && name === 'accept') {
    const takeoverWarning: CommandDiagnostic = {
      ...diagnosticOf('GRANT_TAKEN', `Taken over: ${formerGrantText(target, grant)}`),
      severity: 'warning',
    }
    return { kind: 'regranted', warning: takeoverWarning }
  }
  const fix = `/accept ${called} --agent ${agent} --takeover`
  const hint = isOver
    ? undefined
    : msg`Choose other work, if there is any: ${'baton next'}. ` +
      whoEndsGrant +
      caseHint +
      earlierSessionHint(naming, holderName)
  return { kind: 'refused', diagnostic: { ...diagnosticOf('GRANT_HELD', message, hint), ...(isOver && { fix }) } }
}

/**
 * Why an agent that names itself does not end work that control was not granted of: it is another agent's, or it came
 * back with an error, which may be that its grant was taken away.
 */
export function notGrantedRefusal(
  { id, error, path }: Target,
  { agent }: GrantOptions,
  ownAgent: string | undefined,
  targetName: string,
): CommandDiagnostic | undefined {
  if (agent === undefined) return undefined
  const refused = (reason: string, hint: string, fix: string): CommandDiagnostic => ({
    ...refusal('GRANT_OTHER', `Unexpected handback ${msg`by ${agent}`}: ${reason}`, hint),
    target: id,
    place: { path },
    fix,
  })
  if (error !== undefined)
    return refused(
      msg`the orchestrator holds ${id} since it came back with ${error}`,
      'Control is granted again first.',
      `/accept ${targetName} --agent ${agent}`,
    )
  if (ownAgent === undefined || isSameAgent(agent, ownAgent)) return undefined
  return refused(
    msg`control of ${id} was not granted, and what comes next is the work of ${ownAgent}`,
    'Control is granted first.',
    `/accept ${targetName}`,
  )
}
