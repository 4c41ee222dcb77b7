import type { CommandDiagnostic, CommandFacts } from '../../core/command.ts'
import { isAgentName, isSameAgent, isSameRole } from '../../core/grant.ts'
import { msg } from '../../core/message.ts'
import type { Protocol } from '../../core/protocol.ts'
import { refuseUsage } from '../../kit/command.ts'
import { durationOf, optionFault, sharedOptions } from '../../kit/options.ts'
import type { SharedOptions } from './options.ts'
import type { GrantPolicy, Naming } from './planned.ts'
import { refusal } from './resolve.ts'

/** The agent that a command names, and for how long control is given. */
export interface GrantOptions {
  readonly agent: string | undefined
  /** No agent was named: it is the unit's own, as an instance of the session. */
  readonly isAssumed?: boolean
  /** In milliseconds. */
  readonly lease: number | undefined
  readonly takeover: boolean
  readonly refresh: boolean
  /** Whether anything names an agent or a time: then a grant is recorded. */
  readonly isNamed: boolean
}

type RefusedOptions = { readonly refused: readonly CommandDiagnostic[] }

export const noGrantOptions: GrantOptions = {
  agent: undefined,
  lease: undefined,
  takeover: false,
  refresh: false,
  isNamed: false,
}

export const wrongAgentName = (name: string): CommandDiagnostic =>
  refusal(
    'GRANT_NAME',
    msg`Unexpected agent ${name}, expected a name such as ${'dsp-agent'} or ${'dsp-agent/2'}`,
    'Each part is 1 to 64 letters, digits, `.`, `_` and `-`, and begins with a letter, a digit or `_`.',
  )

/** The refusal of the agent that one of the engine's own commands names, if no agent can have that name. */
export const agentNameFault = ({ agent }: SharedOptions): CommandDiagnostic | undefined =>
  typeof agent === 'string' && !isAgentName(agent) ? wrongAgentName(agent) : undefined

/**
 * Whether a protocol compares names of agents without `@` and in lower case, as one does that declares `--agent`
 * itself.
 */
export const foldsNames = ({ commands }: Pick<Protocol, 'commands'>): boolean =>
  commands.some(({ ownOptions }) => ownOptions?.includes('agent'))

/** The name of an agent as such a protocol compares it. */
export const foldedName = (name: string): string => name.trim().replace(/^@/, '').toLowerCase()

const roleOf = (name: string): string => name.split('/', 1)[0] ?? name

/** The name of an agent with the instance that the session gives it. */
const withInstance = (name: string, instance: string | undefined): string =>
  instance === undefined || name.includes('/') ? name : `${name}/${instance}`

/**
 * The name by which an agent gives a command or asks: the one that it gives, otherwise that of its server or
 * environment. A server adds its instance, and its own name is meant by that of its role.
 */
export function callingAgent(
  { agent, called, instance, isServer }: Naming,
  givenName: string | undefined = called,
): string | undefined {
  const isOwnRole = isServer === true && givenName !== undefined && !givenName.includes('/')
  const name = isOwnRole && agent !== undefined && isSameRole(givenName, agent) ? agent : (givenName ?? agent)
  return name === undefined ? undefined : withInstance(name, instance)
}

/** Whether a server that was given a name of an agent is asked to act as another: one of another role, or at work. */
export function foreignAgentRefusal(
  naming: Naming,
  givenName: string | undefined = naming.called,
): CommandDiagnostic | undefined {
  const { agent, instance: ownInstance, isServer, isServing } = naming
  if (isServer !== true || givenName === undefined) return undefined
  const [, instance] = givenName.split('/', 2)
  const isAtWork = instance !== undefined && instance !== ownInstance && isServing?.(instance) === true
  if (!isAtWork && (agent === undefined || isSameRole(givenName, agent))) return undefined
  const ownName = callingAgent({ ...naming, called: undefined })
  const reason = isAtWork ? msg`the server of ${givenName} is at work` : msg`this server is ${ownName ?? ''}`
  return refusal(
    'GRANT_NAME',
    `${msg`Unexpected agent ${givenName}`}: ${reason}`,
    'Leave `agent` out. Another agent acts through a server or a command line of its own.',
  )
}

/** What a command may leave unsaid of its agent. */
interface KnownAgents {
  /** The protocol's own agent for the unit. */
  readonly own?: string | undefined
  /** The agent that gave control back with a question or an error. */
  readonly returnedBy?: string | undefined
  /** Whether the protocol compares names without `@` and in lower case. */
  readonly isFolded: boolean
}

/**
 * The agent that is given control again after its question or error: unless another is named, an answer goes to the
 * agent that asked, and so does what is granted again in nobody's name.
 */
function agentToGoOn(
  command: CommandFacts['name'],
  { agent, instance }: Naming,
  givenName: string | undefined,
  returnedBy: string | undefined,
): string | undefined {
  if (returnedBy === undefined || (command !== 'accept' && command !== 'answer')) return undefined
  const isMeant =
    givenName === undefined
      ? command === 'answer' || (agent === undefined && instance === undefined)
      : !givenName.includes('/') && isSameAgent(givenName, returnedBy)
  return isMeant ? returnedBy : undefined
}

/**
 * The agent that a command names, or why its options are refused. A protocol that has `--agent` itself judges the name,
 * too.
 */
export function grantOptionsOf(
  shared: SharedOptions,
  facts: CommandFacts,
  granting: GrantPolicy | undefined,
  { own: ownName, returnedBy, isFolded }: KnownAgents,
): GrantOptions | RefusedOptions {
  const options = sharedOptions[facts.name]
  if (!options) return noGrantOptions
  const isDeclared = (name: string) => facts.ownOptions?.includes(name) === true
  const fault = optionFault(
    Object.entries(options).filter(([name]) => !isDeclared(name)),
    shared,
  )
  const naming: Naming = granting ?? {}
  const written = shared['agent'] ?? naming.called
  const givenName = typeof written === 'string' ? written : undefined
  const fold = (name: string | undefined) => (isFolded && name !== undefined ? foldedName(name) : name)
  const { agent: callerName, instance, isServer } = naming
  const gives = facts.name === 'accept' || facts.name === 'answer'
  const foreignRefusal = foreignAgentRefusal({ ...naming, agent: fold(callerName) }, fold(givenName))
  if (foreignRefusal && !gives) return { refused: [foreignRefusal] }
  const isNamedAlone = instance !== undefined && (gives || isServer === true)
  const agent = fold(
    agentToGoOn(facts.name, naming, fold(givenName), returnedBy) ??
      // Control is given to another agent by its own name.
      (foreignRefusal ? givenName : callingAgent(naming, givenName)) ??
      (isNamedAlone ? withInstance(roleOf(ownName ?? 'agent'), instance) : undefined),
  )
  if (agent !== undefined && !isDeclared('agent') && !isAgentName(agent))
    return { refused: [wrongAgentName(givenName ?? callerName ?? agent)] }
  if (fault !== undefined) return { refused: refuseUsage(facts, fault).diagnostics }
  const lease = typeof shared['lease'] === 'string' ? durationOf(shared['lease']) : undefined
  return {
    agent,
    isAssumed: givenName === undefined && callerName === undefined,
    lease,
    takeover: shared['takeover'] === true,
    refresh: shared['refresh'] === true,
    isNamed: agent !== undefined || lease !== undefined,
  }
}
