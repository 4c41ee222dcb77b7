import { fencedBlock, singleQuoted, visibleLine } from '../core/message.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { cut } from './fit.ts'
import { cell, code, prose } from './inline.ts'
import { table } from './table.ts'
import type { TransitionResult } from './transition.ts'

/** GitHub takes no longer comment (GitHub's limits: 65,536 characters). */
const maxLength = 65_000

/** How one command ended; `asks`: it only reads. */
type ReplyResult = TransitionResult & { readonly asks?: boolean; readonly dryRun?: true }

export interface Reply {
  /** The comment's number: the answer is found again by it. */
  readonly comment: number
  readonly results: readonly ReplyResult[]
  /** Whether all of it was refused because one command was. */
  readonly refused: boolean
  /** Whether what is changed is only shown, since it cannot be written. */
  readonly shown?: boolean
  /** The diff that a dry run would make, or the patch for a fork; with a sentence about it. */
  readonly diff?:
    | {
        readonly about: string
        readonly text: string
        /** The comment, which makes it on a command line. */ readonly comment: string
      }
    | undefined
  /** The commit that holds it, as it was seen after it was made. */
  readonly proof?:
    | {
        readonly sha: string
        readonly verified: boolean
        readonly files: readonly string[]
        readonly pull?: number | undefined
      }
    | undefined
  /** Sentences by `msg` about what was probably meant as a command, and is none. */
  readonly unread?: readonly string[]
  /** Further sentences by `msg`. */
  readonly notes: readonly string[]
}

export const replyMarker = (comment: number) => `<!-- baton: answer ${comment} -->`
export const editMarker = (comment: number) => `<!-- baton: edited ${comment} -->`
export const refusalMarker = (comment: number) => `<!-- baton: refusal ${comment} -->`

const marks = { changed: '✅', unchanged: '➖', refused: '❌' } as const
const outcomeWords = { changed: 'done', unchanged: 'nothing to do', refused: 'refused' } as const

/** How a command ended, in words: a command whose changes are not written is never reported as done. */
function wordOf({ outcome, asks, dryRun }: ReplyResult, { refused, shown }: Pick<Reply, 'refused' | 'shown'>): string {
  if (outcome === 'refused') return outcomeWords.refused
  if (refused) return 'fine'
  if (asks === true) return 'answered'
  return outcome === 'changed' && (dryRun === true || shown === true) ? 'would be done' : outcomeWords[outcome]
}

const diagnosticLine = ({ code: name, severity, message, hint, url = '', fix, path, line }: Diagnostic): string => {
  const link = /^https?:\/\/[\w.:/#%~-]+$/.test(url) ? `[${code(name)}](${url})` : code(name)
  const lead = { error: '', warning: '⚠️ ', notice: 'ℹ️ ' }[severity]
  const mend = fix === undefined ? '' : ` Fix it with ${code(fix)}.`
  return `- ${lead}${prose(message)}${hint === undefined ? '' : `. ${prose(hint)}`}${mend} (${link}${line === undefined ? '' : ` at ${code(`${path}:${line}`)}`})\n`
}

/** How many diagnostics are visible. */
const maxVisible = 10

function diagnosticLines(diagnostics: readonly Diagnostic[]): string {
  const [front, back] = [diagnostics.slice(0, maxVisible), diagnostics.slice(maxVisible)]
  const foldedLines =
    back.length === 0
      ? ''
      : `\n<details><summary>${back.length} more</summary>\n\n${back.map(diagnosticLine).join('')}\n</details>`
  return `${front.map(diagnosticLine).join('')}${foldedLines}`.trimEnd()
}

function section(result: ReplyResult, answer: Pick<Reply, 'refused' | 'shown'>): string {
  const { command, outcome, reply, diagnostics, asks } = result
  const name = command === '' ? '' : code(visibleLine(command))
  const isPlain = asks === true && outcome !== 'refused'
  const mark =
    result.dryRun === true ? (outcome === 'changed' ? 'Dry run:' : `Dry run: ${marks[outcome]}`) : marks[outcome]
  const lead = isPlain ? name : `${mark} ${name === '' ? '' : `${name}: `}${wordOf(result, answer)}`
  const body = outcome === 'refused' && diagnostics.length > 0 ? '' : reply.trim()
  return [lead, body, diagnosticLines(diagnostics)].filter((part) => part !== '').join('\n\n')
}

const codeBlock = (language: string, text: string) => `${fencedBlock(language, text.replace(/\n$/, '').split('\n'))}\n`

/** A line for a shell that runs a comment; nothing in it is for the shell itself. */
const shellLine = (comment: string): string => `baton run ${singleQuoted(comment.trim())}`

/** How many files are named. */
const maxFiles = 10

function proofOf({ sha, verified, files, pull }: NonNullable<Reply['proof']>): string {
  const fileNames = files.slice(0, maxFiles).map((path) => code(path))
  const moreText = files.length > fileNames.length ? ` and ${files.length - fileNames.length} more` : ''
  const pullText = pull === undefined ? '' : ` in #${pull}`
  const signatureText = verified ? 'signed by GitHub' : 'without a signature that GitHub vouches for'
  return `Committed as ${code(sha)}${pullText}, ${signatureText}: ${fileNames.join(', ')}${moreText}`
}

/** The answer to a comment of which nothing is run. Its first line is a hidden marker. */
export const refusalReply = (mark: string, why: Diagnostic): string =>
  `${mark}\n${marks.refused} ${outcomeWords.refused}\n\n${diagnosticLine(why)}`

/** How many commands the first line names. */
const maxNamed = 5

/** What came of each command of a comment, and what was none and so not run. */
function unreadText(unread: readonly string[], answer: Pick<Reply, 'results' | 'refused' | 'shown'>): string {
  const outcomes = answer.results.map((result) => `${code(visibleLine(result.command))}: ${wordOf(result, answer)}`)
  const moreText = outcomes.length > maxNamed ? `; ${outcomes.length - maxNamed} more` : ''
  const outcomesText = outcomes.length === 0 ? '' : `${outcomes.slice(0, maxNamed).join('; ')}${moreText}. `
  const nothingText = answer.refused ? 'Nothing was done. ' : ''
  return `⚠️ ${nothingText}${outcomesText}Not run: ${unread.map((text) => prose(text)).join(' ')}`
}

/**
 * The answer to a comment as Markdown: what was done and what was not, why, and what to do. Its first line is a hidden
 * marker.
 */
export function reply(answer: Reply): string {
  const { comment, results, refused, diff, proof, unread = [], notes } = answer
  const overview = table(
    ['command', 'outcome'],
    results.map((result) => [code(visibleLine(result.command)), wordOf(result, answer)].map(cell)),
  )
  const parts = [
    ...(unread.length > 0 ? [unreadText(unread, answer)] : []),
    ...(results.length > 1 ? [overview] : []),
    ...(results.length > 1 && refused ? ['Nothing was done, since one of them was refused.'] : []),
    // The others' replies are about changes that were not made.
    ...results.filter(({ outcome }) => !refused || outcome === 'refused').map((result) => section(result, answer)),
    ...(proof ? [proofOf(proof)] : []),
    ...notes.map((note) => prose(note)),
  ]
  const text = `${refused ? refusalMarker(comment) : replyMarker(comment)}\n${parts.join('\n\n')}\n`
  if (!diff) return cut(text, maxLength)
  const fullText = `${text}\n${prose(diff.about)}\n\n${codeBlock('diff', diff.text)}`
  if (fullText.length <= maxLength) return fullText
  const replacement = `${prose('It is too long to be shown here. This makes it, on a command line, in a clone:')}\n\n${codeBlock('sh', shellLine(diff.comment))}`
  const shortText = `${text}\n${replacement}`
  return shortText.length <= maxLength
    ? shortText
    : cut(`${text}\n${prose('It is too long to be shown here.')}\n`, maxLength)
}
