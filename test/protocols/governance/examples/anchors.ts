import type { EdgeCases } from '../../../examples-of.ts'
import { anchor, inState } from '../../../../src/protocols/governance/examples.ts'

const style = (id: number, agent: string) =>
  anchor(id, 'high', { id: `style-${id}`, type: 'output_style', content: JSON.stringify({ agent, style: 'brief' }) })

/** Cases at the edges of the rules of `anchors.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  GOV_ANCHOR_LOST: {
    bad: {
      'a style of another agent': {
        base: inState({ anchors: [style(1, 'planner')] }),
        head: inState({ anchors: [style(2, 'builder')] }),
      },
    },
    good: {
      'a style gave way to a new one': {
        base: inState({ anchors: [style(1, 'planner')] }),
        head: inState({ anchors: [style(2, 'planner')] }),
      },
    },
  },
}
