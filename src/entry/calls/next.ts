import { isEmpty, next as nextOf, type NextSettings } from '../../app/command/next.ts'
import type { Action } from '../../core/action.ts'
import { isAgentName, withAgent } from '../../core/grant.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { visibleLine } from '../../core/message.ts'
import { nextData, nextText, type NextReport } from '../../render/next.ts'
import { signDiagnostic } from '../../engine/commands/answer.ts'
import { wrongAgentName } from '../../engine/commands/grant-options.ts'
import { lazyProtocols } from '../lazy-protocols.ts'
import type { Answer, Caller } from '../operations/operation.ts'
import type { NextInput } from '../operations/reading.ts'
import { claimPort } from './claims.ts'
import { configurationError } from './failure.ts'
import { noState, unknownTarget } from './no-state.ts'
import { sourcesOfOptions, type SourceOptions } from './sources.ts'
import { adviceForCli, commandLineOf } from './spelling.ts'
import { timeFrom } from './time.ts'
import { readTree } from './tree.ts'
import { NothingHere, RefusedRequest } from './usage.ts'

/** The name of an agent. @throws RefusedRequest if it is none */
export function agentNamed(name: string | undefined): string | undefined {
  if (name !== undefined && !isAgentName(name)) throw new RefusedRequest([signDiagnostic(wrongAgentName(name))])
  return name
}

/** The agent that asks: on a server as an instance of its own. @throws RefusedRequest if its name is none */
export function agentOf({ naming: { agent, instance, isServer } }: Caller, givenName = agent): string | undefined {
  const name = agentNamed(givenName)
  return name === undefined || !isServer || name.includes('/') ? name : `${name}/${instance ?? ''}`
}

/** The branch that is looked at, where there is a repository. */
export async function branchOf({ root, rev }: SourceOptions): Promise<string | undefined> {
  const { openClone } = await import('../../gateways/git/clone.ts')
  const clone = await openClone(root).catch(() => undefined)
  return clone?.branch(rev)
}

/** There are state files, but no target can be read from them. */
const unreadState = ({ message, path }: Diagnostic): NothingHere =>
  new NothingHere(`No target can be read: ${message} (${visibleLine(path)}). \`baton validate\` lists all findings.`)

/** Whether the reason of an action is the tool's own, with commands in it; any other may be a text of a file. */
const isOwnReason = ({ do: kind, code }: Action): boolean =>
  kind === 'wait' || ((kind === 'work' || kind === 'finish') && code !== undefined)

/**
 * What is to be done now, its commands as calls of the program.
 *
 * @param named the agent, where the calls must name it: one of the environment is known to them too
 * @throws UsageError, NothingHere
 */
async function nextReport(settings: NextSettings, options: SourceOptions, named?: string): Promise<NextReport> {
  // A commit is granted nowhere.
  const claims = options.rev === undefined ? claimPort(options.root) : undefined
  const nextResult = await readTree(options, 'next', async () => {
    const sources = await sourcesOfOptions(options)
    const result = await nextOf(sources, lazyProtocols, { ...settings, claims })
    if ('problems' in result) return result
    const { target, protocols } = settings
    if (target !== undefined && result.named?.length === 0)
      throw await unknownTarget(target, result.namedTargets, sources, protocols)
    // What is wrong comes first: files that yield no target may have findings all the same.
    if (isEmpty(result)) throw await noState(sources, protocols)
    return result
  })
  if ('problems' in nextResult) throw configurationError(nextResult.problems, 'no action can be proposed')
  if (nextResult.namedTargets.length === 0 && nextResult.errors[0]) throw unreadState(nextResult.errors[0])
  const actions = nextResult.actions.map((action) => ({
    ...action,
    ...(action.run !== undefined && { run: commandLineOf(withAgent(action.run, named)) }),
    ...(isOwnReason(action) && action.why !== undefined && { why: adviceForCli(action.why) }),
  }))
  const { resumable, waiting } = nextResult
  return { ...nextResult, actions, resumable: resumable.map(adviceForCli), waiting: waiting.map(adviceForCli) }
}

export async function next(
  { target, limit, protocol: protocols = [], at, ...options }: NextInput,
  caller: Caller,
): Promise<Answer> {
  const settings = {
    at: timeFrom(at),
    agent: agentOf(caller, options.agent),
    instance: caller.naming.isServer ? caller.naming.instance : undefined,
    ownNames: caller.naming.ownNames,
    limit: limit ?? (options.format === 'text' ? 1 : 5),
    protocols,
    target,
  }
  const report = await nextReport(settings, options, options.agent)
  const data = async () => nextData({ ...report, branch: await branchOf(options) })
  return { views: { text: () => nextText(report), json: data, brief: data } }
}
