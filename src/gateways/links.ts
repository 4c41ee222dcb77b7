import type { ChangedPath } from '../core/change.ts'

/** A changed path as it is listed: with the mode and the object that are there since. */
export interface RawPath {
  readonly path: string
  readonly change: ChangedPath['change']
  /** As git writes it: `120000` is a symbolic link. */
  readonly mode: string
  readonly oid: string
}

const isLink = ({ change, mode }: RawPath) => change !== 'deleted' && mode === '120000'

/** Reads the targets of all links of some lists at once. @returns the entries that complete the lists, sorted */
export async function linkTexts(
  rawPaths: readonly RawPath[],
  read: (oids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<(paths: readonly RawPath[]) => readonly ChangedPath[]> {
  const oids = [...new Set(rawPaths.filter(isLink).map(({ oid }) => oid))]
  const texts = oids.length > 0 ? await read(oids) : new Map<string, string>()
  return (paths) =>
    paths
      .map((raw): ChangedPath => {
        const { path, change, oid } = raw
        return isLink(raw) ? { path, change, link: texts.get(oid) ?? '' } : { path, change }
      })
      .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}
