import { change, configPath, reportPath, resultPath, returned, returnedSample } from '../../examples.ts'
import { outputRule } from './output-rule.ts'

export const outputMissing = outputRule({
  code: 'STAGE_OUTPUT_MISSING',
  strict: 'warning',
  soft: 'notice',
  summary: 'Control was returned with success, and a required output is not there.',
  why: 'The next stage waits for it, or begins without it.',
  repair: 'Write the output, or say in the contract that it is not required.',
  examples() {
    return {
      bad: [
        { about: 'no report', head: change(returnedSample, { [reportPath]: null }) },
        { about: 'no data', head: change(returnedSample, { [resultPath]: null }) },
        {
          about: 'no log that is required',
          head: change(returnedSample, {
            [configPath]: [['prompt:\n', '  runtime:\n  - { name: log, path: run/output-data/log.json, required: true }\nprompt:\n']],
          }),
        },
      ],
      good: [
        { about: 'everything', head: returnedSample },
        { about: 'an error', head: change(returned('error'), { [reportPath]: null }) },
        {
          about: 'data that is not required',
          head: change(returnedSample, {
            [resultPath]: null,
            [configPath]: [['    schema: schemas', '    required: false\n    schema: schemas']],
          }),
        },
        {
          about: 'a log',
          head: change(returnedSample, {
            [configPath]: [['prompt:\n', '  runtime:\n  - { name: log, path: run/output-data/log.json }\nprompt:\n']],
          }),
        },
      ],
    }
  },
})
