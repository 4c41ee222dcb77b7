import { refuse, usageCode, type CommandContext, type Refusal } from '../core/command.ts'
import type { NewTarget, Creation, CreationRequest } from '../core/creation.ts'
import type { Place } from '../core/diagnostic.ts'
import { msg } from '../core/message.ts'
import type { ProtocolName } from '../core/protocol-name.ts'
import {
  describeOptions,
  kindsOf,
  type KindsOf,
  type OptionDefinitions,
  optionFault,
  type ParsedOptions,
  takeOptions,
  usageOfOption,
} from './options.ts'
import type { NoOptions } from './command.ts'

/** A valid call of `baton new`. */
export interface CreationCall<Model, Options extends OptionDefinitions> {
  readonly model: Model
  /** The names, one unless several may be given. */
  readonly names: readonly [string, ...string[]]
  readonly options: ParsedOptions<KindsOf<Options>>['options']
  readonly actor: string
  readonly commandContext: CommandContext
}

const whereOf = ({ path, line }: Place) => (line === undefined ? path : `${path}:${line}`)

/** Refuses to create what already exists: nothing is overwritten. */
export const refuseExisting = (
  noun: string,
  name: string,
  details: { readonly place: Place; readonly target?: string; readonly hint?: string },
): Refusal =>
  refuse({
    code: 'NEW_EXISTS',
    severity: 'error',
    message: `Unexpected ${noun} ${msg`${name}`}, which is there already${details.place.path === '.' ? '' : msg`: ${whereOf(details.place)}`}`,
    ...details,
  })

interface CreationDefinition<Model, Options extends OptionDefinitions> {
  readonly protocol: ProtocolName
  /** The name in usage lines: `SLUG`. */
  readonly name: string
  /** Several names may be given. */
  readonly many?: true
  readonly options?: Options
  create(call: CreationCall<Model, Options>): NewTarget | Refusal
}

/**
 * How the first files of a target are made, from its definition: words and usage come from the declared options. Called with the type
 * of the model alone, so that those of the options are inferred: `creationFor<Model>()({ … })`.
 */
export const creationFor =
  <Model>() =>
  <const Options extends OptionDefinitions = NoOptions>(definition: CreationDefinition<Model, Options>): Creation<Model> => {
    const { protocol, name, many = false, options = {} as Options } = definition
    const all = Object.entries(options)
    const usage = [`${name}${many ? '…' : ''}`, ...all.map(([option, facts]) => usageOfOption(option, facts))].join(' ')
    const misused = (message: string): Refusal =>
      refuse({
        code: usageCode,
        severity: 'error',
        message,
        hint: `Usage: \`baton new ${protocol} ${usage}\``,
        place: { path: '.' },
      })
    return {
      usage,
      optionFacts: describeOptions(all),
      create(model, { words, actor, agent }: CreationRequest, commandContext: CommandContext) {
        const taken = takeOptions(words, kindsOf<Options>(all))
        if ('fault' in taken) return misused(taken.fault)
        const [first, ...others] = taken.rest
        if (first === undefined) return misused(msg`Missing ${name}`)
        if (others[0] !== undefined && !many) return misused(msg`Unexpected ${others[0]} after the name`)
        const present = agent !== undefined && Object.hasOwn(options, 'agent') ? { agent, ...taken.options } : taken.options
        const fault = optionFault(all, present)
        if (fault !== undefined) return misused(fault)
        return definition.create({ model, names: [first, ...others], options: present, actor, commandContext })
      },
    }
  }
