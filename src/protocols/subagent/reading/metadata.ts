import type { Place } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { parseYaml, type YamlMapping, type YamlNode } from '../../../documents/yaml.ts'
import { instantOf } from '../schema.ts'

/** A YAML file of v2, read. */
export interface YamlFile {
  readonly path: string
  readonly document: TextDocument
  readonly root: YamlMapping | undefined
  /** Why it cannot be read. */
  readonly fault: { readonly message: string; readonly place: Place } | undefined
}

/** Reads a YAML file: one mapping without aliases, tags and second keys. */
export function readYaml(document: TextDocument): YamlFile {
  const root = parseYaml(document.text.slice(document.start), document.start)
  const { path } = document
  if ('fault' in root)
    return { path, document, root: undefined, fault: { message: root.fault, place: document.span(root.start, root.end) } }
  if (root.kind !== 'mapping')
    return { path, document, root: undefined, fault: { message: 'Unexpected YAML, expected keys and values', place: { path, line: 1 } } }
  return { path, document, root, fault: undefined }
}

const nodeAt = (file: YamlFile, ...keys: readonly string[]): YamlNode | undefined =>
  keys.reduce<YamlNode | undefined>((node, key) => (node?.kind === 'mapping' ? node.get(key)?.value : undefined), file.root)

/** A text that stands in a YAML file; nothing where there is none. */
export function textIn(file: YamlFile, ...keys: readonly string[]): string | undefined {
  const node = nodeAt(file, ...keys)
  return node?.kind === 'scalar' && node.source.trim() !== '' && node.source !== 'null' && node.source !== '~' ? node.source : undefined
}

/** The same of a field that may be left out: what stands there and is no text is none of its words. */
const wordIn = (file: YamlFile, ...keys: readonly string[]): string | undefined =>
  nodeAt(file, ...keys)?.kind === 'scalar' ? textIn(file, ...keys) : nodeAt(file, ...keys) && ''

/** A whole number that is 1 or more; nothing where there is none. */
export function numberIn(file: YamlFile, ...keys: readonly string[]): number | undefined {
  const node = nodeAt(file, ...keys)
  return node?.kind === 'scalar' && typeof node.value === 'number' && Number.isInteger(node.value) && node.value >= 1
    ? node.value
    : undefined
}

/** The place of a value; where there is none, the first line. */
export function placeIn(file: YamlFile, ...keys: readonly string[]): Place {
  const node = nodeAt(file, ...keys)
  return node && node.end > node.start ? file.document.span(node.start, node.end) : { path: file.path, line: 1 }
}

/** The states of a session of v2. */
export const sessionStates = [
  'INITIALIZING',
  'PLANNING',
  'BATCHING',
  'EXECUTING_BATCH',
  'REVIEWING_BATCH',
  'KNOWLEDGE_EXTRACTION',
  'ITERATION_REVIEW',
  'ITERATION_CRITIQUE_REPLAN',
  'COMPLETE',
  'REPLANNING',
  'SESSION_REVIEW',
] as const

const statuses = ['in_progress', 'completed', 'awaiting_feedback', 'blocked', 'aborted']

/** What is missing in the metadata of a session, or has another type (subagent protocol, section 9). */
export function* misfits(file: YamlFile, id: string): Iterable<{ readonly message: string; readonly place: Place }> {
  const wrong = (expected: string, ...keys: readonly string[]) => ({
    message: `${msg`In ${keys.join('.')}`}: expected ${expected}`,
    place: placeIn(file, ...keys),
  })
  for (const key of ['version', 'iteration']) if (numberIn(file, key) === undefined) yield wrong('a whole number, 1 or more', key)
  if (textIn(file, 'session_id') !== id) yield wrong(msg`${id}`, 'session_id')
  for (const key of ['created_at', 'updated_at'])
    if (instantOf(textIn(file, key) ?? '') === undefined) yield wrong('a date and time with offset', key)
  if (textIn(file, 'orchestrator', 'state') === undefined) yield wrong('a state', 'orchestrator', 'state')
  const status = wordIn(file, 'status')
  if (status !== undefined && !statuses.includes(status)) yield wrong(msg`one of ${statuses}`, 'status')
}

const signalTypes = ['STEER', 'PAUSE', 'ABORT', 'INFO']
const signalTargets = ['ALL', 'Orchestrator', 'Executor', 'Planner', 'Questioner', 'Reviewer', 'Librarian']

/** What is wrong with a signal. */
export function* signalFaults(file: YamlFile, processed: boolean): Iterable<{ readonly message: string; readonly place: Place }> {
  const wrong = (expected: string, ...keys: readonly string[]) => ({
    message: `${msg`In ${keys.join('.')}`}: expected ${expected}`,
    place: placeIn(file, ...keys),
  })
  if (!signalTypes.includes(textIn(file, 'type') ?? '')) yield wrong(msg`one of ${signalTypes}`, 'type')
  if (textIn(file, 'message') === undefined) yield wrong('a text', 'message')
  if (!signalTargets.includes(wordIn(file, 'target') ?? 'ALL')) yield wrong(msg`one of ${signalTargets}`, 'target')
  if (wordIn(file, 'iteration') !== undefined && numberIn(file, 'iteration') === undefined)
    yield wrong('a whole number, 1 or more', 'iteration')
  if (!processed) return
  for (const key of ['handled_by', 'handled_at', 'action_taken'])
    if (textIn(file, 'handling_metadata', key) === undefined) yield wrong('a text', 'handling_metadata', key)
}
