import type { RuleExamples } from '../../../core/rule.ts'
import { anchor, batch, batchEntry, digest, inPlan, inRevised, revisedSample, sample } from '../examples.ts'

export const examples: RuleExamples = {
  ANNOTATION_REVISION_INVALID: {
    bad: {
      'a version': inRevised(['revision: 1\n', 'revision: v1\n']),
      negative: inRevised(['revision: 1\n', 'revision: -1\n']),
    },
    good: { 'absent: 0': sample },
  },
  ANNOTATION_LIST_INVALID: {
    bad: {
      'a text': inPlan(['source_findings', 'source_annotations: none\nsource_findings']),
      'nothing after the colon': inPlan(['source_findings', 'source_annotations:\nsource_findings']),
    },
    good: { 'an empty one': inPlan(['source_findings', 'source_annotations: []\nsource_findings']) },
  },
  ANNOTATION_ENTRY_INVALID: {
    bad: {
      'an intent that there is not': inRevised(['intent: change', 'intent: rewrite']),
      'no target': inRevised(['    target_anchor: step-2\n', '']),
    },
    good: {
      'unknown keys': inRevised(['    intent: change\n', '    intent: change\n    author: octocat\n']),
      'a comment that says nothing': inRevised(
        ['    comment: "retry twice, then give up"\n', '    comment: ~\n'],
        [digest, '11c724f2a51f55ed'],
      ),
    },
  },
  ANNOTATION_DUPLICATE_ID: {
    bad: {
      'two anchors': inRevised(['## Implementation Plan', `${anchor}## Implementation Plan`]),
      'in a batch': { ...batch(`{ "annotations": [${batchEntry}, ${batchEntry}] }`) },
    },
    good: { 'one each': revisedSample },
  },
  ANNOTATION_DIGEST_INVALID: {
    bad: { missing: inRevised([`annotation_digest: "${digest}"\n`, '']), 'too short': inRevised([digest, '7fb4']) },
    good: { 'without quotes': inRevised([`"${digest}"`, digest]) },
  },
  ANNOTATION_DIGEST_DRIFT: {
    bad: {
      'another comment': inRevised(['retry twice', 'retry thrice']),
      'a batch that was edited': {
        ...batch(`{ "annotations": [${batchEntry.replace('twice', 'thrice')}], "expected_digest": "${digest}" }`),
      },
    },
    good: {
      'a key that does not count': inRevised(['    intent: change\n', '    author: octocat\n    intent: change\n']),
      'a batch for any of the three files': {
        ...batch(`{ "annotations": [${batchEntry}], "expected_digest": "${digest}" }`),
      },
    },
  },
  ANNOTATION_REVISION_MISMATCH: {
    bad: { 'revision 0': inRevised(['revision: 1\n', 'revision: 0\n']) },
    good: {
      'a revision with a reason': inPlan([
        'source_findings',
        'revision: 1\nrevision_reason: scope was cut\nsource_findings',
      ]),
    },
  },
  ANNOTATION_BATCH_INVALID: {
    bad: {
      'no JSON': { ...batch('annotations\n') },
      'a file that cannot be read': {
        head: { 'annotated.md': 'elsewhere' },
        links: ['annotated.md'],
        named: ['annotated.md'],
        as: 'annotations',
      },
    },
    good: { 'one annotation': { ...batch(`{ "annotations": [${batchEntry}], "made-by": "a tool" }`) } },
  },
}
