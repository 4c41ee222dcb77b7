import type * as z from 'zod'
import { expected } from '../../core/configuration.ts'
import type { Finding, Place } from '../../core/diagnostic.ts'
import { msg } from '../../core/message.ts'
import { suggestion } from '../../core/suggestion.ts'
import type { View } from '../../core/view.ts'
import { nodeAt, type DataNode, type DataScalar } from '../../documents/data.ts'
import { readText, textDocument, type Unreadable } from '../../documents/text.ts'
import { type Data, parseRecord } from '../../kit/record.ts'
import { checkShape, type ShapeViolation } from '../../kit/shape.ts'
import { conflictFinding, ourSideIn } from '../unmerged.ts'
import { configurationShape, keysAt } from './json-schema.ts'
import { defaultConfiguration, type Configuration, type ConfigurationSchema, type WrittenSections } from './schema.ts'

const kinds: Readonly<Record<string, ReturnType<typeof expected>>> = {
  object: expected`keys and values`,
  record: expected`keys and values`,
  array: expected`a list`,
  string: expected`text`,
}

/** The message about a value whose schema has none of its own. */
const words: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_value') return expected`one of ${issue.values.map(String)}`(issue)
  return issue.code === 'invalid_type' ? kinds[issue.expected]?.(issue) : undefined
}

/** Where the configuration is. */
export const configurationPath = '.github/baton.yml'

/** Bytes above which it is not read. */
export const configurationLimit = 1024 * 1024

/** The configuration, or every reason why it is none: findings for the code `CONFIG_INVALID`, in the order of the text. */
export type ConfigurationResult = { readonly configuration: Configuration } | { readonly problems: readonly Finding[] }

const invalid = (finding: Finding): ConfigurationResult => ({ problems: [finding] })

/** The first character that makes a file no text. */
function unreadableAt(view: View, path: string): Finding['place'] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(view.bytes(path))
  const at = text.search(/[\0\ufffd]/)
  return at === -1 ? { path } : textDocument(path, text).span(at, at + 1)
}

function unreadable(view: View, path: string, why: Exclude<Unreadable, 'absent'>): Finding {
  switch (why) {
    case 'link':
      return { message: msg`Unexpected link in place of ${path}, expected a file`, place: { path } }
    case 'large':
      return { message: msg`Unexpected size of ${path}, expected at most ${configurationLimit} bytes`, place: { path } }
    case 'encoding':
      return { message: msg`Unexpected bytes in ${path}, expected text in UTF-8`, place: unreadableAt(view, path) }
  }
}

type Path = readonly PropertyKey[]

/** A path as people write it: `audit.known[0].until`. */
const written = (path: Path): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${String(step)}`)).join('')

/**
 * The place of what is at a path, or of the nearest thing above it: of a value that is in one line; of a longer or empty one, its
 * key, or its first key, or the line it begins in.
 */
function nearestPlace(data: Data, path: Path): Place {
  const { document, root } = data
  const node = nodeAt(root, path)
  const above = path.slice(0, -1)
  if (!node) return nearestPlace(data, above)
  if (node.end > node.start && document.lineOf(node.start) === document.lineOf(node.end)) return data.place(node)
  const holder = path.length > 0 ? nodeAt(root, above) : undefined
  const entry = holder?.kind === 'mapping' ? holder.get(String(path.at(-1))) : undefined
  const key = entry?.key ?? (node.kind === 'mapping' ? node.entries[0]?.key : undefined)
  return key ? data.place(key) : document.place(document.lineOf(node.start))
}

const maxNamed = 12

function meant(word: string, candidates: readonly string[]): Pick<Finding, 'hint'> {
  const suggested = suggestion(word, candidates)
  return suggested === undefined ? {} : { hint: msg`Did you mean ${suggested}?` }
}

/**
 * A violation as a finding that names the whole path of what is missing, or what an unknown key is in: for a file of many sections, in
 * which one key has several places. `keysAt`: the keys that are known at a path.
 */
function pathFinding(
  data: Data,
  keysAt: (path: Path) => readonly string[],
  { kind, message, path, key = '', node, place, values = [] }: ShapeViolation,
): Finding {
  if (kind === 'missing') return { message: msg`Missing key ${written(path)}`, place: nearestPlace(data, path) }
  if (kind === 'key') return { message, place }
  if (kind === 'unknown') {
    const above = path.slice(0, -1)
    const known = keysAt(above)
    return {
      message: above.length === 0 ? message : `${message}${msg` in ${written(above)}`}`,
      place,
      ...(known.length > 0 && known.length <= maxNamed && { hint: msg`Expected one of ${known}.` }),
      ...meant(key, known),
    }
  }
  return { message, place: nearestPlace(data, path), ...meant(node.kind === 'scalar' ? node.source : '', values) }
}

/** Keys that no schema would report, since it drops them. */
function prototypeKeys(node: DataNode): readonly DataScalar[] {
  if (node.kind === 'scalar') return []
  if (node.kind === 'sequence') return node.items.flatMap(prototypeKeys)
  return node.entries.flatMap(({ key, value }) => [...(key.source === '__proto__' ? [key] : []), ...prototypeKeys(value)])
}

const inOrder = ({ place: a }: Finding, { place: b }: Finding) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)

function checked(data: Data, schema: ConfigurationSchema): ConfigurationResult {
  const [forbidden] = prototypeKeys(data.root)
  if (forbidden) return invalid({ message: msg`Unexpected key ${forbidden.source}`, place: data.place(forbidden) })
  const { value, violations } = checkShape(data, schema, { words })
  if (!violations) return { configuration: withSections(value, data.value) }
  const shape = configurationShape(schema)
  return { problems: violations.map((violation) => pathFinding(data, (path) => keysAt(shape, path), violation)).sort(inOrder) }
}

/** Each protocol reads its own section, and adds its own defaults: the sections stay as they were written. */
function withSections(read: Omit<Configuration, 'protocols'>, data: unknown): Configuration {
  const { protocols = {} } = data as { readonly protocols?: WrittenSections }
  return { ...read, protocols }
}

/**
 * Reads the configuration of a view: one YAML 1.2 document without aliases, tags or duplicate keys, of known keys only.
 * Where there is no such file, all settings have their defaults.
 */
export function readConfiguration(view: View, schema: () => ConfigurationSchema, path = configurationPath): ConfigurationResult {
  const document = readText(view, path, configurationLimit)
  if (document === 'absent') return { configuration: defaultConfiguration }
  if (typeof document === 'string') return invalid(unreadable(view, path, document))
  const conflicts = ourSideIn(path, view.bytes(path) ?? new Uint8Array())?.conflicts
  if (conflicts) return invalid(conflictFinding(path, conflicts))
  const { data, fault } = parseRecord(document, 'yaml-1.2')
  if (!data) return { problems: fault ? [fault] : [] }
  // A file with only comments counts as empty.
  return data.root.kind === 'scalar' && data.root.source === '' ? { configuration: defaultConfiguration } : checked(data, schema())
}

/** The place of a value in the text of a readable configuration, by its keys and, in lists, numbers from 0. */
export function configurationPlace(view: View, path: string, keys: readonly (string | number)[]): Place {
  const document = readText(view, path, configurationLimit)
  const data = typeof document === 'string' ? undefined : parseRecord(document, 'yaml-1.2').data
  return data ? nearestPlace(data, keys) : { path }
}
