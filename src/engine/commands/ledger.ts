import { visible } from '../../core/message.ts'
import { bareName } from '../../core/target.ts'

/** Why we made a commit: the command of a comment, the click of a button, or a push. Commits of the command line have no cause. */
export type Cause =
  | { readonly kind: 'comment'; readonly comment: number; /** Which command of the comment, from 1. */ readonly ordinal: number }
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
}

const longestSubject = 100

const names = {
  actor: 'Requested-by',
  command: 'Command',
  comment: 'Handled-Comment',
  click: 'Handled-Click',
  push: 'Handled-Push',
  transition: 'Transition',
  digest: 'State-Digest',
  grant: 'Grant',
} as const

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** Texts that GitHub turns into mentions, references or orders (`closes #1`) in the message of a commit. */
const live = (value: string) => value.replace(/[@#]|:(?=\/\/)|(?<=GH)-(?=\d)/gi, percent)

/** A value as a part of a trailer: what could end its line, or look like another part, is written as in a URL. */
const encoded = (value: string) =>
  live(
    value.replace(/[%<>]|[\p{C}\p{Z}]/gu, (character) =>
      character === ' ' ? ' ' : encodeURIComponent(character.replace(/\p{Cs}/u, '\ufffd')),
    ),
    // Git takes blanks off the end of a line.
  ).replace(/^ | $/g, percent)

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** A name without white space: an id, a login. */
const word = (value: string) => encoded(value).replaceAll(' ', '%20')

/** The key by which a handled cause is found again. */
export function keyOf(cause: Cause): string {
  switch (cause.kind) {
    case 'comment':
      return `${names.comment}: ${cause.comment}#${cause.ordinal}`
    case 'click':
      return `${names.click}: ${cause.check}#${word(cause.identifier)}`
    case 'push':
      return `${names.push}: ${cause.sha}`
  }
}

const transitionOf = ({ command, target, from, to }: LedgerEntry): string =>
  target === undefined ? `/${word(command)}` : `${word(target)} ${encoded(from ?? 'none')} -> ${encoded(to ?? 'none')}`

/** `@` is followed by a login, and nothing else: a name is not an account of the host. */
function requestedBy({ actor, person }: LedgerEntry): readonly string[] {
  if (actor !== undefined) return [`${names.actor}: @${word(actor)}`]
  return person === undefined ? [] : [`${names.actor}: ${encoded(person)}`]
}

const group = (entry: LedgerEntry): readonly string[] => [
  ...requestedBy(entry),
  ...(entry.cause === undefined ? [] : [keyOf(entry.cause)]),
  `${names.command}: ${word(entry.command)}`,
  `${names.transition}: ${transitionOf(entry)}`,
  ...(entry.digest === undefined ? [] : [`${names.digest}: ${word(entry.digest)}`]),
  ...(entry.grant === undefined ? [] : [`${names.grant}: ${word(entry.target ?? '')} ${encoded(entry.grant)}`]),
]

/** One command in a subject: `accept TinyGain (stage 2 complete → 3.1 in_progress)`. */
function shortly({ command, target, from, to }: LedgerEntry): string {
  const name = target === undefined ? '' : ` ${bareName(target)}`
  if (from === undefined || to === undefined || from === to) return `${command}${name}`
  const [kind = ''] = from.split(' ', 1)
  return `${command}${name} (${from} → ${to.startsWith(`${kind} `) ? to.slice(kind.length + 1) : to})`
}

function subject(entries: readonly LedgerEntry[]): string {
  const [only] = entries
  const all = entries.map(({ command, target }) => shortly({ ...(only as LedgerEntry), command, target, from: undefined }))
  const subject = only && entries.length === 1 ? shortly(only) : `${entries.length} commands (${all.join(', ')})`
  return visible(`baton: ${live(subject)}`, longestSubject)
}

/** The message of a commit: a subject, and the trailers that are the ledger. No value can forge a trailer. */
export const commitMessage = (entries: readonly LedgerEntry[]): string => `${subject(entries)}\n\n${entries.flatMap(group).join('\n')}\n`

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
}

const trailer = /^([A-Z][a-z]+(?:-[A-Za-z]+)*): (.+)$/

/** The groups of trailers in a message by Baton, in order. A message alone does not prove that a commit is by Baton. */
export function handledCommandsIn(message: string): readonly HandledCommand[] {
  const paragraphs = message.replaceAll('\r\n', '\n').trimEnd().split('\n\n')
  if (paragraphs.length < 2) return []
  const found: HandledCommand[] = []
  let open: { actor?: string; key?: string; command?: string } = {}
  for (const line of (paragraphs.at(-1) as string).split('\n')) {
    const [, name, value = ''] = trailer.exec(line) ?? []
    if (name === names.actor) open = value.startsWith('@') ? { actor: decoded(value.slice(1)) } : {}
    else if (name === names.comment || name === names.click || name === names.push) open = { ...open, key: line }
    else if (name === names.command) open = { ...open, command: decoded(value) }
    else if (name === names.transition) {
      const [, target, from, to] = /^(\S+) (.*) -> (.*)$/.exec(value) ?? []
      found.push({
        actor: open.actor,
        command: open.command,
        key: open.key,
        target: target && decoded(target),
        from: from && decoded(from),
        to: to && decoded(to),
      })
      open = {}
    }
  }
  return found
}
