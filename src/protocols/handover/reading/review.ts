import type { YamlNode } from '../../../documents/yaml.ts'
import { memo } from '../../../core/once.ts'
import type { HandoverFile } from '../model.ts'
import { isFindingId } from './plan.ts'
import { isSha } from './values.ts'
import { writtenNumber, writtenText } from '../../../kit/written.ts'
import type { Heading } from './scan.ts'

export const severityNames = ['BLOCKER', 'MAJOR', 'MINOR', 'SUGGESTION'] as const
export type FindingSeverity = (typeof severityNames)[number]

/** A level-3 heading that begins with an id. */
export interface DescribedFinding {
  readonly id: string
  readonly heading: Heading
  /** The section that it is in; `undefined` where that is none of the four. */
  readonly severity: FindingSeverity | undefined
}

export interface Review {
  /** `findings`, item by item; `undefined` where it is not a block list, nor empty. */
  readonly listed: readonly { readonly node: YamlNode; readonly id: string | undefined }[] | undefined
  readonly described: readonly DescribedFinding[]
  /** Level-3 headings in one of the four sections that begin with no id, and sections of another severity. */
  readonly strange: readonly Heading[]
}

/**
 * The severity that a section is about; `undefined`: another section, `null`: findings of a severity that there is not.
 */
function severityOf({ text }: Heading): FindingSeverity | null | undefined {
  const [, name] = /^Findings \((.*)\)$/.exec(text) ?? []
  return name === undefined ? undefined : (severityNames.find((candidate) => candidate === name) ?? null)
}

function listedFindingsIn({ mapping }: HandoverFile): Review['listed'] {
  const entry = mapping?.get('findings')
  if (!entry) return []
  const { value } = entry
  if (value.kind !== 'sequence' || (value.flow && value.items.length > 0)) return undefined
  return value.items.map((node) => ({ node, id: writtenText(node) }))
}

export const reviewOf = memo((file: HandoverFile): Review | undefined => {
  if (!file.mapping) return undefined
  const describedFindings: DescribedFinding[] = []
  const strangeHeadings: Heading[] = []
  let severity: FindingSeverity | undefined
  for (const heading of file.scan().headings) {
    if (heading.level <= 2) {
      const sectionSeverity = heading.level === 2 ? severityOf(heading) : undefined
      severity = sectionSeverity ?? undefined
      if (sectionSeverity === null) strangeHeadings.push(heading)
    } else if (heading.level === 3) {
      const [id] = /^\w+/.exec(heading.text) ?? []
      if (isFindingId(id)) describedFindings.push({ id, heading, severity })
      else if (severity) strangeHeadings.push(heading)
    }
  }
  return { listed: listedFindingsIn(file), described: describedFindings, strange: strangeHeadings }
})

/** Whether a review says what was examined: a form that is not filled in yet does not, and its verdict is none. */
export const isFilledIn = ({ mapping }: HandoverFile): boolean =>
  mapping !== undefined &&
  isSha(writtenText(mapping.get('scope_sha_end')?.value) ?? '') &&
  writtenNumber(mapping.get('reviewed_files_count')?.value) !== undefined

/** How severe each described finding is: the first description counts. */
export function severitiesOf(review: Review): ReadonlyMap<string, FindingSeverity> {
  const severities = new Map<string, FindingSeverity>()
  for (const { id, severity } of review.described) if (severity && !severities.has(id)) severities.set(id, severity)
  return severities
}

export const listedFindingIds = ({ listed = [] }: Review): ReadonlySet<string> =>
  new Set(listed.flatMap(({ id }) => (isFindingId(id) ? [id] : [])))

/** How many findings a review describes of each severity. */
export function severityCountsOf(file: HandoverFile | undefined) {
  const review = file && reviewOf(file)
  if (!review) return undefined
  const severities = [...severitiesOf(review).values()]
  const count = (severityName: string) => severities.filter((severity) => severity === severityName).length
  return { blocker: count('BLOCKER'), major: count('MAJOR'), minor: count('MINOR'), suggestion: count('SUGGESTION') }
}
