import { pluralize } from '../../core/diagnostic.ts'
import { visibleLine } from '../../core/message.ts'
import { bareName } from '../../core/target.ts'

/**
 * Why we made a commit: the command of a comment, the click of a button, or a push. Commits of the command line have no
 * cause.
 */
export type Cause =
  | {
      readonly kind: 'comment'
      readonly comment: number
      /** Which command of the comment, from 1. */ readonly ordinal: number
    }
  | { readonly kind: 'click'; readonly check: number; readonly identifier: string }
  | { readonly kind: 'push'; readonly sha: string }

/** One command in a commit by Baton: a group of trailers (docs/commands.md, "Where it is written"). */
export interface LedgerEntry {
  /** `accept` */
  readonly command: string
  /** A login, without `@`. */
  readonly actor: string | undefined
  /** The name of a person without a known login, as git has it on a command line. */
  readonly person?: string | undefined
  readonly cause: Cause | undefined
  /** `plugin:TinyGain`; absent where the command was for all. */
  readonly target: string | undefined
  /** The states before and after, in words. */
  readonly from: string | undefined
  readonly to: string | undefined
  /** `sha256:…` over the target's state after the commit. */
  readonly digest: string | undefined
  /** Who holds the target by name after the commit: `dsp-agent/2 until 2026-01-20T14:02:00Z`. */
  readonly grant?: string | undefined
  /**
   * It is about a further target of the command before it: one that this was given for, too, or one that it moved with
   * its own.
   */
  readonly further?: 'given' | 'moved'
}

const maxSubjectLength = 100

const trailerNames = {
  actor: 'Requested-by',
  command: 'Command',
  comment: 'Handled-Comment',
  click: 'Handled-Click',
  push: 'Handled-Push',
  transition: 'Transition',
  digest: 'State-Digest',
  grant: 'Grant',
} as const

const percentEncode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** Texts that GitHub turns into mentions, references or orders (`closes #1`) in the message of a commit. */
const escapeLiveText = (value: string) => value.replace(/[@#]|:(?=\/\/)|(?<=GH)-(?=\d)/gi, percentEncode)

/** A value as a part of a trailer: what could end its line, or look like another part, is written as in a URL. */
const encodeValue = (value: string) =>
  escapeLiveText(
    value.replace(/[%<>]|[\p{C}\p{Z}]/gu, (character) =>
      character === ' ' ? ' ' : encodeURIComponent(character.replace(/\p{Cs}/u, '\ufffd')),
    ),
    // Git takes blanks off the end of a line.
  ).replace(/^ | $/g, percentEncode)

const decodeValue = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** A name without white space: an id, a login. */
const encodeWord = (value: string) => encodeValue(value).replaceAll(' ', '%20')

/** The key by which a handled cause is found again. */
export function keyOf(cause: Cause): string {
  switch (cause.kind) {
    case 'comment':
      return `${trailerNames.comment}: ${cause.comment}#${cause.ordinal}`
    case 'click':
      return `${trailerNames.click}: ${cause.check}#${encodeWord(cause.identifier)}`
    case 'push':
      return `${trailerNames.push}: ${cause.sha}`
  }
}

const transitionOf = ({ command, target, from, to }: LedgerEntry): string =>
  target === undefined
    ? `/${encodeWord(command)}`
    : `${encodeWord(target)} ${encodeValue(from ?? 'none')} -> ${encodeValue(to ?? 'none')}`

/** `@` is followed by a login, and nothing else: a name such as `Mona Lisa` is no account of the host. */
function requesterTrailer({ actor, person }: LedgerEntry): readonly string[] {
  if (actor !== undefined) return [`${trailerNames.actor}: @${encodeWord(actor)}`]
  return person === undefined ? [] : [`${trailerNames.actor}: ${encodeValue(person)}`]
}

const trailersOf = (entry: LedgerEntry): readonly string[] => [
  ...(entry.further === 'moved'
    ? []
    : [
        ...requesterTrailer(entry),
        ...(entry.cause === undefined ? [] : [keyOf(entry.cause)]),
        `${trailerNames.command}: ${encodeWord(entry.command)}`,
      ]),
  `${trailerNames.transition}: ${transitionOf(entry)}`,
  ...(entry.digest === undefined ? [] : [`${trailerNames.digest}: ${encodeWord(entry.digest)}`]),
  ...(entry.grant === undefined
    ? []
    : [`${trailerNames.grant}: ${encodeWord(entry.target ?? '')} ${encodeValue(entry.grant)}`]),
]

/** One command in a subject: `accept TinyGain (stage 2 complete → 3.1 in_progress)`. */
function shortForm({ command, target, from, to }: LedgerEntry): string {
  const name = target === undefined ? '' : ` ${bareName(target)}`
  if (from === undefined || to === undefined || from === to) return `${command}${name}`
  const [kind = ''] = from.split(' ', 1)
  return `${command}${name} (${from} → ${to.startsWith(`${kind} `) ? to.slice(kind.length + 1) : to})`
}

function subjectOf(entries: readonly LedgerEntry[]): string {
  const givenEntries = entries.filter(({ further }) => further !== 'moved')
  const [onlyEntry] = givenEntries
  const summaries = givenEntries.map(({ command, target, further }) =>
    further ? bareName(target ?? '') : shortForm({ ...(onlyEntry as LedgerEntry), command, target, from: undefined }),
  )
  const count = givenEntries.filter(({ further }) => !further).length
  const list = summaries.join(', ')
  const subject =
    onlyEntry && givenEntries.length === 1
      ? shortForm(onlyEntry)
      : count === 1
        ? list
        : `${pluralize(count, 'command')} (${list})`
  return visibleLine(`baton: ${escapeLiveText(subject)}`, maxSubjectLength)
}

/** The message of a commit: a subject, and the trailers that are the ledger. No value can forge a trailer. */
export const commitMessage = (entries: readonly LedgerEntry[]): string =>
  `${subjectOf(entries)}\n\n${entries.flatMap(trailersOf).join('\n')}\n`

/** A group of trailers read from a commit. */
export interface HandledCommand {
  /** A login, without `@`; absent where a name was written. */
  readonly actor: string | undefined
  /** `accept`; absent in older commits. */
  readonly command: string | undefined
  /** As `keyOf` makes it; absent for a command line. */
  readonly key: string | undefined
  readonly target: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  /** The command is that of the group before it, and moved this target with its own. */
  readonly further?: 'moved'
}

const trailerForm = /^([A-Z][a-z]+(?:-[A-Za-z]+)*): (.+)$/

type Group = Partial<Pick<HandledCommand, 'actor' | 'key' | 'command' | 'further'>>

/** What is known of the group that a line belongs to, where it does not follow from the group before. */
const begun = (known: Group): Group => (known.further ? {} : known)

/** The groups of trailers in a message by Baton, in order. A message alone does not prove that a commit is by Baton. */
export function handledCommandsIn(message: string): readonly HandledCommand[] {
  const paragraphs = message.replaceAll('\r\n', '\n').trimEnd().split('\n\n')
  if (paragraphs.length < 2) return []
  const handled: HandledCommand[] = []
  let current: Group = {}
  for (const line of (paragraphs.at(-1) as string).split('\n')) {
    const [, name, value = ''] = trailerForm.exec(line) ?? []
    if (name === trailerNames.actor) current = value.startsWith('@') ? { actor: decodeValue(value.slice(1)) } : {}
    else if (name === trailerNames.comment || name === trailerNames.click || name === trailerNames.push)
      current = { ...begun(current), key: line }
    else if (name === trailerNames.command) current = { ...begun(current), command: decodeValue(value) }
    else if (name === trailerNames.transition) {
      const [, target, from, to] = /^(\S+) (.*) -> (.*)$/.exec(value) ?? []
      handled.push({
        actor: undefined,
        command: undefined,
        key: undefined,
        ...current,
        target: target && decodeValue(target),
        from: from && decodeValue(from),
        to: to && decodeValue(to),
      })
      // A group without lines of its own before this one is about the same command.
      current = { ...current, further: 'moved' }
    }
  }
  return handled
}
