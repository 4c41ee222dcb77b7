/** A commit in a log. */
export interface LoggedCommit {
    /** Whole, in lower-case hex. */
    readonly sha: string;
    readonly parents: readonly string[];
    /** The first line of its message. */
    readonly subject: string;
}
/** The commits that lead to the head. Nothing is looked up before it is asked for. */
export interface Log {
    /** The commit that is looked at, or that the working tree stands on. */
    head(): string | undefined;
    /** Whether all of them can be had: no history was cut off. */
    whole(): boolean;
    /** All of them, the head first; none where they are not whole. */
    commits(): readonly LoggedCommit[];
}
