import { msg } from '../../../../core/message.ts'
import { inHandoff, sample, withContract } from '../../examples.ts'
import { wrongValue } from './wrong-value.ts'

const scored = (written: string) => inHandoff(sample, ['complexity_score: 1.2', `complexity_score: ${written}`])

export const complexityInvalid = wrongValue('complexity_score', {
  code: 'PLUGIN_COMPLEXITY_INVALID',
  strict: 'error',
  soft: 'warning',
  summary: '`complexity_score` is no number from 1 to 5.',
  why: 'The score decides whether a plugin is built in one pass or in phases.',
  repair: 'Write the number that the plan gives, without quotes; `null` only until stage 0 is complete.',
  expected: () => msg`a number from ${1} to ${5}`,
  hint: () => msg`Write the plan's score as a number, such as ${'complexity_score: 3.5'}.`,
  examples() {
    return {
      bad: [
        { about: 'a word', head: scored('high') },
        { about: 'a number in quotes', head: scored('"1.2"') },
        { about: 'below the scale', head: scored('0.9') },
        { about: 'above the scale', head: scored('5.1') },
      ],
      good: [{ about: 'a whole number', head: withContract(scored('2'), 'plan', '# Plan\n\nComplexity: 2.0\n') }],
    }
  },
})
