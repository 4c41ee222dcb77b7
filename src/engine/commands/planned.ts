import type { GrantedWork } from '../../core/action.ts'
import type { ExtraExplanations } from '../explanations.ts'
import type { BranchHistory, ChangeSet, CommittedCommand, Details, Outcome, ReplyFacts } from '../../core/command.ts'
import type { CommandName } from '../../core/command-names.ts'
import type { Diagnostic, Level } from '../../core/diagnostic.ts'
import type { Context } from '../../core/context.ts'
import type { Grant } from '../../core/grant.ts'
import type { Holder, Target } from '../../core/target.ts'
import type { Protocol, ProtocolDescriptor, ProtocolName } from '../../core/protocol.ts'
import type { Mode } from '../../core/report.ts'
import type { View } from '../../core/view.ts'
import type { Word } from './words.ts'

/** A command to run, whatever its origin. */
export interface RequestedCommand {
  readonly name: CommandName
  readonly words: readonly Word[]
  readonly report: string | undefined
  /** Only if the head is still that commit: 7 to 40 digits of lower-case hex. */
  readonly sha?: string | undefined
  /** Only report what it would do: the batch continues without it. */
  readonly dryRun?: boolean
}

export interface PlanRequest {
  readonly head: View
  /** The commit that the head is at, for `@SHA`; absent: at none. */
  readonly sha?: string | undefined
  /** The merge base of the change under review. */
  readonly base?: View | undefined
  readonly context: Context
  /** The protocols that are found, and others where a command is about these. */
  readonly protocols: readonly Protocol[]
  /** All protocols whose files were looked for, where these are more than `protocols`. */
  readonly descriptors?: readonly ProtocolDescriptor[]
  readonly sections: Readonly<Partial<Record<ProtocolName, unknown>>>
  readonly severity: Readonly<Record<string, Level>>
  /** How strictly `/validate`, `/status` and `/fix` look; default `auto`. */
  readonly mode?: Mode
  readonly actor: string
  /** How many commands are run at most. */
  readonly maxCommands: number
  /** How many repairs are tried at most before an answer offers them; by default 64. */
  readonly maxTried?: number
  readonly history?: BranchHistory | undefined
  /** Whether a file of the working tree has content that no object of git has: a trial that would discard it fails. */
  readonly isUnsaved?: BranchHistory['isUnsaved'] | undefined
  /** The batch is a command of the command line: files that are never committed are kept up too. */
  readonly local?: boolean
  /** Explanations for `/explain` that do not come from the rules that are run; absent if no command is `/explain`. */
  readonly explained?: ExtraExplanations | undefined
  /** Whether the author may give a command, for `/help`; default: every one. */
  readonly may?: (name: CommandName) => boolean
  /** Nothing of the batch will be written: its replies say what would be. */
  readonly dryRun?: boolean | undefined
  /** How grants of control are recorded; absent: none is. */
  readonly granting?: GrantPolicy | undefined
  /** What to say where there is no state that a command could be about. */
  readonly noState?: string | undefined
}

/** How grants of control are recorded (docs/agents/integrating.md, "Grants"). */
export interface GrantPolicy {
  readonly record: 'named' | 'always' | 'never'
  /** For how long by default, in milliseconds. */
  readonly lease: number | 'none'
  /** When a grant without an end is over, in milliseconds. */
  readonly staleAfter: number
  /** The agent that held an attempt may not judge it. */
  readonly separateDuties?: boolean | undefined
  /** The agent that gives the command where it names none itself. */
  readonly agent?: string | undefined
  /**
   * The instance of an agent whose name has none, and of the protocol's own where control is granted without a name.
   */
  readonly instance?: string | undefined
  /** The instance is that of a server of tools: it names its caller to every command, without a name too. */
  readonly isServer?: boolean | undefined
  /** The names under which this server has worked, beside the one of each call. */
  readonly ownNames?: ReadonlySet<string> | undefined
}

/** What compare-and-swap compares of a target: `sha256:…` each. */
export interface Digests {
  readonly state: string
  readonly contract: string
}

/** A target whose state a command changes. */
export interface Move {
  readonly target: string
  /** The states before and after, in words; absent where there was or is none. */
  readonly from?: string
  readonly to?: string
  /** Over the state after it. */
  readonly digest: string
  readonly ended?: Grant
  /** The control that it gives to an agent: there was none before, or by another grant. */
  readonly given?: { readonly grant?: Grant }
}

export interface CommandResult {
  /** `/accept MinimalKick` */
  readonly command: string
  readonly name: CommandName | undefined
  /** Its name in a commit, if it is not a command of comments: `new`. */
  readonly recordedAs?: string
  readonly outcome: Outcome['outcome']
  readonly target?: string
  /** The states before and after, in words; `new`: it was not there. */
  readonly from?: string
  readonly to?: string
  readonly holder?: Holder
  readonly question?: string
  /** Who holds it by name after it. */
  readonly grant?: Grant
  /** The agent that holds it after it, by its grant or by its files. */
  readonly agent?: string
  /** What there is to do by its grant. */
  readonly work?: GrantedWork
  /** It was given with `--takeover`. */
  readonly takesOver?: true
  /** It is refused since a word of its text is probably a misspelt option; it has the form of its usage line. */
  readonly misspelt?: true
  /** It granted control and returned it at once. */
  readonly impliesAccept?: true
  /** Files that it replaces or deletes with whatever they hold. */
  readonly discards?: readonly string[]
  /** It discards them even where git does not have their content. */
  readonly anyway?: true
  readonly facts?: Target['facts']
  readonly changes: ChangeSet
  /** Files that it changes on disk alone, and that are never committed. */
  readonly local?: ChangeSet
  /** The files that it was planned on: those of the head with what the commands before it change. */
  readonly on: View
  readonly dryRun?: true
  /** The targets whose state it changes, or would, that which it is about first. */
  readonly moves: readonly Move[]
  /** Markdown for people. */
  readonly reply: string
  /** The part of the reply that the move does not contain. */
  readonly brief?: string
  /** The reply says what it leaves for a person to do. */
  readonly leaves?: true
  readonly diagnostics: readonly Diagnostic[]
  readonly report?: Details
  /** Keys that the protocol's page adds to the answer in JSON. */
  readonly extra?: ReplyFacts
  /** The commands that it undoes: undoing them requires the right to give them. */
  readonly takesBack?: readonly CommittedCommand[]
}

/** The result of a batch: all of its changes, or none where one command is refused. */
export interface Plan {
  readonly outcome: Outcome['outcome']
  readonly results: readonly CommandResult[]
  readonly changes: ChangeSet
  /** The files as they are with these changes. */
  readonly after: View
  /** Files that are changed on disk alone, and never committed. */
  readonly local?: ChangeSet
  /** How the head has the targets that the batch is about. */
  readonly headDigests: ReadonlyMap<string, Digests>
}
