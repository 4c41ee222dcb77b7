import type { Place } from './diagnostic.js';
/** Who holds control by name, given by whom and for how long (docs/agents.md, "Grants"). Times are ISO 8601 in UTC, to the second. */
export interface Grant {
    /** To whom it was given. */
    readonly agent?: string | undefined;
    /** Who gave it: a login, or a name that git has. */
    readonly by?: string | undefined;
    readonly since: string;
    /** When it is over; absent: once it is stale. */
    readonly until?: string | undefined;
}
/** A grant as a state file has it. */
export interface RecordedGrant extends Grant {
    readonly place: Place;
}
/** What stands where a grant belongs, and is none: a message by `msg`. */
export interface InvalidGrant {
    readonly message: string;
    readonly place: Place;
}
/** A name of an agent as `ROLE` or `ROLE/INSTANCE`. */
export declare const agentForm: RegExp;
export declare const isAgentName: (name: string) => boolean;
/** Whether two names are the same agent: they are equal, or have one role and at most one of them an instance. */
export declare function isSameAgent(one: string, other: string): boolean;
/** Whether a grant is over at a time: its end has come, or it has none and was given longer ago than work may be silent. */
export declare function isOver({ since, until }: Grant, at: string, staleAfter: number): boolean;
/** Whether two grants are one: all that they say is equal. */
export declare const isSameGrant: (one: Grant, other: Grant) => boolean;
/** The grant itself, without where it stands. */
export declare const withoutPlace: ({ agent, by, since, until }: Grant) => Grant;
/** A grant in words, by its agent: `dsp-agent/2, by octocat, since 2026-01-20T10:02:00Z`. */
export declare const describeGrant: ({ agent, by, since, until }: Grant) => string;
/** That a target was granted in one worktree of a clone: other worktrees see it, other clones do not. */
export interface Claim {
    readonly target: string;
    /** The top of the worktree. */
    readonly worktree: string;
    readonly branch?: string | undefined;
    readonly grant?: Grant | undefined;
    /** Over the state of the target after it was granted. */
    readonly digest?: string | undefined;
    /** The session of the agent's host, where that is known. */
    readonly session?: string | undefined;
    /** The session was told once that it holds the target. */
    readonly told?: boolean | undefined;
}
/** The claims of one clone, as one of its worktrees sees them. */
export interface Claims {
    readonly worktree: string;
    readonly branch: string | undefined;
    /** The claim of a target in another worktree that is still there. */
    elsewhere(target: string): Claim | undefined;
    /** Makes a claim in place of any other. `lost`: another took it meanwhile; `unwritable`: the folder of git cannot be written. */
    take(claim: Claim): 'taken' | 'lost' | 'unwritable';
    /** The claims that were made in this worktree. */
    own(): readonly Claim[];
    /** Takes a claim away if it is the one. */
    release(target: string, isIt: (claim: Claim) => boolean): void;
}
