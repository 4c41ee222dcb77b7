import { refused, usageCode, type CommandContext, type Refusal } from '../core/command.ts'
import type { Created, Creation, CreationRequest } from '../core/creation.ts'
import { msg } from '../core/message.ts'
import type { ProtocolName } from '../core/protocol-name.ts'
import { type OptionKinds, type Taken, takeOptions } from './options.ts'

/** An option of `baton new`. */
interface CreationOption {
  readonly kind: OptionKinds[string]
  /** What stands for its value in the usage line. */
  readonly value: string
  readonly required?: true
  /** Why a value is none; a message by `msg`. */
  fault?(value: string): string | undefined
}

type Definitions = Readonly<Record<string, CreationOption>>
type KindsOf<Options extends Definitions> = { readonly [Name in keyof Options]: Options[Name]['kind'] }

/** What `baton new` was called with: its words are of its form. */
export interface CreationCall<Model, Options extends Definitions> {
  readonly model: Model
  /** The names, one unless several may be given. */
  readonly names: readonly [string, ...string[]]
  readonly options: Taken<KindsOf<Options>>['options']
  readonly actor: string
  readonly commandContext: CommandContext
}

interface CreationDefinition<Model, Options extends Definitions> {
  readonly protocol: ProtocolName
  /** What stands for the name: `SLUG`. */
  readonly name: string
  /** Several names may be given. */
  readonly many?: true
  readonly options?: Options
  readonly example: string
  create(call: CreationCall<Model, Options>): Created | Refusal
}

const usageOf = (name: string, { kind, value, required }: CreationOption): string =>
  `${required ? `--${name} ${value}` : `[--${name} ${value}]`}${kind === 'many' ? '…' : ''}`

type NoOptions = Readonly<Record<string, never>>

/**
 * How the first files of a target are made, from its definition: words and usage come from the declared options. Called with the type
 * of the model alone, so that those of the options are inferred: `creationFor<Model>()({ … })`.
 */
export const creationFor =
  <Model>() =>
  <const Options extends Definitions = NoOptions>(definition: CreationDefinition<Model, Options>): Creation<Model> => {
    const { protocol, name, many = false, options = {} as Options, example } = definition
    const all = Object.entries(options)
    const usage = [`${name}${many ? '…' : ''}`, ...all.map(([option, facts]) => usageOf(option, facts))].join(' ')
    const misused = (message: string): Refusal =>
      refused({
        code: usageCode,
        severity: 'error',
        message,
        hint: `Usage: \`baton new ${protocol} ${usage}\``,
        place: { path: '.' },
      })
    return {
      usage,
      example,
      create(model, { words, actor }: CreationRequest, commandContext: CommandContext) {
        const kinds = Object.fromEntries(all.map(([option, { kind }]) => [option, kind])) as KindsOf<Options>
        const taken = takeOptions(words, kinds)
        if ('fault' in taken) return misused(taken.fault)
        const [first, ...others] = taken.rest
        if (first === undefined) return misused(msg`Missing ${name}`)
        if (others[0] !== undefined && !many) return misused(msg`Unexpected ${others[0]} behind the name`)
        const missing = all.find(([option, { required }]) => required && taken.options[option] === undefined)
        if (missing) return misused(msg`Missing option ${`--${missing[0]}`}`)
        const faults = all.flatMap(([option, { fault }]) => [taken.options[option] ?? []].flat().map((value) => fault?.(String(value))))
        const wrong = faults.find((each) => each !== undefined)
        if (wrong !== undefined) return misused(wrong)
        return definition.create({ model, names: [first, ...others], options: taken.options, actor, commandContext })
      },
    }
  }
