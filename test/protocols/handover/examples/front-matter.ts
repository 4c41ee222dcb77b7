import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  inBrief,
  inPlan,
  inPrompt,
  inResearch,
  promptPath,
  session,
} from '../../../../src/protocols/handover/examples.ts'

/** Cases at the edges of the rules of `front-matter.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  FM_MISSING: { bad: { 'one that asks to be evaluated': inPlan(['---\nplan', '---js\nplan']) } },
  FM_PARSE_ERROR: {
    bad: {
      'a tag': inBrief(['created', 'extra: !!str 1\ncreated']),
      'a second key': inResearch(['created', 'dimensions: 2\ncreated']),
      'an escape that YAML lacks': inPrompt(['trekendsession', '"trek\\(end"']),
      'a list': change(session, { [promptPath]: '---\n- produced_by\n---\n' }),
      'a directive': inPrompt(['produced_by', '%YAML 1.2\nproduced_by']),
      'a directive after the end of the document': inBrief([
        'research_status: complete\n',
        'research_status: complete\n...\n%YAML 1.2\n',
      ]),
    },
  },
  FM_NESTED_DICT: {
    bad: {
      'annotations that are not a list': {
        head: inBrief(['created', 'source_annotations:\n  id: ANN-0001\ncreated']),
        also: ['ANNOTATION_LIST_INVALID'],
      },
    },
  },
}
