import unhomoglyph from 'unhomoglyph'
import { commandNames, type CommandName } from '../../core/command-names.ts'
import { msg } from '../../core/message.ts'
import { distance } from '../../core/suggestion.ts'
import { paragraphs, type Paragraph } from '../../documents/conversation.ts'
import { otherBots } from './other-bots.ts'
import { parseWords, type Word } from './words.ts'

/** A command as written in a comment, its arguments not parsed. */
export interface Call {
  readonly name: CommandName
  readonly rest: string
  /** The fenced json block after it. */
  readonly report: string | undefined
  /** The line as written, in its short form. */
  readonly line: string
}

/** A command as written in a comment. */
export interface ParsedCall extends Omit<Call, 'rest'> {
  /** What follows the name, without what the engine itself takes. */
  readonly words: readonly Word[]
  /** `@SHA`: only if the head is still that commit. Lower-case hex, 7 to 40 digits. */
  readonly sha: string | undefined
  readonly dryRun: boolean
}

/** A line that was probably meant as a command: an authorised author gets a message about it. */
export interface NearMiss {
  /**
   * An unknown name near that of a command, a known one in look-alike characters, or a command after an HTML tag whose
   * element is not closed.
   */
  readonly kind: 'near' | 'look-alike' | 'in-html'
  readonly written: string
  readonly intendedName: CommandName
  readonly behind?: string
  /** It was given as `/baton NAME`, or has to be. */
  readonly prefixed?: true
}

/** The commands in a comment, and the words that were probably meant as one. */
export interface Calls {
  readonly calls: readonly Call[]
  readonly nearMisses: readonly NearMiss[]
}

/** What the configuration says about names. */
export interface GrammarSettings {
  /** `required`: only `/baton NAME` is a command. */
  readonly prefix: 'optional' | 'required'
  /** More names of other bots, which are never near misses. */
  readonly notOurs: readonly string[]
}

/** The settings under which every line is a command that is one under any configuration. */
export const widestGrammar: GrammarSettings = { prefix: 'optional', notOurs: [] }

const isCommandName = (name: string): name is CommandName => (commandNames as readonly string[]).includes(name)

interface CalledName {
  readonly name: string
  readonly rest: string
}

/**
 * `/name rest`, or `/baton name rest`; `undefined` where a line is neither. Text right after the name makes it another
 * word.
 */
function parseCalledName(line: string): CommandLine['call'] {
  const [, name = '', rest = ''] = /^\/([A-Za-z-]{1,40})(?:\s+(.*))?$/su.exec(line) ?? []
  if (name === '') return undefined
  if (name.toLowerCase() !== 'baton') return { name: name.toLowerCase(), rest, prefixed: false }
  const [, inner = '', innerRest = ''] = /^([A-Za-z-]{1,40})(?:\s+(.*))?$/su.exec(rest) ?? []
  return {
    ...(inner === '' ? { name: 'help', rest: '' } : { name: inner.toLowerCase(), rest: innerRest }),
    prefixed: true,
  }
}

const shaForm = /^@[0-9a-f]{7,40}$/i

/** Takes the arguments of a command apart. */
export function parseCall({ rest, ...call }: Call): ParsedCall {
  const allWords = parseWords(rest)
  const plainWords = allWords.filter(({ text, quoted }) => quoted || text !== '--dry-run')
  const lastWord = plainWords.at(-1)
  const sha =
    lastWord && !lastWord.quoted && shaForm.test(lastWord.text) ? lastWord.text.slice(1).toLowerCase() : undefined
  return {
    ...call,
    words: sha === undefined ? plainWords : plainWords.slice(0, -1),
    sha,
    dryRun: plainWords.length < allWords.length,
  }
}

/** The name that was probably meant: at most two letters off, and at most a third of what was written. */
function nearestCommand(word: string, notOurs: readonly string[]): CommandName | undefined {
  if (otherBots.has(word) || notOurs.some((name) => name.toLowerCase() === word)) return undefined
  const maxDistance = Math.min(2, Math.floor(word.length / 3))
  return commandNames.find(
    (name) => Math.abs(name.length - word.length) <= maxDistance && distance(name, word) <= maxDistance,
  )
}

/** A word as it looks to a reader: without invisible characters, each letter as the simplest one that it resembles. */
const skeleton = (word: string) =>
  unhomoglyph(
    word
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .toLowerCase(),
  )

const skeletons: ReadonlyMap<string, CommandName> = new Map(commandNames.map((name) => [skeleton(`/${name}`), name]))

const firstWord = (line: string) => line.slice(0, 80).split(/\s/u, 1)[0] ?? ''

/** The name that a word looks like without being it. */
const lookAlikeOf = (word: string) => (/^[!-~]*$/.test(word) ? undefined : skeletons.get(skeleton(word)))

const jsonOf = ({ fence }: Paragraph) => (fence?.info.toLowerCase() === 'json' ? fence.content : undefined)

/** The beginning of a line that may be a command, or look like one, once comments of HTML are taken out of it. */
const commandStart = /^[^\S\n\r\u2028\u2029]*(?:\/|<!--|[^\0-\x7f])/m

/**
 * A line of a comment that some configuration takes for a command, or for one that was misspelt. Plain data: it may
 * wait in a queue until the configuration is known.
 */
export interface CommandLine {
  /** Its first word. */
  readonly written: string
  /** Absent where it is not a command by its form. */
  readonly call?: CalledName & { /** Whether it was given as `/baton NAME`. */ readonly prefixed: boolean }
  /** The fenced json block after it. */
  readonly report?: string
  /** The HTML tag before it whose element nothing ends. */
  readonly behind?: string
  /** The command that its first word looks like. */
  readonly alike?: CommandName
}

function commandLine(paragraph: Paragraph, index: number): CommandLine | undefined {
  const { text, behind } = paragraph.lines[index] as Paragraph['lines'][number]
  const call = parseCalledName(text)
  const written = firstWord(text)
  const isCommand = call !== undefined && isCommandName(call.name)
  const alike = isCommand ? undefined : lookAlikeOf(written)
  if (!isCommand && (behind !== undefined || (alike ?? (call && nearestCommand(call.name, []))) === undefined))
    return undefined
  const report =
    isCommand && paragraph.endsPlainly && index === paragraph.lines.length - 1 ? jsonOf(paragraph) : undefined
  return {
    written,
    ...(call && { call }),
    ...(report !== undefined && { report }),
    ...(behind !== undefined && { behind }),
    ...(alike && { alike }),
  }
}

/**
 * Parses a comment (docs/commands.md, "How a comment is read"): all that any configuration could make of it, so that
 * its text is read once, before the configuration is known. A command is a line of a top-level paragraph that begins
 * with `/` and a known name; what is in code, quotes, lists, tables, headings, links, footnotes, formulas or HTML is
 * none. Linear in the comment's length.
 */
export const parseComment = (comment: string): readonly CommandLine[] =>
  commandStart.test(comment)
    ? paragraphs(comment.replace(/^\ufeff/, '')).flatMap((paragraph) =>
        paragraph.lines.flatMap((_, index) => commandLine(paragraph, index) ?? []),
      )
    : []

/** A comment with its lines: which of them are commands depends on the configuration. */
export interface CommentWithLines {
  readonly text: string
  readonly lines: readonly CommandLine[]
}

export const commentWithLines = (text: string): CommentWithLines => ({ text, lines: parseComment(text) })

/** The calls in the lines of a comment under a configuration. */
export function callsIn(lines: readonly CommandLine[], { prefix, notOurs }: GrammarSettings): Calls {
  const calls: Call[] = []
  const nearMisses: NearMiss[] = []
  for (const { written, call: writtenCall, report, behind, alike } of lines) {
    const call = writtenCall && (writtenCall.prefixed || prefix === 'optional') ? writtenCall : undefined
    const prefixed = (prefix === 'required' || writtenCall?.prefixed === true) && { prefixed: true as const }
    const calledName = call?.prefixed === true ? `/baton ${call.name}` : undefined
    if (call && isCommandName(call.name)) {
      const { name, rest } = call
      if (behind !== undefined)
        nearMisses.push({ kind: 'in-html', written: calledName ?? `/${name}`, intendedName: name, behind, ...prefixed })
      else calls.push({ name, rest, report, line: `/${name}${rest === '' ? '' : ` ${rest}`}` })
    } else if (behind === undefined) {
      const meantName = alike ?? (call && nearestCommand(call.name, notOurs))
      const kind = alike ? 'look-alike' : 'near'
      if (meantName) nearMisses.push({ kind, written: calledName ?? written, intendedName: meantName, ...prefixed })
    }
  }
  return { calls, nearMisses }
}

/** Whether a comment has commands, under any configuration: the one that counts may know fewer. */
export const hasCommands = (lines: readonly CommandLine[]): boolean => callsIn(lines, widestGrammar).calls.length > 0

export const nearMissMessage = ({ written, intendedName, behind, prefixed }: NearMiss): string =>
  behind === undefined
    ? msg`Unknown command ${written}: did you mean ${`/${prefixed ? 'baton ' : ''}${intendedName}`}?`
    : msg`The command ${written} was not run: it comes after ${behind}, which is never closed. Close that, or put it in backticks, and write a new comment.`
