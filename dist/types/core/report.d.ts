import type { Details } from './command.js';
import type { Diagnostic } from './diagnostic.js';
import type { SetupPart } from './installation.js';
import type { ProtocolName } from './protocol-name.js';
import type { Target } from './target.js';
import type { Turn } from './turn.js';
import type { ReportedRule } from './rule.js';
export declare const modes: readonly ['auto', 'strict', 'soft'];
/** How strictly: `auto` by what the change touches, or all alike. */
export type Mode = (typeof modes)[number];
export declare const failOns: readonly ['error', 'new-error', 'warning', 'never'];
/**
 * What makes a check fail. `new-error`: an error that the base does not have, or that concerns what the change touches.
 */
export type FailOn = (typeof failOns)[number];
/** `nothing`: zero targets in head and base, which counts as a failure. */
export type Verdict = 'passed' | 'failed' | 'nothing';
export interface ReportedTarget extends Target {
    readonly protocol: ProtocolName;
    /** Its state in the base, if there is a base that has it. */
    readonly before?: string;
    /** Whose turn it is, if the check was made with turns; otherwise only what its state says. */
    readonly turn?: Turn | undefined;
    /** What has to be repaired first, if the check was made with turns; its command is that of the turn. */
    readonly first?: Diagnostic;
    /** Whether the change touches its files. Always false without a base. */
    readonly changed: boolean;
}
/** What a repository without state has that could be declared. */
export interface Offers {
    /** The presets that would find something: a file of their tool, the entry of `workflows`, and the number of items. */
    readonly presets: readonly {
        readonly preset: string;
        readonly path: string;
        readonly entry: string;
        readonly targets: number;
    }[];
    /** Globs of files that look like the items of a workflow of one's own. */
    readonly alike: readonly string[];
    /** Other files and folders with what looks like the states of items: at most three. */
    readonly draftable: readonly string[];
}
/** Where a check was asked for: this decides how its options are spelled. */
export type Surface = 'command line' | 'action' | 'bot';
/** What a check found: what every renderer renders. */
export interface Report {
    readonly verdict: Verdict;
    readonly failOn: FailOn;
    /** Whether there was a base: then the errors that `new-error` counts are marked as new. */
    readonly compared?: true;
    /** Sorted by path, line, column, code. */
    readonly diagnostics: readonly Diagnostic[];
    readonly checked: {
        readonly files: number;
        readonly targets: number;
        readonly protocols: readonly ProtocolName[];
    };
    /**
     * The protocols that were searched for, and whether only for some files or targets: this explains an empty report.
     * `paths`: the files or folders that were named, where none of them is state; `state`: the files of targets.
     */
    readonly looked: {
        readonly protocols: readonly ProtocolName[];
        readonly narrowly: boolean;
        readonly paths?: readonly string[];
        readonly state?: readonly string[];
    };
    readonly named?: ReadonlyMap<string, readonly string[]>;
    /** The targets that were to be checked, and are not there. */
    readonly unknownTargets?: readonly string[];
    /** For each name that no target has, the nearest one that a target has. */
    readonly nearest?: ReadonlyMap<string, string>;
    /** Where there is no state: what could be declared, if that was looked for. */
    readonly offers?: Offers;
    /** In comments only `/baton NAME` is a command, `/NAME` is none. */
    readonly prefixRequired?: true;
    /** Absent: on the command line. */
    readonly surface?: Surface;
    /** Sorted by id; the parts of a target come after it. */
    readonly targets: readonly ReportedTarget[];
    /** What was read from the one file that was named; the key is absent when not exactly one was. */
    readonly parsed?: unknown;
    /**
     * The protocol's own report of the one target that was named, where it has such a report. Failed checks in it fail
     * the check.
     */
    readonly report?: Details;
    /** What is set up and what is not, if that was looked at. */
    readonly setup?: readonly SetupPart[];
    /** The facts of the rules that were run, for formats with rule metadata. */
    readonly rules: readonly ReportedRule[];
    /** A line of a file that was checked, from 1, where it is available: excerpts show it. */
    readonly source?: ((path: string, line: number) => string | undefined) | undefined;
    /** Why nothing was checked, where the configuration cannot be read, and what to do: sentences by `msg`. */
    readonly unchecked?: string;
    /** What could not be read, and so was not checked: sentences by `msg`. */
    readonly notes: readonly string[];
    /**
     * What takes effect only after the merge, or after the check of a push, and what it would find: sentences by `msg`.
     */
    readonly afterMerge?: readonly string[];
}
