import type * as z from 'zod'
import { digestOf } from '../../../documents/digest.ts'
import type { YamlMapping, YamlNode } from '../../../documents/yaml.ts'
import { annotationShape, batchShape } from '../schema.ts'
import { isNull, numberOf, textOf } from '../reading/records.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { type ReportFault, readReport } from '../../../kit/report.ts'

/** A well-formed annotation, with the keys that its digest counts. */
export interface Annotation {
  readonly id: string
  readonly target_artifact: string
  readonly target_anchor: string
  readonly intent: string
  readonly comment?: string
  readonly line?: number
}

type Key = keyof typeof annotationShape
const annotationKeys = Object.keys(annotationShape) as readonly Key[]

/** What is wrong with an annotation, key by key. */
export interface EntryFault {
  readonly key: Key
  /** `undefined` where the key is missing. */
  readonly fault: string | undefined
}

/** Values as an annotation; or what is wrong with them. */
function annotationFrom(values: Readonly<Partial<Record<Key, unknown>>>): Annotation | readonly EntryFault[] {
  const faults: EntryFault[] = []
  for (const [key, shape] of Object.entries<z.ZodType>(annotationShape)) {
    const value = values[key as Key]
    const wrong = shape.safeParse(value).error?.issues[0]?.message
    if (wrong !== undefined) faults.push({ key: key as Key, fault: value === undefined ? undefined : wrong })
  }
  if (faults.length > 0) return faults
  return Object.fromEntries(
    annotationKeys.flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]]])),
  ) as unknown as Annotation
}

/** One entry of the list as it stands in a front matter. */
export interface Entry {
  readonly node: YamlNode
  readonly annotation: Annotation | undefined
  /** Why it is none. */
  readonly faults: readonly EntryFault[]
  /** Of one that is none, too. */
  readonly id: string | undefined
}

/** The value of a key; `null` where it is of another type. */
const valueOf = (key: Key, node: YamlNode | undefined): unknown =>
  isNull(node) ? undefined : ((key === 'line' ? numberOf(node) : textOf(node)) ?? null)

function entryOf(node: YamlNode): Entry {
  if (node.kind !== 'mapping') return { node, annotation: undefined, faults: [{ key: 'id', fault: undefined }], id: undefined }
  const values = Object.fromEntries(annotationKeys.map((key) => [key, valueOf(key, node.get(key)?.value)]))
  const read = annotationFrom(values)
  const nested = node.entries.find(({ value }) => value.kind !== 'scalar')
  const id = textOf(node.get('id')?.value)
  if (Array.isArray(read)) return { node, annotation: undefined, faults: read as readonly EntryFault[], id }
  if (nested) return { node, annotation: undefined, faults: [{ key: 'comment', fault: `Unexpected collection, expected a text` }], id }
  return { node, annotation: read as Annotation, faults: [], id }
}

/** The annotation fields of a front matter. */
export interface Revised {
  /** 0 where there is none; `undefined` where it is no whole number. */
  readonly revision: number | undefined
  /** `undefined` where it is no list of the allowed form. */
  readonly entries: readonly Entry[] | undefined
  readonly digest: string | undefined
  readonly reason: string | undefined
}

export function revisedOf(mapping: YamlMapping): Revised {
  const revision = mapping.get('revision')?.value
  const list = mapping.get('source_annotations')?.value
  const number = revision === undefined ? 0 : numberOf(revision)
  const reason = textOf(mapping.get('revision_reason')?.value)
  const isNone = list === undefined
  const isList = list?.kind === 'sequence' && (!list.flow || list.items.length === 0)
  return {
    revision: number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined,
    entries: isNone ? [] : isList ? list.items.map(entryOf) : undefined,
    digest: textOf(mapping.get('annotation_digest')?.value),
    reason: reason?.trim() === '' ? undefined : reason,
  }
}

/** The annotations of a list that has no faults; `undefined` where it has some, or is none. */
export function annotationsOf({ entries }: Revised): readonly Annotation[] | undefined {
  const all = entries?.flatMap(({ annotation }) => annotation ?? [])
  return all?.length === entries?.length ? all : undefined
}

const digestKeys = ['comment', 'id', 'intent', 'line', 'target_anchor', 'target_artifact'] as const

/** The text that a digest is made of. */
export function canonical(annotations: readonly Annotation[]): string {
  const sorted = annotations.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  return JSON.stringify(
    sorted.map((each) => Object.fromEntries(digestKeys.flatMap((key) => (each[key] === undefined ? [] : [[key, each[key]]])))),
  )
}

/** The digest of a list of annotations: the first 16 hex digits of a SHA-256. */
export const annotationDigest = (annotations: readonly Annotation[]): string =>
  digestOf(new TextEncoder().encode(canonical(annotations))).sha256.slice(0, 16)

/** Whether two annotations say the same. */
export const sameAnnotation = (one: Annotation, other: Annotation): boolean => annotationKeys.every((key) => one[key] === other[key])

/** An entry of a batch as it was written. */
export interface BatchEntry {
  /** `undefined` where it is no annotation. */
  readonly annotation: Annotation | undefined
  readonly faults: readonly EntryFault[]
  readonly id: string | undefined
  /** What it names as its artifact. */
  readonly artifact: string | undefined
}

/** A batch of annotations. */
export interface Batch {
  readonly entries: readonly BatchEntry[]
  readonly artifact: string | undefined
  readonly reason: string | undefined
  readonly expected: string | undefined
}

type Values = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

function batchEntryOf(value: unknown, artifact: string): BatchEntry {
  if (!isObject(value)) return { annotation: undefined, faults: [{ key: 'id', fault: undefined }], id: undefined, artifact: undefined }
  const values = Object.fromEntries(annotationKeys.map((key) => [key, Object.hasOwn(value, key) ? value[key] : undefined]))
  const named = typeof values['target_artifact'] === 'string' ? values['target_artifact'] : undefined
  const read = annotationFrom({ ...values, target_artifact: values['target_artifact'] ?? artifact })
  const id = typeof values['id'] === 'string' ? values['id'] : undefined
  if (Array.isArray(read)) return { annotation: undefined, faults: read as readonly EntryFault[], id, artifact: named }
  return { annotation: read as Annotation, faults: [], id, artifact: named }
}

/** A batch from its data; its annotations are of `artifact` where they name none. */
export function batchOf(data: z.output<typeof batchShape>, artifact: string | undefined): Batch {
  const { annotations, artifact: named, revision_reason: reason, expected_digest: expected } = data
  return { entries: annotations.map((each) => batchEntryOf(each, named ?? artifact ?? '')), artifact: named, reason, expected }
}

/** A batch as a file or a json block has it. */
export const batchReport = {
  shape: batchShape,
  format: 'json-object',
  fault: ({ kind, path, message }: ReportFault): string => (kind === 'shape' ? `${path}: ${message}` : message),
} as const

/** Reads a file as a batch; or why it is none. */
export function readBatch({ text }: TextDocument, artifact: string | undefined): Batch | { readonly fault: string } {
  const { report, fault } = readReport(batchReport, text)
  return fault ? { fault: batchReport.fault(fault) } : batchOf(report, artifact)
}
