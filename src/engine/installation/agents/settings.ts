import { nodeAt, toPlainData, type DataNode } from '../../../documents/data.ts'
import { withElement, withMember, withoutPart } from '../../../documents/json-settings.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { parseRecord, recordOf } from '../../../kit/record.ts'
import type { HostName } from '../../../core/installation.ts'
import { hosts, type HookEntry, type ServerFile } from './hosts.ts'
import {
  hookCommand,
  isEntryOf,
  isHookCommand,
  isServerEntry,
  serverEntry,
  usualEntryWords,
  usualHookWords,
  type Program,
} from './program.ts'

/** Why the settings of a host are not edited. */
export interface SettingsFault {
  readonly fault: string
  readonly line?: number
}

/** The settings of a host, as they become. */
export interface SettingsEdit {
  readonly text: string
  /** An entry of Baton's that was changed, and stays. */
  readonly modified?: string
}

type Path = readonly string[]

/** The object that a text with comments holds; a byte-order mark may precede it. */
function rootOf(document: TextDocument): DataNode | SettingsFault {
  const record = parseRecord(document, 'json-with-comments')
  const { data, fault: { message = '', place: { line = 1 } = {} } = {} } = record
  if (!data) return { fault: message, line }
  const { root } = data
  if (root.kind !== 'mapping') return { fault: 'its value is not an object' }
  const [repeatedKey] = record.repeatedKeys()
  return repeatedKey ? { fault: 'a key comes twice', line: repeatedKey.place.line ?? 1 } : root
}

const newFileText = (base: Readonly<Record<string, unknown>>) => `${JSON.stringify(base, undefined, 2)}\n`

const isEmptied = (text: string, base: Readonly<Record<string, unknown>>): boolean => {
  const { data } = recordOf(text, 'json-with-comments')
  return data !== undefined && JSON.stringify(data.value) === JSON.stringify(base) && !/\/[/*]/.test(text)
}

/** Whether a file may be deleted: it holds only what this program writes into a new one. */
export const isLeftOver = (text: string, name?: HostName): boolean =>
  text.trim() === '' || isEmptied(text, {}) || (name !== undefined && isEmptied(text, hosts[name].base))

/** How hosts are to start the program, and whether the caller chose that. */
export interface ProgramChoice {
  readonly program: Program
  readonly isGiven: boolean
}

/** Adds the server, or brings it up to date. */
export function withServer(
  document: TextDocument | undefined,
  key: string,
  { program, isGiven }: ProgramChoice,
): SettingsEdit | SettingsFault {
  const text = document?.text ?? newFileText({})
  if (document) {
    const root = rootOf(document)
    if ('fault' in root) return root
    const servers = nodeAt(root, [key])
    if (servers && servers.kind !== 'mapping')
      return { fault: `${key} is not an object`, line: document.lineOf(servers.start) }
    const entry = nodeAt(root, [key, 'baton'])
    const value = entry && toPlainData(entry)
    if (entry && (!isServerEntry(value) || (!isGiven && usualEntryWords(value) === undefined)))
      return { text, modified: `${key}.baton` }
  }
  return { text: withMember(text, [key, 'baton'], serverEntry(program)) }
}

/**
 * Takes the server out, where it is as it was written: with the usual command, or with the one that the caller gives.
 * Another command may be a person's.
 */
export function withoutServer(
  document: TextDocument,
  { key, always }: ServerFile,
  { program, isGiven }: ProgramChoice,
): SettingsEdit | SettingsFault {
  const root = rootOf(document)
  if ('fault' in root) return root
  const entry = nodeAt(root, [key, 'baton'])
  if (!entry) return { text: document.text }
  const value = toPlainData(entry)
  if (usualEntryWords(value) === undefined && !(isGiven && isEntryOf(program, value)))
    return { text: document.text, modified: `${key}.baton` }
  // What is added to an empty object gets lines of its own: if a person's file is on one line, the object of servers
  // was there before.
  const isOneLine =
    root.kind === 'mapping' && root.entries.length === 1 && !document.text.slice(root.start, root.end).includes('\n')
  return { text: withoutPart(document.text, [key, 'baton'], always !== true && isOneLine ? 1 : 0) }
}

/** A command of Baton in the settings of a host. */
interface Hook {
  /** The list that the entry is in, and the path of the entry with the command. */
  readonly path: Path
  /** Of the element of the outer list. */
  readonly outer: Path
  /** It is the only one of its group. */
  readonly isAlone: boolean
}

const itemsOf = (root: DataNode, path: Path) => {
  const node = nodeAt(root, path)
  return node?.kind === 'sequence' ? node.items : []
}

/** Our hooks of an event, as the host names it, in order. */
function hooksAt(root: DataNode, event: string, name: HostName): readonly Hook[] {
  const { commandKeys, grouped } = hosts[name]
  const isOurs = (path: Path) =>
    commandKeys.some((key) => {
      const command = nodeAt(root, [...path, key])
      return command?.kind === 'scalar' && isHookCommand(command.value, name)
    })
  return itemsOf(root, ['hooks', event]).flatMap((_, index) => {
    const outer = ['hooks', event, String(index)]
    if (!grouped) return isOurs(outer) ? [{ path: outer, outer, isAlone: true }] : []
    const inner = itemsOf(root, [...outer, 'hooks']).map((__, place) => [...outer, 'hooks', String(place)])
    return inner.filter(isOurs).map((path) => ({ path, outer, isAlone: inner.every(isOurs) }))
  })
}

/** Our hooks of all events, in order. */
function allHooks(root: DataNode, name: HostName): readonly Hook[] {
  const events = nodeAt(root, ['hooks'])
  if (events?.kind !== 'mapping') return []
  return events.entries.flatMap(({ key }) => hooksAt(root, key.source, name))
}

/** The text without some hooks: the last is removed first, so that the places of the others stay valid. */
function removeHooks(text: string, hooks: readonly Hook[]): string {
  // A group whose commands are all ours is removed once, as a whole.
  const paths = new Map(
    hooks.map(({ path, outer, isAlone }) => (isAlone ? outer : path)).map((path) => [path.join('.'), path]),
  )
  return [...paths.values()].toReversed().reduce((rest, path) => withoutPart(rest, path), text)
}

/** Each is an edit of its own, for which the text is read. */
const maxHooks = 100
const tooManyHooks: SettingsFault = { fault: `there are more than ${maxHooks} hooks of Baton` }

export function hasHooks(document: TextDocument, name: HostName): boolean {
  const root = rootOf(document)
  return !('fault' in root) && allHooks(root, name).length > 0
}

function entryOf(name: HostName, program: Program, { event, matcher, extra }: HookEntry) {
  const { commandKeys, grouped } = hosts[name]
  const command = hookCommand(program, event, name)
  const commands = Object.fromEntries(commandKeys.map((key) => [key, command]))
  if (!grouped) return { ...extra, ...commands }
  return { ...(matcher !== undefined && { matcher }), hooks: [{ type: 'command', ...commands }] }
}

/** Adds the hooks of a host, or brings their commands up to date; everything else in their entries stays. */
export function withHooks(
  document: TextDocument | undefined,
  name: HostName,
  { program, isGiven }: ProgramChoice,
): SettingsEdit | SettingsFault {
  const { base, entries, commandKeys } = hosts[name]
  let text = document?.text ?? newFileText(base)
  const readRoot = (): DataNode | SettingsFault => {
    const { data, fault } = recordOf(text, 'json-with-comments')
    return data?.root ?? { fault: fault?.message ?? '' }
  }
  if (document) {
    const root = rootOf(document)
    if ('fault' in root) return root
    for (const path of [['hooks'], ...Object.keys(entries).map((event) => ['hooks', event])]) {
      const node = nodeAt(root, path)
      const [kind, kindName] = path.length === 1 ? ['mapping', 'an object'] : ['sequence', 'a list']
      if (node && node.kind !== kind)
        return { fault: `${path.join('.')} is not ${kindName}`, line: document.lineOf(node.start) }
    }
    if (allHooks(root, name).length > maxHooks) return tooManyHooks
  }
  let modified: string | undefined
  for (const [hostEvent, entry] of Object.entries(entries)) {
    const root = readRoot()
    if ('fault' in root) return root
    const [first, ...otherHooks] = hooksAt(root, hostEvent, name)
    if (!first) {
      text = withElement(text, ['hooks', hostEvent], entryOf(name, program, entry))
      continue
    }
    const isBeside = ({ outer }: Hook) => outer.join('.') === first.outer.join('.')
    text = removeHooks(
      text,
      otherHooks.map((hook) => (isBeside(hook) ? { ...hook, isAlone: false } : hook)),
    )
    const isUsual = commandKeys.some((key) => {
      const command = nodeAt(root, [...first.path, key])
      return command?.kind === 'scalar' && usualHookWords(command.value, entry.event, name) !== undefined
    })
    const command = hookCommand(program, entry.event, name)
    if (isGiven || isUsual) for (const key of commandKeys) text = withMember(text, [...first.path, key], command)
    else modified ??= ['hooks', hostEvent].join('.')
  }
  return { text, ...(modified !== undefined && { modified }) }
}

export function withoutHooks(document: TextDocument, name: HostName): SettingsEdit | SettingsFault {
  const root = rootOf(document)
  if ('fault' in root) return root
  const hooks = allHooks(root, name)
  return hooks.length > maxHooks ? tooManyHooks : { text: removeHooks(document.text, hooks) }
}

/** What the settings of a host start, as they say it. */
export interface SettingsStart {
  readonly key: string
  readonly line: number
  /** What is written there, and its words if it is what this program writes when no command is given. */
  readonly written: string
  readonly words: readonly string[] | undefined
  readonly kind: 'server' | 'hook' | 'text'
}

/** The server of Baton in the settings of a host. */
export function serverIn(document: TextDocument, key: string): readonly SettingsStart[] {
  const root = rootOf(document)
  const entry = 'fault' in root ? undefined : nodeAt(root, [key, 'baton'])
  if (!entry) return []
  const value = toPlainData(entry)
  const written = document.text.slice(entry.start, entry.end)
  return [
    { key: `${key}.baton`, line: document.lineOf(entry.start), written, words: usualEntryWords(value), kind: 'server' },
  ]
}

export function hooksIn(document: TextDocument, name: HostName): readonly SettingsStart[] {
  const root = rootOf(document)
  if ('fault' in root) return []
  const { commandKeys, entries } = hosts[name]
  return Object.entries(entries).flatMap(([hostEvent, { event }]) =>
    hooksAt(root, hostEvent, name).flatMap(({ path }) =>
      commandKeys.flatMap((key): readonly SettingsStart[] => {
        const command = nodeAt(root, [...path, key])
        if (command?.kind !== 'scalar') return []
        const words = usualHookWords(command.value, event, name)
        return [
          {
            key: `hooks.${hostEvent}`,
            line: document.lineOf(command.start),
            written: String(command.value),
            words,
            kind: 'hook',
          },
        ]
      }),
    ),
  )
}
