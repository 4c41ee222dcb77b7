import { splice, type Splice, type TextDocument, lineEnd, insertAfter } from '../../../documents/text.ts'
import { elementsBetween, type ListItem, type Outline, type Section } from '../../../documents/markdown.ts'
import { withDashBullet, linesOf, type Handoff } from './handoff.ts'
import { isPlaceholder, placeholder, sectionNames, type SectionName } from '../schema.ts'
import { isBlank, lastFilledLine, lastReadableLine } from '../../../documents/lines.ts'
import { compareUnits, phaseNumber, unitsIn, type Stages, type Unit } from '../stages/stages.ts'
import { oneLine } from './edits.ts'

/** What a list of a handoff begins its items with, where there is one that is not numbered. */
function usualLead(document: TextDocument, { items }: Outline): string {
  const item = items.find(({ depth, ordered }) => depth === 0 && !ordered)
  const { mark, gap } = item ? stepOf(document, item, undefined) : { mark: '-', gap: ' ' }
  return mark + gap
}

/**
 * Items that go on with the list that a section ends with, or begin one: indented, marked, numbered and parted as the
 * others.
 */
function formatItems(handoff: Handoff, list: readonly Step[] | undefined, items: readonly string[]): readonly string[] {
  const { document, outline } = handoff
  const lastItem = list?.at(-1)
  const lead = lastItem ? lastItem.indent + lastItem.mark + lastItem.gap : usualLead(document, outline)
  const number = lastItem?.ordered === true ? Number(/\d+/.exec(document.line(lastItem.line))?.[0]) : undefined
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
      lastItem && number !== undefined
        ? `${lastItem.indent}${number + count}${lead.slice(lastItem.indent.length)}${text}`
        : lead + text,
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
  const section = handoff.section(name)
  if (!section) return []
  const { heading, end } = section
  const lineNumbers = Array.from({ length: end - heading.line - 1 }, (_, index) => heading.line + 1 + index)
  const filledLines = lineNumbers.filter((line) => !isBlank(document, line))
  const texts = filledLines.map((line) => withDashBullet(document.line(line)))
  const existingTexts = new Set(texts)
  const isThere = ([first = '', ...rest]: readonly string[]) =>
    existingTexts.has(first) &&
    (rest.length === 0 ||
      texts.some(
        (text, textIndex) => text === first && rest.every((line, index) => texts[textIndex + 1 + index] === line),
      ))
  const newLines = [...new Set(items)].map((item) => item.split('\n')).flatMap((lines) => (isThere(lines) ? [] : lines))
  if (newLines.length === 0) return []
  const [onlyLine] = filledLines
  if (onlyLine !== undefined && filledLines.length === 1 && isPlaceholder(document.line(onlyLine).trim())) {
    const start = document.offsetOf(onlyLine)
    return [
      {
        start,
        end: start + document.line(onlyLine).length,
        text: formatItems(handoff, undefined, newLines).join(document.eol),
      },
    ]
  }
  const lastLine = lastFilledLine(document, heading.line, end)
  const list = listsOf(document, outline, heading.line + 1, end).at(-1)
  if (list?.at(-1)?.last === lastLine) return [insertAfter(document, lastLine, formatItems(handoff, list, newLines))]
  const addedLines = formatItems(handoff, undefined, newLines)
  return [insertAfter(document, lastLine, /^ {2}|^\t/.test(document.line(lastLine)) ? addedLines : ['', ...addedLines])]
}

/** The text with items at the end of a section. */
export const appendAll = (handoff: Handoff, name: SectionName, items: readonly string[]): string =>
  splice(handoff.document.text, additions(handoff, name, items))

/** The text with lines at the end of a section, unless those very lines are there, one after the other. */
export const appendTo = (handoff: Handoff, name: SectionName, ...lines: readonly string[]): string =>
  appendAll(handoff, name, [lines.join('\n')])

/** Whether the names of all sections that are there are in capitals. */
function isInCapitals(handoff: Handoff): boolean {
  const existingNames = sectionNames.filter((name) => handoff.has(name))
  return (
    existingNames.length > 0 &&
    existingNames.every((name) => handoff.section(name)?.heading.text.trim().startsWith(name.toUpperCase()))
  )
}

/** The text with every section that was missing, in order, at its end. */
export function withMissingSections(handoff: Handoff): string {
  const { document, front } = handoff
  const missingNames = sectionNames.filter((name) => !handoff.has(name))
  const titles = isInCapitals(handoff) ? missingNames.map((name) => name.toUpperCase()) : missingNames
  const lines = titles.flatMap((title) => ['', `## ${title}`, '', placeholder])
  if (missingNames.length === 0) return document.text
  const lastLine = lastReadableLine(document, Math.max(1, front.body - 1), document.lineCount + 1)
  return splice(document.text, [insertAfter(document, lastLine, lines)])
}

/** An item of a top-level list. */
export interface Step {
  /** Its first line, and its last that is not blank. */
  readonly line: number
  readonly last: number
  readonly indent: string
  /** Its mark, `-` or the delimiter after a number, and the blanks after it; an empty item may have none. */
  readonly mark: string
  readonly ordered: boolean
  readonly gap: string
  /** What it says before what is nested in it, in one line. */
  readonly text: string
}

const itemPattern = /^(\s*)(?:([-*+])|\d{1,9}([.)]))(\s*)/

function stepOf(document: TextDocument, { line, end }: ListItem, nestedLine: number | undefined): Step {
  const firstLine = document.line(line)
  const [head = '', indent = '', bullet, delimiter, gap = ''] = itemPattern.exec(firstLine) ?? []
  const words = [firstLine.slice(head.length).trim()]
  for (let textLine = line + 1; textLine < (nestedLine ?? end) && !isBlank(document, textLine); textLine++)
    words.push(document.line(textLine).trim())
  return {
    line,
    last: lastFilledLine(document, line, end),
    indent,
    mark: bullet ?? delimiter ?? '',
    ordered: bullet === undefined,
    gap: gap || ' ',
    text: words.join(' '),
  }
}

/** The top-level lists between two lines, the second exclusive, each with its items. */
function listsOf(document: TextDocument, outline: Outline, from: number, end: number): readonly (readonly Step[])[] {
  const lists: Step[][] = []
  let previousItem: ListItem | undefined
  for (const item of elementsBetween(outline.items, from, end)) {
    if (item.depth > 0) continue
    const nestedLine = elementsBetween(outline.items, item.line + 1, item.end)[0]?.line
    const step = stepOf(document, item, nestedLine)
    const list = lists.at(-1)
    const isNext =
      previousItem !== undefined && lastFilledLine(document, previousItem.line, item.line) < previousItem.end
    if (list && isNext && list[0]?.mark === step.mark) list.push(step)
    else lists.push([step])
    previousItem = item
  }
  return lists
}

/**
 * The units that an item is about: the phases that it names, otherwise the stages, otherwise those whose agent it
 * names.
 */
function unitsOfItem(text: string, { way }: Stages): readonly Unit[] {
  const namedUnits = unitsIn(text)
  const phases = namedUnits.filter((unit) => phaseNumber(unit) > 0)
  if (namedUnits.length > 0) return phases.length > 0 ? phases : namedUnits
  return way.filter(({ agent }) => agent !== undefined && text.includes(agent)).map(({ stage }) => String(stage))
}

/** Whether an item is about nothing but what is finished once a unit is complete. */
export function isFinished(text: string, unit: Unit, stages: Stages): boolean {
  const itemUnits = unitsOfItem(text, stages)
  return itemUnits.length > 0 && itemUnits.every((itemUnit) => compareUnits(itemUnit, unit) <= 0)
}

/** An item with another number: the text below it keeps its place under the text where the number is longer. */
function renumber(document: TextDocument, { line, last, ordered, indent, mark }: Step, number: number): string {
  const text = document.text.slice(document.offsetOf(line), lineEnd(document, last))
  if (!ordered) return text
  const oldNumber = text.slice(indent.length, text.indexOf(mark, indent.length))
  const padding = ' '.repeat(Math.max(0, String(number).length - oldNumber.length))
  const rest = text.slice(indent.length + oldNumber.length).replace(/\n(?=[ \t]*[^\s])/g, `\n${padding}`)
  return `${indent}${number}${rest}`
}

/**
 * The blank lines between the items of a list, as between its first two; of one that has no second item, as in the
 * first list that has.
 */
function gapOf({ document, outline }: Handoff, list: readonly Step[]): string {
  const sampleList =
    list.length > 1 ? list : listsOf(document, outline, 0, document.lineCount + 1).find(({ length }) => length > 1)
  const [first, second] = sampleList ?? []
  return first && second
    ? document.text.slice(lineEnd(document, first.last), document.offsetOf(second.line))
    : document.eol
}

/** A list without some of its items and with a new first one, its numbers counted again. */
function rebuildList(
  handoff: Handoff,
  list: readonly Step[],
  keptSteps: readonly Step[],
  addedText: string | undefined,
): string {
  const [{ indent, ordered, mark, gap }] = list as readonly [Step, ...Step[]]
  const head = addedText === undefined ? [] : [`${indent}${ordered ? '1' : ''}${mark}${gap}${addedText}`]
  const items = keptSteps.map((step, index) => renumber(handoff.document, step, index + 1 + head.length))
  return [...head, ...items].join(gapOf(handoff, list))
}

/** Whether a section holds nothing but these items. */
function hasOnlySteps(document: TextDocument, { heading, end }: Section, steps: readonly Step[]): boolean {
  let line = heading.line + 1
  for (const step of steps) {
    if (lastFilledLine(document, line - 1, step.line) >= line) return false
    line = step.last + 1
  }
  return lastFilledLine(document, line - 1, end) < line
}

/** What is to become of the items of `Next Steps`. */
export interface StepsChange {
  /** Which go, by what they say. */
  readonly goes: (text: string) => boolean
  /** The new first one; none where it is there already. */
  readonly added?: string | undefined
}

/**
 * The text with other items in `Next Steps`: those that go, go with what is nested in them; ordered lists are counted
 * again.
 */
export function withSteps(handoff: Handoff, { goes, added }: StepsChange): string {
  const { document, outline } = handoff
  const section = handoff.section('Next Steps')
  if (!section) return document.text
  const lists = listsOf(document, outline, section.heading.line + 1, section.end)
  const steps = lists.flat()
  const newStep = steps.some(({ text }) => text === added && !goes(text)) ? undefined : added
  if (steps.length === 0)
    return newStep === undefined ? document.text : appendTo(handoff, 'Next Steps', `1. ${newStep}`)

  const nothingIsLeft =
    newStep === undefined && steps.every(({ text }) => goes(text)) && hasOnlySteps(document, section, steps)
  const edits = lists.flatMap((list, index): readonly Splice[] => {
    const keptSteps = list.filter(({ text }) => !goes(text))
    const addedStep = index === 0 ? newStep : undefined
    const [begin, end] = [list[0], list.at(-1)]
    if (!begin || !end || (keptSteps.length === list.length && addedStep === undefined)) return []
    const text = nothingIsLeft && index === 0 ? placeholder : rebuildList(handoff, list, keptSteps, addedStep)
    // What goes as a whole goes with the blank lines above it.
    const start =
      text === ''
        ? lineEnd(document, lastFilledLine(document, section.heading.line, begin.line))
        : document.offsetOf(begin.line)
    return [{ start, end: lineEnd(document, end.last), text }]
  })
  return splice(document.text, edits)
}

/** Items of a list, each by what it is about: of one that is about the same only the last counts. */
type Items = ReadonlyMap<string, string>

/**
 * The text with items of a section in place of the first that are about the same, each of which keeps its indentation,
 * its bullet and the blanks at its end; the others at the end.
 *
 * @param rewrite what a written item becomes, by default the new one
 */
function withItems(
  handoff: Handoff,
  name: SectionName,
  items: Items,
  subjectOf: (item: string) => string | undefined,
  rewrite: (written: string, item: string) => string = (_, item) => item,
): string {
  const { document, outline } = handoff
  const section = handoff.section(name)
  const splices: Splice[] = []
  const remaining = new Map(items)
  for (
    let line = section ? section.heading.line + 1 : Infinity;
    line < (section?.end ?? 0) && remaining.size > 0;
    line++
  ) {
    const [bullet = ''] = /^\s*[-*+] /.exec(document.line(line)) ?? []
    const written = document.line(line).slice(bullet.length).trimEnd()
    const subject = bullet === '' || outline.kindOf(line) !== 'text' ? undefined : subjectOf(written)
    const item = subject === undefined ? undefined : remaining.get(subject)
    if (subject === undefined || item === undefined) continue
    remaining.delete(subject)
    const start = document.offsetOf(line) + bullet.length
    splices.push({ start, end: start + written.length, text: rewrite(written, item) })
  }
  const addedLines = [...remaining.values()].map((item) => `- ${item}`)
  return splice(document.text, [...splices, ...additions(handoff, name, addedLines)])
}

const artifactLabels: ReadonlyMap<string, string> = new Map([
  ['vst3', 'VST3'],
  ['component', 'AU'],
  ['app', 'Standalone'],
  ['exe', 'Standalone'],
  ['clap', 'CLAP'],
])

/** The text with the paths of what was built, each in place of the one with the same label. */
export function withArtifacts(handoff: Handoff, paths: readonly string[]): string {
  const items = paths.map((path) => {
    const label = artifactLabels.get(/\.([a-z0-9]+)\/?$/i.exec(path)?.[1]?.toLowerCase() ?? '')
    return label === undefined ? ([path, path] as const) : ([`${label}: `, `${label}: ${path}`] as const)
  })
  return withItems(handoff, 'Build Artifacts', new Map(items), (item) =>
    [...artifactLabels.values()].map((label) => `${label}: `).find((label) => item.startsWith(label)),
  )
}

/** The text with a tick after what was tested. */
export function withTestedItems(handoff: Handoff, testedItems: readonly string[]): string {
  const tickPattern = /^- (\[[xX]\]) /
  const [tickedBox = '[x]'] = linesOf(handoff, 'Testing Checklist').flatMap((line) => tickPattern.exec(line)?.[1] ?? [])
  return withItems(
    handoff,
    'Testing Checklist',
    new Map(testedItems.map((testedItem) => [testedItem, `${tickedBox} ${testedItem}`])),
    (item) => (/^\[[ xX]\] /.test(item) ? oneLine(item.slice('[ ] '.length)) : undefined),
    // Only the box: a tick that is there stays as it is written.
    (written) => (written.startsWith('[ ]') ? tickedBox + written.slice('[ ]'.length) : written),
  )
}
