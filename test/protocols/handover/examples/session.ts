import type { EdgeCases } from '../../../examples-of.ts'
import { inState } from '../../../../src/protocols/handover/examples.ts'

/** Cases at the edges of the rules of `session.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  SESSION_STATE_PARSE_ERROR: {
    bad: {
      'a byte-order mark': inState(['{', '\ufeff{']),
      'a key twice': inState(['"status"', '"status": "stopped",\n  "status"']),
    },
  },
}
