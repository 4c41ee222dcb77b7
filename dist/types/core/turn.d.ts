import type { Proposal } from './action.js';
import { type NamedTarget, type Target } from './target.js';
/** A decision that is due: a question to answer, an error to judge, a review to give. */
export interface Decision {
    readonly kind: 'question' | 'error' | 'review';
    readonly text: string;
}
/** Whose turn it is to go on with a target (docs/board.md, "Lanes"). */
export interface Turn {
    /** The decision of a person that it waits for. */
    readonly asks?: Decision;
    /** The agent that the work is meant for, by name. */
    readonly agent?: string;
    /** When the present holder got control, ISO 8601: only where the files say the moment itself. */
    readonly since?: string;
    /** The whole command that goes on, `/accept TinyGain`. */
    readonly next?: string;
    /** Why it cannot go on yet. */
    readonly waits?: string;
    /** Nothing is left to do. */
    readonly ended?: true;
    /** Others are parts of it: it has no turn of its own. */
    readonly container?: true;
    /** Its file cannot be read: it is unknown whose turn it is. */
    readonly unreadable?: true;
}
/**
 * What a protocol says about the turn of a target in addition to its next action. `since` is written as in the file.
 */
export type TurnDetails = Pick<Turn, 'asks' | 'since' | 'ended' | 'container' | 'unreadable'>;
/** The whole command of a next action, `/handback TinyGain success --complexity …`; `undefined` where it has none. */
export declare function commandOf({ run, needs }: Proposal, name: string): string | undefined;
/**
 * What a target can go on by: its command, or why there is none yet. `repairs`: the command repairs what is wrong with
 * it.
 */
export type Step = Pick<Turn, 'next' | 'waits'> & {
    readonly repairs?: true;
};
/**
 * The turn of a target, by its state and the next action on it, alike for all protocols. Nothing that still waits for a
 * decision has ended; what has may be taken up again.
 */
export declare function turnOf(target: Target, proposal: Proposal | undefined, { next, waits, repairs }?: Step): Turn;
/** How commands name targets: each by the shortest name that no other has, in quotes where it has blanks. */
export declare function shortNames(targets: readonly NamedTarget[]): (id: string) => string;
