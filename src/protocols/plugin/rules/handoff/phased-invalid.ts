import { msg } from '../../../../core/message.ts'
import { inHandoff, phasedSample, sample } from '../../examples.ts'
import { wrongValue } from './wrong-value.ts'

export const phasedInvalid = wrongValue('phased_implementation', {
  code: 'PLUGIN_PHASED_INVALID',
  strict: 'error',
  soft: 'warning',
  summary: '`phased_implementation` is neither `true`, `false` nor `null`.',
  why: 'Whether a stage is one piece of work or several hangs on it. In YAML 1.2 `yes` is a text like any other.',
  repair: 'Write `true` or `false` without quotes; `null` only until stage 0 is complete.',
  expected: () => msg`${'true'}, ${'false'} or ${'null'}`,
  hint: () => msg`Write ${'true'} or ${'false'} without quotes.`,
  examples() {
    return {
      bad: [
        { about: 'yes', head: inHandoff(phasedSample, ['phased_implementation: true', 'phased_implementation: yes']) },
        { about: 'false in quotes', head: inHandoff(sample, ['phased_implementation: false', 'phased_implementation: "false"']) },
        { about: 'a number', head: inHandoff(sample, ['phased_implementation: false', 'phased_implementation: 0']) },
      ],
      good: [
        {
          about: 'TRUE, as YAML has it too',
          head: inHandoff(phasedSample, ['phased_implementation: true', 'phased_implementation: TRUE']),
        },
      ],
    }
  },
})
