import type * as z from 'zod'
import type { Change } from './change.ts'
import type { CommandName } from './command-names.ts'
import type { Command, CommandFacts, History, Outcome, Remark, Request } from './command.ts'
import type { Finding } from './diagnostic.ts'
import type { Log } from './log.ts'
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
  /** The id of the target that it is a part of: it is listed behind that one, with its other parts in the protocol's order. */
  readonly within?: string
  /** The states of its whole way, in order, its own among them: for diagrams. Absent where there is no such way. */
  readonly way?: readonly string[]
}

/** What the caller named, and as what (`--as KIND`). */
export interface Asked {
  readonly paths: readonly string[]
  readonly as?: string | undefined
}

/** What a reading of files needs to know besides the files. */
export interface Context {
  /** The day of the check or request in the configured time zone, `YYYY-MM-DD`. */
  readonly day: string
  /** The moment of the check or request, ISO 8601 in UTC. */
  readonly at: string
  /** Bytes above which a file is not read. */
  readonly limit: number
  /** Given where the installation is examined: those of the protocol's `kept` paths that git ignores. */
  readonly ignored?: ReadonlySet<string>
  /** The files that were named, where any were. */
  readonly asked?: Asked | undefined
  /** Absent where nothing is known of commits. */
  readonly log?: Log | undefined
  /** Whether git has this file; absent where that cannot be told. */
  readonly tracked?: ((path: string) => boolean) | undefined
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
  /** That prefix, where one was written: `session`. */
  readonly kind?: string | undefined
  /** The words behind it. */
  readonly words: readonly string[]
  /** The paths that the change under review touches, those that it deletes too. */
  readonly touched: readonly string[]
}

/** The ids of the targets that are meant and the words that are left for the command; or why the protocol cannot tell. */
export type Resolved = { readonly ids: readonly string[]; readonly words: readonly string[] } | { readonly refused: readonly Remark[] }

/** A part of what a digest is over: text, bytes, or the digest of a file; `undefined`: it is not there. */
export type Part = string | Uint8Array | undefined

/** What compare-and-swap goes by (commands, "Effect"): if neither has changed, a command may be planned again on a moved head. */
export interface Stakes {
  /** What the protocol's page names as the target's state, in its order. */
  readonly state: readonly Part[]
  /** What the state was made against. */
  readonly contract: readonly Part[]
}

/** Lines of a file, counted from 1; the second is exclusive. */
export type Lines = readonly [from: number, to: number]

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
  /** What it reads, and of the files that were named those that may be its own wherever they lie. */
  selectors(configuration: Configuration, asked?: Asked): readonly Selector[]
  /** What has to be looked at besides, as a first look shows: files that others lead to, or that a rule turns out to need. */
  further?(comparison: Comparison<Model>): readonly Selector[]
  /** Whether any of its files is there. */
  found(view: View, configuration: Configuration, context: Context): boolean
  /** Paths that git must not ignore, lest state is lost on the way. */
  kept?(configuration: Configuration): readonly string[]
  /** Whether its rules look at the commits of a change: then a reading of the head has them where they can be had. */
  readonly commits?: true
  /** Found too wherever the configuration has a section for it. */
  readonly foundByConfiguration?: true
  read(view: View, configuration: Configuration, context: Context, change?: Change): Model
  targets(model: Model): readonly Target[]
  /** The ids of the targets whose state this file holds. */
  owners(model: Model, path: string): readonly string[]
  /** What was read from one file, as plain data; `undefined` if it is none of this protocol's. */
  parsed(model: Model, path: string): unknown
  readonly rules: readonly Rule<Comparison<Model>>[]
  /** Its files are judged each on its own: a named one does not bring what is said of its target elsewhere. */
  readonly filesApart?: true
  /** What `--as` may say: kinds of its files. */
  readonly fileKinds?: readonly string[]
  /** Which targets a command means; by default that whose id is one of the kinds and the written name. */
  resolve?(model: Model, mention: Mention): Resolved
  /** Those that change or judge one of its targets; what every protocol has (`/status`, `/validate`, …) is the engine's. */
  readonly commands: readonly Command<Model>[]
  /** What commands answer besides the codes of rules: each with its meaning. */
  readonly answers?: Readonly<Record<string, string>>
  /** One comment may end a unit of a target and begin the next: `/handback NAME success`, then `/accept NAME`. */
  readonly mayGoOn?: true
  /** What compare-and-swap of a target goes by; by default the files that hold its state. */
  stakes?(model: Model, target: string, command: CommandName | undefined): Stakes
  /**
   * Files shared by several targets have smaller units of touch than the file: key → text of the unit, in this model.
   * Two models whose texts of a key are equal have not touched it.
   */
  units?(model: Model): ReadonlyMap<string, string>
  /** The unit that a finding at this path about this target belongs to; `undefined`: the whole file. */
  unit?(model: Model, path: string, target: string): string | undefined
  /** Where a target's unit stands in a file that has units, in order. */
  lines?(model: Model, path: string, target: string): readonly Lines[]
}

/** The own part of a target in a file that it shares with others. */
export interface Share {
  readonly text: string
  readonly lines: readonly Lines[]
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
  /** What compare-and-swap of a target goes by. */
  stakes(target: string, command?: CommandName): Stakes
  /** The target's own part of a file of the head; `undefined`: the file is not shared. */
  share(path: string, target: string): Share | undefined
  /** Runs one of the protocol's commands on the head; `undefined`: it has no such command. */
  run(command: CommandName, request: Request, history?: History): Outcome | undefined
}

/** What is compared: with a base, or by itself. */
export interface Views {
  readonly head: View
  readonly base?: View | undefined
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
  readonly answers: Readonly<Record<string, string>>
  readonly mayGoOn: boolean
  readonly filesApart: boolean
  readonly fileKinds: readonly string[]
  /** Here and below: the section as it is written; `undefined` for the defaults. */
  selectors(configuration: unknown, asked?: Asked): readonly Selector[]
  /** What has to be looked at besides, as a first look shows. */
  further(views: Views, configuration: unknown, context: Context): readonly Selector[]
  /** Paths that git must not ignore. */
  kept(configuration: unknown): readonly string[]
  /** Whether it looks at the commits of a change between these views: only then they need to be had. */
  asksForCommits(views: Views, configuration: unknown, context: Context): boolean
  read(views: Views, configuration: unknown, context: Context, change?: Change): Reading
}

/** The digests of some files of a view, each behind its path. */
const stakesIn = (view: View, isState: (path: string) => boolean): Stakes => ({
  state: view.paths.filter(isState).flatMap((path) => [path, view.digest(path)?.sha256]),
  contract: [],
})

/** Closes a definition over its types, so that protocols of different models stand in one list. */
export function protocol<Configuration, Model>(definition: ProtocolDefinition<Configuration, Model>): Protocol {
  const own = (section: unknown) => definition.configuration.parse(section ?? {})
  const isFound = ({ head, base }: Views, section: unknown, configuration: Configuration, context: Context) =>
    (definition.foundByConfiguration === true && section !== undefined) ||
    definition.found(head, configuration, context) ||
    (base !== undefined && definition.found(base, configuration, context))
  return {
    name: definition.name,
    kinds: definition.kinds,
    title: definition.title,
    about: definition.about,
    configuration: definition.configuration,
    rules: definition.rules,
    commands: definition.commands,
    answers: definition.answers ?? {},
    mayGoOn: definition.mayGoOn === true,
    filesApart: definition.filesApart === true,
    fileKinds: definition.fileKinds ?? [],
    selectors: (section, asked) => definition.selectors(own(section), asked),
    further({ head, base }, section, context) {
      if (!definition.further) return []
      const configuration = own(section)
      const now = definition.read(head, configuration, context)
      return definition.further({ now, before: base && definition.read(base, configuration, context), context })
    },
    kept: (section) => definition.kept?.(own(section)) ?? [],
    asksForCommits: (views, section, context) => definition.commits === true && isFound(views, section, own(section), context),
    read({ head, base }, section, context, change) {
      const configuration = own(section)
      const now = definition.read(head, configuration, context, change)
      const before = base && definition.read(base, configuration, context)
      const comparison = { now, before, context }
      const unitsBefore = before && definition.units?.(before)
      let known: ReadonlyMap<string, string> | undefined
      const units = () => (known ??= definition.units?.(now) ?? new Map<string, string>())
      const rules = new Map(definition.rules.map((rule) => [rule.code, rule]))
      return {
        found: isFound({ head, base }, section, configuration, context),
        targets: definition.targets(now),
        targetsBefore: before ? definition.targets(before) : [],
        owners: (path) => [...new Set([now, ...(before ? [before] : [])].flatMap((model) => definition.owners(model, path)))],
        parsed: (path) => definition.parsed(now, path),
        findings: (rule) => rules.get(rule.code)?.check(comparison) ?? [],
        touched(path, target) {
          const key = target === undefined ? undefined : definition.unit?.(now, path, target)
          return key === undefined || !unitsBefore ? undefined : units().get(key) !== unitsBefore.get(key)
        },
        stakes: (target, command) =>
          definition.stakes?.(now, target, command) ?? stakesIn(head, (path) => definition.owners(now, path).includes(target)),
        share(path, target) {
          const key = definition.unit?.(now, path, target)
          return key === undefined ? undefined : { text: units().get(key) ?? '', lines: definition.lines?.(now, path, target) ?? [] }
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
