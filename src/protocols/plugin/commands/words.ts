import { type Refusal, refused, type Request } from '../../../core/command.ts'
import { takeOptions, type OptionKinds, type Taken } from '../../../kit/options.ts'
import { msg } from '../../../core/message.ts'
import type { PluginModel } from '../model.ts'
import { remark } from './answers.ts'

export const invalid = (model: PluginModel, message: string): Refusal => refused(remark({ model }, 'PLUGIN_OPTION_INVALID', { message }))

/** The options of a request and the words that are left, at most so many. */
export function takeWords<const Kinds extends OptionKinds>(
  model: PluginModel,
  { words, written }: Request,
  kinds: Kinds,
  most = Infinity,
): Taken<Kinds> | Refusal {
  const taken = takeOptions(words, kinds, { written })
  if ('fault' in taken) return invalid(model, taken.fault)
  const over = taken.rest[most]
  return over === undefined ? taken : invalid(model, msg`Unexpected ${over} behind the command`)
}

/** A complexity as somebody says it. A fault is a message by `msg`. */
export function complexityOf(said: string | undefined): number | undefined | { readonly fault: string } {
  if (said === undefined || /^(?:[1-4](?:\.\d)?|5(?:\.0)?)$/.test(said)) return said === undefined ? undefined : Number(said)
  return { fault: msg`Unexpected complexity ${said}, expected a number from 1 to 5 with at most one decimal` }
}
