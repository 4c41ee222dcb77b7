import type * as z from 'zod'
import type { CommandName } from './command-names.ts'
import type { Command, CommandFacts, History, Outcome, Remark, Request } from './command.ts'
import type { Finding } from './diagnostic.ts'
import type { Rule, RuleFacts } from './rule.ts'
import type { Selector, View } from './view.ts'

export const protocolNames = ['plugin', 'handover', 'subagent', 'control', 'governance'] as const
export type ProtocolName = (typeof protocolNames)[number]

/** Who has control of a target. */
export type Holder = 'orchestrator' | 'agent'

/** A target and the state it is in. */
export interface Target {
  /** `plugin:MinimalKick` */
  readonly id: string
  /** The file that says so first. */
  readonly path: string
  /** Absent where it cannot be known. */
  readonly holder?: Holder
  /** In words, `stage 2 complete`. */
  readonly state: string
  /** The protocol's own facts; its page says which keys. */
  readonly facts: Readonly<Record<string, unknown>>
  /** The states of its whole way, in order, its own among them: for diagrams. Absent where there is no such way. */
  readonly way?: readonly string[]
}

/** What a reading of files needs to know besides the files. */
export interface Context {
  /** The day of the check or request in the configured time zone, `YYYY-MM-DD`. */
  readonly day: string
  /** The moment of the check or request, ISO 8601 in UTC. */
  readonly at: string
  /** Bytes above which a file is not read. */
  readonly limit: number
  /** Given in an audit: how old work in progress may be, and when a path was last committed to, where that is known. */
  readonly staleness?: { readonly milliseconds: number; lastCommit(path: string): string | undefined }
}

/** What is checked: the present state, and the one before the change if there is one. */
export interface Comparison<Model> {
  readonly now: Model
  readonly before: Model | undefined
  readonly context: Context
}

/** How a command names its target. */
export interface Mention {
  /** As written, a prefix of the protocol's own taken off. */
  readonly name: string
  /** The words behind it. */
  readonly words: readonly string[]
  /** What the change under review touches. */
  touched(path: string): boolean
}

/** The ids of the targets that are meant and the words that are left for the command; or why the protocol cannot tell. */
export type Resolved = { readonly ids: readonly string[]; readonly words: readonly string[] } | { readonly refused: readonly Remark[] }

/** One family of state files: its facts, how it is read, and its rules. Pure and synchronous. */
export interface ProtocolDefinition<Configuration, Model> {
  readonly name: ProtocolName
  readonly title: string
  /** One paragraph for the protocol's page. */
  readonly about: string
  /** What the ids of its targets begin with: `plugin`. */
  readonly kinds: readonly string[]
  /** The shape of the protocol's section of the configuration; an empty one gives every default. */
  readonly configuration: z.ZodType<Configuration>
  selectors(configuration: Configuration): readonly Selector[]
  /** Whether any of its files is there. */
  found(view: View, configuration: Configuration): boolean
  read(view: View, configuration: Configuration, context: Context): Model
  targets(model: Model): readonly Target[]
  /** The ids of the targets whose state this file holds. */
  owners(model: Model, path: string): readonly string[]
  /** What was read from one file, as plain data; `undefined` if it is none of this protocol's. */
  parsed(model: Model, path: string): unknown
  readonly rules: readonly Rule<Comparison<Model>>[]
  /** Which targets a command means; by default that whose id is one of the kinds and the written name. */
  resolve?(model: Model, mention: Mention): Resolved
  /** Those that change or judge one of its targets; what every protocol has (`/status`, `/validate`, …) is the engine's. */
  readonly commands: readonly Command<Model>[]
  /**
   * Files shared by several targets have smaller units of touch than the file: key → text of the unit, in this model.
   * Two models whose texts of a key are equal have not touched it.
   */
  units?(model: Model): ReadonlyMap<string, string>
  /** The unit that a finding at this path about this target belongs to; `undefined`: the whole file. */
  unit?(model: Model, path: string, target: string): string | undefined
}

/** A reading of one comparison by one protocol, its types closed over. */
export interface Reading {
  readonly found: boolean
  readonly targets: readonly Target[]
  readonly targetsBefore: readonly Target[]
  /** The ids of the targets whose state this file holds, in head or base. */
  owners(path: string): readonly string[]
  parsed(path: string): unknown
  findings(rule: RuleFacts): Iterable<Finding>
  /** Whether the protocol knows better than the files whether this path, for this target, is touched. */
  touched(path: string, target: string | undefined): boolean | undefined
  /** Which targets a command means. None: this protocol knows no such name. */
  resolve(mention: Mention): Resolved
  /** Runs one of the protocol's commands on the head; `undefined`: it has no such command. */
  run(command: CommandName, request: Request, history?: History): Outcome | undefined
}

/** A protocol as the engine sees it. */
export interface Protocol {
  readonly name: ProtocolName
  readonly kinds: readonly string[]
  readonly title: string
  readonly about: string
  readonly configuration: z.ZodType
  readonly rules: readonly RuleFacts[]
  readonly commands: readonly CommandFacts[]
  /** Here and in `read`: the section as it is written; `undefined` for the defaults. */
  selectors(configuration: unknown): readonly Selector[]
  read(views: { readonly head: View; readonly base?: View | undefined }, configuration: unknown, context: Context): Reading
}

/** Closes a definition over its types, so that protocols of different models stand in one list. */
export function protocol<Configuration, Model>(definition: ProtocolDefinition<Configuration, Model>): Protocol {
  const own = (section: unknown) => definition.configuration.parse(section ?? {})
  return {
    name: definition.name,
    kinds: definition.kinds,
    title: definition.title,
    about: definition.about,
    configuration: definition.configuration,
    rules: definition.rules,
    commands: definition.commands,
    selectors: (section) => definition.selectors(own(section)),
    read({ head, base }, section, context) {
      const configuration = own(section)
      const now = definition.read(head, configuration, context)
      const before = base && definition.read(base, configuration, context)
      const comparison = { now, before, context }
      const units = definition.units?.(now)
      const unitsBefore = before && definition.units?.(before)
      const rules = new Map(definition.rules.map((rule) => [rule.code, rule]))
      return {
        found: definition.found(head, configuration) || (base !== undefined && definition.found(base, configuration)),
        targets: definition.targets(now),
        targetsBefore: before ? definition.targets(before) : [],
        owners: (path) => [...new Set([now, ...(before ? [before] : [])].flatMap((model) => definition.owners(model, path)))],
        parsed: (path) => definition.parsed(now, path),
        findings: (rule) => rules.get(rule.code)?.check(comparison) ?? [],
        touched(path, target) {
          const key = target === undefined ? undefined : definition.unit?.(now, path, target)
          return key === undefined || !unitsBefore ? undefined : units?.get(key) !== unitsBefore.get(key)
        },
        resolve(mention) {
          const own = definition.resolve?.(now, mention)
          if (own) return own
          const ids = new Set(definition.kinds.map((kind) => `${kind}:${mention.name}`))
          return { ids: definition.targets(now).flatMap(({ id }) => (ids.has(id) ? [id] : [])), words: mention.words }
        },
        run: (command, request, history) =>
          definition.commands.find(({ name }) => name === command)?.run(now, request, { view: head, context, history }),
      }
    },
  }
}
