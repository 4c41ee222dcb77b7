import { msg } from '../../../../core/message.ts'
import { inHandoff, phasedSample, sample } from '../../examples.ts'
import { wrongValue } from './wrong-value.ts'

const phased = (written: string) => inHandoff(phasedSample, ['phase: "3.1"', `phase: ${written}`])

export const phaseInvalid = wrongValue('phase', {
  code: 'PLUGIN_PHASE_INVALID',
  strict: 'error',
  soft: 'warning',
  summary: '`phase` is neither `null` nor of the form `N.M`.',
  why: 'The phase says which part of a stage is meant. What cannot be read as one cannot be continued.',
  repair: 'Write stage and number, such as `"3.1"`, or `null` where the whole stage is meant.',
  expected: () => msg`${'null'} or stage and number such as ${'"3.1"'}`,
  hint: () => msg`Write ${'phase: "3.1"'} for the first phase of stage 3, ${'phase: null'} for the whole stage.`,
  examples() {
    return {
      bad: [
        { about: 'a number without a stage', head: phased('1') },
        { about: 'a phase zero', head: phased('3.0') },
        { about: 'a leading zero', head: phased('"3.01"') },
        { about: 'three numbers', head: phased('3.1.2') },
        { about: 'a word', head: phased('gain') },
        { about: 'null in quotes', head: phased('"null"') },
      ],
      good: [
        { about: 'a phase without quotes', head: phased('3.1') },
        { about: 'another way to write null', head: inHandoff(sample, ['phase: null', 'phase: ~']) },
      ],
    }
  },
})
