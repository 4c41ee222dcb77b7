import type { InvalidGrant, RecordedGrant } from './grant.js';
import type { CommandDiagnostic } from './command.js';
import type { TurnDetails } from './turn.js';
/** Who has control of a target. */
export type Holder = 'orchestrator' | 'agent';
export interface Target {
    /** `plugin:MinimalKick` */
    readonly id: string;
    /** Other names by which commands find it, without a prefix. */
    readonly aliases?: readonly string[];
    /** The file that says so first. */
    readonly path: string;
    /** Absent where it cannot be known. */
    readonly holder?: Holder;
    /** In words, `stage 2 complete`. */
    readonly state: string;
    /** The question that control was returned with, while it is unanswered. */
    readonly question?: string;
    /** The error with which control was returned: a code, if there is one, and the agent's text. */
    readonly error?: string | undefined;
    /** To whom control was given by name, while that is recorded. */
    readonly grant?: RecordedGrant | undefined;
    /** The agent that held the attempt which waits for a verdict, where its name is recorded. */
    readonly attemptBy?: string | undefined;
    /** What tells an unrecorded grant from another, where the files of the protocol show that. */
    readonly grantMark?: string | undefined;
    /**
     * Where the files of a protocol record no grants: the agent that they name, empty if there is none. A target that is
     * in an agent's state without a name was not given to anyone in particular.
     */
    readonly agentName?: string;
    /** No way leads from its state to an end without the work of every agent: nothing that is done yet will count. */
    readonly isBeforeWork?: true;
    /**
     * What differs after control came back and was given again, as far as the files of the protocol show that: with an
     * equal one, an agent that holds the target before and after a change held it throughout.
     */
    readonly period?: string | undefined;
    /** The file that shows an unrecorded grant, where that is not `path`. */
    readonly grantPath?: string | undefined;
    /** A value in place of its grant that is not a valid one: the target counts as not granted. */
    readonly invalidGrant?: InvalidGrant | undefined;
    /** What its state shows about whose turn it is, apart from the next action. */
    readonly turn?: TurnDetails | undefined;
    /** The protocol's own facts; its page says which keys. */
    readonly facts: Readonly<Record<string, unknown>>;
    /**
     * The id of the target that it is a part of: it is listed after that one, with its other parts in the protocol's
     * order.
     */
    readonly within?: string;
    /** The states of its whole way, in order, its own among them: for diagrams. Absent where there is no such way. */
    readonly way?: readonly string[];
}
/** The agent that the files of a protocol name, which record no grants, while it holds the target. */
export declare const agentInFiles: ({ holder, agentName }: Target) => string | undefined;
export type NamedTarget = Pick<Target, 'id' | 'aliases'>;
/**
 * The ids of the targets that a name means: it may be the whole id, the id without its prefix or without what follows
 * `@`, or an alias.
 */
export declare function targetsNamed(targets: readonly NamedTarget[], writtenName: string): readonly string[];
/** The target whose name is nearest to one that none has. */
export interface NearestTarget {
    readonly name: string;
    /**
     * No other target has a name that is about as near, and no digit differs: another number means another target, not a
     * typo.
     */
    readonly isCertain: boolean;
    /** What was written behind the name, where several words were given as one. */
    readonly rest?: string;
}
/**
 * @param writtenName a name by which `targetsNamed` finds no target: a misspelt one, or one with other words behind it
 */
export declare function nearestTarget(targets: readonly NamedTarget[], writtenName: string): NearestTarget | undefined;
/** How a command names its target. */
export interface Mention {
    /** The name as written, without a prefix of the protocol's own. */
    readonly name: string;
    /** The prefix, where one was written: `session`. */
    readonly kind?: string | undefined;
    /** The words after it. */
    readonly words: readonly string[];
    /** The paths that the change under review touches, those that it deletes too. */
    readonly touched: readonly string[];
}
/** The ids of the targets that a command names, with the remaining words; or why the protocol finds none. */
export type TargetResolution = {
    readonly ids: readonly string[];
    readonly words: readonly string[];
} | {
    readonly refused: readonly CommandDiagnostic[];
};
/** The name of a target without its prefix: `TinyGain` of `plugin:TinyGain`. */
export declare const bareName: (id: string) => string;
/** A part of what a digest is over: text, bytes, or the digest of a file; `undefined`: it does not exist. */
export type DigestPart = string | Uint8Array | undefined;
/**
 * What compare-and-swap compares (docs/commands.md, "Where it is written"): if nothing in it has changed, a command may
 * be planned again on a moved head.
 */
export interface StateDigest {
    /** What the protocol's page names as the target's state, in its order. */
    readonly state: readonly DigestPart[];
    /** The inputs from which the state was made. */
    readonly contract: readonly DigestPart[];
}
