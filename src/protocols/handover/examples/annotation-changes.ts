import type { RuleExamples } from '../../../core/rule.ts'
import { annotationDigest, type Annotation } from '../annotations/annotations.ts'
import { anchor, annotation, digest, firstAnnotation, inRevised, revisedSample, sample } from '../examples.ts'

const secondText = '  - id: ANN-0002\n    target_artifact: plan.md\n    target_anchor: step-1\n    intent: risk\n'
const second: Annotation = { id: 'ANN-0002', target_artifact: 'plan.md', target_anchor: 'step-1', intent: 'risk' }
const another = (revision: number) =>
  inRevised(
    [annotation, annotation + secondText],
    [digest, annotationDigest([firstAnnotation, second])],
    ['revision: 1\n', `revision: ${revision}\n`],
  )

export const examples: RuleExamples = {
  ANNOTATION_REVISION_STEP: {
    bad: {
      'an annotation without a new revision': { base: revisedSample, head: another(1) },
      'two at once': { base: revisedSample, head: another(3) },
    },
    good: {
      'one more': { base: revisedSample, head: another(2) },
      'a change of the text with its reason': {
        base: revisedSample,
        head: inRevised(['revision: 1\n', 'revision: 2\nrevision_reason: "scope was cut"\n'], ['# Plan', '# The plan']),
      },
    },
  },
  ANNOTATION_NOT_APPEND_ONLY: {
    bad: {
      'another comment, and its digest': {
        base: revisedSample,
        head: inRevised(
          ['retry twice', 'retry thrice'],
          [digest, annotationDigest([{ ...firstAnnotation, comment: 'retry thrice, then give up' }])],
        ),
      },
    },
    good: { 'anchors may be taken out': { base: revisedSample, head: inRevised([anchor, '']) } },
  },
  ANNOTATION_BODY_CHANGED: {
    bad: {
      'another line': { base: sample, head: inRevised(['# Plan\n', '# The plan\n']) },
      'another line, and a reason that says nothing': {
        base: sample,
        head: inRevised(['# Plan\n', '# The plan\n'], ['revision: 1\n', 'revision: 1\nrevision_reason: " "\n']),
      },
    },
    good: {
      'with a reason': {
        base: sample,
        head: inRevised(['# Plan\n', '# The plan\n'], ['revision: 1\n', 'revision: 1\nrevision_reason: clearer\n']),
      },
    },
  },
  ANNOTATION_REASON_MISSING: {
    bad: { 'a new line': { base: sample, head: inRevised(['# Plan\n', '# Plan\n\nIn short.\n']) } },
    good: { 'only anchors': { base: sample, head: revisedSample } },
  },
}
