import type { RuleExamples } from '../../../core/rule.ts'
import { change, handbackPath, handbacks, inHandback, returned, workedSample } from '../examples.ts'

const written = (text: string) => change(workedSample, { [handbackPath]: text })
const described = (text: string) => inHandback('success', ['Stage completed', text])

export const examples: RuleExamples = {
  HANDBACK_UNREADABLE: {
    bad: { 'a text': written('All done.\n'), nothing: written('') },
    good: { 'Windows line endings': written(handbacks.success.replaceAll('\n', '\r\n')) },
  },
  HANDBACK_SCHEMA: {
    bad: {
      'a list': change(workedSample, { [handbackPath]: '[]\n' }),
      'no description': inHandback('success', [',\n  "description": "Stage completed successfully."', '']),
    },
    good: {
      'any context': inHandback('error', ['"code"', '"context": { "tried": [1, { "again": null }] },\n    "code"']),
    },
  },
  HANDBACK_REASON: {
    bad: {
      'a word for success': inHandback('success', ['"success"', '"done"']),
      capitals: inHandback('question', ['"question"', '"Question"']),
    },
    good: { success: returned('success'), 'an error': returned('error') },
  },
  HANDBACK_ERROR_MISSING: {
    bad: { 'a reason alone': inHandback('success', ['"success"', '"error"']) },
    good: { 'an error': returned('error'), 'a question, which needs none': returned('question') },
  },
  HANDBACK_CODE: {
    bad: {
      'lower-case letters': inHandback('error', ['INPUT_MISSING', 'input_missing']),
      'a typo': inHandback('error', ['INPUT_MISSING', 'INPUT_MISING']),
    },
    good: { 'a code': returned('error'), 'another code': inHandback('error', ['INPUT_MISSING', 'RESOURCE_EXHAUSTED']) },
  },
  HANDBACK_ERROR_UNEXPECTED: {
    bad: {
      'a success with an error': inHandback('error', ['"reason": "error"', '"reason": "success"']),
      'a question with an error': inHandback('error', ['"reason": "error"', '"reason": "question"']),
    },
    good: { 'an error with an error': returned('error') },
  },
  HANDBACK_BLANK: {
    bad: {
      'a blank description': inHandback('success', ['Stage completed successfully.', '  ']),
      'a blank message': inHandback('error', ['There is no brief', ' ']),
    },
    good: { 'a text': returned('error') },
  },
  HANDBACK_CONTROL_CHARS: {
    bad: { 'a line break': described('One\\nTwo'), 'an escape sequence': described('\\u001b[2J') },
    good: { 'other letters, quotes and arrows': described('“é” → 💡') },
  },
}
