import type { RuleExamples } from '../../../core/rule.ts'
import { change, cycles, inStall, interruptedSample, sample, stall, stallPath, stoppedWithStall } from '../examples.ts'

export const examples: RuleExamples = {
  GOV_STALL_MISSING: {
    bad: {
      none: change(sample, { [stallPath()]: null }),
      'it was deleted': { base: sample, head: change(sample, { [stallPath()]: null }) },
    },
    good: { 'the session stopped': change(interruptedSample, { [stallPath()]: null }) },
  },
  GOV_STALL_COUNT: {
    bad: { 'too low': inStall(cycles(50, 50, 50), [], [0, 0]), 'too high': inStall(cycles(50, 50), [], [1, 0]) },
    good: {
      'a better score is not a stall': inStall(cycles(50, 50, 51)),
      'no issues are not a stall': inStall(
        [1, 2, 3].map(() => ['sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945', '50'] as const),
      ),
    },
  },
  GOV_STALL_PLANNER: {
    bad: {
      'the fourth cycle': inStall(cycles(50, 50, 50, 50), [], [2, 0]),
      'the score falls': inStall(cycles(50, 50, 50, 49), [], [2, 0]),
    },
    good: {
      'the third': inStall(cycles(50, 50, 50), [], [1, 0]),
      'the session stopped': stoppedWithStall(cycles(50, 50, 50, 50), [], [2, 0]),
    },
  },
  GOV_STALL_VALIDATOR: {
    bad: { 'the third': inStall([], ['a', 'a', 'a'], [0, 1]) },
    good: { 'the second': inStall([], ['a', 'a']), 'another in between': inStall([], ['a', 'a', 'b', 'a']) },
  },
  GOV_STALL_ORPHAN: {
    bad: { 'no session': change(sample, { [stallPath('ses_9')]: stall() }) },
    good: { 'its session': sample },
  },
  GOV_STALL_REWRITTEN: {
    bad: {
      'a cycle went': { base: inStall(cycles(50, 60, 70)), head: inStall(cycles(60, 70)) },
      'another score': { base: inStall(cycles(50, 60)), head: inStall(cycles(50, 61)) },
    },
    good: {
      'one more': { base: inStall([], ['a']), head: inStall([], ['a', 'b']) },
      'it is full': { base: inStall([], ['a', 'b', 'c', 'd', 'e']), head: inStall([], ['b', 'c', 'd', 'e', 'f']) },
    },
  },
}
