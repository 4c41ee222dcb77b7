import { byPlace, type Finding, type Place } from '../../core/diagnostic.ts'
import { msg } from '../../core/message.ts'
import type { Selector, View } from '../../core/view.ts'
import { type DataNode, type DataScalar } from '../../documents/data.ts'
import { readText, textDocument, type UnreadableReason } from '../../documents/text.ts'
import { messageOf, nearestPlace, pathFinding } from '../../kit/path-finding.ts'
import { keysAt } from '../../kit/published-schema.ts'
import { type Data, parseRecord } from '../../kit/record.ts'
import { checkShape } from '../../kit/shape.ts'
import { conflictFinding } from '../../core/conflict.ts'
import { ourSideIn } from '../unmerged.ts'
import { configurationShape } from './json-schema.ts'
import { defaultConfiguration, type Configuration, type ConfigurationSchema, type WrittenSections } from './schema.ts'

export const configurationPath = '.github/baton.yml'

/** The path of a configuration, unless it is the default. */
export const otherConfiguration = (path: string | undefined): string | undefined =>
  path === configurationPath ? undefined : path

/** Bytes above which it is not read. */
export const configurationLimit = 1024 * 1024

/**
 * The configuration, or every reason why it is none: findings for the code `CONFIG_INVALID`, in the order of the text.
 */
export type ConfigurationResult = { readonly configuration: Configuration } | { readonly problems: readonly Finding[] }

const invalidResult = (finding: Finding): ConfigurationResult => ({ problems: [finding] })

/** The first character that makes a file no text. */
function unreadablePlace(view: View, path: string): Finding['place'] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(view.bytes(path))
  const at = text.search(/[\0\ufffd]/)
  return at === -1 ? { path } : textDocument(path, text).span(at, at + 1)
}

/** What a reading of the configuration selects: also the folder that stands in its place. */
export const configurationSelectors = (path: string): readonly Selector[] => [
  { glob: path, level: 'text' },
  { glob: path, level: 'folder' },
]

/** Something in the place of a configuration that is no file, not even a link. */
export function obstacleAt(view: View, path: string): Finding | undefined {
  if (view.folders.has(path))
    return { message: msg`Unexpected folder in place of ${path}, expected a file`, place: { path } }
  return view.special?.has(path) === true
    ? { message: msg`Unexpected pipe, socket or device in place of ${path}, expected a file`, place: { path } }
    : undefined
}

function unreadableFinding(view: View, path: string, why: Exclude<UnreadableReason, 'absent'>): Finding {
  switch (why) {
    case 'link':
      return { message: msg`Unexpected symbolic link in place of ${path}, expected a file`, place: { path } }
    case 'large':
      return { message: msg`Unexpected size of ${path}, expected at most ${configurationLimit} bytes`, place: { path } }
    case 'encoding':
      return { message: msg`Unexpected bytes in ${path}, expected text in UTF-8`, place: unreadablePlace(view, path) }
  }
}

/** Keys that no schema would report, since it drops them. The declarations of workflows may have any names. */
function prototypeKeys(node: DataNode, isRoot = false): readonly DataScalar[] {
  if (node.kind === 'scalar') return []
  if (node.kind === 'sequence') return node.items.flatMap((item) => prototypeKeys(item))
  return node.entries.flatMap(({ key, value }) => [
    ...(key.source === '__proto__' ? [key] : []),
    ...(isRoot && key.source === 'workflows' ? [] : prototypeKeys(value)),
  ])
}

function checkConfiguration(data: Data, schema: ConfigurationSchema): ConfigurationResult {
  const [forbiddenKey] = prototypeKeys(data.root, true)
  if (forbiddenKey)
    return invalidResult({ message: msg`Unexpected key ${forbiddenKey.source}`, place: data.place(forbiddenKey) })
  const { value, violations } = checkShape(data, schema, { words: messageOf })
  if (!violations) return { configuration: withSections(value, data.value) }
  const shape = configurationShape(schema)
  return {
    problems: violations.map((violation) => pathFinding(data, (path) => keysAt(shape, path), violation)).sort(byPlace),
  }
}

/** Each protocol reads its own section, and adds its own defaults: the sections stay as they were written. */
function withSections(settings: Omit<Configuration, 'protocols' | 'declared'>, data: unknown): Configuration {
  const { protocols = {} } = data as { readonly protocols?: WrittenSections }
  return { ...settings, protocols, declared: [] }
}

/**
 * Reads the configuration of a view: one YAML 1.2 document without aliases, tags or duplicate keys, of known keys only.
 * Where there is no such file, all settings have their defaults.
 */
export function readConfiguration(
  view: View,
  schema: () => ConfigurationSchema,
  path = configurationPath,
): ConfigurationResult {
  const document = readText(view, path, configurationLimit)
  if (document === 'absent') {
    const obstacle = obstacleAt(view, path)
    return obstacle ? invalidResult(obstacle) : { configuration: defaultConfiguration }
  }
  if (typeof document === 'string') return invalidResult(unreadableFinding(view, path, document))
  const conflicts = ourSideIn(path, view.bytes(path) ?? new Uint8Array())?.conflicts
  if (conflicts) return invalidResult(conflictFinding(path, conflicts))
  const { data, fault } = parseRecord(document, 'yaml-1.2')
  if (!data) return { problems: fault ? [fault] : [] }
  // A file with only comments counts as empty.
  return data.root.kind === 'scalar' && data.root.source === ''
    ? { configuration: defaultConfiguration }
    : checkConfiguration(data, schema())
}

/** A readable configuration as data that knows its places. */
export function configurationData(view: View, path: string): Data | undefined {
  const document = readText(view, path, configurationLimit)
  return typeof document === 'string' ? undefined : parseRecord(document, 'yaml-1.2').data
}

/** The place of a value in the text of a readable configuration, by its keys and, in lists, numbers from 0. */
export function configurationPlace(view: View, path: string, keys: readonly (string | number)[]): Place {
  const data = configurationData(view, path)
  return data ? nearestPlace(data, keys) : { path }
}
