import { change, reportPath, resultPath, returnedSample } from '../../examples.ts'
import { outputRule } from './output-rule.ts'

export const outputEmpty = outputRule({
  code: 'STAGE_OUTPUT_EMPTY',
  strict: 'warning',
  soft: 'notice',
  summary: 'Control was returned with success, and an output has no bytes.',
  why: 'An empty file is most often one that was created and never written.',
  repair: 'Write the output.',
  examples() {
    return {
      bad: [
        { about: 'an empty report', head: change(returnedSample, { [reportPath]: '' }) },
        { about: 'empty data', head: change(returnedSample, { [resultPath]: '' }) },
      ],
      good: [{ about: 'content', head: returnedSample }],
    }
  },
})
