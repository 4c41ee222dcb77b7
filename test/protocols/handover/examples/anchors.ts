import type { EdgeCases } from '../../../examples-of.ts'
import { anchor, inRevised } from '../../../../src/protocols/handover/examples.ts'

const moved = (text: string) => inRevised([anchor, ''], ['Do it.\n\n- **Manifest:**', text])

/** Cases at the edges of the rules of `anchors.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  ANNOTATION_ANCHOR_INVALID: {
    bad: {
      'a name twice': inRevised([' line="31" -->', ' line="31" line="31" -->']),
      'after text': inRevised([anchor, `Text. ${anchor}\n`]),
      'two blanks': inRevised(['<!-- voyage:anchor id', '<!-- voyage:anchor  id']),
    },
  },
  ANNOTATION_PLACEMENT_INVALID: {
    bad: {
      'in a quote that goes on': moved(`> Do it.\n${anchor}Soon.\n\n- **Manifest:**`),
      'in a table': moved(`| a |\n|---|\n${anchor}| b |\n\n- **Manifest:**`),
    },
  },
}
