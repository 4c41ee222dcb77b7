import { next as nextOf } from '../../../app/command/next.ts'
import { isAgentName } from '../../../core/grant.ts'
import { visible } from '../../../core/message.ts'
import type { ProtocolName } from '../../../core/protocol.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { configurationRule } from '../../../engine/configuration/rule.ts'
import { sign } from '../../../engine/checking/sign.ts'
import { nextData, nextText } from '../../../render/next.ts'
import { lazyProtocols } from '../../lazy-protocols.ts'
import { exits } from '../exit.ts'
import { type AnswerFormat, printData } from '../output.ts'
import { sourcesOf, type SourceOptions } from '../sources.ts'
import { onCommandLine } from '../spelling.ts'
import { timeFrom } from '../time.ts'
import { readTree } from '../tree.ts'
import { NothingHere, UsageError } from '../usage.ts'

/** The options of `baton next`, as they were given. */
export interface NextOptions extends SourceOptions {
  readonly format: AnswerFormat
  readonly agent?: string
  readonly limit?: string
  readonly protocol?: readonly ProtocolName[]
  readonly at?: string
}

const mostActions = 50

function limitOf({ limit, format }: NextOptions): number {
  if (limit === undefined) return format === 'text' ? 1 : 5
  const count = /^\d{1,3}$/.test(limit) ? Number(limit) : 0
  if (count < 1 || count > mostActions)
    throw new UsageError(`Unexpected --limit ${visible(limit)}, expected a whole number from 1 to ${mostActions}.`)
  return count
}

/** The agent that asks, by the option or the environment. @throws UsageError where the name is none. */
function agentFrom(given: string | undefined, environment = process.env['BATON_AGENT']): string | undefined {
  const name = given ?? (environment || undefined)
  if (name !== undefined && !isAgentName(name))
    throw new UsageError(
      `Unexpected agent ${visible(name)}, expected a name such as dsp-agent or dsp-agent/2: up to 64 letters, digits, \`.\`, \`_\` and \`-\`.`,
    )
  return name
}

/** The commands by which an agent names itself. */
const naming = /^\/(?:accept|answer|handback|review) /

/** A command as it is given on the command line, by the agent that asked: one of the environment is known there too. */
const asCall = (command: string, agent: string | undefined): string =>
  `${onCommandLine(command)}${agent !== undefined && naming.test(command) ? ` --agent ${agent}` : ''}`

/** The branch that is looked at, where there is a repository. */
async function branchOf({ root, rev }: NextOptions): Promise<string | undefined> {
  const { openClone } = await import('../../../gateways/git/clone.ts')
  const clone = await openClone(root).catch(() => undefined)
  return clone?.branch(rev)
}

/** `baton next`: what is to be done now. Gives the exit code. */
export async function next(operand: string | undefined, options: NextOptions): Promise<number> {
  const settings = {
    at: timeFrom(options.at),
    agent: agentFrom(options.agent),
    limit: limitOf(options),
    protocols: options.protocol ?? [],
    target: operand,
  }
  const found = await readTree(options, 'next', async () => nextOf(await sourcesOf(options), lazyProtocols, settings))
  if ('problems' in found)
    throw new UsageError(
      'The configuration cannot be read, and so nothing can be said. `baton validate` says more.',
      found.problems.map((problem) => sign(problem, { code: configurationRule.code, severity: 'error', touched: true })),
    )
  if (operand !== undefined && found.named?.length === 0) {
    const like = suggestion(
      operand,
      found.ids.flatMap((id) => [id, id.slice(id.indexOf(':') + 1)]),
    )
    throw new NothingHere(
      `No target is called ${visible(operand)}${like === undefined ? '.' : `; did you mean ${visible(like)}?`} \`baton status\` lists them all.`,
      { code: 'TARGET_UNKNOWN' },
    )
  }
  if (found.ids.length === 0) {
    const names = lazyProtocols.descriptors.map(({ name }) => name).join('|')
    throw new NothingHere(`There is no state here yet. \`baton new ${names}\` makes the first files.`)
  }
  const actions = found.actions.map((action) => ({
    ...action,
    ...(action.run !== undefined && { run: asCall(action.run, options.agent) }),
  }))
  const shown = { ...found, actions }
  if (options.format === 'text') process.stdout.write(nextText(shown))
  else printData(nextData({ ...shown, branch: await branchOf(options) }), options.format)
  return exits.fine
}
