import type { EdgeCases } from '../../../examples-of.ts'
import { change, inQuestions, questionsPath, sample } from '../../../../src/protocols/subagent/examples.ts'

/** Cases at the edges of the rules of `questions.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  QUESTIONS_CYCLE_ORDER: { bad: { none: change(sample, { [questionsPath]: '# Questions\n' }) } },
  QUESTIONS_FIELD_VALUE: { bad: { 'another session': inQuestions(['260131-144400', '260131-144401']) } },
}
