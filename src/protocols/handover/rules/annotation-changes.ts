import { anchor, annotation, digest, inRevised, revisedSample, sample } from '../examples.ts'
import { annotationDigest, type Annotation } from '../annotations/annotations.ts'
import type { Told } from './rule.ts'

const first: Annotation = {
  id: 'ANN-0001',
  target_artifact: 'plan.md',
  target_anchor: 'step-2',
  intent: 'change',
  comment: 'retry twice, then give up',
  line: 31,
}

const second: Annotation = { id: 'ANN-0002', target_artifact: 'plan.md', target_anchor: 'step-1', intent: 'risk' }

const secondText = '  - id: ANN-0002\n    target_artifact: plan.md\n    target_anchor: step-1\n    intent: risk\n'

/** A second annotation, with its digest. */
const another = (revision: number) =>
  inRevised(
    [annotation, annotation + secondText],
    [digest, annotationDigest([first, second])],
    ['revision: 1\n', `revision: ${revision}\n`],
  )

/** Rules about base and head of annotations (handover protocol, section 6). */
export const annotationChangeRules = {
  ANNOTATION_REVISION_STEP: {
    summary: 'The revision did not rise by one for each batch, or rose without annotations and without a new reason.',
    why: 'The trail of revisions has a gap.',
    repair: 'One annotation: one more; several: up to as many; none: one more with a new `revision_reason`.',
    examples() {
      return {
        bad: [
          { about: 'an annotation without a new revision', base: revisedSample, head: another(1) },
          { about: 'two at once', base: revisedSample, head: another(3) },
          { about: 'no annotation, and no reason', base: revisedSample, head: inRevised(['revision: 1\n', 'revision: 2\n']) },
        ],
        good: [
          { about: 'one more', base: revisedSample, head: another(2) },
          {
            about: 'a change of the text with its reason',
            base: revisedSample,
            head: inRevised(['revision: 1\n', 'revision: 2\nrevision_reason: "scope was cut"\n'], ['# Plan', '# The plan']),
          },
          { about: 'the first', base: sample, head: revisedSample },
        ],
      }
    },
  },
  ANNOTATION_NOT_APPEND_ONLY: {
    summary: 'An annotation of before is gone, or says something else.',
    why: 'The list records what was said; it only grows.',
    repair: 'Bring it back.',
    examples() {
      return {
        bad: [
          {
            about: 'another comment, and its digest',
            base: revisedSample,
            head: inRevised(
              ['retry twice', 'retry thrice'],
              [digest, annotationDigest([{ ...first, comment: 'retry thrice, then give up' }])],
            ),
          },
        ],
        good: [{ about: 'anchors may be taken out', base: revisedSample, head: inRevised([anchor, '']) }],
      }
    },
  },
  ANNOTATION_BODY_CHANGED: {
    summary: 'Annotations were added, and lines of the text changed or went, without a new `revision_reason`.',
    why: 'An annotation adds an anchor and nothing else.',
    repair: 'Say why in `revision_reason`, or change the text in a revision of its own.',
    examples() {
      return {
        bad: [
          { about: 'another line', base: sample, head: inRevised(['# Plan\n', '# The plan\n']) },
          {
            about: 'another line, and a reason that says nothing',
            base: sample,
            head: inRevised(['# Plan\n', '# The plan\n'], ['revision: 1\n', 'revision: 1\nrevision_reason: " "\n']),
          },
        ],
        good: [
          {
            about: 'with a reason',
            base: sample,
            head: inRevised(['# Plan\n', '# The plan\n'], ['revision: 1\n', 'revision: 1\nrevision_reason: clearer\n']),
          },
        ],
      }
    },
  },
  ANNOTATION_REASON_MISSING: {
    summary: 'Annotations were added, and lines to the text, without a new `revision_reason`.',
    why: 'A reason is good to have, and required where lines go.',
    repair: 'Write `revision_reason`.',
    examples() {
      return {
        bad: [{ about: 'a new line', base: sample, head: inRevised(['# Plan\n', '# Plan\n\nIn short.\n']) }],
        good: [{ about: 'only anchors', base: sample, head: revisedSample }],
      }
    },
  },
} as const satisfies Readonly<Record<string, Told>>
