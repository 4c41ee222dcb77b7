import type { CommandDiagnostic } from '../../core/command.ts'
import type { CommandName } from '../../core/command-names.ts'
import type { Protocol, ProtocolDescriptor, Reading } from '../../core/protocol.ts'
import { nearestTarget, type NamedTarget, type Target, bareName } from '../../core/target.ts'
import { msg, visible } from '../../core/message.ts'
import type { EngineCode } from './codes.ts'
import type { RequestedCommand, PlanRequest } from './planned.ts'
import { words as wordsOf, type Word } from './words.ts'
import { groupBy } from '../../core/grouped.ts'
import { memo } from '../../core/once.ts'
import type { Steps } from '../../core/steps.ts'
import type { View } from '../../core/view.ts'

/** A protocol that was found, and its reading. */
export interface FoundProtocol {
  readonly protocol: Protocol
  readonly reading: Reading
}

/** The protocol and the target on which a command is run. */
export interface Resolution {
  /** Whose command it is; absent where it is one of the engine's own, for all. */
  readonly owner: FoundProtocol | undefined
  /** The target's id; absent if the command is for all targets, or names one that the protocol does not know and refuses itself. */
  readonly target: string | undefined
  /** The name that the command gets: the id without its prefix. */
  readonly name: string | undefined
  readonly words: readonly string[]
}

/** A command as its author gave it. */
export interface CommandMention {
  readonly command: CommandName
  readonly words: readonly string[]
  /** The engine has it for every target. */
  readonly isOwn: boolean
  /** The paths that the change under review touches, those that it deletes too. */
  readonly touched: readonly string[]
  /** Those that were looked for. */
  readonly descriptors: readonly ProtocolDescriptor[]
}

/** A refusal of the engine's own. */
export function refusal(code: EngineCode, message: string, hint?: string): CommandDiagnostic {
  return { code, severity: 'error', message, place: { path: '.' }, ...(hint !== undefined && { hint }) }
}

export const hasCommand =
  (command: CommandName) =>
  ({ protocol }: FoundProtocol): boolean =>
    protocol.commands.some(({ name }) => name === command)

/** The refusal of a command that a protocol lacks; with the one that does the same for the target, such as to answer its question. */
function lacking(command: CommandName, named: string | undefined, found: readonly FoundProtocol[]): readonly CommandDiagnostic[] {
  const those = [...new Set(found.flatMap(({ protocol }) => protocol.commands.map(({ name }) => `/${name}`)))]
  if (those.length === 0)
    return [refusal('COMMAND_NOT_HERE', msg`Unexpected command ${`/${command}`}: there is nothing here that it could be about`)]
  const message = msg`Unexpected command ${`/${command}`} here, expected one of ${those}`
  const [instead] = found.flatMap(({ reading }) =>
    reading.targets.filter(({ id }) => id === named || bareName(id) === named).flatMap((target) => reading.next(target) ?? []),
  )
  if (instead?.do !== command || !instead.run)
    return [refusal('COMMAND_NOT_HERE', message, 'The command `/help` says what each of them does.')]
  const [name, behind] = instead.run
  return [{ ...refusal('COMMAND_NOT_HERE', message), fix: [`/${name}`, named, behind].filter(Boolean).join(' ') }]
}

/** A refusal for a name that no target has. */
const unknown = (written: string, hint?: string): readonly CommandDiagnostic[] => [
  { ...refusal('TARGET_UNKNOWN', msg`Unknown target ${written}`, hint), unknown: written },
]

/** A word as it can be shown in a command; a text that would not be shown as it was given is left to be filled in. */
function shownWord({ text, quoted }: Word): string {
  if (!quoted && /^[^\s"'`\\]+$/.test(text)) return text
  return /["`\\]/.test(text) ? '"…"' : `"${text}"`
}

/** How long a command may be that is offered. */
const longestOffered = 200

/** A refusal for an unknown target, with the nearest name, and the same command with that name where no other could be meant. */
function withNearestOf(
  targets: readonly NamedTarget[],
  { name: command, words }: RequestedCommand,
  refused: CommandDiagnostic,
): CommandDiagnostic {
  const { unknown: name, message, hint } = refused
  if (name === undefined) return refused
  const at = words.findIndex(({ text }) => text === name || text.endsWith(`:${name}`))
  const near = nearestTarget(targets, words[at]?.text ?? name)
  const list = '`/status` lists all targets.'
  const advice = { hint: hint === undefined || near?.isCertain === true ? list : `${hint} ${list}` }
  if (!near) return { ...refused, ...advice }
  const more = wordsOf(near.rest ?? '')
  const behind = words.slice(at + 1)
  // A word that was also given apart is meant once.
  const all = more.length > 0 && more.every(({ text }, index) => text === behind[index]?.text) ? behind : [...more, ...behind]
  const fix = `/${[command, ...words.slice(0, at).map(shownWord), near.name, ...all.map(shownWord)].join(' ')}`
  const isOffered = at >= 0 && near.isCertain && visible(fix, longestOffered) === fix
  const apart = near.rest === undefined ? '' : `, ${msg`and ${near.rest} is no part of a name`}`
  return { ...refused, message: `${message}; ${msg`the nearest name is ${near.name}`}${apart}`, ...advice, ...(isOffered && { fix }) }
}

/**
 * Refusals of a command, of the engine or of a protocol: those for an unknown target with the nearest one that the command takes.
 *
 * @param noState what to say where nothing is found
 */
export function withNearest(
  refused: readonly CommandDiagnostic[],
  requested: RequestedCommand,
  all: readonly FoundProtocol[],
  noState: string | undefined,
): readonly CommandDiagnostic[] {
  if (all.length === 0 && noState !== undefined) return refused.map((each) => ({ ...each, hint: each.hint ?? noState }))
  if (!refused.some(({ unknown: name }) => name !== undefined)) return refused
  const able = all.filter(hasCommand(requested.name))
  // A command that no protocol has is one of the engine, for all targets.
  const targets = (able.length > 0 ? able : all).flatMap(({ reading }) => reading.targets)
  return refused.map((each) => withNearestOf(targets, requested, each))
}

/** The refusal of a name whose prefix is that of a protocol without files in the repository. */
function notHere(written: string, { name, useByConfiguration }: ProtocolDescriptor): readonly CommandDiagnostic[] {
  const key = `protocols.${name}`
  const configured = useByConfiguration ? msg`, or set ${key} in the configuration to start using it` : ''
  return unknown(written, `${msg`There are no files of protocol ${name} yet; ${`baton new ${name}`} creates the first ones`}${configured}.`)
}

const ambiguous = (named: string, meant: readonly string[]) => [
  refusal('TARGET_AMBIGUOUS', msg`Unexpected target ${named}, expected one of ${meant}`, 'Name it in full.'),
]

/**
 * Finds what a command is run on (docs/commands.md, "How a comment is read"). With a prefix its protocol answers; without one, every protocol that has
 * the command looks the name up.
 */
export function resolve(
  { command, words, isOwn, touched, descriptors }: CommandMention,
  all: readonly FoundProtocol[],
): Resolution | { readonly refused: readonly CommandDiagnostic[] } {
  const [written, ...rest] = words
  const named = written !== undefined && !written.startsWith('--') ? written : undefined
  const kind = named?.includes(':') === true ? named.slice(0, named.indexOf(':')) : undefined
  const prefixed = kind === undefined ? undefined : all.filter(({ protocol }) => protocol.kinds.includes(kind))
  const absent = prefixed?.length === 0 ? descriptors.find(({ kinds }) => kinds.includes(kind ?? '')) : undefined
  if (named !== undefined && absent) return { refused: notHere(named, absent) }
  const candidates = prefixed !== undefined && prefixed.length > 0 ? prefixed : all
  const able = isOwn ? candidates : candidates.filter(hasCommand(command))
  const [first] = able
  if (named === undefined && isOwn) return { owner: undefined, target: undefined, name: undefined, words }
  if (!first) return { refused: candidates.length === 0 && named !== undefined ? unknown(named) : lacking(command, named, candidates) }
  if (named === undefined) return { owner: first, target: undefined, name: undefined, words }

  const name = candidates === all ? named : bareName(named)
  const answers = able.map((found) => ({
    found,
    answer: found.reading.resolve({ name, kind: candidates === all ? undefined : kind, words: rest, touched }),
  }))
  const meant = answers.flatMap(({ found, answer }) =>
    'ids' in answer ? answer.ids.map((id) => ({ owner: found, target: id, name: bareName(id), words: answer.words })) : [],
  )
  // A name that is ambiguous within one protocol is not free for another.
  const others = answers.flatMap(({ answer }) => ('refused' in answer ? answer.refused.flatMap((each) => each.ambiguous ?? []) : []))
  const [only] = meant
  if (only && meant.length === 1 && others.length === 0) return only
  if (only) return { refused: ambiguous(named, [...new Set([...meant.map(({ target }) => target), ...others])]) }
  const refused = answers.find(({ answer }) => 'refused' in answer)?.answer
  if (refused && 'refused' in refused) return refused
  const commandAuthor = able.length === 1 ? able.find(hasCommand(command)) : undefined
  return commandAuthor ? { owner: commandAuthor, target: undefined, name, words: rest } : { refused: unknown(named) }
}

/** The command of a protocol that is meant. */
export const factsOf = ({ name }: Pick<RequestedCommand, 'name'>, { owner }: Pick<Resolution, 'owner'>) =>
  owner?.protocol.commands.find((command) => command.name === name)

/** The readings of the protocols that are found in a view; each view is read once. */
export type Readings = (view: View) => readonly FoundProtocol[]

export const readingsOf = ({ protocols, sections, context }: Pick<PlanRequest, 'protocols' | 'sections' | 'context'>): Readings =>
  memo((view) =>
    protocols
      .map((protocol) => ({ protocol, reading: protocol.read({ head: view }, sections[protocol.name], context) }))
      .filter(({ reading }) => reading.found),
  )

/** Reads a view in steps, before `Readings` of the same request show it. */
export function* readAhead(
  { protocols, sections, context }: Pick<PlanRequest, 'protocols' | 'sections' | 'context'>,
  view: View,
): Steps<void> {
  for (const protocol of protocols) yield* protocol.readAhead({ head: view }, sections[protocol.name], context)
}

/** The protocol of a target, if it is found in a view, and its reading. */
export const foundFor = (readings: Readings, view: View, target: string): FoundProtocol | undefined =>
  readings(view).find(({ protocol }) => protocol.kinds.includes(target.slice(0, target.indexOf(':'))))

const byId = memo(({ targets }: Reading) => groupBy(targets, ({ id }) => id))

export const targetIn = (reading: Reading, id: string | undefined): Target | undefined =>
  id === undefined ? undefined : byId(reading).get(id)?.[0]
