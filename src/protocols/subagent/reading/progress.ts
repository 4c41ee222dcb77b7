import type { Place } from '../../../core/diagnostic.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { markerNamed, type Marker } from '../states.ts'
import { leadingId, type Profile } from '../schema.ts'
import { itemAt, linesOf, membership, plainTitle, sectionsCalled, type Item, type Lines } from './lines.ts'

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

const longestMark = 8
const opening = /^(?:\*\*|__|`)/
const following = /^(?:$|[\s:,;()*_`\u2013\u2014]|\.(?![A-Za-z0-9]))/

function idBehind(text: string): { readonly id: string; readonly rest: string } | undefined {
  const bare = text.replace(opening, '')
  const id = leadingId(bare)
  const rest = id === undefined ? '' : bare.slice(id.length)
  return id !== undefined && following.test(rest) ? { id, rest } : undefined
}

const isLegend = (title: string) => title.startsWith('legend') || title.startsWith('progress markers')

function markerOf({ document }: Lines, item: Item, profile: Profile): MarkerLine | undefined {
  const close = item.text.startsWith('[') ? item.text.indexOf(']') : -1
  const mark = item.text.slice(1, Math.max(close, 1))
  if (close === -1 || Array.from(mark).length > longestMark) return undefined
  const behind = item.text.slice(close + 1)
  const found = /^\s/.test(behind) ? idBehind(behind.trimStart()) : undefined
  if (!found) return undefined
  const start = document.offsetOf(item.line) + item.start
  return {
    id: found.id,
    mark,
    ...markerNamed(mark, profile),
    line: item.line,
    place: document.span(start, start + close + 1),
    at: start + 1,
    lead: document.line(item.line).slice(0, item.start),
    note: found.rest.trim(),
  }
}

/** What is written in place of the dash of an id. */
const dash = /^(task|plan|qa)[-\s_\p{Pd}\u2212]+/u

/** Whether an item without an id was meant to have one: `Task-1`, `task 1`. A blank counts only before a number: `plan the work` is none. */
function isMiss({ text }: Item): boolean {
  const close = text.startsWith('[') ? text.indexOf(']') : -1
  if (close === -1 || Array.from(text.slice(1, close)).length > 3) return false
  const small = text
    .slice(close + 1)
    .trim()
    .replace(opening, '')
    .slice(0, 200)
    .normalize('NFKC')
    .toLowerCase()
  const [lead = ''] = dash.exec(small) ?? []
  if (lead === '' || (/\s/.test(lead) && !/^\d/.test(small.slice(lead.length)))) return false
  return idBehind(small.replace(dash, '$1-')) !== undefined
}

/** Reads progress.md. */
export function readProgress(document: TextDocument, profile: Profile): Progress {
  const lines = linesOf(document)
  const isInLegend = membership(lines, sectionsCalled(lines, isLegend))
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
    if (marker) markers.push(marker)
    else if (isMiss(item)) nearMisses.push({ line, text: item.text })
  }
  const byId = new Map(markers.toReversed().map((marker) => [marker.id, marker]))
  const hasWave = lines.headings.some(({ text }) => plainTitle(text).startsWith('current wave'))
  const doubled = new Set(markers.filter((marker) => byId.get(marker.id) !== marker).map(({ id }) => id))
  return { document, markers, nearMisses, legend, hasWave, doubled, get: (id) => byId.get(id) }
}
