import type * as z from 'zod'
import type { Proposal } from './action.ts'
import type { Change } from './change.ts'
import type { PlaceComparison } from './compared.ts'
import type { NewTarget, Creation, CreationRequest } from './creation.ts'
import type { CommandName } from './command-names.ts'
import type {
  ChangeSet,
  Command,
  CommandDiagnostic,
  CommandFacts,
  CommandMove,
  History,
  Outcome,
  Refusal,
  Request,
} from './command.ts'
import type { Grant } from './grant.ts'
import type { Finding, Place, Severity } from './diagnostic.ts'
import type { Findings, LongRule, RuleFacts, RuleGroupFacts } from './rule.ts'
import type { Steps } from './steps.ts'
import type { Selector, View } from './view.ts'
import type { Mention, TargetResolution, StateDigest, Target } from './target.ts'
import type { NamedFiles, Comparison, Context } from './context.ts'
import type { BuiltInName, ProtocolName } from './protocol-name.ts'

export { protocolNames, UnknownProtocol, type BuiltInName, type ProtocolName } from './protocol-name.ts'

/** Two versions of a file, and their common base. */
export interface MergeSides {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** Two versions of a file, merged. */
export interface MergeResult {
  readonly text: string
  /** A person has to decide: it contains conflict markers. */
  readonly conflicts: boolean
}

/** Lines of a file, counted from 1; the second is exclusive. */
export type LineRange = readonly [from: number, to: number]

/** A command that brings copies of a target's state into agreement after a change; it has no author. */
export interface Reconciliation {
  readonly target: string
  readonly command: CommandName
  readonly words: readonly string[]
  readonly onlyCopies: boolean
}

/** How the files of a protocol are recognised in a repository without a configuration, wherever they are. */
export interface Detection {
  /** The files that show it, by their names. */
  readonly glob: string
  /** Whether a regular file of such a name has the format of this protocol: others use the same names. */
  reads(view: View, path: string, limit: number): boolean
  /** The folder that a team would configure to have this file found; `.` for the root. */
  place(path: string): string
  /**
   * The section of the configuration by which files that read are found: only keys that differ from the defaults.
   * `undefined` where they do not form a state together. `samples` are folders that the defaults would find and that
   * should be left out.
   */
  section(paths: readonly string[], samples: readonly string[]): Readonly<Record<string, unknown>> | undefined
}

/** What in a declaration is wrong by the files of a repository, at its line in the configuration. */
export interface WrongName {
  readonly finding: Finding
  readonly severity: Severity
}

/** The feature of a protocol that can be in use without a file of its own. */
export interface UseByConfiguration {
  /** Whether it is in use by its section of the configuration as it is written; `undefined`: there is none. */
  isInUse(section: unknown): boolean
  /** The whole declaration of a declared protocol as one text: equal texts declare the same. */
  readonly declaration?: string
  /** Where the protocol is declared. */
  readonly place?: Place
  /** Names in the declaration that the files of a repository show to be wrong. */
  readonly wrongIn?: (views: Pick<Views, 'head' | 'base'>, limit: number) => Iterable<WrongName>
}

/** Files that are checked as one of a kind, wherever they are, and each on its own. */
export interface NamedKinds {
  /** The values that `--as` may have. */
  readonly fileKinds: readonly string[]
}

/** Files that finished work leaves in a working tree, and that are in no commit. */
export interface Leftovers {
  /** How `baton cleanup` names the target that has them: `PROJECT_DIR`. */
  readonly target: string
  /** The line of `.gitignore` that keeps them out of commits. */
  readonly ignore: string
}

/** Optional features of a protocol that matter before it is loaded. */
export interface DiscoveryCapabilities {
  readonly useByConfiguration?: UseByConfiguration
  readonly namedKinds?: NamedKinds
  /** A protocol with this feature also has the command that removes the files (`cleanup`). */
  readonly leftovers?: Leftovers
}

/** How a protocol is recognized: enough to look for its files before anything else of it is loaded. */
export interface ProtocolDiscovery<Configuration> {
  readonly name: ProtocolName
  /** What the ids of its targets begin with: `plugin`. */
  readonly kinds: readonly string[]
  /** The shape of the protocol's section of the configuration; an empty one gives every default. */
  configuration(): z.ZodType<Configuration>
  /** What an empty section gives, without the shape. */
  readonly defaults: Configuration
  /** What it reads, and those of the named files that may belong to it, whatever their path. */
  selectors(configuration: Configuration, namedFiles?: NamedFiles): readonly Selector[]
  readonly capabilities?: DiscoveryCapabilities
}

/** Files that many targets share, so that branches conflict in them. */
export interface SharedFiles<Configuration> {
  paths(configuration: Configuration): readonly string[]
  /** Merges such a file target by target; `undefined`: the path is not such a file, or the file has an unusual form. */
  merge(configuration: Configuration, path: string, sides: MergeSides): MergeResult | undefined
}

/**
 * Which part of a shared file belongs to which target: a change touches the targets whose parts it changes, and no
 * others.
 */
export interface RowOwnership<Model> {
  /** The key of a target's part of the file at a path; `undefined`: the file is not shared. */
  key(model: Model, path: string, target: string): string | undefined
  /** The texts of all parts, by key. */
  texts(model: Model): ReadonlyMap<string, string>
  /**
   * By key, the content of each part that counts when deciding whether a change touches it. Absent: its whole text.
   */
  values?(model: Model): ReadonlyMap<string, string>
  /** Where a target's part is in the file, in order. */
  lines(model: Model, path: string, target: string): readonly LineRange[]
}

/**
 * The targets of a protocol as far as each can be read apart from the others: a replay need not look at those again
 * that a commit leaves as they are.
 */
export interface TargetIsolation<Model> {
  /**
   * The ids of the targets that are in one of two models alone, or of which anything may differ that a history shows:
   * their state and whose turn it is, what rules with `contradiction` find about them, and what is compared in them.
   * Lines, wording and repairs may differ in others too. `undefined`: all. The files of the earlier model cannot be
   * read any more.
   */
  moved(model: Model, earlierModel: Model): ReadonlySet<string> | undefined
  only(model: Model, targets: ReadonlySet<string>): Model
}

/**
 * Independent parts of a repository: the findings in one depend only on its own files and those to which they refer.
 * When many commits are replayed, only the parts that change are read again.
 */
export interface Units<Configuration> {
  /**
   * Names the unit of a path: paths that share a name, directly or through others, belong to one unit. Those without a
   * name belong to another.
   */
  namesOf(configuration: Configuration): (path: string) => readonly string[]
}

/** Copies of its state in other files, which a change may leave behind. */
export interface Reconciler<Model> {
  /** The commands that bring them into agreement after a change that moved only some of them. */
  reconcile(comparison: Comparison<Model>): readonly Reconciliation[]
}

/**
 * Units of a target that follow one another: one comment may end one and begin the next, `/handback NAME success`, then
 * `/accept NAME`.
 */
export interface ConsecutiveUnits {
  /** The reasons of `/handback` that end a unit. */
  readonly endedBy: readonly string[]
}

/** Present if it has rules about the commits of a change. */
export interface CommitRules<Model> {
  /** The model of a head with the commits that lead to it, where they are available. Nothing is read for it. */
  withChange(model: Model, change: Change): Model
}

/** Rules that look at the tip of the base as well, which may have moved on since the change began. */
export interface TipRules<Model> {
  /** Whether there is anything in a change to compare with the tip. */
  needsTip(comparison: Comparison<Model>): boolean
}

/** Places that have to agree. */
export interface Agreement<Model> {
  /**
   * Everything that rules with `contradiction` compare, those places that agree included. A place that cannot be read
   * is not compared.
   */
  compared(model: Model): Iterable<PlaceComparison>
  /** Present if each target can be compared apart from the others. */
  readonly isolation?: TargetIsolation<Model>
}

export interface CommittedState<Configuration> {
  /** Paths that git must not ignore: their state would be lost. Names stand for those of any target. */
  paths(configuration: Configuration): readonly string[]
  /** Paths that git has to ignore: they are for one machine alone. */
  local?(configuration: Configuration): readonly string[]
}

/** A change of files that are never committed, and what is wrong with those that could not be changed. */
export interface LocalChanges {
  readonly local?: ChangeSet
  readonly diagnostics: readonly CommandDiagnostic[]
}

/** Optional features of a protocol. */
export interface Capabilities<Configuration, Model> extends DiscoveryCapabilities {
  readonly merging?: SharedFiles<Configuration>
  readonly rowOwnership?: RowOwnership<Model>
  readonly reconciling?: Reconciler<Model>
  readonly consecutiveUnits?: ConsecutiveUnits
  readonly commitRules?: CommitRules<Model>
  readonly tipRules?: TipRules<Model>
  readonly agreement?: Agreement<Model>
  /** The places in files that its commands write, as far as they are there. */
  readonly writes?: (model: Model) => Iterable<Place>
  /** What a person does so that the name of an agent can be written for a target, where it has a place that is not there. */
  readonly namingHint?: (model: Model, target: string) => string | undefined
  readonly units?: Units<Configuration>
  readonly committedState?: CommittedState<Configuration>
  /** `baton cleanup`: a command of the program alone, since what it removes is in no commit. */
  readonly cleanup?: Command<Model, 'cleanup'>
  /**
   * Brings what is kept of a target on disk alone into agreement with its state: no commit has it, so an undo cannot
   * give it back.
   */
  readonly refreshLocal?: (model: Model, target: string, at: string) => LocalChanges
}

/** One family of state files: its facts, how it is read, and its rules. Pure and synchronous. */
export interface ProtocolDefinition<Configuration, Model> extends ProtocolDiscovery<Configuration> {
  readonly title: string
  /** Further files to load after a first reading: those that others lead to, or that a rule turns out to need. */
  further?(comparison: Comparison<Model>): readonly Selector[]
  /** Whether any of its files is there. */
  found(view: View, configuration: Configuration, model: () => Model): boolean
  readonly detect: Detection
  /** In steps of a file each, where a view may hold many large ones. */
  read(view: View, configuration: Configuration, context: Context): Steps<Model>
  targets(model: Model): readonly Target[]
  /** The next action on a target; `undefined`: none is left. */
  next(model: Model, target: Target): Proposal | undefined
  /** The ids of the targets whose state this file holds. */
  owners(model: Model, path: string): readonly string[]
  /** What was read from one file, as plain data; `undefined` if it is none of this protocol's. */
  parsed(model: Model, path: string): unknown
  readonly rules: readonly LongRule<Comparison<Model>>[]
  /** The rules by subject: each group is a page. */
  readonly groups?: readonly RuleGroupFacts[]
  /** Which targets a command means; by default that whose id is one of the kinds and the written name. */
  resolve?(model: Model, mention: Mention): TargetResolution
  /**
   * The commands that change or judge one of its targets; those that every protocol has (`/status`, `/validate`, …) are
   * the engine's.
   */
  readonly commands: readonly Command<Model>[]
  /** Where they lead to from which states of its targets. */
  readonly moves: readonly CommandMove[]
  /** Writes the grant of a target, or removes it: the changed files, with no other change in them. */
  writeGrant(model: Model, target: Target, grant: Grant | undefined): ChangeSet
  /** How the first files of a target are made: `baton new`. */
  readonly creation: Creation<Model>
  /** What compare-and-swap compares of a target; by default the files that hold its state. */
  stateDigest?(model: Model, target: string, command: CommandName | undefined): StateDigest
  readonly capabilities?: Capabilities<Configuration, Model>
}

/** What documents, `explain` and the library alone say of a protocol: no check loads it. */
export interface ProtocolDocumentation {
  /** One paragraph for the protocol's page. */
  readonly about: string
  /** The codes of refusals that are not codes of rules, each with its meaning. */
  readonly refusalCodes: Readonly<Record<string, string>>
  /** What the keys of its section of the configuration mean, by their paths: `limits.attempts`. */
  readonly configuration: Readonly<Record<string, string>>
  /**
   * Its rules, where it is no protocol that is built in: they are explained whether or not a repository has such a
   * workflow.
   */
  readonly rules?: readonly RuleFacts[]
}

/** The documentation of every protocol that is built in; declared workflows have one together. */
export type Documentation = Readonly<Record<BuiltInName | 'declared', ProtocolDocumentation>>

/** A target's own part of a file that it shares with others. */
export interface Share {
  readonly text: string
  readonly lines: readonly LineRange[]
}

/** A reading whose targets can be read apart. */
export interface Isolation {
  /** What was read, for a later reading to compare itself with. */
  readonly model: unknown
  /**
   * The ids of the targets that may have changed since an earlier reading of the same protocol, by its `earlierModel`;
   * `undefined`: all.
   */
  movedSince(earlierModel: unknown): ReadonlySet<string> | undefined
  only(targets: ReadonlySet<string>): Pick<Reading, 'targets' | 'findings' | 'compared'>
}

/** A reading of one comparison by one protocol, its types closed over. */
export interface Reading {
  readonly found: boolean
  readonly targets: readonly Target[]
  readonly targetsBefore: readonly Target[]
  /** The next action on a target of the head; `undefined`: none is left. */
  next(target: Target): Proposal | undefined
  /** The ids of the targets whose state this file holds, in head or base. */
  owners(path: string): readonly string[]
  parsed(path: string): unknown
  findings(rule: RuleFacts): Findings
  /** Everything in the head that rules with `contradiction` compare, those places that agree included. */
  compared(): Iterable<PlaceComparison>
  /** The places in files of the head that its commands write, of a protocol that is declared. */
  writes(): Iterable<Place>
  /** Present if each target can be read apart from the others. */
  readonly isolation?: Isolation
  /** Whether this path, for this target, is touched, where the protocol can decide that better than by the files. */
  touched(path: string, target: string | undefined): boolean | undefined
  /** Which targets a command means. None: this protocol has no such name. */
  resolve(mention: Mention): TargetResolution
  /** What brings copies of its state into agreement after a change that moved only some of them. */
  reconcile(): readonly Reconciliation[]
  /** What compare-and-swap compares of a target. */
  stateDigest(target: string, command?: CommandName): StateDigest
  /** The target's own part of a file of the head; `undefined`: the file is not shared. */
  share(path: string, target: string): Share | undefined
  /** Runs one of the protocol's commands on the head; `undefined`: it has no such command. */
  run(command: CommandName, request: Request, history?: History): Outcome | undefined
  /** Removes what finished work has left in the working tree; `undefined`: the protocol has nothing of the kind. */
  cleanup(request: Request): Outcome | undefined
  /** Brings what is kept of a target on disk alone into agreement with its state. */
  refreshLocal(target: string): LocalChanges
  /** Writes the grant of a target of the head, or takes it away. */
  writeGrant(target: Target, grant: Grant | undefined): ChangeSet
  /** What a person does so that the name of an agent can be written; `undefined`: the protocol knows no place for it. */
  namingHint(target: string): string | undefined
  /** Makes the first files of a target, in addition to what the head holds. */
  create(request: CreationRequest): NewTarget | Refusal
}

/** What is compared: with a base, or by itself. */
export interface Views {
  readonly head: View
  readonly base?: View | undefined
  /** The tip of the base, where that is a later commit and a protocol looks at it. */
  readonly tip?: View | undefined
}

/** The discovery of a protocol, its types closed over. */
export interface ProtocolDescriptor<Name extends ProtocolName = ProtocolName> {
  readonly name: Name
  readonly kinds: readonly string[]
  configuration(): z.ZodType
  readonly useByConfiguration: UseByConfiguration | undefined
  readonly namedKinds: NamedKinds | undefined
  readonly leftovers: Leftovers | undefined
  /** The section as it is written; `undefined` for the defaults. */
  selectors(section: unknown, namedFiles?: NamedFiles): readonly Selector[]
}

/** A protocol as the engine sees it. */
export interface Protocol<Name extends ProtocolName = ProtocolName> extends ProtocolDescriptor<Name> {
  readonly title: string
  readonly rules: readonly RuleFacts[]
  /** The rules by subject: each group is a page. */
  readonly groups: readonly RuleGroupFacts[]
  readonly commands: readonly CommandFacts[]
  /** Where they lead to from which states of its targets. */
  readonly moves: readonly CommandMove[]
  readonly creation: Pick<Creation<unknown>, 'usage' | 'optionFacts'>
  readonly consecutiveUnits: ConsecutiveUnits | undefined
  readonly detect: Detection
  /** Further files to load after a first reading. Here and below, `configuration` is the section as it is written. */
  further(views: Views, configuration: unknown, context: Context): readonly Selector[]
  /** The names of the units of paths; `undefined`: a repository has no parts that can be read by themselves. */
  units(configuration: unknown): ((path: string) => readonly string[]) | undefined
  /** Paths that git must not ignore. */
  kept(configuration: unknown): readonly string[]
  /** Paths that git has to ignore. */
  local(configuration: unknown): readonly string[]
  /** Files that many targets share; `undefined`: there are none. */
  readonly merging: SharedFiles<unknown> | undefined
  /** Whether it looks at the commits of a change between these views: only then they have to be read. */
  asksForCommits(views: Views, configuration: unknown, context: Context): boolean
  /** Whether it compares the change between these views with the tip of the base: only then that has to be read. */
  asksForTip(views: Views, configuration: unknown, context: Context): boolean
  read(views: Views, configuration: unknown, context: Context, change?: Change): Reading
  /** Reads views in steps, so that `read` of these finds everything read. */
  readAhead(views: Views, configuration: unknown, context: Context): Steps<void>
}
