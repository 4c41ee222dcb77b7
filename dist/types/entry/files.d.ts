type Content = string | Uint8Array;
/**
 * The files of a repository, as an object or a Map: a path from its root, with `/`, → text (UTF-8) or bytes. Nothing is
 * read from any other place.
 */
export type Files = Readonly<Record<string, Content>> | ReadonlyMap<string, Content>;
/**
 * The files that a caller gave, by path. `name` is what the argument is called.
 *
 * @throws TypeError for anything that is not a map of paths to contents: it would be taken for a repository in which
 * there is nothing.
 */
export declare function filesOf(files: unknown, name: string): Readonly<Record<string, Content>>;
export {};
