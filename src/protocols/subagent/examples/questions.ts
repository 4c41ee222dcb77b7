import type { RuleExamples } from '../../../core/rule.ts'
import { change, inQuestions, questionsPath, sample } from '../examples.ts'

const cycle = (number: number) => `\n### Cycle ${number}\n\n1. Is it fast?\n    - **Status**: Unanswered\n`
const withCycles = (...numbers: readonly number[]) =>
  change(sample, { [questionsPath]: (sample[questionsPath] ?? '') + numbers.map(cycle).join('') })
const twice = withCycles(2)
const edited = (files: typeof sample, from: string, to: string) => change(files, { [questionsPath]: [[from, to]] })

export const examples: RuleExamples = {
  QUESTIONS_CYCLE_ORDER: {
    bad: { 'a gap': withCycles(3), twice: withCycles(1) },
    good: { 'in order': withCycles(2, 3) },
  },
  QUESTIONS_FIELD_VALUE: {
    bad: {
      'a status': inQuestions(['**Status**: Unanswered', '**Status**: Open']),
      'a category': inQuestions(['Technical', 'Technology']),
    },
    good: {
      'template text': inQuestions(
        ['**Status**: Unanswered', '**Status**: Unanswered | Answered'],
        ['Constraints', '[Category]'],
      ),
    },
  },
  QUESTIONS_ANSWER_MISSING: {
    bad: {
      'no source': inQuestions(['    - **Source**: docs/words.md\n', '']),
      'no answer': inQuestions(['What stands between blanks.', '[…]']),
    },
    good: {
      'both, in nested items': inQuestions(['**Source**: docs/words.md', '**Source**:\n        - docs/words.md']),
    },
  },
  QUESTIONS_LIMIT: {
    bad: { 'a fourth': withCycles(2, 3, 4) },
    good: {
      'a third': withCycles(2, 3),
      'no limit': { head: withCycles(2, 3, 4), configuration: { limits: { cycles: 0 } } },
    },
  },
  QUESTIONS_CYCLE_REMOVED: {
    bad: { 'the last one': { base: twice, head: sample } },
    good: { 'a new one': { base: sample, head: twice } },
  },
  QUESTIONS_QUESTION_CHANGED: {
    bad: {
      'other words': { base: sample, head: edited(sample, 'What is a word?', 'What is a line?') },
      gone: { base: sample, head: edited(sample, '2. **[Low Priority]** How', 'How') },
    },
    good: {
      'another number, priority and blanks': {
        base: sample,
        head: edited(sample, '2. **[Low Priority]** How long', '3. **[High Priority]** How  long'),
      },
    },
  },
  QUESTIONS_ANSWER_CHANGED: {
    bad: {
      'after the next cycle began': {
        base: twice,
        head: edited(twice, 'What stands between blanks.', 'What stands on a line.'),
      },
    },
    good: {
      'in the last cycle': {
        base: sample,
        head: edited(sample, 'What stands between blanks.', 'What stands on a line.'),
      },
      'a first answer': { base: edited(twice, '**Status**: Answered', '**Status**: Research Needed'), head: twice },
    },
  },
}
