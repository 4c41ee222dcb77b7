import type { CommandDiagnostic } from '../../core/command.ts'
import { ownerOf, type CommandName } from '../../core/command-names.ts'
import type { Protocol, ProtocolDescriptor, ProtocolName, Reading } from '../../core/protocol.ts'
import { nearestTarget, targetsNamed, type Target, bareName } from '../../core/target.ts'
import { msg, visibleLine } from '../../core/message.ts'
import { requestError } from '../../kit/diagnostic.ts'
import type { EngineCode } from './codes.ts'
import type { RequestedCommand, PlanRequest } from './planned.ts'
import { parseWords as wordsOf, type Word } from './words.ts'
import { groupBy } from '../../core/grouped.ts'
import { memo } from '../../core/once.ts'
import type { Steps } from '../../core/steps.ts'
import type { View } from '../../core/view.ts'

export interface FoundProtocol {
  readonly protocol: Protocol
  readonly reading: Reading
}

/** The protocol and the target on which a command is run. */
export interface Resolution {
  /** Whose command it is; absent where it is one of the engine's own, for all. */
  readonly owner: FoundProtocol | undefined
  /**
   * The target's id; absent if the command is for all targets, or names one that the protocol does not know and refuses
   * itself.
   */
  readonly target: string | undefined
  /** The name that the command gets: the id without its prefix. */
  readonly name: string | undefined
  readonly words: readonly string[]
}

export interface CommandMention {
  readonly command: CommandName
  readonly words: readonly string[]
  /** The engine has it for every target. */
  readonly isOwn: boolean
  /** The paths that the change under review touches, those that it deletes too. */
  readonly touched: readonly string[]
  readonly descriptors: readonly ProtocolDescriptor[]
  /** Reads a protocol of which no file is there; `undefined`: it is not loaded. */
  absent?(name: ProtocolName): FoundProtocol | undefined
}

/** A refusal of the engine's own. */
export const refusal: (code: EngineCode, message: string, hint?: string) => CommandDiagnostic = requestError

export const hasCommand =
  (command: CommandName) =>
  ({ protocol }: FoundProtocol): boolean =>
    protocol.commands.some(({ name }) => name === command)

const targetsIn = (foundProtocols: readonly FoundProtocol[]): readonly Target[] =>
  foundProtocols.flatMap(({ reading }) => reading.targets)

/**
 * The refusal of a command that a protocol lacks; with the one that does the same for the target, such as to answer its
 * question.
 */
function missingCommandRefusals(
  command: CommandName,
  targetName: string | undefined,
  foundProtocols: readonly FoundProtocol[],
): readonly CommandDiagnostic[] {
  const availableCommands = [
    ...new Set(foundProtocols.flatMap(({ protocol }) => protocol.commands.map(({ name }) => `/${name}`))),
  ]
  if (availableCommands.length === 0)
    return [refusal('COMMAND_NOT_HERE', msg`Unexpected command ${`/${command}`}: there is no state here`)]
  const [id, ...otherIds] = targetName === undefined ? [] : targetsNamed(targetsIn(foundProtocols), targetName)
  const where = id === undefined || otherIds.length > 0 ? 'here' : msg`for ${id}`
  const message = `${msg`Unexpected command ${`/${command}`}`} ${where}, ${msg`expected one of ${availableCommands}`}`
  const owner = ownerOf(command)
  const ownerText = owner === undefined ? undefined : msg`${`/${command}`} is a command of the protocol ${owner}`
  const [alternative] = foundProtocols.flatMap(({ reading }) =>
    reading.targets
      .filter(({ id }) => id === targetName || bareName(id) === targetName)
      .flatMap((target) => reading.next(target) ?? []),
  )
  if (alternative?.do !== command || !alternative.run)
    return [
      refusal(
        'COMMAND_NOT_HERE',
        message,
        [
          ...(ownerText === undefined ? [] : [`${ownerText}.`]),
          'The command `/help` says what each of them does.',
        ].join(' '),
      ),
    ]
  const [name, argument] = alternative.run
  return [
    {
      ...refusal('COMMAND_NOT_HERE', message, ownerText),
      fix: [`/${name}`, targetName, argument].filter(Boolean).join(' '),
    },
  ]
}

const unknownTargetRefusals = (writtenName: string, hint?: string): readonly CommandDiagnostic[] => [
  { ...refusal('TARGET_UNKNOWN', msg`Unknown target ${writtenName}`, hint), unknown: writtenName },
]

/** A word as it can be shown in a command; a text that would not be shown as it was given is left to be filled in. */
function shownWord({ text, quoted }: Word): string {
  if (!quoted && /^[^\s"'`\\]+$/.test(text)) return text
  return /["`\\]/.test(text) ? '"…"' : `"${text}"`
}

/** How long a command may be that is offered. */
const maxOfferedLength = 200

/** How many parts of a container are named. */
const maxParts = 5

/** The refusal of a container, whose parts alone are moved by commands; `undefined`: none has this name. */
function containerNamed(foundProtocols: readonly FoundProtocol[], writtenName: string): string | undefined {
  for (const { reading } of foundProtocols) {
    const containers = reading.targets.filter(({ turn }) => turn?.container === true)
    const [id] = targetsNamed(containers, writtenName)
    if (id === undefined) continue
    const leaves = reading.targets.filter((target) => !containers.includes(target))
    const parts = leaves.filter(({ within }) => within === id)
    const ids = (parts.length > 0 ? parts : leaves).slice(0, maxParts).map((part) => part.id)
    return `${msg`Unexpected target ${id}, which is a container`}, ${ids.length > 0 ? msg`expected one of ${ids}` : 'expected what it contains'}`
  }
  return undefined
}

/** Protocols that are found: those that have a command, and the others. */
interface ByCommand {
  readonly capable: readonly FoundProtocol[]
  readonly incapable: readonly FoundProtocol[]
}

/**
 * A refusal for an unknown target, with the nearest name, and the same command with that name where no other could be
 * meant. A name that is, or is nearest to, that of a target without this command is not left at "unknown".
 */
function withNearestOf(
  { capable, incapable }: ByCommand,
  { name: command, words }: RequestedCommand,
  diagnostic: CommandDiagnostic,
): readonly CommandDiagnostic[] {
  const { unknown: name, message, hint } = diagnostic
  if (name === undefined) return [diagnostic]
  const at = words.findIndex(({ text }) => text === name || text.endsWith(`:${name}`))
  const writtenName = words[at]?.text ?? name
  const namesakes = incapable.filter(({ reading }) => targetsNamed(reading.targets, writtenName).length > 0)
  if (namesakes.length > 0) return missingCommandRefusals(command, writtenName, namesakes)
  const container = containerNamed(capable, writtenName)
  if (container !== undefined) return [{ ...diagnostic, message: container, hint: '`/status` lists all targets.' }]
  const nearest = nearestTarget(targetsIn(capable), writtenName)
  const list = '`/status` lists all targets.'
  const advice = { hint: hint === undefined || nearest?.isCertain === true ? list : `${hint} ${list}` }
  if (!nearest) {
    const similarTarget = nearestTarget(targetsIn(incapable), writtenName)
    const suggestion = similarTarget
      ? `; ${msg`the nearest name is ${similarTarget.name}, for which there is no ${`/${command}`}`}`
      : ''
    return [{ ...diagnostic, message: `${message}${suggestion}`, ...advice }]
  }
  const extraWords = wordsOf(nearest.rest ?? '')
  const laterWords = words.slice(at + 1)
  // A word that was also given apart is meant once.
  const remainingWords =
    extraWords.length > 0 && extraWords.every(({ text }, index) => text === laterWords[index]?.text)
      ? laterWords
      : [...extraWords, ...laterWords]
  const fix = `/${[command, ...words.slice(0, at).map(shownWord), nearest.name, ...remainingWords.map(shownWord)].join(' ')}`
  const isOffered = at >= 0 && nearest.isCertain && visibleLine(fix, maxOfferedLength) === fix
  const restNote = nearest.rest === undefined ? '' : `, ${msg`and ${nearest.rest} is no part of a name`}`
  return [
    {
      ...diagnostic,
      message: `${message}; ${msg`the nearest name is ${nearest.name}`}${restNote}`,
      ...advice,
      ...(isOffered && { fix }),
    },
  ]
}

/**
 * Refusals of a command, of the engine or of a protocol: those for an unknown target with the nearest one that the
 * command takes.
 *
 * @param noState what to say where nothing is found
 */
export function withNearest(
  refused: readonly CommandDiagnostic[],
  requested: RequestedCommand,
  foundProtocols: readonly FoundProtocol[],
  noState: string | undefined,
): readonly CommandDiagnostic[] {
  if (foundProtocols.length === 0 && noState !== undefined)
    return refused.map((diagnostic) => ({ ...diagnostic, hint: diagnostic.hint ?? noState }))
  if (!refused.some(({ unknown: name }) => name !== undefined)) return refused
  const has = hasCommand(requested.name)
  const capable = foundProtocols.filter(has)
  const incapable = foundProtocols.filter((found) => !has(found))
  // A command that no protocol has is one of the engine, for all targets.
  const byCommand = capable.length > 0 ? { capable, incapable } : { capable: foundProtocols, incapable: [] }
  return refused.flatMap((diagnostic) => withNearestOf(byCommand, requested, diagnostic))
}

/** What to do about a name whose prefix is that of a protocol without files in the repository. */
function absentProtocolHint({ name, useByConfiguration }: ProtocolDescriptor): string {
  const key = `protocols.${name}`
  const configured = useByConfiguration ? msg`, or set ${key} in the configuration to start using it` : ''
  return `${msg`There are no files of protocol ${name} yet; ${`baton new ${name} …`} creates the first ones`}${configured}.`
}

/** The refusals of a protocol, those for an unknown target with what there is to do where none of its files is there. */
export const withAbsence = (
  refused: readonly CommandDiagnostic[],
  { protocol, reading }: FoundProtocol,
): readonly CommandDiagnostic[] =>
  reading.found
    ? refused
    : refused.map(({ unknown, ...diagnostic }) =>
        unknown === undefined ? diagnostic : { ...diagnostic, hint: absentProtocolHint(protocol) },
      )

const ambiguousTargetRefusals = (writtenName: string, ids: readonly string[]) => [
  refusal('TARGET_AMBIGUOUS', msg`Unexpected target ${writtenName}, expected one of ${ids}`, 'Name it in full.'),
]

/**
 * Finds what a command is run on (docs/commands.md, "How a comment is read"). With a prefix its protocol answers;
 * without one, every protocol that has the command looks the name up.
 */
export function resolve(
  { command, words, isOwn, touched, descriptors, absent }: CommandMention,
  foundProtocols: readonly FoundProtocol[],
): Resolution | { readonly refused: readonly CommandDiagnostic[] } {
  const [firstWord, ...rest] = words
  const targetName = firstWord !== undefined && !firstWord.startsWith('--') ? firstWord : undefined
  const kind = targetName?.includes(':') === true ? targetName.slice(0, targetName.indexOf(':')) : undefined
  const prefixedProtocols =
    kind === undefined ? undefined : foundProtocols.filter(({ protocol }) => protocol.kinds.includes(kind))
  const absentProtocol =
    prefixedProtocols?.length === 0 ? descriptors.find(({ kinds }) => kinds.includes(kind ?? '')) : undefined
  const absentReading = absentProtocol && absent?.(absentProtocol.name)
  if (targetName !== undefined && absentProtocol && !absentReading)
    return { refused: unknownTargetRefusals(targetName, absentProtocolHint(absentProtocol)) }
  const namedProtocols = absentReading ? [absentReading] : (prefixedProtocols ?? [])
  const candidates = namedProtocols.length > 0 ? namedProtocols : foundProtocols
  const capableProtocols = isOwn ? candidates : candidates.filter(hasCommand(command))
  const [first] = capableProtocols
  if (targetName === undefined && isOwn) return { owner: undefined, target: undefined, name: undefined, words }
  if (!first)
    return {
      refused:
        candidates.length === 0 && targetName !== undefined
          ? unknownTargetRefusals(targetName)
          : missingCommandRefusals(command, targetName, candidates),
    }
  if (targetName === undefined) return { owner: first, target: undefined, name: undefined, words }

  const name = candidates === foundProtocols ? targetName : bareName(targetName)
  const answers = capableProtocols.map((owner) => ({
    found: owner,
    answer: owner.reading.resolve({
      name,
      kind: candidates === foundProtocols ? undefined : kind,
      words: rest,
      touched,
    }),
  }))
  const resolutions = answers.flatMap(({ found: owner, answer }) =>
    'ids' in answer ? answer.ids.map((id) => ({ owner, target: id, name: bareName(id), words: answer.words })) : [],
  )
  // A name that is ambiguous within one protocol is not free for another.
  const otherIds = answers.flatMap(({ answer }) =>
    'refused' in answer ? answer.refused.flatMap((diagnostic) => diagnostic.ambiguous ?? []) : [],
  )
  const [onlyResolution] = resolutions
  if (onlyResolution && resolutions.length === 1 && otherIds.length === 0) return onlyResolution
  if (onlyResolution)
    return {
      refused: ambiguousTargetRefusals(targetName, [
        ...new Set([...resolutions.map(({ target }) => target), ...otherIds]),
      ]),
    }
  for (const { answer, found: owner } of answers)
    if ('refused' in answer) return { refused: withAbsence(answer.refused, owner) }
  const soleOwner = capableProtocols.length === 1 ? capableProtocols.find(hasCommand(command)) : undefined
  return soleOwner
    ? { owner: soleOwner, target: undefined, name, words: rest }
    : { refused: unknownTargetRefusals(targetName, absentProtocol && absentProtocolHint(absentProtocol)) }
}

/** The command of a protocol that is meant. */
export const factsOf = ({ name }: Pick<RequestedCommand, 'name'>, { owner }: Pick<Resolution, 'owner'>) =>
  owner?.protocol.commands.find((command) => command.name === name)

/** The readings of the protocols that are found in a view; each view is read once. */
export type Readings = (view: View) => readonly FoundProtocol[]

export const readingsOf = ({
  protocols,
  sections,
  context,
}: Pick<PlanRequest, 'protocols' | 'sections' | 'context'>): Readings =>
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
export const foundProtocolFor = (readings: Readings, view: View, target: string): FoundProtocol | undefined =>
  readings(view).find(({ protocol }) => protocol.kinds.includes(target.slice(0, target.indexOf(':'))))

const targetsById = memo(({ targets }: Reading) => groupBy(targets, ({ id }) => id))

export const targetIn = (reading: Reading, id: string | undefined): Target | undefined =>
  id === undefined ? undefined : targetsById(reading).get(id)?.[0]
