import { msg } from '../../../core/message.ts'
import type { HandoverFile } from '../model.ts'
import { problem, type Problem } from '../problem.ts'
import { annotationDigest, readBatch, type EntryFault, type Batch } from '../annotations/annotations.ts'
import type { RuleCode } from '../codes.ts'

/** What is wrong with an entry of a batch. */
const entryFault = (index: number, [first]: readonly EntryFault[]): string =>
  `${msg`Annotation ${index + 1}`}: ${first?.fault ?? msg`Missing ${first?.key ?? ''}`}`

/** What is wrong with the entries of a batch on their own. */
export function* entryFaults({ entries }: Batch): Iterable<{ readonly code: RuleCode; readonly message: string }> {
  const seen = new Set<string>()
  for (const [index, { annotation, faults, id }] of entries.entries()) {
    if (!annotation) yield { code: 'ANNOTATION_ENTRY_INVALID', message: entryFault(index, faults) }
    if (id !== undefined && seen.has(id))
      yield { code: 'ANNOTATION_DUPLICATE_ID', message: msg`Unexpected second annotation ${id}, expected each id once` }
    if (id !== undefined) seen.add(id)
  }
}

/** What is wrong with a batch in a file of its own: whether it fits an artifact is known only where it is applied. */
export function* batchProblems(file: HandoverFile): Iterable<Problem> {
  if (!file.document) {
    const found = problem(file, 'ANNOTATION_BATCH_INVALID', msg`${file.path} cannot be read`, undefined, {
      hint: 'Put a text file in its place.',
    })
    yield file.unreadable === 'absent' ? { ...found, place: { path: file.path } } : found
    return
  }
  const batch = readBatch(file.document, 'plan.md')
  if ('fault' in batch) {
    yield problem(file, 'ANNOTATION_BATCH_INVALID', batch.fault, undefined, {
      hint: 'Expected is an object with `annotations`, a list of 1 to 500.',
    })
    return
  }
  for (const { code, message } of entryFaults(batch)) yield problem(file, code, message, undefined)
  const all = batch.entries.flatMap(({ annotation }) => annotation ?? [])
  if (all.length < batch.entries.length || batch.expected === undefined) return
  // Where entries name no artifact, the digest is that of one of the three.
  const artifacts = all.map(({ target_artifact: artifact }) => artifact)
  const named = batch.artifact !== undefined || batch.entries.every(({ artifact }) => artifact !== undefined)
  const candidates = named
    ? [all]
    : ['brief.md', 'plan.md', 'review.md'].map((artifact) =>
        all.map((each, index) => ({ ...each, target_artifact: batch.entries[index]?.artifact ?? artifact })),
      )
  if (artifacts.length > 0 && !candidates.some((each) => annotationDigest(each) === batch.expected))
    yield problem(
      file,
      'ANNOTATION_DIGEST_DRIFT',
      msg`Unexpected digest ${batch.expected}: the batch was edited after it was made`,
      undefined,
    )
}
