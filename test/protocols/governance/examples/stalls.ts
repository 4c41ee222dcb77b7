import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  cycles,
  inStall,
  sample,
  stall,
  stallPath,
  stoppedWithStall,
} from '../../../../src/protocols/governance/examples.ts'

/** Cases at the edges of the rules of `stalls.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  GOV_STALL_COUNT: {
    bad: {
      'too few repeats': inStall([], ['a', 'a', 'a'], [0, 0]),
      'another score': change(sample, {
        [stallPath()]: { ...stall(), plannerChecker: { ...Object(stall()['plannerChecker']), lastScore: 3 } },
      }),
    },
  },
  GOV_STALL_PLANNER: { bad: { 'more than the window shows': inStall(cycles(50, 50, 50, 50, 50), [], [7, 0]) } },
  GOV_STALL_VALIDATOR: { good: { 'the session stopped': stoppedWithStall([], ['a', 'a', 'a'], [0, 1]) } },
  GOV_STALL_REWRITTEN: {
    bad: { 'an error went': { base: inStall([], ['a', 'b']), head: inStall([], ['b']) } },
    good: { 'it is empty': { base: inStall([], ['a', 'b']), head: inStall() } },
  },
}
