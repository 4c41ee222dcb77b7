import { splice, type Splice, type TextDocument } from '../../../documents/text.ts'
import type { Section } from '../../../documents/markdown.ts'
import type { Handoff } from '../handoff.ts'
import { placeholder } from '../schema.ts'
import { byUnit, phaseNumber, unitsIn, type Stages, type Unit } from '../stages.ts'
import { lastOf } from './lines.ts'
import { appendTo } from './sections.ts'
import { listsOf, type Step } from './steps.ts'

/** The units that an item is about: the phases that it names, else the stages, else those whose agent it names (plugin protocol, W6). */
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

const endOfLine = (document: TextDocument, line: number) => document.offsetOf(line) + document.line(line).length

/** An item with another number: what stands below it keeps its place under the text where the number is longer. */
function numbered(document: TextDocument, { line, last, ordered, indent, mark }: Step, number: number): string {
  const text = document.text.slice(document.offsetOf(line), endOfLine(document, last))
  if (!ordered) return text
  const old = text.slice(indent.length, text.indexOf(mark, indent.length))
  const wider = ' '.repeat(Math.max(0, String(number).length - old.length))
  const below = text.slice(indent.length + old.length).replace(/\n(?=[ \t]*[^\s])/g, `\n${wider}`)
  return `${indent}${number}${below}`
}

/** The blank lines between the items of a list, as between its first two. */
function gapOf(document: TextDocument, [first, second]: readonly Step[]): string {
  return first && second ? document.text.slice(endOfLine(document, first.last), document.offsetOf(second.line)) : document.eol
}

/** A list without some of its items and with a new first one, its numbers counted anew. */
function rebuilt(document: TextDocument, list: readonly Step[], kept: readonly Step[], added: string | undefined): string {
  const [first] = list as readonly [Step, ...Step[]]
  const gap = gapOf(document, list)
  const head =
    added === undefined ? [] : [`${first.indent}${first.ordered ? '1' : ''}${first.mark}${first.gap === '' ? ' ' : first.gap}${added}`]
  const items = kept.map((step, index) => numbered(document, step, index + 1 + head.length))
  return [...head, ...items].join(gap)
}

/** Whether a section holds nothing but these items. */
function isAll(document: TextDocument, { heading, end }: Section, steps: readonly Step[]): boolean {
  let line = heading.line + 1
  for (const step of steps) {
    if (lastOf(document, line - 1, step.line) >= line) return false
    line = step.last + 1
  }
  return lastOf(document, line - 1, end) < line
}

/** What is to become of the items of `Next Steps`. */
export interface Change {
  /** Which go, by what they say. */
  readonly goes: (text: string) => boolean
  /** The new first one; none where it is there already. */
  readonly added?: string | undefined
}

/** The text with other items in `Next Steps`: those that go, go with what is nested in them; ordered lists are counted anew (plugin protocol, W6). */
export function withSteps(handoff: Handoff, { goes, added }: Change): string {
  const { document, outline } = handoff
  const section = handoff.section('Next Steps')
  if (!section) return document.text
  const lists = listsOf(document, outline, section)
  const steps = lists.flat()
  const comes = steps.some(({ text }) => text === added && !goes(text)) ? undefined : added
  if (steps.length === 0) return comes === undefined ? document.text : appendTo(handoff, 'Next Steps', `1. ${comes}`)

  const nothingIsLeft = comes === undefined && steps.every(({ text }) => goes(text)) && isAll(document, section, steps)
  const edits = lists.flatMap((list, index): readonly Splice[] => {
    const kept = list.filter(({ text }) => !goes(text))
    const first = index === 0 ? comes : undefined
    const [begin, end] = [list[0], list.at(-1)]
    if (!begin || !end || (kept.length === list.length && first === undefined)) return []
    const text = nothingIsLeft && index === 0 ? placeholder : rebuilt(document, list, kept, first)
    // What goes as a whole goes with the blank lines above it.
    const start = text === '' ? endOfLine(document, lastOf(document, section.heading.line, begin.line)) : document.offsetOf(begin.line)
    return [{ start, end: endOfLine(document, end.last), text }]
  })
  return splice(document.text, edits)
}
