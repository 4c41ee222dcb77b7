import { visible } from '../core/message.ts'
import type { ReportedTarget } from '../core/report.ts'

/** A way of more states is drawn with its ends and what is around the states before and now; the rest is counted. */
const maxWholeSteps = 9
/** Code points of a state that are shown. */
const maxLabelLength = 60

/** Letters, digits and spaces stay; all else is Mermaid's numeric entity: no text can end its label, nor be Markdown, an icon or a directive. */
const escaped = (text: string) => text.replace(/[^A-Za-z0-9 ]/gu, (character) => `#${character.codePointAt(0)};`)

interface Box {
  readonly id: string
  readonly text: string
  readonly style?: 'before' | 'now' | 'left'
}

/** The states of a way by index, in order: one alone is drawn, several together are left out. */
function stretches(length: number, marks: readonly number[]): readonly (readonly number[])[] {
  const drawn = (index: number) =>
    length <= maxWholeSteps || index === 0 || index === length - 1 || marks.some((mark) => Math.abs(mark - index) <= 1)
  const stretches: number[][] = []
  for (let index = 0; index < length; index++) {
    const last = stretches.at(-1)
    if (last && !drawn(index) && !drawn(index - 1)) last.push(index)
    else stretches.push([index])
  }
  return stretches
}

/** The boxes of the way, and those of marked states that are not on it. */
function boxes(
  way: readonly string[],
  marks: ReadonlyMap<string, 'before' | 'now'>,
): { readonly chain: readonly Box[]; readonly apart: readonly Box[] } {
  const box = (id: string, state: string): Box => {
    const style = marks.get(state)
    const text = visible(state, maxLabelLength) || '-'
    return style === undefined ? { id, text } : { id, text: `${text} (${style})`, style }
  }
  const indexes = [...marks.keys()].map((state) => way.indexOf(state))
  return {
    chain: stretches(way.length, indexes).map(([index = 0, ...more]) =>
      more.length === 0 ? box(`s${index}`, way[index] ?? '') : { id: `s${index}`, text: `${more.length + 1} more states`, style: 'left' },
    ),
    apart: [...marks].flatMap(([state, style]) => (way.includes(state) ? [] : box(style, state))),
  }
}

const classes = [
  'classDef before stroke-width:3px,stroke-dasharray:6',
  'classDef now fill:#1f6feb,stroke:#1f6feb,color:#ffffff',
  'classDef left stroke-dasharray:2',
]

/**
 * The way of a target as a Mermaid flowchart: its states in order, the one in the base dashed, the one now filled, the step between them a thick arrow.
 * `undefined` for a target that has no way.
 */
export function wayDiagram({ way, before, state }: Pick<ReportedTarget, 'way' | 'before' | 'state'>): string | undefined {
  if (way === undefined) return undefined
  // Set last: a state that stays is the one now.
  const marks = new Map([...(before === undefined ? [] : [[before, 'before'] as const]), [state, 'now'] as const])
  const { chain, apart } = boxes(way, marks)
  const all = [...chain, ...apart]
  const from = all.find(({ style }) => style === 'before')
  const to = all.find(({ style }) => style === 'now')
  const isStep = (a: Box | undefined, b: Box | undefined) => a !== undefined && a === from && b === to
  const arrows = chain.flatMap((box, index) => {
    const previous = chain[index - 1]
    return previous ? `${previous.id} ${isStep(previous, box) ? '==>' : '-->'} ${box.id}` : []
  })
  const leap = from && to && !isStep(chain[chain.indexOf(to) - 1], to) ? [`${from.id} ==> ${to.id}`] : []
  return [
    'flowchart LR',
    ...all.map(({ id, text }) => `${id}["${escaped(text)}"]`),
    ...arrows,
    ...leap,
    ...all.flatMap(({ id, style }) => (style === undefined ? [] : `class ${id} ${style}`)),
    ...classes,
  ].join('\n  ')
}
