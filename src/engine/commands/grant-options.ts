import type { CommandDiagnostic, CommandFacts } from '../../core/command.ts'
import { isAgentName } from '../../core/grant.ts'
import { msg } from '../../core/message.ts'
import type { Protocol } from '../../core/protocol.ts'
import { refuseUsage } from '../../kit/command.ts'
import { durationOf, optionFault, sharedOptions } from '../../kit/options.ts'
import type { SharedOptions } from './options.ts'
import type { GrantPolicy } from './planned.ts'
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

/** The name of an agent with the instance that the session gives it. */
export const withInstance = (name: string, instance: string | undefined): string =>
  instance === undefined || name.includes('/') ? name : `${name}/${instance}`

/**
 * The agent that a command names, or why its options are refused. A protocol that has `--agent` itself judges the name,
 * too.
 *
 * @param ownName the protocol's agent for the unit
 * @param isFolded whether the protocol compares names without `@` and in lower case
 */
export function grantOptionsOf(
  shared: SharedOptions,
  facts: CommandFacts,
  granting: GrantPolicy | undefined,
  ownName: string | undefined,
  isFolded = false,
): GrantOptions | RefusedOptions {
  const options = sharedOptions[facts.name]
  if (!options) return noGrantOptions
  const isDeclared = (name: string) => facts.ownOptions?.includes(name) === true
  const fault = optionFault(
    Object.entries(options).filter(([name]) => !isDeclared(name)),
    shared,
  )
  const written = shared['agent'] ?? granting?.agent
  const named = typeof written === 'string' ? written : undefined
  const instance = granting?.instance
  const isNamedAlone =
    instance !== undefined && (facts.name === 'accept' || facts.name === 'answer' || granting?.isServer === true)
  const whole = named !== undefined || isNamedAlone ? withInstance(named ?? ownName ?? 'agent', instance) : undefined
  const agent = isFolded && whole !== undefined ? foldedName(whole) : whole
  if (agent !== undefined && !isDeclared('agent') && !isAgentName(agent))
    return { refused: [wrongAgentName(named ?? agent)] }
  if (fault !== undefined) return { refused: refuseUsage(facts, fault).diagnostics }
  const lease = typeof shared['lease'] === 'string' ? durationOf(shared['lease']) : undefined
  return {
    agent,
    isAssumed: named === undefined,
    lease,
    takeover: shared['takeover'] === true,
    refresh: shared['refresh'] === true,
    isNamed: agent !== undefined || lease !== undefined,
  }
}
