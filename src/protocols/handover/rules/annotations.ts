import { anchor, annotation, digest, inPlan, inRevised, revisedSample, sample } from '../examples.ts'
import type { Told } from './rule.ts'

const batch = (text: string) => ({ head: { 'batch.json': text }, named: ['batch.json'], as: 'annotations' })

const entry = '{ "id": "ANN-0001", "target_anchor": "step-2", "intent": "change", "comment": "retry twice, then give up", "line": 31 }'

/** Rules about the annotations of front matter, and batches of them (handover protocol, section 5). */
export const annotationRules = {
  ANNOTATION_REVISION_INVALID: {
    summary: '`revision` is no whole number, 0 or more.',
    why: 'Revisions are counted.',
    repair: 'Write the number; `/revise` raises it.',
    examples() {
      return {
        bad: [
          { about: 'a version', head: inRevised(['revision: 1\n', 'revision: v1\n']) },
          { about: 'negative', head: inRevised(['revision: 1\n', 'revision: -1\n']) },
          { about: 'a fraction', head: inRevised(['revision: 1\n', 'revision: 1.5\n']) },
        ],
        good: [{ about: 'absent: 0', head: sample }],
      }
    },
  },
  ANNOTATION_LIST_INVALID: {
    summary: '`source_annotations` is neither a block list nor `[]`.',
    why: 'Readers of this list take one annotation an item.',
    repair: 'Write each on lines of its own behind `- `.',
    examples() {
      return {
        bad: [
          { about: 'a text', head: inPlan(['source_findings', 'source_annotations: none\nsource_findings']) },
          { about: 'nothing behind the colon', head: inPlan(['source_findings', 'source_annotations:\nsource_findings']) },
          {
            about: 'a text, beside a digest and an anchor',
            head: inRevised([`source_annotations:\n${annotation}`, 'source_annotations: none\n']),
          },
        ],
        good: [{ about: 'an empty one', head: inPlan(['source_findings', 'source_annotations: []\nsource_findings']) }],
      }
    },
  },
  ANNOTATION_ENTRY_INVALID: {
    summary: 'An annotation lacks a required key, or has another value than is allowed.',
    why: 'It says neither what is meant nor where.',
    repair: 'Required are `id`, `target_artifact` (this file), `target_anchor`, `intent`.',
    examples() {
      return {
        bad: [
          { about: 'an intent that there is not', head: inRevised(['intent: change', 'intent: rewrite']) },
          { about: 'no target', head: inRevised(['    target_anchor: step-2\n', '']) },
          {
            about: 'another file',
            head: inRevised(['target_artifact: plan.md', 'target_artifact: brief.md']),
            also: ['ANNOTATION_ANCHOR_MISMATCH', 'ANNOTATION_DIGEST_DRIFT'],
          },
          { about: 'a line that is none', head: inRevised(['    line: 31', '    line: 0']) },
          { about: 'a text', head: inRevised([annotation, `  - note\n${annotation}`]) },
          { about: 'no id, where an anchor has one', head: inRevised(['  - id: ANN-0001\n    target', '  - target']) },
        ],
        good: [
          { about: 'keys that nobody knows', head: inRevised(['    intent: change\n', '    intent: change\n    author: octocat\n']) },
          {
            about: 'a comment that says nothing',
            head: inRevised(['    comment: "retry twice, then give up"\n', '    comment: ~\n'], [digest, '11c724f2a51f55ed']),
          },
        ],
      }
    },
  },
  ANNOTATION_DUPLICATE_ID: {
    summary: 'An id stands in the list twice, or in two anchors.',
    why: 'Nobody can tell which of the two is meant.',
    repair: 'Give each an id of its own.',
    examples() {
      return {
        bad: [
          { about: 'two anchors', head: inRevised(['## Implementation Plan', `${anchor}## Implementation Plan`]) },
          { about: 'in a batch', ...batch(`{ "annotations": [${entry}, ${entry}] }`) },
        ],
        good: [{ about: 'one each', head: revisedSample }],
      }
    },
  },
  ANNOTATION_DIGEST_INVALID: {
    summary: 'A digest has another form, or stands beside no annotations, or is missing beside some.',
    why: 'The digest shows whether the list was edited after it was applied.',
    repair: '`/revise` writes it.',
    examples() {
      return {
        bad: [
          { about: 'missing', head: inRevised([`annotation_digest: "${digest}"\n`, '']) },
          { about: 'too short', head: inRevised([digest, '7fb4']) },
          { about: 'without annotations', head: inPlan(['source_findings', `annotation_digest: "${digest}"\nsource_findings`]) },
          {
            about: 'of another form beside a list of another form',
            head: inPlan(['source_findings', 'source_annotations: none\nannotation_digest: 7fb4\nsource_findings']),
            also: ['ANNOTATION_LIST_INVALID'],
          },
        ],
        good: [{ about: 'without quotes', head: inRevised([`"${digest}"`, digest]) }],
      }
    },
  },
  ANNOTATION_DIGEST_DRIFT: {
    summary: 'The digest is not that of the list.',
    why: 'The list was edited after it was applied, and what it records is no longer what was said.',
    repair: 'Bring the list back.',
    examples() {
      return {
        bad: [
          { about: 'another comment', head: inRevised(['retry twice', 'retry thrice']) },
          {
            about: 'a batch that was edited',
            ...batch(`{ "annotations": [${entry.replace('twice', 'thrice')}], "expected_digest": "${digest}" }`),
          },
        ],
        good: [
          { about: 'a key that does not count', head: inRevised(['    intent: change\n', '    author: octocat\n    intent: change\n']) },
          { about: 'a batch for any of the three files', ...batch(`{ "annotations": [${entry}], "expected_digest": "${digest}" }`) },
        ],
      }
    },
  },
  ANNOTATION_REVISION_MISMATCH: {
    summary: 'There are annotations, and the revision is 0; or (less grave) it is above 0 with neither annotations nor a reason.',
    why: 'Every batch raises the revision by one.',
    repair: 'Write the number of batches that were applied.',
    examples() {
      return {
        bad: [{ about: 'revision 0', head: inRevised(['revision: 1\n', 'revision: 0\n']) }],
        good: [
          {
            about: 'a revision with a reason',
            head: inPlan(['source_findings', 'revision: 1\nrevision_reason: scope was cut\nsource_findings']),
          },
        ],
      }
    },
  },
  ANNOTATION_BATCH_INVALID: {
    summary: 'A batch of annotations is not JSON, or has not the shape of one.',
    why: 'Nothing of it can be applied.',
    repair: 'An object with `annotations`, a list of 1 to 500.',
    examples() {
      return {
        bad: [
          { about: 'no JSON', ...batch('annotations\n') },
          {
            about: 'a file that cannot be read',
            head: { 'annotated.md': 'elsewhere' },
            links: ['annotated.md'],
            named: ['annotated.md'],
            as: 'annotations',
          },
          { about: 'an empty list', ...batch('{ "annotations": [] }') },
          { about: 'a digest of another form', ...batch(`{ "annotations": [${entry}], "expected_digest": "7FB4" }`) },
        ],
        good: [{ about: 'one annotation', ...batch(`{ "annotations": [${entry}], "made-by": "a tool" }`) }],
      }
    },
  },
} as const satisfies Readonly<Record<string, Told>>
