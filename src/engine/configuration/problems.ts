import type * as z from 'zod'
import { expected } from '../../core/configuration.ts'
import type { Finding, Place } from '../../core/diagnostic.ts'
import { msg } from '../../core/message.ts'
import { suggestion } from '../../core/suggestion.ts'
import type { TextDocument } from '../../documents/text.ts'
import type { YamlEntry, YamlNode } from '../../documents/yaml.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** Where problems are looked up: the text, what was read from it, and the keys that are known at a path. */
export interface Source {
  readonly document: TextDocument
  readonly root: YamlNode
  known(path: Path): readonly string[]
}

const kinds: Readonly<Record<string, ReturnType<typeof expected>>> = {
  object: expected`keys and values`,
  record: expected`keys and values`,
  array: expected`a list`,
  string: expected`text`,
}

/** The message about a value whose schema has none of its own. */
export const words: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_value') return expected`one of ${issue.values.map(String)}`(issue)
  return issue.code === 'invalid_type' ? kinds[issue.expected]?.(issue) : undefined
}

/** A path as people write it: `audit.known[0].until`. */
const written = (path: Path): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${String(step)}`)).join('')

interface Found {
  readonly node: YamlNode
  /** The key whose value it is. */
  readonly entry?: YamlEntry | undefined
}

/** What stands at a path; `undefined`: nothing. */
function find(root: YamlNode, path: Path): Found | undefined {
  let found: Found | undefined = { node: root }
  for (const step of path) {
    const node: YamlNode | undefined = found?.node
    const entry: YamlEntry | undefined = node?.kind === 'mapping' ? node.get(String(step)) : undefined
    const below: YamlNode | undefined = node?.kind === 'sequence' ? node.items[Number(step)] : entry?.value
    found = below && { node: below, entry }
  }
  return found
}

const span = ({ document }: Pick<Source, 'document'>, { start, end }: { readonly start: number; readonly end: number }) =>
  document.span(start, end)

/** The place of a value that stands in one line; of a longer or empty one, its key, or its first key, or the line it begins in. */
function placeOf(source: Pick<Source, 'document'>, { node, entry }: Found): Place {
  const { document } = source
  if (node.end > node.start && document.lineOf(node.start) === document.lineOf(node.end)) return span(source, node)
  const key = entry?.key ?? (node.kind === 'mapping' ? node.entries[0]?.key : undefined)
  return key ? span(source, key) : document.place(document.lineOf(node.start))
}

/** The place of what stands at a path, or of the nearest thing above it. */
export function nearest(source: Pick<Source, 'document' | 'root'>, path: Path): Place {
  const found = find(source.root, path)
  return found ? placeOf(source, found) : nearest(source, path.slice(0, -1))
}

function keyPlace(source: Source, path: Path): Place {
  const entry = find(source.root, path)?.entry
  return entry ? span(source, entry.key) : nearest(source, path)
}

const mostNamed = 12

function meant(word: unknown, candidates: readonly string[]): { readonly hint?: string } {
  const suggested = suggestion(String(word), candidates)
  return suggested === undefined ? {} : { hint: msg`Did you mean ${suggested}?` }
}

function unknownKey(source: Source, path: Path, key: string): Finding {
  const known = source.known(path)
  const few = known.length > 0 && known.length <= mostNamed ? { hint: msg`Expected one of ${known}.` } : {}
  return {
    message: path.length === 0 ? msg`Unexpected key ${key}` : msg`Unexpected key ${key} in ${written(path)}`,
    place: keyPlace(source, [...path, key]),
    ...few,
    ...meant(key, known),
  }
}

/** The shape of several that a value resembles: one that finds fault inside it, not with the whole. */
const resembled = (issue: z.core.$ZodIssueInvalidUnion) =>
  issue.errors.find((issues) => issues.some(({ code, path }) => path.length > 0 || code === 'custom'))

/** What is wrong, in the words of the configuration's text. */
export function problemsOf(source: Source, issue: Issue): readonly Finding[] {
  const { path, message } = issue
  const inner = issue.code === 'invalid_union' ? resembled(issue) : undefined
  if (inner) return inner.flatMap((each) => problemsOf(source, { ...each, path: [...path, ...each.path] }))
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(source, path, key))
  if (issue.code === 'invalid_key') return [{ message: issue.issues[0]?.message ?? message, place: keyPlace(source, path) }]

  const found = find(source.root, path)
  if (!found) return [{ message: msg`Missing key ${written(path)}`, place: nearest(source, path) }]
  const value = found.node.kind === 'scalar' ? found.node.source : ''
  const hint = issue.code === 'invalid_value' ? meant(value, issue.values.map(String)) : {}
  return [{ message, place: placeOf(source, found), ...hint }]
}
