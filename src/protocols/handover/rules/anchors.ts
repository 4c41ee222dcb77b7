import { msg } from '../../../core/message.ts'
import { anchorsOf } from '../annotations/anchors.ts'
import { listedAnnotationIds, annotationEntriesIn } from '../annotations/annotations.ts'
import { overParts } from '../../../kit/rules.ts'
import { files, finding, type FileRule, type HandoverRules } from './subjects.ts'

/** The anchors of annotations in a text. */
export const textRules: readonly FileRule[] = [
  {
    code: 'ANNOTATION_ANCHOR_INVALID',
    strict: 'error',
    soft: 'warning',
    summary:
      'An HTML comment begins like an anchor but is not one: one whole line from the first column, with `id` and `target`.',
    why: 'It would never be found again.',
    repair: 'Write it as `/revise` does.',
    *check({ file }) {
      const expected = '<!-- voyage:anchor id="ANN-0001" target="plan.md#step-3" -->'
      for (const line of anchorsOf(file).broken)
        yield finding(file, msg`Unexpected form of an anchor, expected ${expected} alone in its line`, line)
    },
  },
  {
    code: 'ANNOTATION_PLACEMENT_INVALID',
    strict: 'error',
    soft: 'warning',
    summary: 'An anchor is not between two blocks: without it, the line that follows would be inside one.',
    why: 'Removing it would change what the text means.',
    repair: 'Put it before a heading or a paragraph.',
    hint: 'Put it before a heading or a paragraph, not into a list, a quote, a table or code.',
    *check({ file }) {
      for (const { id, at: line, placed } of anchorsOf(file).anchors)
        if (!placed)
          yield finding(file, msg`Unexpected place of the anchor ${id}, expected one between two blocks`, line)
    },
  },
  {
    code: 'ANNOTATION_ANCHOR_UNLISTED',
    strict: 'error',
    soft: 'warning',
    summary: 'The id of an anchor is not in the list.',
    why: 'It points to an annotation that does not exist.',
    repair: 'List it, or remove the anchor.',
    hint: 'List it in `source_annotations`, or remove it.',
    *check({ file }) {
      const ids = listedAnnotationIds(file)
      // A list that cannot be read, or an annotation without a readable id, may well be the one that an anchor means.
      if (!ids) return
      for (const { id, at: line } of anchorsOf(file).anchors)
        if (!ids.has(id)) yield finding(file, msg`Unexpected anchor ${id}, which is not listed`, line)
    },
  },
  {
    code: 'ANNOTATION_ANCHOR_MISMATCH',
    strict: 'error',
    soft: 'warning',
    summary: 'The target of an anchor is not that of its annotation.',
    why: 'One of the two leads to the wrong place.',
    repair: 'Copy the target of the annotation.',
    *check({ file }) {
      // Of an id that comes twice the last annotation counts.
      const annotationsById = new Map(annotationEntriesIn(file).map(({ id, annotation }) => [id, annotation]))
      for (const { id, target, at: line } of anchorsOf(file).anchors) {
        const annotation = annotationsById.get(id)
        const expected = annotation && `${annotation.target_artifact}#${annotation.target_anchor}`
        if (expected !== undefined && expected !== target)
          yield finding(file, msg`Unexpected target ${target} of ${id}, expected ${expected}`, line, {
            hint: msg`Write ${expected}.`,
          })
      }
    },
  },
]

export const anchorRules: HandoverRules = {
  name: 'anchors',
  title: 'Anchors of annotations',
  rules: [overParts(files('brief', 'plan', 'review', 'annotations'), textRules)],
}
