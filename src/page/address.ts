import { lanes, type Lane } from '../core/board.ts'
import { views, type PageView } from './model.ts'

export const axes = ['commit', 'time'] as const
export type Axis = (typeof axes)[number]

/** What of a view is shown. */
export interface Filter {
  readonly query: string
  readonly lanes: readonly Lane[]
  readonly protocols: readonly string[]
  readonly withFindings: boolean
  readonly axis: Axis
  /** The part of the axis that is shown, between 0 and 1. */
  readonly range: readonly [from: number, to: number]
  readonly asTable: boolean
}

/** What follows the `#` of an address. */
export interface Address {
  /** Absent in that of a target, which opens in the view that is there. */
  readonly view?: PageView
  /** An id, or what is none. */
  readonly target?: string
  readonly filter: Filter
}

export const wholeRange: Filter['range'] = [0, 1]

export const noFilter: Filter = {
  query: '',
  lanes: [],
  protocols: [],
  withFindings: false,
  axis: 'commit',
  range: wholeRange,
  asTable: false,
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function rangeOf(text: string): Filter['range'] {
  const [from, to] = text.split('-').map(Number)
  return from !== undefined && to !== undefined && from >= 0 && from < to && to <= 1 ? [from, to] : wholeRange
}

/** Reads an address; what it does not understand is left out. */
export function readAddress(hash: string): Address {
  const text = hash.replace(/^#/, '')
  const index = text.indexOf('?')
  const name = index === -1 ? text : text.slice(0, index)
  const query = new URLSearchParams(index === -1 ? '' : text.slice(index + 1))
  const filter: Filter = {
    query: query.get('q') ?? '',
    lanes: lanes.filter((lane) => query.getAll('lane').includes(lane)),
    protocols: query.getAll('protocol'),
    withFindings: query.has('findings'),
    axis: axes.find((axis) => axis === query.get('axis')) ?? 'commit',
    range: rangeOf(query.get('range') ?? ''),
    asTable: query.has('table'),
  }
  const view = views.find((candidate) => candidate === name)
  return { ...(view && { view }), ...(!view && name !== '' && { target: decodeText(name) }), filter }
}

/** Text that may be in an address: halves of characters are none. */
export const toWellFormed = (text: string): string => text.replaceAll(/\p{Cs}/gu, '\ufffd')

const roundPart = (part: number) => String(Math.round(part * 10_000) / 10_000)

/** What follows the `?`, with it; empty without a filter. */
function search({ query, lanes: shownLanes, protocols, withFindings, axis, range, asTable }: Filter): string {
  const pairs: readonly (readonly [string, string])[] = [
    ...(query === '' ? [] : [['q', query] as const]),
    ...shownLanes.map((lane) => ['lane', lane] as const),
    ...protocols.map((protocol) => ['protocol', protocol] as const),
    ...(withFindings ? [['findings', '1'] as const] : []),
    ...(axis === 'commit' ? [] : [['axis', axis] as const]),
    ...(range[0] === 0 && range[1] === 1 ? [] : [['range', range.map(roundPart).join('-')] as const]),
    ...(asTable ? [['table', '1'] as const] : []),
  ]
  const text = pairs.map(([key, value]) => `${key}=${encodeURIComponent(toWellFormed(value))}`).join('&')
  return text === '' ? '' : `?${text}`
}

export const viewAddress = (view: PageView, filter: Filter = noFilter): string => `#${view}${search(filter)}`

/** The address of a target; colons and at signs stay readable. */
export const targetAddress = (id: string, filter: Filter = noFilter): string =>
  `#${encodeURIComponent(toWellFormed(id)).replaceAll('%3A', ':').replaceAll('%40', '@')}${search(filter)}`

/** With a value where there was none, without it where there was. */
export const toggle = <Value>(values: readonly Value[], value: Value): readonly Value[] =>
  values.includes(value) ? values.filter((item) => item !== value) : [...values, value]

/** Scales the range about its middle, within the axis. */
export function zoom([from, to]: Filter['range'], factor: number): Filter['range'] {
  const middle = (from + to) / 2
  const half = Math.max(0.002, ((to - from) / 2) * factor)
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}
