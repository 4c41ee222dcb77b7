import type { EdgeCases } from '../../../examples-of.ts'
import {
  annotation,
  batch,
  batchEntry,
  digest,
  inPlan,
  inRevised,
} from '../../../../src/protocols/handover/examples.ts'

/** Cases at the edges of the rules of `annotations.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  ANNOTATION_REVISION_INVALID: { bad: { 'a fraction': inRevised(['revision: 1\n', 'revision: 1.5\n']) } },
  ANNOTATION_LIST_INVALID: {
    bad: {
      'a text, together with a digest and an anchor': inRevised([
        `source_annotations:\n${annotation}`,
        'source_annotations: none\n',
      ]),
    },
  },
  ANNOTATION_ENTRY_INVALID: {
    bad: {
      'another file': {
        head: inRevised(['target_artifact: plan.md', 'target_artifact: brief.md']),
        also: ['ANNOTATION_ANCHOR_MISMATCH', 'ANNOTATION_DIGEST_DRIFT'],
      },
      'a line that is none': inRevised(['    line: 31', '    line: 0']),
      'a text': inRevised([annotation, `  - note\n${annotation}`]),
      'no id, where an anchor has one': inRevised(['  - id: ANN-0001\n    target', '  - target']),
    },
  },
  ANNOTATION_DIGEST_INVALID: {
    bad: {
      'without annotations': inPlan(['source_findings', `annotation_digest: "${digest}"\nsource_findings`]),
      'of another form together with a list of another form': {
        head: inPlan(['source_findings', 'source_annotations: none\nannotation_digest: 7fb4\nsource_findings']),
        also: ['ANNOTATION_LIST_INVALID'],
      },
    },
  },
  ANNOTATION_BATCH_INVALID: {
    bad: {
      'an empty list': { ...batch('{ "annotations": [] }') },
      'a digest of another form': { ...batch(`{ "annotations": [${batchEntry}], "expected_digest": "7FB4" }`) },
    },
  },
}
