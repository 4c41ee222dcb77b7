import type { CommandName } from './command-names.js';
import type { Diagnostic } from './diagnostic.js';
import type { Grant } from './grant.js';
import type { ProtocolName } from './protocol-name.js';
/** The kinds of actions, the most urgent first (docs/agents/working.md, "What to do now"). */
export declare const actionKinds: readonly ['mend', 'answer', 'decide', 'review', 'finish', 'accept', 'work', 'wait'];
export type ActionKind = (typeof actionKinds)[number];
/** The next action on a target in its present state, as its protocol proposes it. */
export interface Proposal {
    /** `mend` without a command: an error of the target has to go first. */
    readonly do: ActionKind;
    /**
     * The command that does it and its words after the target: `['handback', 'success|error|question "…"']`. Absent for
     * `wait`.
     */
    readonly run?: readonly [command: CommandName, words?: string];
    /** In place of `run`, a command of the program alone, which no comment has: `baton cleanup --confirm FOLDER`. */
    readonly program?: string;
    /** The agent that the protocol itself names for the work; never one that it is only recorded to have been given to. */
    readonly agent?: string | undefined;
    /**
     * The agents that the protocol shares its work out among, by name: each of them does only its own, and any other
     * agent may do all of it.
     */
    readonly roles?: readonly string[];
    /** Existing files to read first, the most important first. */
    readonly read?: readonly string[];
    /** What the command needs to succeed: paths to write, options to give. */
    readonly needs?: readonly string[];
    /** The code of what went wrong. */
    readonly code?: string | undefined;
    /** Why it waits, what went wrong, what begins, or what the files to write contain. */
    readonly why?: string | undefined;
}
/** Each form of the words of a command, `success|error "…"` or `--from file|board`. */
export declare function formsOf(words: string): readonly string[];
/** The words of a command with only those of their forms, by index, that are kept. */
export declare const withForms: (words: string, isKept: (index: number) => boolean) => string;
export interface Action extends Omit<Proposal, 'run' | 'program' | 'roles'> {
    readonly target: string;
    readonly protocol: ProtocolName;
    readonly state: string;
    /** The whole command that does it, `/handback TinyGain success|error|question "…"`, or one of the program. */
    readonly run?: string;
    readonly question?: string;
    /** The grant by which it is held. */
    readonly grant?: Grant;
}
/** What there is to do for the agent that has just been granted control, so that it need not ask. */
export type GrantedWork = Pick<Action, 'agent' | 'read' | 'needs' | 'why'> & {
    /** The command that ends it. */ readonly run?: string;
};
/** The greatest limit of an answer. */
export declare const maxActions = 50;
/** The number of actions beyond the limit that an answer names. */
export declare const maxNamedFurther = 3;
/** The next actions, the most urgent first. */
export interface NextActions {
    readonly actions: readonly Action[];
    /** The actions beyond the limit; only the commands of those that an answer names were tried. */
    readonly more: readonly Action[];
    /** The number of all targets, and the number of those that are done, as on the board. */
    readonly targets: number;
    readonly done: number;
    /** The targets that can be taken up again, each with when or by which agent. */
    readonly resumable: readonly string[];
    /** The targets that others are parts of, and that have no work of their own, each with its state. */
    readonly containers: readonly string[];
    /** The files that git could not merge and that no action is about: they come before every action. */
    readonly conflicts: readonly Diagnostic[];
    /** The other targets that wait or are another agent's, each with its holder, the reason, or what is to be done. */
    readonly waiting: readonly string[];
}
