import type { Place } from '../../../core/diagnostic.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { parseMarker, type Marker } from '../states.ts'
import { leadingId, type Profile } from '../schema.ts'
import { itemAt, linesOf, membership, plainTitle, sectionsWithTitle, type Item, type Lines } from './lines.ts'

/** A line with the state of a task: `- [/] task-1 (In Progress)`. */
export interface MarkerLine {
  readonly id: string
  /** What is between the brackets. */
  readonly mark: string
  /** Its meaning; `undefined` where it is none of the profile's marks. */
  readonly marker: Marker | undefined
  /** Whether it is right but for its case. */
  readonly miscased: boolean
  readonly line: number
  /** The bracket. */
  readonly place: Place
  /** The offset of the mark in the text. */
  readonly at: number
  /** What precedes the bracket: the bullet and its blanks. */
  readonly lead: string
  /** The text after the id. */
  readonly note: string
}

/** A list item that was meant as a marker line. */
export interface NearMiss {
  /** The id that was probably meant. */
  readonly id: string
  readonly line: number
  readonly text: string
}

export interface Progress {
  readonly document: TextDocument
  readonly markers: readonly MarkerLine[]
  readonly nearMisses: readonly NearMiss[]
  /** The marker line of a task: of several the first. */
  get(id: string): MarkerLine | undefined
  /** The ids that have a second line. */
  readonly doubled: ReadonlySet<string>
  /** Marks that legends explain. */
  readonly legend: ReadonlySet<string>
  /** Whether it lists which tasks are done together now (3.x). */
  readonly hasWave: boolean
}

const maxMarkLength = 8
const emphasisPattern = /^(?:\*\*|__|`)/
const idEndPattern = /^(?:$|[\s:,;()*_`\u2013\u2014]|\.(?![A-Za-z0-9]))/

function splitLeadingId(text: string): { readonly id: string; readonly rest: string } | undefined {
  const plainText = text.replace(emphasisPattern, '')
  const id = leadingId(plainText)
  const rest = id === undefined ? '' : plainText.slice(id.length)
  return id !== undefined && idEndPattern.test(rest) ? { id, rest } : undefined
}

const isLegend = (title: string) => title.startsWith('legend') || title.startsWith('progress markers')

function markerOf({ document }: Lines, item: Item, profile: Profile): MarkerLine | undefined {
  const closingIndex = item.text.startsWith('[') ? item.text.indexOf(']') : -1
  const mark = item.text.slice(1, Math.max(closingIndex, 1))
  if (closingIndex === -1 || Array.from(mark).length > maxMarkLength) return undefined
  const textAfterMark = item.text.slice(closingIndex + 1)
  const idAndRest = /^\s/.test(textAfterMark) ? splitLeadingId(textAfterMark.trimStart()) : undefined
  if (!idAndRest) return undefined
  const start = document.offsetOf(item.line) + item.start
  return {
    id: idAndRest.id,
    mark,
    ...parseMarker(mark, profile),
    line: item.line,
    place: document.span(start, start + closingIndex + 1),
    at: start + 1,
    lead: document.line(item.line).slice(0, item.start),
    note: idAndRest.rest.trim(),
  }
}

/** What is written in place of the dash of an id. */
const dash = /^(task|plan|qa)[-\s_\p{Pd}\u2212]+/u

/**
 * The id that an item without one was meant to have: `Task-1`, `task 1`. A blank counts only before a number: `plan the
 * work` is none.
 */
function meantId({ text }: Item): string | undefined {
  const closingIndex = text.startsWith('[') ? text.indexOf(']') : -1
  if (closingIndex === -1 || Array.from(text.slice(1, closingIndex)).length > 3) return undefined
  const lowerCased = text
    .slice(closingIndex + 1)
    .trim()
    .replace(emphasisPattern, '')
    .slice(0, 200)
    .normalize('NFKC')
    .toLowerCase()
  const [lead = ''] = dash.exec(lowerCased) ?? []
  if (lead === '' || (/\s/.test(lead) && !/^\d/.test(lowerCased.slice(lead.length)))) return undefined
  return splitLeadingId(lowerCased.replace(dash, '$1-'))?.id
}

export function readProgress(document: TextDocument, profile: Profile): Progress {
  const lines = linesOf(document)
  const isInLegend = membership(lines, sectionsWithTitle(lines, isLegend))
  const markers: MarkerLine[] = []
  const nearMisses: NearMiss[] = []
  const legend = new Set<string>()
  for (let line = 1; line <= document.lineCount; line++) {
    const item = itemAt(lines, line)
    if (!item) continue
    if (isInLegend(line)) {
      for (const [, mark = ''] of item.text.matchAll(/\[(.)\]/gu)) legend.add(mark)
      continue
    }
    const marker = markerOf(lines, item, profile)
    const id = marker?.id ?? meantId(item)
    if (marker) markers.push(marker)
    else if (id !== undefined) nearMisses.push({ id, line, text: item.text })
  }
  const byId = new Map(markers.toReversed().map((marker) => [marker.id, marker]))
  const hasWave = lines.headings.some(({ text }) => plainTitle(text).startsWith('current wave'))
  const doubled = new Set(markers.filter((marker) => byId.get(marker.id) !== marker).map(({ id }) => id))
  return { document, markers, nearMisses, legend, hasWave, doubled, get: (id) => byId.get(id) }
}
