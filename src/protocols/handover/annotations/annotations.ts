import type * as z from 'zod'
import { memo, once } from '../../../core/once.ts'
import { digestOf } from '../../../documents/digest.ts'
import type { YamlMapping, YamlNode } from '../../../documents/yaml.ts'
import { annotationShape, batchShape, entryShape } from '../schema.ts'
import { isUnwritten, writtenNumber, writtenText, typedAsWritten } from '../../../kit/written.ts'
import type { HandoverFile } from '../model.ts'
import { type ReportFault, readReport, reportFrom } from '../../../kit/report.ts'
import { checkValue } from '../../../kit/shape.ts'
import { isMapping } from '../../../documents/data.ts'

/** A well-formed annotation, with the keys that its digest counts. */
export type Annotation = Readonly<Omit<z.output<ReturnType<typeof annotationShape>>, 'intent'>> & {
  readonly intent: string
}

const annotationKeys = once(() => Object.keys(annotationShape().shape) as readonly (keyof Annotation)[])

/** One entry of the list as written in a front matter. */
export interface AnnotationEntry {
  readonly node: YamlNode
  /** `undefined` where it is none: `entryShape` says why. */
  readonly annotation: Annotation | undefined
  /** Of one that is none, too. */
  readonly id: string | undefined
}

export const entryValue = (node: YamlNode): unknown => typedAsWritten(node, entryShape(), { isAbsent: isUnwritten })

function entryOf(node: YamlNode): AnnotationEntry {
  const value = entryValue(node)
  const annotation = checkValue(value, entryShape()).fault ? undefined : checkValue(value, annotationShape()).value
  return { node, annotation, id: node.kind === 'mapping' ? writtenText(node.get('id')?.value) : undefined }
}

/** The annotation fields of a front matter. */
export interface RevisionFields {
  /** 0 where there is none; `undefined` where it is not an integer. */
  readonly revision: number | undefined
  /** `undefined` where it is not a list of the allowed form. */
  readonly entries: readonly AnnotationEntry[] | undefined
  readonly digest: string | undefined
  readonly reason: string | undefined
}

export const revisionFieldsOf = memo((mapping: YamlMapping): RevisionFields => {
  const revision = mapping.get('revision')?.value
  const list = mapping.get('source_annotations')?.value
  const number = revision === undefined ? 0 : writtenNumber(revision)
  const reason = writtenText(mapping.get('revision_reason')?.value)
  const isAbsent = list === undefined
  const isList = list?.kind === 'sequence' && (!list.flow || list.items.length === 0)
  return {
    revision: number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined,
    entries: isAbsent ? [] : isList ? list.items.map(entryOf) : undefined,
    digest: writtenText(mapping.get('annotation_digest')?.value),
    reason: reason?.trim() === '' ? undefined : reason,
  }
})

/** The entries of the list in a file; none where it has no list that can be read. */
export const annotationEntriesIn = ({ mapping }: Pick<HandoverFile, 'mapping'>): readonly AnnotationEntry[] =>
  (mapping && revisionFieldsOf(mapping).entries) ?? []

/** The ids in that list; `undefined` where the list or one of them cannot be read. */
export function listedAnnotationIds({ mapping }: Pick<HandoverFile, 'mapping'>): ReadonlySet<string> | undefined {
  const entries = mapping ? revisionFieldsOf(mapping).entries : []
  const ids = entries?.flatMap(({ id }) => id ?? [])
  return ids && ids.length === entries?.length ? new Set(ids) : undefined
}

/** The annotations of a list that has no faults; `undefined` where it has some, or is none. */
export function annotationsOf({ entries }: RevisionFields): readonly Annotation[] | undefined {
  const annotations = entries?.flatMap(({ annotation }) => annotation ?? [])
  return annotations?.length === entries?.length ? annotations : undefined
}

const digestKeys = ['comment', 'id', 'intent', 'line', 'target_anchor', 'target_artifact'] as const

/** The text that a digest is made of. */
export function canonicalText(annotations: readonly Annotation[]): string {
  const sortedAnnotations = annotations.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  return JSON.stringify(
    sortedAnnotations.map((annotation) =>
      Object.fromEntries(digestKeys.flatMap((key) => (annotation[key] === undefined ? [] : [[key, annotation[key]]]))),
    ),
  )
}

/** The digest of a list of annotations: the first 16 hex digits of a SHA-256. */
export const annotationDigest = (annotations: readonly Annotation[]): string =>
  digestOf(new TextEncoder().encode(canonicalText(annotations))).sha256.slice(0, 16)

export const isSameAnnotation = (annotation: Annotation, otherAnnotation: Annotation): boolean =>
  annotationKeys().every((key) => annotation[key] === otherAnnotation[key])

/** An entry of a batch as it was written. */
export interface BatchEntry {
  /** `undefined` where it is not an annotation. */
  readonly annotation: Annotation | undefined
  /** Why it is none. */
  readonly fault: string | undefined
  readonly id: string | undefined
  readonly artifact: string | undefined
}

export interface Batch {
  readonly entries: readonly BatchEntry[]
  readonly artifact: string | undefined
  readonly reason: string | undefined
  readonly expected: string | undefined
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function batchEntryOf(value: unknown, artifact: string): BatchEntry {
  const keys = isMapping(value) ? value : undefined
  const { id, target_artifact: namedArtifact } = keys ?? {}
  const { report: annotation, fault } = reportFrom(
    annotationShape(),
    keys ? { ...keys, target_artifact: namedArtifact ?? artifact } : value,
  )
  return { annotation, fault: fault?.message, id: textIn(id), artifact: textIn(namedArtifact) }
}

/** A batch from its data; its annotations are of `artifact` where they name none. */
export function batchOf(data: z.output<ReturnType<typeof batchShape>>, artifact: string): Batch {
  const { annotations, artifact: namedArtifact, revision_reason: reason, expected_digest: expectedDigest } = data
  return {
    entries: annotations.map((annotation) => batchEntryOf(annotation, namedArtifact ?? artifact)),
    artifact: namedArtifact,
    reason,
    expected: expectedDigest,
  }
}

/** A batch as a file or a json block has it. */
export const batchReport = {
  shape: batchShape,
  format: 'json-object',
  fault: ({ message }: ReportFault) => message,
} as const

/**
 * The batch in a file of its own, or why there is none; `undefined` for other files. Which artifact it fits is known
 * only where it is applied.
 */
export const batchIn = memo(({ kind, document }: HandoverFile): Batch | { readonly fault: string } | undefined => {
  if (kind !== 'annotations' || !document?.path.endsWith('.json')) return undefined
  const { report, fault } = readReport(batchReport, document.text)
  return fault ? { fault: batchReport.fault(fault) } : batchOf(report, 'plan.md')
})

export function batchEntriesIn(file: HandoverFile): readonly BatchEntry[] {
  const batch = batchIn(file)
  return batch && 'entries' in batch ? batch.entries : []
}
