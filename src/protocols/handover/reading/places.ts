import { memo } from '../../../kit/once.ts'
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

/** The lines of the headings of a file, by the slugs that GitHub gives them. */
const headings = memo(({ document, front }: HandoverFile): ReadonlyMap<string, number> => {
  const lines = new Map<string, number>()
  if (!document || front?.kind !== 'mapping') return lines
  const seen = new Map<string, number>()
  for (const { text, line } of outline(document, front.body).headings) {
    const slug = slugOf(text)
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    const own = times === 0 ? slug : `${slug}-${times}`
    if (!lines.has(own)) lines.set(own, line)
  }
  return lines
})

/** The lines of the steps of a plan, by their numbers. */
const steps = memo((file: HandoverFile): ReadonlyMap<number, number> => {
  const all = planOf(file)?.steps ?? []
  return new Map(all.toReversed().map(({ number, line }) => [number, line]))
})

/** The line of the heading that an anchor names (handover protocol, section 7.5): `step-N` a step of a plan, else GitHub's slug of a heading. */
export function lineNamed(file: HandoverFile, anchor: string): number | undefined {
  const [, number] = /^step-(0|[1-9]\d{0,8})$/.exec(anchor) ?? []
  return file.kind === 'plan' && number !== undefined ? steps(file).get(Number(number)) : headings(file).get(anchor)
}
