import { visible } from '../../../core/message.ts'
import type { ProtocolName } from '../../../core/protocol.ts'
import { nextData, nextText } from '../../../render/next.ts'
import { agentFrom, branchOf, whatNext } from '../../calls/next.ts'
import type { SourceOptions } from '../../calls/sources.ts'
import { timeFrom } from '../../calls/time.ts'
import { UsageError } from '../../calls/usage.ts'
import { exits } from '../exit.ts'
import { type AnswerFormat, printData } from '../output.ts'

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

/** `baton next`: what is to be done now. Gives the exit code. */
export async function next(operand: string | undefined, options: NextOptions): Promise<number> {
  const settings = {
    at: timeFrom(options.at),
    agent: agentFrom(options.agent),
    limit: limitOf(options),
    protocols: options.protocol ?? [],
    target: operand,
  }
  const shown = await whatNext(settings, options, options.agent)
  if (options.format === 'text') process.stdout.write(nextText(shown))
  else printData(nextData({ ...shown, branch: await branchOf(options) }), options.format)
  return exits.fine
}
