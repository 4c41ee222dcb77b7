import { memo } from '../../../core/once.ts'
import { scanOf, type HandoverFile } from '../model.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { parseRecord } from '../../../kit/record.ts'
import { readManifest, type Manifest } from './manifest.ts'
import { writtenText, writtenValue } from '../../../kit/written.ts'
import type { Fence, Heading } from './scan.ts'

/** A step that is written literally: `### Step N: <title>`. */
export interface Step {
  readonly number: number
  readonly title: string
  readonly line: number
  /** In the order of the text; one is right. */
  readonly manifests: readonly Manifest[]
}

export interface Plan {
  readonly version: string | undefined
  readonly headings: readonly Heading[]
  readonly fences: readonly Fence[]
  readonly steps: readonly Step[]
  /** All of the body, also outside of steps. */
  readonly manifests: readonly Manifest[]
}

const stepHeadingPattern = /^### (Step (0|[1-9]\d{0,8}): )/

/** The number and title of a literal step; closing marks are no part of it. */
export function literalStep({ raw, text }: Heading): { readonly number: number; readonly title: string } | undefined {
  const [, prefix = '', number] = stepHeadingPattern.exec(raw) ?? []
  const title = text.slice(prefix.length).trim()
  return number === undefined || title === '' ? undefined : { number: Number(number), title }
}

const planIn = memo((document: TextDocument): Plan => {
  const { headings, fences } = scanOf(document)
  const manifests = fences.flatMap((fence) => readManifest(document, fence) ?? [])
  const boundaryHeadings = headings.filter(({ level }) => level <= 3)
  let manifestIndex = 0
  const steps = boundaryHeadings.flatMap((heading, index): readonly Step[] => {
    const step = literalStep(heading)
    if (!step) return []
    const end = boundaryHeadings[index + 1]?.line ?? Number.POSITIVE_INFINITY
    while ((manifests[manifestIndex]?.fence.line ?? end) < heading.line) manifestIndex++
    const stepManifests: Manifest[] = []
    for (
      let manifest = manifests[manifestIndex];
      manifest && manifest.fence.line < end;
      manifest = manifests[manifestIndex]
    ) {
      stepManifests.push(manifest)
      manifestIndex++
    }
    return [{ ...step, line: heading.line, manifests: stepManifests }]
  })
  const mapping = parseRecord(document, 'flat-front-matter').mapping()
  const version = mapping && writtenText(writtenValue(mapping, 'plan_version'))
  return { version: version?.trim() === '' ? undefined : version, headings, fences, steps, manifests }
})

/** Reads a plan; `undefined` where its front matter is not read on. */
export const planOf = ({ mapping, document }: HandoverFile): Plan | undefined =>
  mapping && document ? planIn(document) : undefined

const findingId = /^[0-9a-f]{40}$/
export const isFindingId = (text: string | undefined): text is string => text !== undefined && findingId.test(text)

/** The findings of a review that a plan answers. */
export function sourceFindings({ mapping }: HandoverFile): readonly string[] {
  const node = mapping && writtenValue(mapping, 'source_findings')
  return node?.kind === 'sequence' ? node.items.map(writtenText).filter(isFindingId) : []
}
