import type * as z from 'zod'
import { plain } from '../../../documents/data.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { batchShape } from '../schema.ts'
import { annotationFrom, annotationKeys, type Annotation, type EntryFault } from './annotations.ts'
import { readJson } from './json-file.ts'

/** An entry of a batch as it was written. */
export interface BatchEntry {
  /** Nothing where it is no annotation. */
  readonly annotation: Annotation | undefined
  readonly faults: readonly EntryFault[]
  readonly id: string | undefined
  /** What it names as its artifact. */
  readonly artifact: string | undefined
}

/** A batch of annotations (handover protocol, section 7.5). */
export interface Batch {
  readonly entries: readonly BatchEntry[]
  readonly artifact: string | undefined
  readonly reason: string | undefined
  readonly expected: string | undefined
}

type Values = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

function entryOf(value: unknown, artifact: string): BatchEntry {
  if (!isObject(value)) return { annotation: undefined, faults: [{ key: 'id', fault: undefined }], id: undefined, artifact: undefined }
  const values = Object.fromEntries(annotationKeys.map((key) => [key, Object.hasOwn(value, key) ? value[key] : undefined]))
  const named = typeof values['target_artifact'] === 'string' ? values['target_artifact'] : undefined
  const read = annotationFrom({ ...values, target_artifact: values['target_artifact'] ?? artifact })
  const id = typeof values['id'] === 'string' ? values['id'] : undefined
  if (Array.isArray(read)) return { annotation: undefined, faults: read as readonly EntryFault[], id, artifact: named }
  return { annotation: read as Annotation, faults: [], id, artifact: named }
}

/** Reads a batch; its annotations are of `artifact` where they name none. Or why it is none. */
export function readBatch(document: TextDocument, artifact: string | undefined): Batch | { readonly fault: string } {
  const json = readJson(document)
  if ('fault' in json) return { fault: json.fault }
  const value = plain(json.root)
  const read: z.ZodSafeParseResult<z.output<typeof batchShape>> = batchShape.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    return { fault: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` }
  }
  const { annotations, artifact: named, revision_reason: reason, expected_digest: expected } = read.data
  return { entries: annotations.map((each) => entryOf(each, named ?? artifact ?? '')), artifact: named, reason, expected }
}
