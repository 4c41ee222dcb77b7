import type { Change } from './change.js';
import type { Finding, Level, Severity } from './diagnostic.js';
import type { BranchSetup, HostStart, MergeSetup, UnheldLock } from './installation.js';
/** A tiny repository: path → text. */
export type Files = Readonly<Record<string, string>>;
/** A repository (and the one it is compared with) that shows what a rule is about. */
export interface Example {
    /** What it shows, in a few words. */
    readonly about: string;
    readonly head: Files;
    /**
     * Given, the two are compared in mode `auto`; otherwise `head` is checked strictly (softly for rules that only run
     * so).
     */
    readonly base?: Files;
    /** The tip of the branch that the head is to be merged into, where that has gone on since `base`. */
    readonly tip?: Files;
    /** A merge commit between base and head: the files of its parents and of their common ancestor. */
    readonly merged?: {
        readonly parents: readonly Files[];
        readonly base: Files;
    };
    /** The commits between the two. */
    readonly change?: Change;
    /** Paths of `head` that are symbolic links; their text is what they point to. */
    readonly links?: readonly string[];
    /** The protocol's section of the configuration. */
    readonly configuration?: Readonly<Record<string, unknown>>;
    /** The time of the check, ISO 8601; default `2026-02-04T10:00:00Z`. */
    readonly at?: string;
    /** Checked as an audit with this age of staleness in milliseconds. */
    readonly staleAfter?: number;
    /** The time of the newest commit of every file in an audit; without it, none is known. */
    readonly lastCommit?: string;
    /** Paths that git ignores, where the installation is examined. */
    readonly ignored?: readonly string[];
    /**
     * The lock of the working tree that no process holds, and Baton's own files that git tracks, where the installation
     * is examined.
     */
    readonly lock?: UnheldLock;
    readonly trackedOwn?: readonly string[];
    /** The commands by which hosts of agents start Baton. */
    readonly starts?: readonly HostStart[];
    /** Files for one machine alone that git does not ignore, each with the pattern that it lacks. */
    readonly exposed?: Readonly<Record<string, string>>;
    /** What the host reports of the default branch, when the installation is examined and the host was queried. */
    readonly branch?: BranchSetup;
    /** How git merges files that many targets share, by path, where the installation is examined. */
    readonly merging?: Readonly<Record<string, MergeSetup>>;
    /** The size limit of a file in bytes. */
    readonly limit?: number;
    /** Files that are named: only findings about them count. */
    readonly named?: readonly string[];
    readonly as?: string;
    /** The commits that lead to the head, newest first, each the child of the next. */
    readonly log?: readonly {
        readonly sha: string;
        readonly subject: string;
    }[];
    /** How severe a bad example is, where its rule does not judge all alike. */
    readonly level?: Severity;
    /** Codes that cannot but come along with a bad example. */
    readonly also?: readonly string[];
}
/** Repositories in which a rule finds something (`bad`), and in which it finds nothing (`good`). */
export interface Examples {
    readonly bad: readonly Example[];
    readonly good: readonly Example[];
}
/** What examples show, by what they are about: the files, or an example that is more than these. */
type ExampleFiles = Readonly<Record<string, Files | Omit<Example, 'about'>>>;
export type RuleExamples = Readonly<Record<string, {
    readonly bad: ExampleFiles;
    readonly good: ExampleFiles;
}>>;
export declare const examplesFrom: ({ bad, good }: RuleExamples[string]) => Examples;
/** What is known of a rule without running it: enough for docs, `explain`, SARIF and the configuration. */
export interface RuleFacts {
    /** Permanent, `REGISTRY_STATUS_DRIFT`. */
    readonly code: string;
    /** Where the change touches it. */
    readonly strict: Level;
    /** Everywhere else. */
    readonly soft: Level;
    /** The condition, as one sentence. */
    readonly summary: string;
    /** Why it matters, one or two sentences. */
    readonly why: string;
    /** How to repair it, with commands, for people. */
    readonly repair?: string;
    /**
     * It is about the installation: only looked at where that is examined. `ignored`: it says all there is to say of
     * state that git ignores.
     */
    readonly installation?: true | 'ignored';
    /** It says all there is to say of a file whose name differs from another in capitals alone. */
    readonly capitals?: true;
    /** It says all there is to say of a file with the markers of a conflict. */
    readonly conflicts?: true;
    /** `--fix` and `/fix` may apply the repair. */
    readonly safe?: true;
    /**
     * It finds that places contradict each other: every finding has what they contain (`said`), and the protocol compares
     * them (`compared`).
     */
    readonly contradiction?: true;
}
/** Rules that are read together: one file, one page. */
export interface RuleGroupFacts {
    /** Names the file and the page. */
    readonly name: string;
    /** The heading of the page. */
    readonly title: string;
    readonly rules: readonly (readonly RuleFacts[])[];
}
/** A rule with its examples, as documents and `explain` show it. */
export interface DocumentedRule extends RuleFacts {
    readonly examples: Examples;
}
/** A named check of one kind of subject. */
export interface Rule<Subject> extends RuleFacts {
    check(subject: Subject): Iterable<Finding>;
}
/**
 * What a long check finds, one after the other: `undefined` is a place where other work may be done before it goes on.
 */
export type Findings = Iterable<Finding | undefined>;
/** A rule whose check may take long: on a whole comparison. */
export interface LongRule<Subject> extends RuleFacts {
    check(subject: Subject): Findings;
}
export declare const collectFindings: (findings: Findings) => readonly Finding[];
export interface ReportedRule extends RuleFacts {
    readonly url: string | undefined;
}
/** The facts of a rule, with the page that explains it. */
export declare const reportedRule: ({ code, strict, soft, summary, why, repair, installation, safe }: RuleFacts, url: string | undefined) => ReportedRule;
export {};
