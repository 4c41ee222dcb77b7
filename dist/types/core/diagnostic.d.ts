import type { Advice } from './advice.js';
import type { PlaceValue } from './compared.js';
/** How severe a diagnostic is, most severe first. */
export declare const severities: readonly ['error', 'warning', 'notice'];
export type Severity = (typeof severities)[number];
/** What a rule, or the configuration, may set: a severity, or that the rule is not run. */
export type Level = Severity | 'off';
/**
 * A stretch of a file. Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. No line: the file
 * as a whole, or one that is not there.
 */
export interface Place {
    readonly path: string;
    readonly line?: number;
    readonly column?: number;
    readonly endLine?: number;
    readonly endColumn?: number;
}
/** What is to be in place of a stretch of a file, in UTF-16 offsets with the end exclusive. */
export interface Edit {
    /** The file; by default that at the finding's place. */
    readonly path?: string;
    readonly start: number;
    readonly end: number;
    readonly text: string;
}
/** Another place that helps to understand a finding. */
export interface RelatedPlace extends Place {
    readonly message: string;
    /** The target that it belongs to, where that is another than that of the finding. No part of any output. */
    readonly target?: string;
}
/** A command that fixes a finding. */
export interface Offer {
    /** `/sync LushVerb`. */
    readonly command: string;
    /** What it does, made by `msg`, as a sentence goes on after the command: `adds the row`. */
    readonly does: string;
}
/**
 * What a rule reports: what is wrong and where. The engine signs it (`Diagnostic`).
 *
 * `message` and `hint` are made by `msg`, so that nothing from a file can do harm where they are printed.
 */
export interface Finding {
    readonly message: string;
    /** What to do about it; together with `offers`, what to do by hand. */
    readonly hint?: string;
    /** The one command that repairs it, e.g. `/sync LushVerb`. */
    readonly fix?: string;
    /**
     * The commands that repair it, the best first: only those that would be carried out. Hint and fix are made from them.
     */
    readonly offers?: readonly Offer[];
    /** What to do by hand where none of these commands would be carried out. */
    readonly otherwise?: string;
    /**
     * More than one of them could be right, and a person has to choose: `/fix` leaves it, though the repairs of its rule
     * are safe elsewhere.
     */
    readonly choice?: true;
    /**
     * The repair itself, where the rule is safe to repair and no command of the protocol does it: an edit of the file at
     * the place.
     */
    readonly edit?: Edit;
    /** It stands for so many of the same file that are only counted, itself among them. */
    readonly more?: number;
    readonly place: Place;
    /** The target that it concerns, e.g. `plugin:LushVerb`. */
    readonly target?: string | undefined;
    /** What is compared, where places contradict each other: `status`. */
    readonly subject?: string;
    /** What each of the places that contradict each other contains, as it is written there. */
    readonly said?: readonly PlaceValue[];
    readonly related?: readonly RelatedPlace[];
    /**
     * Further paths that it concerns, besides those of `place` and `related`: it is judged strictly if the change touches
     * any of them.
     */
    readonly concerns?: readonly string[];
    /** It is judged strictly whatever the paths say: the change has altered what it is about. */
    readonly touched?: true;
    readonly commit?: string;
    /** The number of the pull request or issue that it is about, where an audit looks at those too. */
    readonly conversation?: number;
    /**
     * Where given: the only paths whose touch makes it be judged strictly, in place of all of those. None: the base has
     * the very thing.
     */
    readonly judgedBy?: readonly string[];
    /** The call may succeed later: another program was at work. */
    readonly retry?: true;
    /** How severe it is, where its rule does not judge all alike. */
    readonly levels?: {
        readonly strict?: Level;
        readonly soft?: Level;
    };
}
/** A finding, signed by the engine with code, severity and link. This is what every entry point prints. */
export interface Diagnostic extends Place {
    readonly code: string;
    readonly severity: Severity;
    /** Absent when it is about Baton's own files, such as the configuration. */
    readonly protocol?: string;
    readonly target?: string;
    readonly subject?: string;
    readonly said?: readonly PlaceValue[];
    readonly message: string;
    readonly hint?: string;
    readonly fix?: string;
    /** What hint and fix were made of. No part of any output. */
    readonly advice?: Advice;
    /** A safe repair. No part of any output. */
    readonly edit?: Edit;
    /** Its repair is not safe, though that of its rule is elsewhere. No part of any output. */
    readonly choice?: true;
    /** The page that explains the code, where this program is published. */
    readonly url: string | undefined;
    readonly related?: readonly RelatedPlace[];
    readonly commit?: string;
    readonly conversation?: number;
    readonly retry?: true;
    /**
     * An error that `fail-on: new-error` counts: the base does not have it, or it concerns what the change touches.
     * Absent without a base.
     */
    readonly new?: true;
    /** It stands for so many findings of one file that are not listed. No part of any output. */
    readonly more?: number;
    /** Whether it concerns something that the change touches. No part of any output. */
    readonly touched: boolean;
}
/** The new errors first, otherwise in the same order. */
export declare const newFirst: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[];
/**
 * Most severe first; among equals the new ones, then those that concern what the change touches; otherwise in the
 * report's order.
 */
export declare function worstFirst(diagnostics: readonly Diagnostic[]): readonly Diagnostic[];
/** `1 target`, `2 targets`. */
export declare const pluralize: (count: number, noun: string) => string;
/** A finding, or one that stands for several. */
interface CountedFinding {
    readonly severity: Severity;
    readonly more?: number;
}
/** How many there are of each severity, most severe first. */
export declare function countBySeverity(findings: readonly CountedFinding[]): Readonly<Record<Severity, number>>;
/** `2 errors, 1 warning`; empty when there is nothing. */
export declare function describeCounts(findings: readonly CountedFinding[]): string;
/** `2 errors (MERGE_CONFLICT)`, for findings that no line of a list stands for; empty when there is nothing. */
export declare function describeOthers(findings: readonly Diagnostic[]): string;
/** What stays of a finding when its line moves. */
export declare const findingKey: ({ code, target, path }: Diagnostic) => string;
/** The order of the text. */
export declare const byPlace: ({ place: a }: Finding, { place: b }: Finding) => number;
export {};
