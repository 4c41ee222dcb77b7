/** A path that a commit changes against its first parent. A rename is a deletion and an addition. */
export interface ChangedPath {
    readonly path: string;
    readonly change: 'added' | 'changed' | 'deleted';
    /** The target of a symbolic link after the commit. */
    readonly link?: string;
}
/** Who made a commit, as far as that is known. Everything but a verified login is claimed by the commit itself. */
export interface Author {
    readonly email: string;
    /** The account on GitHub, `name[bot]` for an app. */
    readonly login?: string | undefined;
}
export interface Commit {
    /** Whole, in lower-case hex. */
    readonly sha: string;
    readonly parents: readonly string[];
    readonly message: string;
    readonly author: Author;
    /** Whether GitHub has verified its signature; absent where GitHub was not asked. */
    readonly verified?: boolean;
    /** Whether it is Baton's own. */
    readonly isOwn?: boolean;
    /** Sorted. A merge has none: the commits that it merges list them. */
    readonly paths: readonly ChangedPath[];
}
/** The commits of a change under review. */
export interface Change {
    /** The commits of the head that the base does not have, oldest first. */
    readonly commits: readonly Commit[];
    /** The number of commits, where there are too many to read one by one: then `commits` is empty. */
    readonly tooMany?: number;
    /** The branch that the change comes from, without `refs/heads/`. */
    readonly branch?: string | undefined;
}
