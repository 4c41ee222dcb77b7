import type { Offer } from './diagnostic.js';
/** The advice of a finding: commands that repair it, and what to do by hand. */
export interface Advised {
    readonly offers?: readonly Offer[] | undefined;
    readonly hint?: string | undefined;
    readonly fix?: string | undefined;
}
/** The commands that an advice offers. */
export declare const commandsOf: ({ offers, fix }: Advised) => readonly string[];
/** An advice as it is printed. `hint`: the commands with what each does, then what to do by hand. `fix`: the first command. */
export declare function adviceOf({ offers, hint, fix }: Advised): {
    readonly hint?: string;
    readonly fix?: string;
};
/** The same advice without the commands that would not fix the finding, and without a hint that is about one of them. */
export declare function adviceFor({ offers, hint, fix }: Advised, mends: (command: string) => boolean): Advised;
