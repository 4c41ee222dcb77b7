import { msg } from '../../../core/message.ts'
import { isDigest, annotationShape, formHint } from '../schema.ts'
import { anchorsIn } from '../annotations/anchors.ts'
import { annotationDigest, annotationsOf, revisedOf, type Revised } from '../annotations/annotations.ts'
import type { YamlMapping } from '../../../documents/yaml.ts'
import { isAnnotated } from '../files.ts'
import type { HandoverFile } from '../model.ts'
import { nameOf } from '../reading/paths.ts'
import { problem, type Problem } from '../problem.ts'
import { batchProblems } from './batch.ts'

function* entryProblems(file: HandoverFile, { entries = [] }: Revised): Iterable<Problem> {
  const seen = new Set<string>()
  const artifact = nameOf(file.path)
  for (const { node, annotation, faults, id } of entries) {
    const [first] = faults
    if (first) {
      const message =
        node.kind === 'mapping'
          ? (first.fault ?? msg`Missing ${first.key} of an annotation`)
          : 'Unexpected annotation, expected keys and values'
      yield problem(file, 'ANNOTATION_ENTRY_INVALID', message, node, {
        hint:
          first.fault === undefined || node.kind !== 'mapping'
            ? 'Required are `id`, `target_artifact`, `target_anchor` and `intent`.'
            : formHint(first.key, annotationShape[first.key]),
      })
    } else if (annotation && annotation.target_artifact !== artifact)
      yield problem(file, 'ANNOTATION_ENTRY_INVALID', msg`Unexpected artifact ${annotation.target_artifact}, expected ${artifact}`, node, {
        hint: msg`Write ${artifact}.`,
      })
    if (id === undefined) continue
    if (seen.has(id))
      yield problem(file, 'ANNOTATION_DUPLICATE_ID', msg`Unexpected second annotation ${id}, expected each id once`, node, {
        hint: 'Give one of them an id of its own, or keep one.',
      })
    seen.add(id)
  }
}

/** The digest that a list of annotations has. */
function digestHint(revised: Revised): string {
  const all = annotationsOf(revised)
  return all ? msg`Write ${`annotation_digest: "${annotationDigest(all)}"`}.` : 'Mend the annotations first.'
}

function* digestProblems(file: HandoverFile, mapping: YamlMapping, revised: Revised): Iterable<Problem> {
  const { entries, digest } = revised
  const entry = mapping.get('annotation_digest')
  const at = entry?.value ?? mapping.get('source_annotations')?.key
  if (digest === undefined && entry === undefined) {
    if (entries && entries.length > 0)
      yield problem(file, 'ANNOTATION_DIGEST_INVALID', 'Missing `annotation_digest` beside annotations', at, {
        hint: digestHint(revised),
      })
    return
  }
  if (digest === undefined || !isDigest(digest))
    yield problem(file, 'ANNOTATION_DIGEST_INVALID', msg`Unexpected ${digest ?? ''}, expected ${16} lower-case hex digits`, at, {
      hint: entries?.length === 0 ? 'Take it out: there are no annotations.' : digestHint(revised),
    })
  else if (entries?.length === 0)
    yield problem(file, 'ANNOTATION_DIGEST_INVALID', 'Unexpected digest without annotations', at, {
      hint: 'Take it out, or bring the annotations back.',
    })
  else {
    const all = annotationsOf(revised)
    const wanted = all && annotationDigest(all)
    if (wanted !== undefined && wanted !== digest)
      yield problem(
        file,
        'ANNOTATION_DIGEST_DRIFT',
        msg`Unexpected digest ${digest}, expected ${wanted}: the list was edited after it was applied`,
        at,
        { hint: 'Bring the list back as it was applied: the next batch writes the digest anew.' },
      )
  }
}

function* anchorProblems(file: HandoverFile, { entries }: Revised, body: number): Iterable<Problem> {
  const { document } = file
  if (!document) return
  const { anchors, broken } = anchorsIn(document, body)
  // A list that cannot be read, or an annotation without a readable id, may well be the one that an anchor means.
  const isReadable = entries?.every(({ id }) => id !== undefined) === true
  const listed = new Map((entries ?? []).flatMap(({ id, annotation }) => (id === undefined ? [] : [[id, annotation] as const])))
  const seen = new Set<string>()
  for (const line of broken)
    yield problem(
      file,
      'ANNOTATION_ANCHOR_INVALID',
      msg`Unexpected form of an anchor, expected ${'<!-- voyage:anchor id="ANN-0001" target="plan.md#step-3" -->'} alone in its line`,
      line,
    )
  for (const { id, target, at, placed } of anchors) {
    if (!placed)
      yield problem(file, 'ANNOTATION_PLACEMENT_INVALID', msg`Unexpected place of the anchor ${id}, expected one between two blocks`, at, {
        hint: 'Put it before a heading or a paragraph, not into a list, a quote, a table or code.',
      })
    if (seen.has(id))
      yield problem(file, 'ANNOTATION_DUPLICATE_ID', msg`Unexpected second anchor ${id}, expected each id once`, at, {
        hint: 'Keep one of them.',
      })
    seen.add(id)
    const annotation = listed.get(id)
    const wanted = annotation && `${annotation.target_artifact}#${annotation.target_anchor}`
    if (!listed.has(id)) {
      if (isReadable)
        yield problem(file, 'ANNOTATION_ANCHOR_UNLISTED', msg`Unexpected anchor ${id}, which is not listed`, at, {
          hint: 'List it in `source_annotations`, or take it out.',
        })
    } else if (wanted !== undefined && wanted !== target)
      yield problem(file, 'ANNOTATION_ANCHOR_MISMATCH', msg`Unexpected target ${target} of ${id}, expected ${wanted}`, at, {
        hint: msg`Write ${wanted}.`,
      })
  }
}

/** What is wrong with the annotations of a file, or with a batch of them (handover protocol, section 5). */
export function* annotationProblems(file: HandoverFile): Iterable<Problem> {
  const { kind, mapping, front } = file
  if (kind === 'annotations') {
    if (file.path.endsWith('.json') || !file.document) yield* batchProblems(file)
    if (front?.kind === 'invalid') yield problem(file, 'FM_PARSE_ERROR', front.fault, front)
    if (front?.kind === 'none') yield* anchorProblems(file, { revision: 0, entries: [], digest: undefined, reason: undefined }, 1)
  } else if (!isAnnotated(kind)) return
  if (!mapping || front?.kind !== 'mapping') return
  const revised = revisedOf(mapping)
  const { revision, entries, reason } = revised
  const [at, list] = [mapping.get('revision'), mapping.get('source_annotations')]
  if (revision === undefined)
    yield problem(file, 'ANNOTATION_REVISION_INVALID', 'Unexpected revision, expected a whole number, 0 or more', at?.value, {
      hint: 'Write how often it was revised.',
    })
  if (!entries) {
    yield problem(file, 'ANNOTATION_LIST_INVALID', 'Unexpected value of `source_annotations`, expected a block list', list?.key, {
      hint: 'Write each annotation on lines of its own behind `- `, or `[]` for none.',
    })
  } else {
    yield* entryProblems(file, revised)
    if (entries.length > 0 && revision === 0)
      yield problem(
        file,
        'ANNOTATION_REVISION_MISMATCH',
        'Unexpected revision 0 beside annotations, expected 1 or more',
        at?.value ?? list?.key,
        { hint: 'Write how many batches were applied: 1 at least.' },
      )
    if (entries.length === 0 && revision !== undefined && revision > 0 && reason === undefined)
      yield problem(
        file,
        'ANNOTATION_REVISION_MISMATCH',
        msg`Unexpected revision ${revision} without annotations and without ${'revision_reason'}`,
        at?.value,
        { levels: { strict: 'warning', soft: 'notice' }, hint: 'Say why in `revision_reason`, or bring the annotations back.' },
      )
  }
  yield* digestProblems(file, mapping, revised)
  yield* anchorProblems(file, revised, front.body)
}
