import type { Severity } from './diagnostic.js';
import type { ProtocolName } from './protocol-name.js';
import type { Holder } from './target.js';
import type { Decision, Turn } from './turn.js';
/** Where a target is on the board, in the order of every output (docs/board.md, "Lanes"). */
export declare const lanes: readonly ['person', 'agent', 'ready', 'done', 'unknown'];
export type Lane = (typeof lanes)[number];
/** The state that is shown of a target whose file cannot be read. */
export declare const unreadableState = "unreadable";
/** The lane of a target: the first that fits. */
export declare function laneOf(holder: Holder | undefined, { asks, ended, unreadable }: Turn): Lane;
/**
 * Since when a target is as it is. `said`: its files say the moment; `replayed`: the oldest of the newest commits in
 * which holder and state are the same; `touched`: the newest commit that changed its file, at which or before which it
 * became so.
 */
export interface Since {
    /** ISO 8601, in UTC. */
    readonly at: string;
    readonly by: 'said' | 'replayed' | 'touched';
    readonly commit?: string;
}
/** What one of the places that a finding compares says; `null`: nothing. */
export interface Statement {
    readonly place: string;
    readonly value: string | null;
}
export interface BoardFinding {
    readonly code: string;
    readonly severity: Severity;
    readonly message: string;
    readonly said?: readonly Statement[];
    /** What is compared, `creative_brief`; only the page shows it. */
    readonly subject?: string;
    readonly fix?: string;
    readonly path: string;
    readonly line?: number;
}
export interface BoardTarget {
    readonly id: string;
    readonly protocol: ProtocolName;
    /** Its id without prefix and container. */
    readonly name: string;
    /** The container that it is in, without its prefix. */
    readonly within?: string;
    readonly path: string;
    readonly lane: Lane;
    readonly holder?: Holder;
    readonly state: string;
    /** How far it is on its way, counted from 1. */
    readonly way?: {
        readonly step: number;
        readonly of: number;
        readonly states: readonly string[];
    };
    readonly since?: Since;
    /** Its file has uncommitted changes, so that no commit says since when it is so. */
    readonly uncommitted?: true;
    readonly asks?: Decision;
    readonly agent?: string;
    /** Why it cannot go on yet, where it waits for no decision. */
    readonly waits?: string;
    /** The command that goes on, or that fixes its worst error. */
    readonly next?: string;
    readonly findings: {
        readonly errors: number;
        readonly warnings: number;
        readonly notices: number;
        /** Three at most, the worst first. */
        readonly worst: readonly BoardFinding[];
        /** Further findings, which only the page shows. */
        readonly rest?: readonly BoardFinding[];
    };
}
/** Who holds what, and since when: what every output of the board shows. */
export interface Board {
    /** When the board was made, ISO 8601. */
    readonly at: string;
    /** `owner/name` at the host. */
    readonly repository?: string | undefined;
    readonly commit?: string | undefined;
    readonly branch?: string | undefined;
    /** Whether the file of any target is not as it was committed; absent where a commit is looked at. */
    readonly dirty?: boolean;
    /** In comments only `/baton NAME` is a command, `/NAME` is none. */
    readonly prefixRequired?: true;
    readonly counts: Readonly<Record<Lane | 'errors' | 'warnings', number>>;
    /** By lanes; within a lane more errors first, then those that are so for longer, then by id. */
    readonly targets: readonly BoardTarget[];
    /** The findings that are about none of these targets, the worst first. */
    readonly others: readonly BoardFinding[];
    readonly notes: readonly string[];
}
