import { contradiction } from '../../../core/compared.ts'
import { msg } from '../../../core/message.ts'
import type { YamlNode } from '../../../documents/yaml.ts'
import { dataAs } from '../../../kit/record.ts'
import { type Problem, findingsOf, overParts } from '../../../kit/rules.ts'
import { formHint } from '../../../kit/shape-findings.ts'
import { writtenData } from '../../../kit/written.ts'
import { anchorsOf } from '../annotations/anchors.ts'
import {
  annotationDigest,
  annotationsOf,
  batchEntriesIn,
  batchIn,
  entryValue,
  annotationEntriesIn,
  revisionFieldsOf,
  type BatchEntry,
  type RevisionFields,
} from '../annotations/annotations.ts'
import { batchPair, listPair } from '../compared.ts'
import type { HandoverFile } from '../model.ts'
import { entryShape, revisionForm } from '../schema.ts'
import { files, finding, shapeProblemsIn, type FileRule, type HandoverRules } from './subjects.ts'
import { baseName } from '../../../core/view.ts'

/**
 * The message about a batch with another digest than that of its annotations: in a file, or in the comment of a
 * command.
 */
export const editedBatchMessage = (digest: string, expected?: string): string =>
  `${msg`Unexpected digest ${digest}`}${expected === undefined ? '' : msg`, expected ${expected}`}: the batch was edited after it was made`

/** What is wrong with a key next to the list. */
const keyProblemsIn = (file: HandoverFile, key: 'revision' | 'annotation_digest'): Iterable<Problem> => {
  const { document, mapping } = file
  if (!document || !mapping) return []
  const data = writtenData(document, mapping, revisionForm.shape(), { isAbsent: () => false })
  return shapeProblemsIn(file, data, revisionForm, ({ path: [name] }) => (name === key ? {} : undefined))
}

/** Why an entry of the list is not an annotation. */
function entryProblems(file: HandoverFile, node: YamlNode, code: string): Iterable<Problem> {
  const { document } = file
  if (!document) return []
  const place = document.span(node.start, node.end)
  const data = dataAs(document, node, entryValue(node))
  return shapeProblemsIn(file, data, { shape: entryShape, codes: code }, (violation) => {
    const isWrong = violation.kind !== 'missing' && violation.path.length > 0
    return {
      place,
      hint: isWrong ? formHint(violation) : 'Write `id`, `target_artifact`, `target_anchor` and `intent`.',
    }
  })
}

/** The digest that a list of annotations has. */
function digestHint(revisionFields: RevisionFields): string {
  const annotations = annotationsOf(revisionFields)
  return annotations
    ? msg`Write ${`annotation_digest: "${annotationDigest(annotations)}"`}.`
    : 'Fix the annotations first.'
}

/** The items whose id an earlier one has. */
function* repeatedIds<Item extends { readonly id: string | undefined }>(
  items: readonly Item[],
): Iterable<Item & { readonly id: string }> {
  const seenIds = new Set<string>()
  for (const item of items) {
    const { id } = item
    if (id === undefined) continue
    if (seenIds.has(id)) yield { ...item, id }
    seenIds.add(id)
  }
}

const secondAnnotationMessage = (id: string): string => msg`Unexpected second annotation ${id}, expected each id once`

/** Entries of a batch that are no annotations, in the words of `ANNOTATION_ENTRY_INVALID`. */
export function* faultyEntryMessages(entries: readonly BatchEntry[]): Iterable<string> {
  for (const [index, { fault }] of entries.entries())
    if (fault !== undefined) yield `${msg`Annotation ${index + 1}`}: ${fault}`
}

/** Entries of a batch that have the id of another, in the words of `ANNOTATION_DUPLICATE_ID`. */
export function* secondEntryMessages(entries: readonly BatchEntry[]): Iterable<string> {
  for (const { id } of repeatedIds(entries)) yield secondAnnotationMessage(id)
}

/** The list of annotations in a front matter, and batches of them. */
export const listRules: readonly FileRule[] = [
  {
    code: 'ANNOTATION_REVISION_INVALID',
    strict: 'error',
    soft: 'error',
    summary: '`revision` is not an integer, 0 or more.',
    why: 'Revisions are counted.',
    repair: 'Write the number; `/revise` raises it.',
    hint: 'Write how often it was revised.',
    check: ({ file }) => findingsOf(keyProblemsIn(file, 'revision'), 'ANNOTATION_REVISION_INVALID'),
  },
  {
    code: 'ANNOTATION_LIST_INVALID',
    strict: 'error',
    soft: 'warning',
    summary: '`source_annotations` is neither a block list nor `[]`.',
    why: 'Readers of this list expect one annotation in each item.',
    repair: 'Write each on lines of its own after `- `.',
    hint: 'Write each annotation on lines of its own after `- `, or `[]` for none.',
    *check({ file }) {
      // No shape: as data a flow list is the same as a block list.
      if (!file.mapping || revisionFieldsOf(file.mapping).entries) return
      const listKey = file.mapping.get('source_annotations')?.key
      yield finding(file, 'Unexpected value of `source_annotations`, expected a block list', listKey)
    },
  },
  {
    code: 'ANNOTATION_ENTRY_INVALID',
    strict: 'error',
    soft: 'warning',
    summary: 'An annotation lacks a required key, or has a value that is not allowed.',
    why: 'It says neither what is meant nor where.',
    repair: 'Write `id`, `target_artifact` (this file), `target_anchor` and `intent`.',
    *check({ file }) {
      for (const message of faultyEntryMessages(batchEntriesIn(file))) yield finding(file, message, undefined)
      const artifact = baseName(file.path)
      for (const { node, annotation } of annotationEntriesIn(file)) {
        if (!annotation) {
          const [firstFinding] = findingsOf(
            entryProblems(file, node, 'ANNOTATION_ENTRY_INVALID'),
            'ANNOTATION_ENTRY_INVALID',
          )
          if (firstFinding) yield firstFinding
        } else if (annotation.target_artifact !== artifact)
          yield finding(file, msg`Unexpected artifact ${annotation.target_artifact}, expected ${artifact}`, node, {
            hint: msg`Write ${artifact}.`,
          })
      }
    },
  },
  {
    code: 'ANNOTATION_DUPLICATE_ID',
    strict: 'error',
    soft: 'error',
    summary: 'An id occurs twice in the list, or in two anchors.',
    why: 'It is unclear which of the two is meant.',
    repair: 'Give each an id of its own.',
    *check({ file }) {
      for (const message of secondEntryMessages(batchEntriesIn(file))) yield finding(file, message, undefined)
      for (const { id, node } of repeatedIds(annotationEntriesIn(file)))
        yield finding(file, secondAnnotationMessage(id), node, {
          hint: 'Give one of them an id of its own, or keep one.',
        })
      for (const { id, at: line } of repeatedIds(anchorsOf(file).anchors))
        yield finding(file, msg`Unexpected second anchor ${id}, expected each id once`, line, {
          hint: 'Keep one of them.',
        })
    },
  },
  {
    code: 'ANNOTATION_DIGEST_INVALID',
    strict: 'error',
    soft: 'warning',
    summary: 'A digest has the wrong form, exists without annotations, or is missing although there are some.',
    why: 'The digest shows whether the list was edited after it was applied.',
    repair: '`/revise` writes it.',
    *check({ file }) {
      const { mapping } = file
      if (!mapping) return
      const revisionFields = revisionFieldsOf(mapping)
      const { entries } = revisionFields
      const digest = mapping.get('annotation_digest')?.value
      if (!digest) {
        if (entries && entries.length > 0)
          yield finding(
            file,
            'Missing `annotation_digest` for the annotations',
            mapping.get('source_annotations')?.key,
            { hint: digestHint(revisionFields) },
          )
        return
      }
      const [keyProblem] = findingsOf(keyProblemsIn(file, 'annotation_digest'), 'ANNOTATION_DIGEST_INVALID')
      if (keyProblem)
        yield {
          ...keyProblem,
          hint: entries?.length === 0 ? 'Remove it: there are no annotations.' : digestHint(revisionFields),
        }
      else if (entries?.length === 0)
        yield finding(file, 'Unexpected digest without annotations', digest, {
          hint: 'Remove it, or restore the annotations.',
        })
    },
  },
  {
    code: 'ANNOTATION_DIGEST_DRIFT',
    strict: 'error',
    soft: 'warning',
    contradiction: true,
    summary: 'The digest is not that of the list.',
    why: 'The list was edited after it was applied, and no longer records the original annotations.',
    repair: 'Restore the list.',
    *check({ file }) {
      const batchComparison = batchPair(file)
      if (batchComparison && !batchComparison.agrees)
        yield finding(
          file,
          editedBatchMessage(batchComparison.said[0]?.value ?? ''),
          undefined,
          contradiction(batchComparison),
        )
      const listComparison = listPair(file)
      const [keyProblem] = keyProblemsIn(file, 'annotation_digest')
      if (!listComparison || listComparison.agrees || keyProblem) return
      const [digest, list] = listComparison.said
      yield finding(
        file,
        msg`Unexpected digest ${digest?.value ?? ''}, expected ${list?.value ?? ''}: the list was edited after it was applied`,
        file.mapping?.get('annotation_digest')?.value,
        {
          hint: 'Restore the list that was applied: the next batch rewrites the digest.',
          ...contradiction(listComparison),
        },
      )
    },
  },
  {
    code: 'ANNOTATION_REVISION_MISMATCH',
    strict: 'error',
    soft: 'warning',
    summary:
      'There are annotations, and the revision is 0; or (less severe) it is above 0 with neither annotations nor a reason.',
    why: 'Every batch raises the revision by one.',
    repair: 'Write the number of batches that were applied.',
    *check({ file }) {
      const { mapping } = file
      const { revision, entries, reason } = mapping ? revisionFieldsOf(mapping) : {}
      if (!mapping || !entries) return
      const revisionNode = mapping.get('revision')?.value
      if (entries.length > 0 && revision === 0)
        yield finding(
          file,
          'Unexpected revision 0 together with annotations, expected 1 or more',
          revisionNode ?? mapping.get('source_annotations')?.key,
          { hint: 'Write how many batches were applied: 1 at least.' },
        )
      if (entries.length === 0 && revision !== undefined && revision > 0 && reason === undefined)
        yield finding(
          file,
          msg`Unexpected revision ${revision} without annotations and without ${'revision_reason'}`,
          revisionNode,
          {
            levels: { strict: 'warning', soft: 'notice' },
            hint: 'Say why in `revision_reason`, or restore the annotations.',
          },
        )
    },
  },
  {
    code: 'ANNOTATION_BATCH_INVALID',
    strict: 'error',
    soft: 'error',
    summary: 'A batch of annotations is not JSON, or does not have the shape of one.',
    why: 'Nothing of it can be applied.',
    hint: 'Write an object with `annotations`, a list of 1 to 500.',
    *check({ file }) {
      // A file of another form is not a batch, but one that cannot be read is named as one.
      if (file.kind !== 'annotations') return
      if (!file.document) {
        const place = file.unreadable === 'absent' ? { path: file.path } : undefined
        yield finding(file, msg`${file.path} cannot be read`, place, { hint: 'Put a text file in its place.' })
        return
      }
      const batch = batchIn(file)
      if (batch && 'fault' in batch) yield finding(file, batch.fault, undefined)
    },
  },
]

export const annotationRules: HandoverRules = {
  name: 'annotations',
  title: 'Annotations: the list in a front matter, and batches',
  rules: [overParts(files('brief', 'plan', 'review', 'annotations'), listRules)],
}
