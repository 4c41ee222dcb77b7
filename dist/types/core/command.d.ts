import type { Change } from './change.js';
import type { CommandName } from './command-names.js';
import type { Finding, Severity } from './diagnostic.js';
import type { Context } from './context.js';
import type { Selector, View } from './view.js';
/** The whole new content of a file; `null`: the file is deleted. */
export type Content = string | Uint8Array | null;
/** Contents by path. Applied as one commit, or as one atomic set on disk, or not at all. */
export type ChangeSet = ReadonlyMap<string, Content>;
/** What a command reports besides its outcome. */
export interface CommandDiagnostic extends Finding {
    readonly code: string;
    readonly severity: Severity;
    /**
     * The name as written, where no target has it. The engine adds the nearest name to the message, a hint, and the
     * command with it.
     */
    readonly unknown?: string;
    /** The ids of the targets that all have the name, where the protocol finds several. */
    readonly ambiguous?: readonly string[];
}
/** A command for one target, already parsed. */
export interface Request {
    /** The name without the protocol's prefix; absent where the command is for all. */
    readonly name: string | undefined;
    /** The id that the name was resolved to; absent where the protocol has no such target, or the command is for all. */
    readonly target?: string | undefined;
    /** For a command that is given for all targets: the only ones that it is for, by name. */
    readonly only?: ReadonlySet<string> | undefined;
    /** The arguments after the target as written, without quotes: options and TEXT. The command parses them. */
    readonly words: readonly string[];
    /** `words` with their quotes; absent if they never had any, as on a command line. */
    readonly written?: readonly string[] | undefined;
    /** The text of the fenced json block, where there is one. */
    readonly report: string | undefined;
    /** The login of the requester, without `@`. */
    readonly actor: string;
    /** Given by `/fix`: only what is safe is written. */
    readonly safe?: boolean | undefined;
    /** Given on the command line, by the command of that name: files that are never committed are updated too. */
    readonly local?: boolean | undefined;
    /**
     * The options that the engine parsed itself, by name: a command that declares one of these finds it among its own
     * options.
     */
    readonly shared?: Readonly<Record<string, string | true>> | undefined;
    /** The agent whose name the engine records if the command gives control to one. */
    readonly grantee?: string | undefined;
}
/**
 * What the answer in JSON adds from a report; the protocol's page lists the keys. Its `lines` are what the text format
 * prints.
 */
export interface Details {
    readonly lines: readonly string[];
    readonly [key: string]: unknown;
}
export type ReplyFacts = Readonly<Record<string, unknown>>;
/** The code of a refusal for arguments that the protocol has no code of its own for: wrong usage. */
export declare const usageCode = "COMMAND_USAGE";
/** The answer to a command that was not refused. */
interface OutcomeDetails {
    /** Markdown for people, made by `msg`. */
    readonly reply: string;
    /**
     * The part of the reply that neither the states nor the holder of the target show: the text format prints it instead.
     */
    readonly brief?: string;
    readonly diagnostics: readonly CommandDiagnostic[];
    readonly report?: Details;
    /** The contents of the reply as data, among the facts of the target. */
    readonly facts?: ReplyFacts;
    /** Keys that the protocol's page adds to the answer in JSON. */
    readonly extra?: ReplyFacts;
    /** What moved, where that is not the state of the target. */
    readonly moved?: {
        readonly from: string;
        readonly to: string;
    };
}
/**
 * The result of a transition: a pure function of a model and a request. It describes its effects and has none. The
 * state before and after, and who holds the target then, are read from the files.
 */
export type Outcome = (OutcomeDetails & {
    readonly outcome: 'changed';
    readonly changes: ChangeSet;
    /** Files that are changed on disk alone, and never committed. */
    readonly local?: ChangeSet;
    /**
     * Codes of faults that existed before and are now recorded: they do not block the change. The command reports
     * them itself.
     */
    readonly reveals?: readonly string[];
    /** It grants control and returns it at once: control was not granted before. */
    readonly impliesAccept?: true;
    /**
     * Files that are replaced or deleted with whatever they hold: on a working tree only where git has their content.
     */
    readonly discards?: readonly string[];
    /** It was given with `--anyway`: files are discarded even where git does not have their content. */
    readonly anyway?: true;
}) | (OutcomeDetails & {
    readonly outcome: 'unchanged';
})
/** A refusal of the request: every reason, each an error. */
 | {
    readonly outcome: 'refused';
    readonly diagnostics: readonly CommandDiagnostic[];
};
/** A command that finds nothing left to do. */
export type UnchangedOutcome = Extract<Outcome, {
    readonly outcome: 'unchanged';
}>;
/** A command that is not carried out. */
export type Refusal = Extract<Outcome, {
    readonly outcome: 'refused';
}>;
export declare const refuse: (...diagnostics: readonly CommandDiagnostic[]) => Refusal;
/** A file in a commit; without bytes if the commit has no regular file there. */
export interface FileVersion {
    /** Whole, in lower-case hex. */
    readonly sha: string;
    readonly bytes: Uint8Array | undefined;
    /** When it was committed, ISO 8601, where that is known. */
    readonly at?: string | undefined;
}
/** A command that a commit of Baton's carries out, by its trailers. */
export interface CommittedCommand {
    /** Absent if the trailers have none, or an unknown one. */
    readonly name: CommandName | undefined;
    /** The id of the target; absent where it changed the state of none. */
    readonly target: string | undefined;
    /** The targets that it moved with its own, if any. */
    readonly further?: readonly string[];
}
/** A commit of Baton's, by its trailers. */
export interface OwnCommit {
    /** Whole, in lower-case hex. */
    readonly sha: string;
    /** The commit that it was made on; absent: it is the first. */
    readonly parent: string | undefined;
    readonly targets: readonly string[];
    /** What it carries out, in order. */
    readonly commands: readonly CommittedCommand[];
}
/** What a revision names, seen from the head. */
export type NamedCommit = 
/**
 * One commit, whole SHA. `ancestor`: whether it leads to the head; `undefined` where history is cut off and does not
 * show it.
 */
{
    readonly sha: string;
    readonly ancestor: boolean | undefined;
}
/** Several: an unambiguous name for each of them. */
 | {
    readonly candidates: readonly string[];
}
/** None. `cutOff`: history is cut off, so that a commit by its digits may well exist. */
 | {
    readonly cutOff: boolean;
};
/** What earlier commits of the branch hold, for commands that look back. Only ancestors of the head are ever read. */
export interface History {
    /** The commit that a revision names; `undefined`: there is no repository. */
    named(revision: string): NamedCommit | undefined;
    /** When a commit on the way to the head was made, whole SHA, ISO 8601; `undefined` where that is not known. */
    committedAt(sha: string): string | undefined;
    /** Baton's commits of the branch, newest first. */
    ledger(): readonly OwnCommit[];
    /** The file at the newest 500 commits that touch it, newest first, each fetched when it is first used. */
    versions(path: string): Iterable<FileVersion>;
    /**
     * The file at one commit, whole or abbreviated to 7 digits at least; `undefined`: it is not an ancestor of the head.
     */
    at(commit: string, path: string): FileVersion | undefined;
}
/** The history of a branch, for commands that revert. */
export interface BranchHistory extends History {
    /** The files of one commit, whole SHA, as the view of the head has them. */
    view(sha: string): View;
    /**
     * The commit that a working tree has checked out, whole SHA; `undefined`: the files are in no working tree, or it is
     * on none.
     */
    checkedOut(): string | undefined;
    /** The commits of the change under review; `undefined` where there is none, or they cannot be determined. */
    change(): Change | undefined;
    /** Whether a file of the working tree has content that no object of git has; absent: there is no working tree. */
    readonly isUnsaved?: (path: string) => boolean;
}
/** What a command may read apart from the model. */
export interface CommandContext {
    readonly view: View;
    readonly context: Context;
    /** Absent where no history is available. */
    readonly history?: History | undefined;
}
/** An option as it is written, `--stage N`, and what it means. */
export interface OptionFacts {
    readonly written: string;
    readonly does: string;
}
export interface WordFacts {
    /** As usage lines have it: `REASON`. */
    readonly name: string;
    /** All that it may be; absent: it may be anything. */
    readonly values?: readonly string[] | undefined;
    /** It and all that follow. */
    readonly many?: true | undefined;
}
/** The description of a command: enough for help and docs. */
export interface CommandFacts<Name extends string = CommandName> {
    readonly name: Name;
    /** What follows the name: `NAME [--stage N]`. */
    readonly usage: string;
    /** What it does, one sentence. */
    readonly summary: string;
    /** Whole commands. */
    readonly examples: readonly string[];
    /**
     * Given without a name, it is for every target, or for those of `only`; those that it would refuse are skipped with a
     * warning.
     */
    readonly forAll?: true;
    /** `usage` without the options of grants, which every protocol has. */
    readonly ownUsage?: string;
    /** The names of the options that it declares itself, without `--`. */
    readonly ownOptions?: readonly string[];
    /** What its own options mean, without those of grants. */
    readonly optionFacts?: readonly OptionFacts[];
    /** The words after the target, in order. */
    readonly wordFacts?: readonly WordFacts[];
    /** Files that it looks at besides the protocol's: the view that it is run on has them too. */
    selectors?(request: Request): readonly Selector[];
}
/** Where a command leads to from some states of a target: a row of the table of states. */
export interface CommandMove {
    /** The command with the words that decide: `/handback success`. */
    readonly by: string;
    readonly from: readonly string[];
    readonly to: string;
}
/** A command of a protocol: its facts and one pure function. */
export interface Command<Model, Name extends string = CommandName> extends CommandFacts<Name> {
    run(model: Model, request: Request, commandContext: CommandContext): Outcome;
}
export {};
