import { keyText, valueText, type Written } from './yaml-writing.ts'
import type { YamlEntry, YamlMapping } from './yaml.ts'

/**
 * What keys of a mapping are to say: a value; a patch of the mapping that stands there, which is made where there is none;
 * `undefined`: nothing, the key goes.
 */
export interface MappingPatch {
  readonly [key: string]: Written | MappingPatch | undefined
}

/** The keys of a mapping in canonical order, each with those of the mapping that is its value. */
export interface KeyOrder {
  readonly [key: string]: KeyOrder
}

/** A key that is not there yet. */
export interface Added {
  readonly key: string
  readonly value: Written | MappingPatch
}

/** What becomes of a mapping's keys. New ones come behind one that stays, or before them all. */
export interface Patched {
  readonly kept: readonly YamlEntry[]
  readonly removed: readonly YamlEntry[]
  /** The new ones behind an entry; under `undefined`, those before the first. */
  readonly added: ReadonlyMap<YamlEntry | undefined, readonly Added[]>
}

/** Whether a key gets a mapping, and not a value in one line. */
export const isPatch = (value: Written | MappingPatch | undefined): value is MappingPatch => typeof value === 'object' && value !== null

/** What a patch has for a key. Keys come from files: `constructor` is one of its own or none. */
export const wanted = (patch: MappingPatch, key: string) => (Object.hasOwn(patch, key) ? patch[key] : undefined)

/** The new keys of a patch in canonical order; those that the order does not know, last. */
function addedBy(patch: MappingPatch, ranks: ReadonlyMap<string, number>): readonly Added[] {
  const rank = ({ key }: Added) => ranks.get(key) ?? ranks.size
  return Object.entries(patch)
    .flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]))
    .toSorted((a, b) => rank(a) - rank(b))
}

const ranksOf = (order: KeyOrder): ReadonlyMap<string, number> => new Map(Object.keys(order).map((key, rank) => [key, rank]))

/** A new key comes behind the nearest earlier one of the canonical order, else first; one that the order does not know, last (plugin protocol, W3). */
function neighbourOf(key: string, kept: readonly YamlEntry[], ranks: ReadonlyMap<string, number>): YamlEntry | undefined {
  const own = ranks.get(key)
  if (own === undefined) return kept.at(-1)
  const rank = (entry: YamlEntry) => ranks.get(entry.key.source) ?? Infinity
  return kept.filter((entry) => rank(entry) < own).toSorted((a, b) => rank(b) - rank(a))[0]
}

/** What a patch makes of the keys of a mapping. */
export function patched(mapping: YamlMapping, patch: MappingPatch, order: KeyOrder): Patched {
  const ranks = ranksOf(order)
  const goes = ({ key }: YamlEntry) => Object.hasOwn(patch, key.source) && patch[key.source] === undefined
  const kept = mapping.entries.filter((entry) => !goes(entry))
  const added = new Map<YamlEntry | undefined, Added[]>()
  for (const each of addedBy(patch, ranks)) {
    if (mapping.get(each.key)) continue
    const neighbour = neighbourOf(each.key, kept, ranks)
    added.set(neighbour, [...(added.get(neighbour) ?? []), each])
  }
  return { kept, removed: mapping.entries.filter(goes), added }
}

/** The lines of a key that is new, with what it says. */
export function newLines({ key, value }: Added, order: KeyOrder): readonly string[] {
  if (!isPatch(value)) return [`${keyText(key)}: ${valueText(value)}`]
  const below = mappingLines(value, order[key] ?? {})
  return below.length === 0 ? [`${keyText(key)}: {}`] : [`${keyText(key)}:`, ...below.map((line) => `  ${line}`)]
}

/** The lines of a mapping that is new. */
export function mappingLines(patch: MappingPatch, order: KeyOrder): readonly string[] {
  return addedBy(patch, ranksOf(order)).flatMap((each) => newLines(each, order))
}
