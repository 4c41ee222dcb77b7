import { outline } from '../../../documents/markdown.ts'
import type { HandoverFile } from '../model.ts'
import { planOf } from './plan.ts'

/** The slug that GitHub gives a heading, before it tells equal ones apart. */
const slugOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

/** The line of the heading that an anchor names (handover protocol, section 7.5): `step-N` a step of a plan, else GitHub's slug of a heading. */
export function lineNamed(file: HandoverFile, anchor: string): number | undefined {
  const { document, front, kind } = file
  if (!document || front?.kind !== 'mapping') return undefined
  const [, number] = /^step-(0|[1-9]\d{0,8})$/.exec(anchor) ?? []
  if (kind === 'plan' && number !== undefined) return planOf(file)?.steps.find((step) => step.number === Number(number))?.line
  const seen = new Map<string, number>()
  for (const { text, line } of outline(document, front.body).headings) {
    const slug = slugOf(text)
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    if ((times === 0 ? slug : `${slug}-${times}`) === anchor) return line
  }
  return undefined
}
