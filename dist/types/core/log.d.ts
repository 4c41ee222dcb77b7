export interface LoggedCommit {
    /** Whole, in lower-case hex. */
    readonly sha: string;
    readonly parents: readonly string[];
    /** The first line of its message. */
    readonly subject: string;
}
/** The commits that lead to the head. Each part is read when it is first used. */
export interface Log {
    /** The commit that is looked at, or that the working tree has checked out. */
    head(): string | undefined;
    /** Whether all of them are available: no history was cut off. */
    whole(): boolean;
    /** All of them, the head first; none where they are not whole. */
    commits(): readonly LoggedCommit[];
}
