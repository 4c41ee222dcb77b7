/** What is at a path. Links and submodules are seen, never followed. */
export type EntryKind = 'file' | 'symlink' | 'submodule';
export interface Entry {
    readonly kind: EntryKind;
    /** In bytes. */
    readonly size: number;
    /** For a symbolic link: SHA-256 of its target as text, lower-case hex. */
    readonly link?: string;
}
/**
 * The content of a file: its bytes or, in a view that has too many to keep them all, what reads them again. Views that
 * share a file have the same object for it, so that what was parsed from it can be kept by it.
 */
export type FileContent = Uint8Array | RereadableContent;
export interface RereadableContent {
    readonly read: () => Uint8Array;
    /** Whether it holds a line with which git begins a conflict, or something that looks like one. */
    readonly mayConflict: boolean;
}
export declare const bytesIn: (content: FileContent) => Uint8Array;
/** SHA-256 of a file, lower-case hex. */
export interface Digest {
    /** Over the bytes that git stores: a checkout may have other line endings. */
    readonly sha256: string;
    /** The digest of the bytes with CRLF read as LF; equal to `sha256` if there is no CRLF. */
    readonly lf: string;
}
/**
 * How much of a file is loaded: whether it exists, its digest, or its bytes. More includes less, except that `text` is
 * not read above the limit.
 */
export declare const loadLevels: readonly ['name', 'digest', 'text'];
export type LoadLevel = (typeof loadLevels)[number];
/** The higher of two levels, which includes the other. */
export declare const higherLevel: (level: LoadLevel, otherLevel?: LoadLevel) => LoadLevel;
/**
 * Files that a protocol selects, or (`folder`) folders of which only the existence is selected. The glob matches whole
 * paths; `*` does not cross `/`, and both match dot files.
 */
export interface Selector {
    readonly glob: string;
    readonly level: LoadLevel | 'folder';
    /** Names of folders that it never descends into: `node_modules`. */
    readonly except?: readonly string[];
    /** An extra file: its presence does not show that the protocol is in use. */
    readonly beside?: true;
    /** Used in messages alone: the findings are the same without it. */
    readonly explains?: true;
}
/**
 * The files of a repository at one commit (or in one folder), read-only, with what was selected already loaded.
 *
 * A path is relative to the root, with `/`. A path that was not selected is not in the view.
 */
export interface View {
    /** Every selected path, sorted by code unit. */
    readonly paths: readonly string[];
    /**
     * The folders that a `folder` selector matches: in a commit those that hold a file at any depth, on disk those that
     * exist. Links do not count.
     */
    readonly folders: ReadonlySet<string>;
    entry(path: string): Entry | undefined;
    /** Whether any path of the repository is below a folder. Absent: `paths` has all paths. */
    holds?(folder: string): boolean;
    /**
     * The bytes; `undefined` where there is no regular file, it is larger than the limit, or only its name or digest was
     * loaded.
     */
    bytes(path: string): Uint8Array | undefined;
    /** What stands for these bytes; `undefined` where there are none. */
    content(path: string): FileContent | undefined;
    /** The digest; `undefined` where there is no regular file or only its name was loaded. */
    digest(path: string): Digest | undefined;
    /** The git object id of a file, which identifies its content unread. Absent on views that are not of a commit. */
    identity?(path: string): string | undefined;
    /**
     * One of a series of views that share the bytes of unchanged files, so that what was parsed from these bytes can be
     * reused.
     */
    readonly isOneOfMany?: true;
    /**
     * Present in a series of views of commits, one after another: the paths that changed in the series, in order, and how
     * many of them before this view. The list is the same object in all of them, and grows.
     */
    readonly series?: {
        readonly changed: readonly string[];
        readonly before: number;
    };
    /**
     * Files that git could not merge, of which `bytes` gives our side: the lines of each conflict, markers included,
     * counted from 1, the end exclusive. None: the file has no markers, but the index of the clone has it unmerged.
     */
    readonly unmerged?: ReadonlyMap<string, readonly (readonly [from: number, to: number])[]>;
    /** On disk: the selected paths at which there is a pipe, socket or device. None is a file, or opened. */
    readonly special?: ReadonlySet<string>;
}
export declare const emptyView: View;
/** Text of a file with the line endings that git stores: a checkout may have others. */
export declare function storedText({ digest }: Pick<View, 'digest'>, path: string, text: string): string;
/** The paths at which a view may show something else than an earlier one; `undefined`: they are not of one series. */
export declare const changesSince: ({ series: earlierSeries }: View, { series: currentSeries }: View) => readonly string[] | undefined;
/** What to load: selectors, and the size in bytes above which `text` is not read. */
export interface Selection {
    readonly selectors: readonly Selector[];
    readonly limit: number;
    /** The files are read as they are, whether or not git could merge them: the view need not know. */
    readonly mayBeUnmerged?: true;
}
/** A place that views come from: a folder, a commit in a clone, a commit on GitHub, memory. */
export interface Tree {
    /** For messages: `the working tree`, `commit 1a2b3c4`. */
    readonly name: string;
    /** The commit, where it is one. */
    readonly sha?: string;
    /** @throws Fault when the source cannot be read. */
    open(selection: Selection): Promise<View>;
}
/** Every folder that contains a path, outermost first. */
export declare function foldersAbove(path: string): readonly string[];
export declare const baseName: (path: string) => string;
/** Empty at the root. */
export declare const folderOf: (path: string) => string;
/** The path that names stand for, without `.`, `..` and empty ones; `undefined` where it leads out of the root. */
export declare function normalizePath(path: string): string | undefined;
/** Whether a view shows a file or folder at a path. */
export declare const isInTree: (view: View, path: string) => boolean;
