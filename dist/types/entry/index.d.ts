import type { Board, BoardTarget } from '../core/board.js';
import type { Diagnostic } from '../core/diagnostic.js';
import type { ProtocolName } from '../core/protocol-name.js';
import type { FailOn, Mode, Report } from '../core/report.js';
import type { RuleFacts } from '../core/rule.js';
import { type Format } from '../render/index.js';
import { type Files } from './files.js';
export type { Board, BoardTarget, Diagnostic, FailOn, Files, Format, Mode, ProtocolName, Report, RuleFacts };
/** How files are to be checked. What is not set is as their configuration says, otherwise by default. */
export interface CheckOptions {
    /** The time of the check, ISO 8601: the library looks at no clock. */
    readonly at: string;
    /** What `head` is compared with: then what differs is checked strictly, and the configuration is read here. */
    readonly base?: Files;
    readonly mode?: Mode;
    /** Default `error`. */
    readonly failOn?: FailOn;
    readonly allowEmpty?: boolean;
    /** Only these protocols; default: all of which files are found. */
    readonly protocols?: readonly ProtocolName[];
    /** Only what concerns these files and folders. */
    readonly paths?: readonly string[];
    /** Only what concerns these targets, `plugin:TinyGain`. */
    readonly targets?: readonly string[];
}
/**
 * Checks files as `baton validate` does. What is wrong with them is in the report; nothing is thrown for it.
 * @throws TypeError for anything that is not a map of paths to texts or bytes; RangeError for an `at` that does not
 * exist.
 */
export declare function check(head: Files, options: CheckOptions): Promise<Report>;
/**
 * Who holds what, as `baton board` shows it. Since when is known where the files say it: the library reads no history.
 * @throws TypeError for anything that is not a map of paths to texts or bytes; RangeError for an `at` that does not
 * exist.
 * @throws Error where the configuration among the files cannot be read.
 */
export declare function board(files: Files, options: Pick<CheckOptions, 'at' | 'protocols'>): Promise<Board>;
/** Who asks for a command, and when. */
export interface RunOptions {
    /** The time of the request, ISO 8601. */
    readonly at: string;
    /** A login, without `@`. */
    readonly actor: string;
    /** What the change under review parted from. */
    readonly base?: Files;
}
export interface CommandResult {
    readonly command: string;
    readonly outcome: 'changed' | 'unchanged' | 'refused';
    readonly target?: string;
    /** Markdown for people. */
    readonly reply: string;
    /** Why it was refused, and what else was found. */
    readonly diagnostics: readonly Diagnostic[];
}
/** The results of the commands of a comment: all of them, or none. */
export interface RunResult {
    readonly outcome: 'changed' | 'unchanged' | 'refused' | 'nothing';
    readonly results: readonly CommandResult[];
    /** The files to write: path → the whole new content, or `null` to delete. */
    readonly changes: ReadonlyMap<string, string | Uint8Array | null>;
}
/**
 * Runs the commands of a comment on files, as the bot would read it, and gives the files to write. Writes nothing
 * itself.
 * @throws TypeError for anything that is not a map of paths to texts or bytes; RangeError for an `at` that does not
 * exist.
 * @throws Error where the configuration among the files cannot be read: then nothing is ever run.
 */
export declare function run(comment: string, files: Files, { actor, base, ...options }: RunOptions): Promise<RunResult>;
/** Prints a report in one of the formats of `baton validate`. */
export declare const render: (report: Report, format: Format) => string;
/** What is known of a protocol: its page in data. */
export interface ProtocolFacts {
    readonly name: ProtocolName;
    readonly title: string;
    readonly about: string;
    /** What the ids of its targets begin with. */
    readonly kinds: readonly string[];
    readonly rules: readonly RuleFacts[];
    readonly commands: readonly string[];
}
/** Every protocol that Baton checks. */
export declare const protocols: readonly ProtocolFacts[];
