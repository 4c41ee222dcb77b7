import { outline, topLevelBlocks, type TopBlock } from '../../../documents/markdown.ts'
import { textDocument, type TextDocument } from '../../../documents/text.ts'
import { isAnnotationId } from '../reading/values.ts'
import { memo } from '../../../core/once.ts'
import type { HandoverFile } from '../model.ts'
import { planOf } from '../reading/plan.ts'

/** An anchor: one whole line that names the annotation which belongs here. */
export interface Anchor {
  readonly id: string
  readonly target: string
  readonly line: number | undefined
  /** The line that it is in. */
  readonly at: number
  /** Whether it is between two blocks. */
  readonly placed: boolean
}

export interface Anchors {
  readonly anchors: readonly Anchor[]
  /** Lines with a comment that begins as an anchor and is none. */
  readonly broken: readonly number[]
}

const mark = 'voyage:anchor'
const attribute = / ([A-Za-z][A-Za-z0-9_-]*)="([^"<>]*)"/y

export const anchorLine = (id: string, target: string, line: number | undefined): string =>
  `<!-- ${mark} id="${id}" target="${target}"${line === undefined ? '' : ` line="${line}"`} -->`

/** A line as an anchor; `undefined` where it is none. */
function anchorOf(text: string): Pick<Anchor, 'id' | 'target' | 'line'> | undefined {
  const prefix = `<!-- ${mark}`
  if (!text.startsWith(prefix)) return undefined
  const values = new Map<string, string>()
  attribute.lastIndex = prefix.length
  let endIndex = prefix.length
  for (let match = attribute.exec(text); match; match = attribute.exec(text)) {
    const [, name = '', value = ''] = match
    if (values.has(name)) return undefined
    values.set(name, value)
    endIndex = attribute.lastIndex
  }
  if (text.slice(endIndex).trimEnd() !== ' -->') return undefined
  const [id = '', target = '', line] = [values.get('id'), values.get('target'), values.get('line')]
  if (!isAnnotationId(id) || !/^[^#]+#[\p{L}\p{N}][\p{L}\p{N}._-]{0,127}$/u.test(target)) return undefined
  if (line !== undefined && !/^[1-9]\d{0,8}$/.test(line)) return undefined
  return { id, target, line: line === undefined ? undefined : Number(line) }
}

/** Longer lines are not searched: no tool writes such anchors. */
const maxLineLength = 10_000

function withoutCode(line: string): string {
  let text = ''
  for (let index = 0; index < line.length;) {
    const backticks = /^`+/.exec(line.slice(index))?.[0]
    if (backticks === undefined) {
      text += line.charAt(index)
      index++
      continue
    }
    let end = line.indexOf(backticks, index + backticks.length)
    while (end !== -1 && (line[end + backticks.length] === '`' || line[end - 1] === '`'))
      end = line.indexOf(backticks, end + 1)
    index = end === -1 ? index + backticks.length : end + backticks.length
  }
  return text
}

/** Lines that are in a block, and are not its first. */
const linesInside = (blocks: readonly TopBlock[]): ReadonlySet<number> =>
  new Set(blocks.flatMap(({ line, last }) => Array.from({ length: last - line }, (_, index) => line + 1 + index)))

/** Single lines that are HTML blocks by themselves, and nothing but an anchor. */
function anchorLineNumbers(document: TextDocument, blocks: readonly TopBlock[]): ReadonlySet<number> {
  return new Set(
    blocks.flatMap(({ kind, line, last }) =>
      kind === 'html' && line === last && anchorOf(document.line(line)) ? [line] : [],
    ),
  )
}

function withoutLines(document: TextDocument, lines: ReadonlySet<number>): string {
  const { text } = document
  let remainingText = ''
  let from = 0
  for (const line of [...lines].toSorted((a, b) => a - b)) {
    // A byte-order mark is no part of its line.
    remainingText += text.slice(from, document.offsetOf(line))
    from = document.offsetOf(line + 1)
  }
  return remainingText + text.slice(from)
}

/** The text after the front matter without its anchors. `body` is its first line. */
export function withoutAnchors(document: TextDocument, body: number): string {
  const bodyText = document.text.slice(document.offsetOf(body))
  if (!bodyText.includes(mark)) return bodyText
  const blocks = topLevelBlocks(document, body)
  const remainingText = withoutLines(document, anchorLineNumbers(document, blocks))
  return remainingText.slice(document.offsetOf(body))
}

/** The lines after the front matter but for the anchors. */
export function bodyLines(
  document: TextDocument,
  body: number,
): readonly { readonly text: string; readonly line: number }[] {
  const anchorLines = document.text.includes(mark)
    ? anchorLineNumbers(document, topLevelBlocks(document, body))
    : new Set()
  const lines = Array.from({ length: Math.max(0, document.lineCount + 1 - body) }, (_, index) => body + index)
  return lines.filter((line) => !anchorLines.has(line)).map((line) => ({ text: document.line(line), line }))
}

/** Finds the anchors of a text from its first line after the front matter on. What is in code is text. */
export function anchorsIn(document: TextDocument, body: number): Anchors {
  if (!document.text.includes(mark)) return { anchors: [], broken: [] }
  const blocks = topLevelBlocks(document, body)
  const documentOutline = outline(document, body)
  const anchorLines = anchorLineNumbers(document, blocks)
  const strippedBody = textDocument(document.path, withoutLines(document, anchorLines).slice(document.offsetOf(body)))
  const linesInBlocks = linesInside(topLevelBlocks(strippedBody))
  const anchors: Anchor[] = []
  const brokenLines: number[] = []
  let removedCount = 0
  for (let line = body; line <= document.lineCount; line++) {
    const text = document.line(line)
    if (anchorLines.has(line)) removedCount++
    if (!text.includes(mark) || documentOutline.kindOf(line) === 'code') continue
    const anchor = anchorOf(text)
    if (anchor) {
      // The line that follows all anchors here, in the text without them.
      const nextLine = anchorLines.has(line) ? line - body + 2 - removedCount : 0
      anchors.push({ ...anchor, at: line, placed: anchorLines.has(line) && !linesInBlocks.has(nextLine) })
    } else if (text.length <= maxLineLength && /<!--[ \t]*voyage:anchor/.test(withoutCode(text))) brokenLines.push(line)
  }
  return { anchors, broken: brokenLines }
}

/** The anchors of a file. One without front matter has no list that they could be in. */
export const anchorsOf = memo(({ kind, document, front, mapping }: HandoverFile): Anchors => {
  const body = mapping || (kind === 'annotations' && front?.exists === false) ? front?.body : undefined
  return document && body !== undefined ? anchorsIn(document, body) : { anchors: [], broken: [] }
})

/** The lines before which a new anchor may be put: the first of each top-level block. */
export const linesForAnchors = (document: TextDocument, body: number): ReadonlySet<number> =>
  new Set(topLevelBlocks(document, body).map(({ line }) => line))

/** The slug that GitHub gives a heading, before it numbers equal ones. */
const slugOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

/** The lines of the headings of a file, by the slugs that GitHub gives them. */
const headingLines = memo(({ document, front }: HandoverFile): ReadonlyMap<string, number> => {
  const lines = new Map<string, number>()
  if (!document || !front?.readable) return lines
  const slugCounts = new Map<string, number>()
  for (const { text, line } of outline(document, front.body).headings) {
    const slug = slugOf(text)
    const count = slugCounts.get(slug) ?? 0
    slugCounts.set(slug, count + 1)
    const uniqueSlug = count === 0 ? slug : `${slug}-${count}`
    if (!lines.has(uniqueSlug)) lines.set(uniqueSlug, line)
  }
  return lines
})

/** The lines of the steps of a plan, by their numbers. */
const stepLines = memo((file: HandoverFile): ReadonlyMap<number, number> => {
  const planSteps = planOf(file)?.steps ?? []
  return new Map(planSteps.toReversed().map(({ number, line }) => [number, line]))
})

/** The line of the heading that an anchor names: `step-N` a step of a plan, otherwise GitHub's slug of a heading. */
export function lineOfAnchor(file: HandoverFile, anchor: string): number | undefined {
  const [, number] = /^step-(0|[1-9]\d{0,8})$/.exec(anchor) ?? []
  return file.kind === 'plan' && number !== undefined
    ? stepLines(file).get(Number(number))
    : headingLines(file).get(anchor)
}
