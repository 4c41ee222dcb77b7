import { splice, type Splice, type TextDocument, lineEnd } from '../../../documents/text.ts'
import { elementsBetween, type ListItem, type Outline, type Section } from '../../../documents/markdown.ts'
import { dashed, linesOf, type Handoff } from './handoff.ts'
import { isPlaceholder, placeholder, sectionNames, type SectionName } from '../schema.ts'
import { insertAfter, isBlank, lastFilledLine, lastReadableLine } from '../../../documents/lines.ts'
import { byUnit, phaseNumber, unitsIn, type Stages, type Unit } from '../stages/stages.ts'
import { oneLine } from './edits.ts'

/** What a list of a handoff begins its items with, where there is one that is not numbered. */
function usualLead(document: TextDocument, { items }: Outline): string {
  const item = items.find(({ depth, ordered }) => depth === 0 && !ordered)
  const { mark, gap } = item ? stepOf(document, item, undefined) : { mark: '-', gap: ' ' }
  return mark + (gap === '' ? ' ' : gap)
}

/** Items that go on with the list that a section ends with, or begin one: indented, marked, numbered and parted as the others. */
function inManner(handoff: Handoff, list: readonly Step[] | undefined, items: readonly string[]): readonly string[] {
  const { document, outline } = handoff
  const before = list?.at(-1)
  const lead = before ? before.indent + before.mark + (before.gap === '' ? ' ' : before.gap) : usualLead(document, outline)
  const number = before?.ordered === true ? Number(/\d+/.exec(document.line(before.line))?.[0]) : undefined
  const blanks = list
    ? gapOf(handoff, list)
        .split('\n')
        .slice(2)
        .map(() => '')
    : []
  let count = 0
  return items.flatMap((item) => {
    if (!item.startsWith('- ')) return [item]
    count++
    const text = item.slice('- '.length)
    return [
      ...blanks,
      before && number !== undefined ? `${before.indent}${number + count}${lead.slice(before.indent.length)}${text}` : lead + text,
    ]
  })
}

/**
 * The splices that put items of a list at the end of a section, but for those that are there.
 *
 * @param items each of one line, or of several that belong together.
 */
function additions(handoff: Handoff, name: SectionName, items: readonly string[]): readonly Splice[] {
  const { document, outline } = handoff
  const found = handoff.section(name)
  if (!found) return []
  const { heading, end } = found
  const all = Array.from({ length: end - heading.line - 1 }, (_, index) => heading.line + 1 + index)
  const filled = all.filter((line) => !isBlank(document, line))
  const texts = filled.map((line) => dashed(document.line(line)))
  const there = new Set(texts)
  const isThere = ([first = '', ...rest]: readonly string[]) =>
    there.has(first) &&
    (rest.length === 0 || texts.some((text, at) => text === first && rest.every((line, index) => texts[at + 1 + index] === line)))
  const fresh = [...new Set(items)].map((item) => item.split('\n')).flatMap((lines) => (isThere(lines) ? [] : lines))
  if (fresh.length === 0) return []
  const [only] = filled
  if (only !== undefined && filled.length === 1 && isPlaceholder(document.line(only).trim())) {
    const start = document.offsetOf(only)
    return [{ start, end: start + document.line(only).length, text: inManner(handoff, undefined, fresh).join(document.eol) }]
  }
  const last = lastFilledLine(document, heading.line, end)
  const list = listsOf(document, outline, heading.line + 1, end).at(-1)
  if (list?.at(-1)?.last === last) return [insertAfter(document, last, inManner(handoff, list, fresh))]
  const added = inManner(handoff, undefined, fresh)
  return [insertAfter(document, last, /^ {2}|^\t/.test(document.line(last)) ? added : ['', ...added])]
}

/** The text with items at the end of a section. */
export const appendAll = (handoff: Handoff, name: SectionName, items: readonly string[]): string =>
  splice(handoff.document.text, additions(handoff, name, items))

/** The text with lines at the end of a section, unless those very lines are there, one after the other. */
export const appendTo = (handoff: Handoff, name: SectionName, ...lines: readonly string[]): string =>
  appendAll(handoff, name, [lines.join('\n')])

/** Whether the names of all sections that are there are in capitals. */
function isInCapitals(handoff: Handoff): boolean {
  const there = sectionNames.filter((name) => handoff.has(name))
  return there.length > 0 && there.every((name) => handoff.section(name)?.heading.text.trim().startsWith(name.toUpperCase()))
}

/** The text with every section that was missing, in order, at its end. */
export function withSections(handoff: Handoff): string {
  const { document, front } = handoff
  const missing = sectionNames.filter((name) => !handoff.has(name))
  const titles = isInCapitals(handoff) ? missing.map((name) => name.toUpperCase()) : missing
  const lines = titles.flatMap((title) => ['', `## ${title}`, '', placeholder])
  if (missing.length === 0) return document.text
  const last = lastReadableLine(document, Math.max(1, front.body - 1), document.lineCount + 1)
  return splice(document.text, [insertAfter(document, last, lines)])
}

/** An item of a top-level list. */
export interface Step {
  /** Its first line, and its last that is not blank. */
  readonly line: number
  readonly last: number
  readonly indent: string
  /** Its mark and the blanks after it: `-` or the delimiter after a number. */
  readonly mark: string
  readonly ordered: boolean
  readonly gap: string
  /** What it says before what is nested in it, in one line. */
  readonly text: string
}

const form = /^(\s*)(?:([-*+])|\d{1,9}([.)]))(\s*)/

function stepOf(document: TextDocument, { line, end }: ListItem, nested: number | undefined): Step {
  const first = document.line(line)
  const [head = '', indent = '', bullet, delimiter, gap = ''] = form.exec(first) ?? []
  const words = [first.slice(head.length).trim()]
  for (let each = line + 1; each < (nested ?? end) && !isBlank(document, each); each++) words.push(document.line(each).trim())
  return {
    line,
    last: lastFilledLine(document, line, end),
    indent,
    mark: bullet ?? delimiter ?? '',
    ordered: bullet === undefined,
    gap,
    text: words.join(' '),
  }
}

/** The top-level lists between two lines, the second exclusive, each with its items. */
function listsOf(document: TextDocument, outline: Outline, from: number, end: number): readonly (readonly Step[])[] {
  const lists: Step[][] = []
  let before: ListItem | undefined
  for (const item of elementsBetween(outline.items, from, end)) {
    if (item.depth > 0) continue
    const nested = elementsBetween(outline.items, item.line + 1, item.end)[0]?.line
    const step = stepOf(document, item, nested)
    const list = lists.at(-1)
    const isNext = before !== undefined && lastFilledLine(document, before.line, item.line) < before.end
    if (list && isNext && list[0]?.mark === step.mark) list.push(step)
    else lists.push([step])
    before = item
  }
  return lists
}

/** The units that an item is about: the phases that it names, otherwise the stages, otherwise those whose agent it names. */
function aboutOf(text: string, { way }: Stages): readonly Unit[] {
  const named = unitsIn(text)
  const phases = named.filter((unit) => phaseNumber(unit) > 0)
  if (named.length > 0) return phases.length > 0 ? phases : named
  return way.filter(({ agent }) => agent !== undefined && text.includes(agent)).map(({ stage }) => String(stage))
}

/** Whether an item is about nothing but what is finished once a unit is complete. */
export function isFinished(text: string, unit: Unit, stages: Stages): boolean {
  const about = aboutOf(text, stages)
  return about.length > 0 && about.every((each) => byUnit(each, unit) <= 0)
}

/** An item with another number: the text below it keeps its place under the text where the number is longer. */
function numbered(document: TextDocument, { line, last, ordered, indent, mark }: Step, number: number): string {
  const text = document.text.slice(document.offsetOf(line), lineEnd(document, last))
  if (!ordered) return text
  const old = text.slice(indent.length, text.indexOf(mark, indent.length))
  const wider = ' '.repeat(Math.max(0, String(number).length - old.length))
  const below = text.slice(indent.length + old.length).replace(/\n(?=[ \t]*[^\s])/g, `\n${wider}`)
  return `${indent}${number}${below}`
}

/** The blank lines between the items of a list, as between its first two; of one that has no second item, as in the first list that has. */
function gapOf({ document, outline }: Handoff, list: readonly Step[]): string {
  const like = list.length > 1 ? list : listsOf(document, outline, 0, document.lineCount + 1).find(({ length }) => length > 1)
  const [first, second] = like ?? []
  return first && second ? document.text.slice(lineEnd(document, first.last), document.offsetOf(second.line)) : document.eol
}

/** A list without some of its items and with a new first one, its numbers counted again. */
function rebuilt(handoff: Handoff, list: readonly Step[], kept: readonly Step[], added: string | undefined): string {
  const [first] = list as readonly [Step, ...Step[]]
  const { document } = handoff
  const gap = gapOf(handoff, list)
  const head =
    added === undefined ? [] : [`${first.indent}${first.ordered ? '1' : ''}${first.mark}${first.gap === '' ? ' ' : first.gap}${added}`]
  const items = kept.map((step, index) => numbered(document, step, index + 1 + head.length))
  return [...head, ...items].join(gap)
}

/** Whether a section holds nothing but these items. */
function isAll(document: TextDocument, { heading, end }: Section, steps: readonly Step[]): boolean {
  let line = heading.line + 1
  for (const step of steps) {
    if (lastFilledLine(document, line - 1, step.line) >= line) return false
    line = step.last + 1
  }
  return lastFilledLine(document, line - 1, end) < line
}

/** What is to become of the items of `Next Steps`. */
export interface Change {
  /** Which go, by what they say. */
  readonly goes: (text: string) => boolean
  /** The new first one; none where it is there already. */
  readonly added?: string | undefined
}

/** The text with other items in `Next Steps`: those that go, go with what is nested in them; ordered lists are counted again. */
export function withSteps(handoff: Handoff, { goes, added }: Change): string {
  const { document, outline } = handoff
  const section = handoff.section('Next Steps')
  if (!section) return document.text
  const lists = listsOf(document, outline, section.heading.line + 1, section.end)
  const steps = lists.flat()
  const comes = steps.some(({ text }) => text === added && !goes(text)) ? undefined : added
  if (steps.length === 0) return comes === undefined ? document.text : appendTo(handoff, 'Next Steps', `1. ${comes}`)

  const nothingIsLeft = comes === undefined && steps.every(({ text }) => goes(text)) && isAll(document, section, steps)
  const edits = lists.flatMap((list, index): readonly Splice[] => {
    const kept = list.filter(({ text }) => !goes(text))
    const first = index === 0 ? comes : undefined
    const [begin, end] = [list[0], list.at(-1)]
    if (!begin || !end || (kept.length === list.length && first === undefined)) return []
    const text = nothingIsLeft && index === 0 ? placeholder : rebuilt(handoff, list, kept, first)
    // What goes as a whole goes with the blank lines above it.
    const start =
      text === '' ? lineEnd(document, lastFilledLine(document, section.heading.line, begin.line)) : document.offsetOf(begin.line)
    return [{ start, end: lineEnd(document, end.last), text }]
  })
  return splice(document.text, edits)
}

/** Items of a list, each by what it is about: of one that is about the same only the last counts. */
type Items = ReadonlyMap<string, string>

/** The text with items of a section in place of the first that are about the same, each of which keeps its indentation and bullet; the others at the end. */
function withItems(handoff: Handoff, name: SectionName, items: Items, aboutOf: (item: string) => string | undefined): string {
  const { document, outline } = handoff
  const section = handoff.section(name)
  const splices: Splice[] = []
  const left = new Map(items)
  for (let line = section ? section.heading.line + 1 : Infinity; line < (section?.end ?? 0) && left.size > 0; line++) {
    const text = document.line(line)
    const [bullet = ''] = /^\s*[-*+] /.exec(text) ?? []
    const about = bullet === '' || outline.kindOf(line) !== 'text' ? undefined : aboutOf(text.slice(bullet.length))
    const item = about === undefined ? undefined : left.get(about)
    if (about === undefined || item === undefined) continue
    left.delete(about)
    const start = document.offsetOf(line) + bullet.length
    splices.push({ start, end: document.offsetOf(line) + text.length, text: item })
  }
  const added = [...left.values()].map((item) => `- ${item}`)
  return splice(document.text, [...splices, ...additions(handoff, name, added)])
}

const labels: ReadonlyMap<string, string> = new Map([
  ['vst3', 'VST3'],
  ['component', 'AU'],
  ['app', 'Standalone'],
  ['exe', 'Standalone'],
  ['clap', 'CLAP'],
])

/** The text with the paths of what was built, each in place of the one with the same label. */
export function withArtifacts(handoff: Handoff, paths: readonly string[]): string {
  const items = paths.map((path) => {
    const label = labels.get(/\.([a-z0-9]+)\/?$/i.exec(path)?.[1]?.toLowerCase() ?? '')
    return label === undefined ? ([path, path] as const) : ([`${label}: `, `${label}: ${path}`] as const)
  })
  return withItems(handoff, 'Build Artifacts', new Map(items), (item) =>
    [...labels.values()].map((label) => `${label}: `).find((label) => item.startsWith(label)),
  )
}

/** The text with a tick after what was tested. */
export function withTested(handoff: Handoff, tested: readonly string[]): string {
  const section = handoff.section('Testing Checklist')
  const tick = /^- (\[[xX]\]) /
  const [ticked = '[x]'] = section ? linesOf(handoff, section).flatMap((line) => tick.exec(line)?.[1] ?? []) : []
  return withItems(handoff, 'Testing Checklist', new Map(tested.map((what) => [what, `${ticked} ${what}`])), (item) =>
    /^\[[ xX]\] /.test(item) ? oneLine(item.slice('[ ] '.length)) : undefined,
  )
}
