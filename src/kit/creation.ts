import { refuse, usageCode, type CommandContext, type Refusal } from '../core/command.ts'
import type { NewTarget, Creation, CreationRequest } from '../core/creation.ts'
import type { Place } from '../core/diagnostic.ts'
import { msg } from '../core/message.ts'
import type { ProtocolName } from '../core/protocol-name.ts'
import { requestError } from './diagnostic.ts'
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

const locationText = ({ path, line }: Place) => (line === undefined ? path : `${path}:${line}`)

/** Refuses to create what already exists: nothing is overwritten. */
export const refuseExisting = (
  noun: string,
  name: string,
  details: { readonly place: Place; readonly target?: string; readonly hint?: string },
): Refusal =>
  refuse({
    code: 'NEW_EXISTS',
    severity: 'error',
    message: `Unexpected ${noun} ${msg`${name}`}, which is there already${details.place.path === '.' ? '' : msg`: ${locationText(details.place)}`}`,
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
 * How the first files of a target are made, from its definition: words and usage come from the declared options. Called
 * with the type of the model alone, so that those of the options are inferred: `creationFor<Model>()({ … })`.
 */
export const creationFor =
  <Model>() =>
  <const Options extends OptionDefinitions = NoOptions>(
    definition: CreationDefinition<Model, Options>,
  ): Creation<Model> => {
    const { protocol, name, many = false, options = {} as Options } = definition
    const optionEntries = Object.entries(options)
    const usage = [
      `${name}${many ? '…' : ''}`,
      ...optionEntries.map(([option, facts]) => usageOfOption(option, facts)),
    ].join(' ')
    const refuseMisuse = (message: string): Refusal =>
      refuse(requestError(usageCode, message, `Usage: \`baton new ${protocol} ${usage}\``))
    return {
      usage,
      optionFacts: describeOptions(optionEntries),
      create(model, { words, actor, agent }: CreationRequest, commandContext: CommandContext) {
        const takenOptions = takeOptions(words, kindsOf<Options>(optionEntries))
        if ('fault' in takenOptions) return refuseMisuse(takenOptions.fault)
        const [first, ...otherNames] = takenOptions.rest
        if (first === undefined) return refuseMisuse(msg`Missing ${name}`)
        if (otherNames[0] !== undefined && !many) return refuseMisuse(msg`Unexpected ${otherNames[0]} after the name`)
        const givenOptions =
          agent !== undefined && Object.hasOwn(options, 'agent')
            ? { agent, ...takenOptions.options }
            : takenOptions.options
        const fault = optionFault(optionEntries, givenOptions)
        if (fault !== undefined) return refuseMisuse(fault)
        return definition.create({ model, names: [first, ...otherNames], options: givenOptions, actor, commandContext })
      },
    }
  }
