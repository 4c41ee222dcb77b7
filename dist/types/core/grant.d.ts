import type { Place } from './diagnostic.js';
/**
 * A grant of control: to which agent, by whom and for how long (docs/agents/integrating.md, "Grants"). Times are ISO
 * 8601 in UTC, to the second.
 */
export interface Grant {
    /** The agent that has control. */
    readonly agent?: string | undefined;
    /** The requester: a login, or a name from git. */
    readonly by?: string | undefined;
    readonly since: string;
    /** The end; absent: it ends when the target is stale. */
    readonly until?: string | undefined;
}
export interface RecordedGrant extends Grant {
    readonly place: Place;
}
/** A value in place of a grant that is not a valid one. */
export interface InvalidGrant {
    /** By `msg`. */
    readonly message: string;
    readonly place: Place;
}
/** A name of an agent as `ROLE` or `ROLE/INSTANCE`. Neither looks like an option, nor like a folder of the path. */
export declare const agentForm: RegExp;
/** Whether an agent may have a name. Files write `null` for none. */
export declare const isAgentName: (name: string) => boolean;
/**
 * Whether two names mean the same agent: they are equal, or they have the same role and at most one of them has an
 * instance.
 */
export declare function isSameAgent(name: string, otherName: string): boolean;
/** Whether two names are of agents of one role. */
export declare const isSameRole: (name: string, otherName: string) => boolean;
export declare const isSameGrant: (grant: Grant, otherGrant: Grant) => boolean;
export declare const withoutPlace: ({ agent, by, since, until }: Grant) => Grant;
/** The end of a grant in words; at a later time it is over. `written`: the end as it is shown. */
export declare const describeEnd: (until: string, at: string | undefined, written?: string) => string;
/**
 * A grant in words, by its agent: `dsp-agent/2, by octocat, since 2026-01-20T10:02:00Z`.
 *
 * @param at when it is read: the times of that day are without a date, `since 10:02`, and what has ended is over
 */
export declare function describeGrant({ agent, by, since, until }: Grant, at?: string): string;
/** A note that a target was granted in one worktree of a clone: other worktrees see it, other clones do not. */
export interface Claim {
    readonly target: string;
    readonly worktree: string;
    readonly branch?: string | undefined;
    readonly grant?: Grant | undefined;
    /** The agent that the files of the worktree name, where no grant is recorded. */
    readonly agent?: string | undefined;
    /** The digest of the target's state after the grant. */
    readonly digest?: string | undefined;
    /** The session of the agent's host, where that is known. */
    readonly session?: string | undefined;
    /** The session was reminded once that it holds the target. */
    readonly reminded?: boolean | undefined;
}
/** Who holds a target in which worktree. */
export declare function claimMessage({ target, worktree, branch, grant, agent }: Claim): string;
/** The claims of one clone, as one of its worktrees sees them. */
export interface Claims {
    readonly worktree: string;
    readonly branch: string | undefined;
    /** The folder of a worktree that corresponds to the opened folder in its own worktree. */
    folderIn(worktree: string): string;
    /** The claim of a target in another worktree that is still there. */
    elsewhere(target: string): Claim | undefined;
    /** The claims of other worktrees that are still there. */
    others(): readonly Claim[];
    /** Waits for the program that writes in a worktree. `false`: it is still at work after a few seconds. */
    untilIdle(worktree: string): Promise<boolean>;
    /**
     * Makes a claim, in place of one that was found elsewhere if that is still there. `lost`: another worktree has made
     * one meanwhile; `unwritable`: the folder of git cannot be written.
     */
    take(claim: Claim, replacedClaim?: Claim): Promise<'taken' | 'lost' | 'unwritable'>;
    /** The claims of all worktrees that are still there, this one's first. */
    all(): readonly Claim[];
    /** Removes the claim of a target if `isIt` says that it is the one. */
    release(target: string, isIt: (claim: Claim) => boolean): Promise<void>;
}
/** A command with the name of the agent that is to give it, where it takes one. */
export declare const withAgent: (command: string, agent: string | undefined) => string;
