import { outline } from '../../../documents/markdown.ts'
import { textDocument, type TextDocument, lineEnd } from '../../../documents/text.ts'

/** The version of the text for agents. It rises when older texts would mislead. */
export const setupVersion = 1

const beginForm = /^<!-- baton:begin(?: v(\d{1,9}))? -->$/
const endForm = /^<!-- baton:end -->$/

const startForm = /^Here, `baton` is `([^`\n]+)`\.\n/m

/** The line that says how the program is started, where that is not by its name; otherwise nothing. */
export const startLine = (program: string): string =>
  program === 'baton' || /[`\n]/.test(program) ? '' : `Here, \`baton\` is \`${program}\`.\n`

/** A text without that line. */
export const withoutStart = (text: string): string => text.replace(startForm, '')

/** The command line in that line of a text, and where the line is. */
export function startIn({ text }: TextDocument): { readonly written: string; readonly line: number } | undefined {
  const found = startForm.exec(normalizeLineEndings(text))
  return found?.[1] === undefined
    ? undefined
    : { written: found[1], line: normalizeLineEndings(text).slice(0, found.index).split('\n').length }
}

/**
 * The instructions for agents, in files that their hosts read at the start.
 *
 * @param program the command line that starts Baton, where that is not its name
 */
export function blockFor(program: string): string {
  return `<!-- baton:begin v${setupVersion} -->
## Baton

Change state files (plugins, projects, tasks, stages, sessions, \`workflows\`) only by \`baton\`.
${startLine(program)}
1. \`baton next --agent NAME\` (your own NAME, numbered: \`claude/2\`) names your work; plain \`next\` the orchestrator's too (finish, install, review). Do nothing else.
2. Before: \`baton accept TARGET --agent NAME\`. Always after: \`baton handback TARGET success|error|question "TEXT"\`, with what \`needs\` lists.
3. Refused: \`fix\` or \`baton explain CODE\`.
4. Stuck: \`question\`, else \`error\`. In \`answer\`, NAME is who asked.
<!-- baton:end -->`
}

/** The block of a program that is started by its name. */
export const block = blockFor('baton')

/** The lines of a block, its markers included. */
interface BlockPlace {
  readonly from: number
  readonly to: number
}

/** Why a file is not edited: its markers make no block, or a block would be code there. */
export interface BlockFault {
  readonly fault: string
  readonly line: number
}

const lineNumbers = ({ lineCount }: TextDocument): readonly number[] =>
  Array.from({ length: lineCount }, (_, index) => index + 1)

/** The place of the block; `undefined`: there is none. */
export function findBlock(document: TextDocument): BlockPlace | BlockFault | undefined {
  const marks = lineNumbers(document).flatMap((line) => {
    const text = document.line(line).trim()
    if (beginForm.test(text)) return [{ line, isBegin: true }]
    return endForm.test(text) ? [{ line, isBegin: false }] : []
  })
  const [first, second, third] = marks
  if (!first) return undefined
  const fault = (text: string, line: number): BlockFault => ({ fault: text, line })
  if (!first.isBegin) return fault('the end of the block has no beginning', first.line)
  if (!second) return fault('the beginning of the block has no end', first.line)
  if (second.isBegin) return fault('the block begins twice', second.line)
  if (third) return fault('there is more than one block', third.line)
  const { kindOf } = outline(document)
  return kindOf(first.line) === 'code'
    ? fault('the block is in code', first.line)
    : { from: first.line, to: second.line }
}

export const normalizeLineEndings = (text: string) => text.replaceAll('\r\n', '\n')
const endingOf = (document: TextDocument, line: number) =>
  document.text.slice(lineEnd(document, line), document.offsetOf(line + 1))
const blockText = (document: TextDocument, { from, to }: BlockPlace) =>
  document.text.slice(document.offsetOf(from), lineEnd(document, to))

/** Whether a block is one that this program writes, however it is started. */
export const isCurrentBlock = (document: TextDocument, place: BlockPlace): boolean =>
  withoutStart(normalizeLineEndings(blockText(document, place))) === block

export function isLaterBlock(document: TextDocument, { from }: BlockPlace): boolean {
  const [, version = '0'] = beginForm.exec(document.line(from).trim()) ?? []
  return Number(version) > setupVersion
}

/**
 * The text with the block: in place of an existing one, otherwise at the end. It ends with a line ending if it did
 * before.
 */
export function withBlock(document: TextDocument, program: string): string | BlockFault {
  const place = findBlock(document)
  if (place && 'fault' in place) return place
  const { text, start, eol } = document
  if (place) {
    const wantedBlock = blockFor(program)
    if (normalizeLineEndings(blockText(document, place)) === wantedBlock || isLaterBlock(document, place)) return text
    const insertedText = wantedBlock.replaceAll('\n', endingOf(document, place.from) || eol)
    return text.slice(0, document.offsetOf(place.from)) + insertedText + text.slice(lineEnd(document, place.to))
  }
  const insertedText = blockFor(program).replaceAll('\n', eol)
  if (text.length === start) return `${text}${insertedText}${eol}`
  const newText = text.endsWith('\n') ? `${text}${eol}${insertedText}${eol}` : `${text}${eol}${eol}${insertedText}`
  const newDocument = textDocument('', newText)
  const insertedBlock = findBlock(newDocument)
  if (insertedBlock && !('fault' in insertedBlock)) return newText
  return {
    fault: 'the text ends in code that is not closed, of which the block would be a part',
    line: document.lineCount,
  }
}

/** The text without the block and the line ending that was put in front of it. */
export function withoutBlock(document: TextDocument): string | BlockFault {
  const place = findBlock(document)
  if (place === undefined || 'fault' in place) return place ?? document.text
  const { text } = document
  const ending = endingOf(document, place.from)
  const rest = text.slice(document.offsetOf(place.to + 1))
  let textBefore = text.slice(0, document.offsetOf(place.from))
  const strip = () => {
    if (ending !== '' && textBefore.endsWith(ending)) textBefore = textBefore.slice(0, -ending.length)
  }
  if (endingOf(document, place.to) === '') {
    strip()
    strip()
  } else if (place.from > 1 && document.line(place.from - 1) === '') strip()
  return textBefore + rest
}

/** Whether a text has the line by which Claude Code reads `AGENTS.md` along with it, outside of code. */
export function importsAgents(document: TextDocument): boolean {
  const { kindOf } = outline(document)
  return lineNumbers(document).some(
    (line) => /^@(?:\.{1,2}\/)?AGENTS\.md$/.test(document.line(line).trim()) && kindOf(line) !== 'code',
  )
}
