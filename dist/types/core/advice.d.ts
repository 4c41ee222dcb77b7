import type { Offer } from './diagnostic.js';
/** The advice of a finding: commands that repair it, and what to do by hand. */
export interface Advice {
    readonly offers?: readonly Offer[] | undefined;
    readonly hint?: string | undefined;
    readonly fix?: string | undefined;
    /** What to do by hand where no command is left. */
    readonly otherwise?: string | undefined;
}
export declare const commandsOf: ({ offers, fix }: Advice) => readonly string[];
/**
 * An advice as it is printed. `hint`: the commands with what each does, then what to do by hand. `fix`: the first
 * command.
 */
export declare function adviceOf({ offers, hint, fix, otherwise }: Advice): {
    readonly hint?: string;
    readonly fix?: string;
};
/**
 * Advice without the commands that would not fix the finding, and without a hint that is about one of them.
 */
export declare function adviceFor({ offers, hint, fix, otherwise }: Advice, mends: (command: string) => boolean): Advice;
