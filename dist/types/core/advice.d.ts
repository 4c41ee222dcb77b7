import type { Offer } from './diagnostic.js';
/** How a finding can be repaired, as far as the finding says. */
export interface Advised {
    readonly offers?: readonly Offer[] | undefined;
    readonly hint?: string | undefined;
    readonly fix?: string | undefined;
}
/** The commands that an advice names as those that mend the finding. */
export declare const commandsOf: ({ offers, fix }: Advised) => readonly string[];
/** How a finding is repaired, as it is printed: the commands with what each does, then what to do by hand; and the first command. */
export declare function adviceOf({ offers, hint, fix }: Advised): {
    readonly hint?: string;
    readonly fix?: string;
};
/** The same advice without the commands that would not mend the finding, and without a hint that is about one of them. */
export declare function adviceFor({ offers, hint, fix }: Advised, mends: (command: string) => boolean): Advised;
